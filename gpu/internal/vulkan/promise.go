package vulkan

// Promise is a value that one goroutine makes and others may wait for.
type Promise[T any] struct {
	done  chan struct{} // closed when value or err is there
	value T
	err   error
}

// NewPromise makes a promise that is not kept.
func NewPromise[T any]() *Promise[T] { return &Promise[T]{done: make(chan struct{})} }

// Keep gives the promise its value, once.
func (p *Promise[T]) Keep(value T, err error) {
	p.value, p.err = value, err
	close(p.done)
}

// Kept reports whether the value is there.
func (p *Promise[T]) Kept() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// Get waits for the value; ErrStopped where the control, nil for none, ends the wait.
func (p *Promise[T]) Get(c Control) (T, error) {
	if c == nil {
		<-p.done
	} else if !p.Kept() && !c.Wait(p.done) {
		var none T
		return none, ErrStopped
	}
	return p.value, p.err
}
