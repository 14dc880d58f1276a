package primitives

import (
	"errors"
	"fmt"

	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// ErrFull reports that more was appended than an Appender may hold.
var ErrFull = errors.New("too many to list")

// Appender is a buffer that kernels append to through an atomic counter. What does
// not fit is counted all the same: the host then grows the buffer and runs the
// kernels again, so nothing is ever cut off.
type Appender struct {
	name string
	// Count holds the number of elements appended, Data the elements.
	Count, Data *vulkan.Buffer
	// elem is the size of an element in bytes.
	elem int
	// Capacity is the number of elements that Data has room for.
	Capacity int
	// Most is the largest number of elements that it may hold, 0 for as many as the device has room for.
	Most int
	// Found is the number of elements appended, once a batch has run that asked for it.
	Found [1]uint32
}

// NewAppender makes an appender of elements of elem bytes.
func NewAppender(d *vulkan.Device, name string, elem int) *Appender {
	return &Appender{name: name, Count: d.NewBuffer(name + " count"), Data: d.NewBuffer(name), elem: elem}
}

// Reserve makes room for n elements.
func (a *Appender) Reserve(n int) error {
	if err := a.Count.Grow(4); err != nil {
		return err
	}
	n = max(n, 1)
	if a.Capacity >= n {
		return nil
	}
	if err := a.Data.Grow(n * a.elem); err != nil {
		return fmt.Errorf("%d %s: %w", n, a.name, err)
	}
	a.Capacity = n
	return nil
}

// Clear empties it, as part of the batch.
func (a *Appender) Clear(b *vulkan.Batch) { b.Fill(a.Count, 0, 4, 0) }

// Ask has the number of elements read back with the batch: see Fits.
func (a *Appender) Ask(b *vulkan.Batch) { b.Read(vulkan.BytesOf(a.Found[:]), a.Count, 0) }

// mostAppended is where kernels stop counting.
const mostAppended = 1 << 31

// Fits reports whether all that was appended is there; where not, there is room for
// it now and the kernels must run again. The error wraps ErrFull for more than Most.
func (a *Appender) Fits() (bool, error) {
	n := int(a.Found[0])
	switch {
	case a.Most > 0 && n > a.Most:
		return false, fmt.Errorf("%d %s: %w", n, a.name, ErrFull)
	case n <= a.Capacity:
		return true, nil
	}
	if n >= mostAppended {
		return false, fmt.Errorf("%s: %w: more than 2^31", a.name, vulkan.ErrLimit)
	}
	return false, a.Reserve(n + n/8)
}

// Close frees what it has on the device.
func (a *Appender) Close() {
	a.Count.Close()
	a.Data.Close()
	a.Capacity = 0
}

// Fetch brings back what was appended, in words, reusing dst.
func (a *Appender) Fetch(b *vulkan.Batch, dst []uint32) ([]uint32, error) {
	n := int(a.Found[0]) * a.elem / 4
	if cap(dst) < n {
		dst = make([]uint32, n+n/4)
	}
	dst = dst[:n]
	if n == 0 {
		return dst, nil
	}
	b.Start()
	b.Read(vulkan.BytesOf(dst), a.Data, 0)
	return dst, b.Run()
}
