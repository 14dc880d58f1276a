package models

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/require"
)

// TestSizesFit: a size that was made for a box fits it; and one that fits reaches its upper side in float32, however the sum is off by 2^-23 or
// flushed, and not far beyond.
func TestSizesFit(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 24))
	number := func() float32 {
		switch r.IntN(8) {
		case 0:
			return 0
		case 1:
			return unbounded
		case 2:
			return -unbounded
		}
		return float32(math.Ldexp(r.Float64()-0.5, r.IntN(250)-124))
	}
	kept := 0
	for range require.Cases(1_000_000, 50_000) {
		lo, hi := number(), number()
		if r.IntN(2) == 0 {
			hi = lo + float32(math.Ldexp(r.Float64(), -r.IntN(30)))*float32(math.Abs(float64(lo)))
		}
		size := sizeOf(lo, hi)
		if !sizeFits(size, lo, hi) {
			t.Fatalf("from %g to %g: a size of %g does not fit", lo, hi, size)
		}
		for range 3 { // another box, or the same one elsewhere
			by := float32(math.Ldexp(r.Float64()-0.5, -r.IntN(26))) * float32(math.Abs(float64(lo)))
			checkSize(t, size, lo, hi)
			for k, near := 0, float32(float64(lo)+float64(size)*(1-0x1p-22)); k < 12; k++ { // about as far as it reaches
				checkSize(t, size, lo, near)
				near = math.Nextafter32(near, unbounded)
			}
			if lo, hi = lo+by, hi+by; sizeFits(size, lo, hi) {
				kept++
			}
		}
	}
	if kept < 1000 {
		t.Errorf("only %d sizes fit another box", kept)
	}
}

func checkSize(t *testing.T, size, lo, hi float32) {
	t.Helper()
	if !sizeFits(size, lo, hi) {
		return
	}
	sum := float64(lo) + float64(size)
	least := sum - math.Abs(sum)*0x1p-23
	if math.Abs(sum) < 0x1p-126 {
		least = min(least, 0)
	}
	if least < float64(hi) || sum > float64(hi)+math.Abs(float64(hi)-float64(lo))/16+0x1p-16*(math.Abs(float64(lo))+math.Abs(float64(hi)))+0x1p-100 {
		t.Fatalf("from %g to %g: a size of %g reaches %g", lo, hi, size, sum)
	}
}

// crowd are boxes that move by turns, on a device.
type crowd struct {
	boxes []geom.AABB
	r     *rand.Rand
	x     *Boxes
	to    *vulkan.Buffer
	b     *vulkan.Batch
}

func newCrowd(t *testing.T, n int) *crowd {
	c := &crowd{r: rand.New(rand.NewPCG(2, 9)), boxes: make([]geom.AABB, n), b: vulkantest.Batch(t)}
	c.x, c.to = NewBoxes(c.b.Device()), c.b.Device().NewBuffer("boxes")
	t.Cleanup(c.x.Close)
	t.Cleanup(c.to.Close)
	c.all(func(int) geom.AABB {
		p := geom.Vec{X: 0.1 + c.r.Float64(), Y: 0.1 + c.r.Float64(), Z: 0.1 + c.r.Float64()}
		return geom.AABB{Min: p, Max: p.Add(geom.Vec{X: 0.01, Y: 0.02, Z: 0.1 * c.r.Float64()})}
	})
	c.boxes[0], c.boxes[1] = geom.AABB{}, geom.AABB{Min: geom.Vec{X: 1, Y: 1, Z: 1}, Max: geom.Vec{X: 2, Y: 2, Z: 2}} // which hold the frame
	return c
}

func (c *crowd) all(of func(i int) geom.AABB) {
	for i := 2; i < len(c.boxes); i++ {
		c.boxes[i] = of(i)
	}
}

// move moves the boxes from lo to before hi.
func (c *crowd) move(lo, hi int) {
	for i := lo; i < hi; i++ {
		by := geom.Vec{X: 0.01 * (c.r.Float64() - 0.5), Y: 0.001 * (c.r.Float64() - 0.5), Z: 1e-9}
		c.boxes[i].Min, c.boxes[i].Max = c.boxes[i].Min.Add(by), c.boxes[i].Max.Add(by)
	}
}

// send sends, and returns how many bytes. The device has a box around each, and not far around.
func (c *crowd) send(t *testing.T, name string) int64 {
	t.Helper()
	c.x.Set(c.boxes, 2)
	if err := c.x.Grow(c.to); err != nil {
		t.Fatal(err)
	}
	got := make([]Item, len(c.boxes))
	c.b.Work = vulkan.Work{}
	c.b.Start()
	c.x.Send(c.b, c.to)
	c.b.Read(vulkan.BytesOf(got), c.to, 0)
	if err := c.b.Run(); err != nil {
		t.Fatal(err)
	}
	c.x.Sent(c.to)
	for i := range got {
		want, have := &c.x.Items[i], &got[i]
		for k := range 3 {
			lo, hi := float64(want.Lo[k]), float64(want.Hi[k])
			wide := max((hi-lo)/16, 0) + 0x1p-15*(math.Abs(lo)+math.Abs(hi)) + 0x1p-100
			if have.Lo[k] != want.Lo[k] || have.Hi[k] < want.Hi[k] || float64(have.Hi[k]) > hi+wide {
				t.Fatalf("%s: box %d is %+v, want %+v or a little more", name, i, have, want)
			}
		}
		if have.Tag != uint32(i) || have.GroupMask != MaskBoth {
			t.Fatalf("%s: box %d is %+v", name, i, have)
		}
	}
	return c.b.Work.Sent
}

// TestManyBoxesGoAsCorners: of many boxes that move the corners go up, twelve bytes each, with the sizes that changed; whatever
// becomes of batches and buffers, and however sizes, few and many boxes follow each other, the device has boxes around them.
func TestManyBoxesGoAsCorners(t *testing.T) {
	const n, few = 6000, 100
	c := newCrowd(t, n)
	grow := func(share float64) func() {
		return func() {
			c.all(func(i int) geom.AABB {
				b := c.boxes[i]
				if c.r.Float64() < share {
					b.Max.Y = b.Min.Y + 0.02 + 0.02*c.r.Float64()
				}
				return b
			})
			c.move(2, len(c.boxes))
		}
	}
	for _, s := range []struct {
		name   string
		change func()
		least  int64
		most   int64 // bytes
	}{
		{"at first", func() {}, 24 * n, 24 * n}, {"none", func() {}, 0, 0}, {"all move", func() { c.move(2, len(c.boxes)) }, 12 * (n - 8), 12 * n},
		{"and again", func() { c.move(2, len(c.boxes)) }, 12 * (n - 8), 12 * n}, {"few", func() { c.move(900, 900+few) }, 32 * few, 32 * (few + 16)},
		{"all after few", func() { c.move(2, len(c.boxes)) }, 12 * (n - 8), 12 * n}, {"half of them", func() { c.move(n/4, n/4+4200) }, 12 * 4200, 12 * 4216},
		{"sizes of all", grow(1), 24 * (n - 8), 24 * n}, {"all keep those", func() { c.move(2, len(c.boxes)) }, 12 * (n - 8), 12 * n},
		{"a size of few", func() { c.boxes[77].Max.X += 0.1; c.move(50, 60) }, 32, 32 * 32}, {"that of many", func() { c.move(2, len(c.boxes)) }, 12 * (n - 8), 12*n + 12*block},
		{"a new buffer", c.to.Close, 12 * n, 12 * n}, {"new buffers", func() { c.to.Close(); c.x.Close() }, 24 * n, 24 * n},
		{"another frame", func() { c.boxes[1].Max.X = 5 }, 12 * n, 24 * n},
		{"fewer", func() { c.boxes = c.boxes[:5000] }, 24 * 5000, 24 * 5000},
		{"a batch without an end", func() {
			grow(1)()
			c.x.Set(c.boxes, 2)
			c.b.Start()
			c.x.Send(c.b, c.to)
			c.b.Control = vulkan.Within(-1)
			if c.b.Run() == nil {
				t.Error("a batch was not stopped")
			}
			c.b.Control = nil
		}, 24 * (5000 - 8), 24 * 5000},
	} {
		s.change()
		if sent := c.send(t, s.name); sent < s.least || sent > s.most {
			t.Errorf("%s: %d bytes are sent, want %d to %d", s.name, sent, s.least, s.most)
		}
	}
}

// TestCornersOfHardBoxes: corners of boxes that are far, huge, tiny, empty and without bounds.
func TestCornersOfHardBoxes(t *testing.T) {
	c := newCrowd(t, 5000)
	c.send(t, "at first")
	for round := range 4 {
		c.all(func(i int) geom.AABB {
			e := []int{-1070, -300, -20, 0, 3, 60, 400, 1000}[(i+round)%8]
			at := func() float64 { return math.Ldexp(c.r.Float64()-0.5, e) }
			b := geom.AABB{Min: geom.Vec{X: at(), Y: at(), Z: at()}}
			b.Max = b.Min.Add(geom.Vec{X: math.Abs(at()), Y: math.Abs(at()), Z: 0})
			switch c.r.IntN(20) {
			case 0:
				b = geom.EmptyAABB()
			case 1:
				b.Min.X, b.Max.X = math.Inf(-1), math.Inf(1)
			case 2:
				b.Min, b.Max = b.Max, b.Min
			}
			return b
		})
		c.send(t, "hard")
	}
}

// TestCornersAllocateNothing: boxes that move, many or few, take no memory of the host.
func TestCornersAllocateNothing(t *testing.T) {
	c := newCrowd(t, 5000)
	c.send(t, "at first")
	for _, n := range []int{5000, 100} {
		send := func() {
			c.move(2, n)
			c.x.Set(c.boxes, 1)
			c.b.Start()
			c.x.Send(c.b, c.to)
			if err := c.b.Run(); err != nil {
				t.Fatal(err)
			}
			c.x.Sent(c.to)
		}
		send()
		if got := testing.AllocsPerRun(5, send); got != 0 && !vulkantest.RaceEnabled {
			t.Errorf("%d boxes move: %v allocations", n, got)
		}
	}
}
