package ccd

// watch ends the exact stage early. What is computed once it is over means nothing: every loop that may take
// long looks at it and ends, and FirstContext drops the answer. A nil watch is never over.
type watch struct {
	done <-chan struct{}
	over bool
}

// stopped reports whether done is closed, and keeps doing so.
func (w *watch) stopped() bool {
	if w == nil || w.over {
		return w != nil
	}
	select {
	case <-w.done:
		w.over = true
	default:
	}
	return w.over
}
