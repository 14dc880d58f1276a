package models

import (
	"math"

	"github.com/collide-go/collide/gpu/internal/vulkan"
)

var placedKernel = &vulkan.Kernel{Shaders: shaders, Name: "placed", Access: "rrw", Group: 256}

// A box that moves without growing is sent as its least corner: the device has its size, and adds.
//
// With lo, hi and size as float32, the device's lo + size is off by at most 2⁻²³ of |lo + size|, twice what IEEE rounding gives,
// and 2⁻¹²⁶ for a result that is flushed. The sum in float64 is off by 2⁻⁵³. So where that sum less roomyRelative = 2⁻²² of its size less
// roomyAbsolute = 2⁻¹²⁰ is at least hi, the device's corner is at least hi, as that of a box sent as it is. hi is above the body's box as
// the device sees it.
//
// A size has spareSize of the corners' sizes in addition, 2⁻¹⁹, since lo and hi move by 2⁻²² of theirs as they are rounded, and is
// replaced where it is too large by a share of itself and a few of these.
const (
	spareSize = 1.0 / (1 << 19)
	wideSize  = 1.0 / (1 << 17)
	wideShare = 1.0 / 32
)

// sizeFits reports whether a size serves for a box from lo to hi.
func sizeFits(size, lo, hi float32) bool {
	sum, least := float64(lo)+float64(size), float64(hi)
	far := math.Abs(float64(lo)) + math.Abs(least)
	wide := least + max(wideShare*(least-float64(lo)), wideSize*far) + 1e3*roomyAbsolute
	return sum-math.Abs(sum)*roomyRelative-roomyAbsolute >= least && sum <= wide
}

// sizeOf is a size that fits.
func sizeOf(lo, hi float32) float32 {
	l, h := float64(lo), float64(hi)
	return float32(h - l + spareSize*(math.Abs(l)+math.Abs(h)) + 4*roomyAbsolute)
}

// sizes are those of boxes, and on a device.
type sizes struct {
	all     [][3]float32
	changed []bool // for each block: it differs from what is on the device
	there   uint64 // the memory that has the other blocks, 0 for none
	sent    bool   // by the batch that is recorded

	on, placesOn *vulkan.Buffer
}

// resize makes room for n boxes in blocks. No size of zero fits, so all change.
func (s *sizes) resize(n, blocks int) {
	s.all, s.changed = resized(s.all, n), resized(s.changed, blocks)
	clear(s.all)
}

// fit brings the size of box i, of block k, up to date.
func (s *sizes) fit(i, k int, it *Item) {
	for axis, size := range s.all[i] {
		if !sizeFits(size, it.Lo[axis], it.Hi[axis]) {
			s.all[i][axis], s.changed[k] = sizeOf(it.Lo[axis], it.Hi[axis]), true
		}
	}
}

// grow makes room on the device.
func (s *sizes) grow() error {
	if err := s.on.Grow(12 * len(s.all)); err != nil {
		return err
	}
	return s.placesOn.Grow(12 * len(s.all))
}

// send records the sending of the sizes that the device does not have.
func (s *sizes) send(batch *vulkan.Batch) {
	first, last := 0, len(s.changed)
	if s.on.Memory() == s.there {
		first, last, _, _ = extent(s.changed)
	}
	if lo, hi := first*block, min(last*block, len(s.all)); lo < hi {
		batch.Write(s.on, 12*lo, vulkan.BytesOf(s.all[lo:hi]))
	}
	s.sent = true
}

// arrived notes that a batch has run.
func (s *sizes) arrived() {
	if s.sent {
		s.there = s.on.Memory()
		clear(s.changed)
	}
	s.sent = false
}
