package models

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
)

// TestBoxesSendWhatChanged: whatever moves, and whatever becomes of batches and buffers, the device has the boxes of the last call of Set, each
// around its body's; where a few bodies move a few blocks are sent.
func TestBoxesSendWhatChanged(t *testing.T) {
	b := vulkantest.Batch(t)
	to := b.Device().NewBuffer("boxes")
	t.Cleanup(to.Close)
	r := rand.New(rand.NewPCG(1, 5))
	at := func() geom.AABB {
		p := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
		return geom.AABB{Min: p, Max: p.Add(geom.Vec{X: 0.1, Y: 0.1, Z: 0.1})}
	}
	boxes := make([]geom.AABB, 1003)
	for i := range boxes {
		boxes[i] = at()
	}
	boxes[0], boxes[1] = geom.AABB{}, geom.AABB{Min: geom.Vec{X: 1, Y: 1, Z: 1}, Max: geom.Vec{X: 2, Y: 2, Z: 2}} // which hold the frame
	move := func(n int) {
		for range n {
			boxes[2+r.IntN(len(boxes)-2)] = at()
		}
	}
	x := NewBoxes(b.Device())
	t.Cleanup(x.Close)
	for _, s := range []struct {
		name   string
		change func()
		most   int64 // blocks
	}{
		{"all", func() {}, 126}, {"none", func() {}, 0}, {"one", func() { move(1) }, 1}, {"the last", func() { boxes[1002] = at() }, 1}, {"ten", func() { move(10) }, 10}, {"many", func() { move(300) }, 126},
		{"one without an end", func() {
			move(1)
			x.Set(boxes, 2)
			b.Start()
			x.Send(b, to)
			b.Control = vulkan.Within(-1)
			if b.Run() == nil {
				t.Error("a batch was not stopped")
			}
			b.Control = nil
			move(1)
		}, 2},
		{"set twice", func() { move(1); x.Set(boxes, 1); move(1) }, 2},
		{"a new buffer", to.Close, 126}, {"fewer", func() { boxes = boxes[:500] }, 63}, {"one of fewer", func() { move(1) }, 1},
		{"larger", func() { boxes[1].Max.X = 5 }, 63}, {"a little larger", func() { boxes[1].Max.X = 5.001 }, 1},
	} {
		s.change()
		x.Set(boxes, 2)
		if err := x.Grow(to); err != nil {
			t.Fatal(err)
		}
		got := make([]Item, len(boxes))
		b.Work = vulkan.Work{}
		b.Start()
		x.Send(b, to)
		b.Read(vulkan.BytesOf(got), to, 0)
		if err := b.Run(); err != nil {
			t.Fatal(err)
		}
		x.Sent(to)
		if !slices.Equal(got, x.Items) || b.Work.Sent > s.most*block*ItemBytes {
			t.Errorf("%s: the device has others, or %d bytes were sent, at most %d blocks", s.name, b.Work.Sent, s.most)
		}
		for i := range boxes {
			lo, hi := x.Frame.Box(&boxes[i])
			if got[i].Lo != lo || got[i].Hi != hi || got[i].Tag != uint32(i) || got[i].GroupMask != MaskBoth {
				t.Fatalf("%s: item %d is %+v of %v", s.name, i, got[i], boxes[i])
			}
		}
	}
}
