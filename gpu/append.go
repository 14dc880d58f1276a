package gpu

import "fmt"

// appender is a buffer that kernels append to through an atomic counter. What does
// not fit is counted all the same: the host then grows the buffer and runs the
// kernels again, so nothing is ever cut off.
type appender struct {
	name  string
	count *buffer
	data  *buffer
	// elem is the size of an element in bytes.
	elem     int
	capacity int
	found    [1]uint32
}

func (d *Device) newAppender(name string, elem int) *appender {
	return &appender{name: name, count: d.newBuffer(name + " count"), data: d.newBuffer(name), elem: elem}
}

// reserve makes room for n elements.
func (a *appender) reserve(n int) error {
	if err := a.count.grow(4); err != nil {
		return err
	}
	n = max(n, 1)
	if a.capacity >= n {
		return nil
	}
	if err := a.data.grow(n * a.elem); err != nil {
		return fmt.Errorf("%d %s: %w", n, a.name, err)
	}
	a.capacity = n
	return nil
}

// clear empties it, as part of the batch.
func (a *appender) clear(b *batch) { b.fill(a.count, 0, 4, 0) }

// ask has the number of elements read back with the batch: see fits.
func (a *appender) ask(b *batch) { b.read(bytesOf(a.found[:]), a.count, 0) }

// mostAppended is where kernels stop counting.
const mostAppended = 1 << 31

// fits reports whether all that was appended is there; where not, there is room for
// it now and the kernels must run again.
func (a *appender) fits() (bool, error) {
	n := int(a.found[0])
	if n <= a.capacity {
		return true, nil
	}
	if n >= mostAppended {
		return false, fmt.Errorf("%s: %w: more than 2^31", a.name, ErrLimit)
	}
	return false, a.reserve(n + n/8)
}

func (a *appender) close() {
	a.count.close()
	a.data.close()
	a.capacity = 0
}

// fetch brings back what was appended, in words, reusing dst.
func (a *appender) fetch(b *batch, dst []uint32) ([]uint32, error) {
	n := int(a.found[0]) * a.elem / 4
	if cap(dst) < n {
		dst = make([]uint32, n+n/4)
	}
	dst = dst[:n]
	if n == 0 {
		return dst, nil
	}
	b.start()
	b.read(bytesOf(dst), a.data, 0)
	return dst, b.run()
}
