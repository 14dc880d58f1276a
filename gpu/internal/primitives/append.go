package primitives

import (
	"errors"
	"fmt"
	"slices"

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
	// words are what came back, expected is how many elements there were the last time.
	words    []uint32
	expected int
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
		a.Capacity = 0
		return fmt.Errorf("%d %s: %w", n, a.name, err)
	}
	a.Capacity = n
	return nil
}

// Clear empties it, as part of the batch.
func (a *Appender) Clear(b *vulkan.Batch) { b.Fill(a.Count, 0, 4, 0) }

// Ask has the number of elements read back with the batch: see Fits.
func (a *Appender) Ask(b *vulkan.Batch) {
	a.words = a.words[:0] // of a batch before
	b.Read(vulkan.BytesOf(a.Found[:]), a.Count, 0)
}

// spare is how many elements more than the last time come back with a batch, beside an eighth.
const spare = 64

// Bring is Ask, and has the first elements read back as well, as many as there were the last time and
// some more: see Fetch.
func (a *Appender) Bring(b *vulkan.Batch) {
	a.Ask(b)
	n := min(a.expected+a.expected/8+spare, a.Capacity) * a.elem / 4
	a.words = slices.Grow(a.words, n)[:n]
	b.Read(vulkan.BytesOf(a.words), a.Data, 0)
}

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

// Fetch returns what was appended, in words, valid until the next batch that brings: what came with the
// batch, and what did not by another one.
func (a *Appender) Fetch(b *vulkan.Batch) ([]uint32, error) {
	n, had := int(a.Found[0])*a.elem/4, len(a.words)
	a.expected = int(a.Found[0])
	if n <= had {
		return a.words[:n], nil
	}
	a.words = slices.Grow(a.words, n-had)[:n]
	b.Start()
	b.Read(vulkan.BytesOf(a.words[had:]), a.Data, 4*had)
	return a.words, b.Run()
}
