package lbvh

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// Bodies is a broad phase on the device: a hierarchy over the bodies' boxes. Boxes
// are rounded outward to float32; the pairs found are confirmed in float64. Where more are found than a list may have, the
// host looks for the pairs, as package broad does: rounded boxes overlap where others are apart.
type Bodies struct {
	host     broad.Auto
	batch    *vulkan.Batch
	tree     *Hierarchy
	Overlaps *primitives.Appender
	rounded  *models.Boxes
	found    []uint32
	first    int // capacity to begin with
	workers  int
	err      error // of the last call of Pairs, which has no place for it
	built    bool  // the tree is that of rounded: a search may be stopped before
	// Times, if set, is called with the steps of each batch.
	Times func(step string, spent time.Duration)
}

// NewBodies makes a broad phase whose list of pairs begins with room for first of them.
func NewBodies(b *vulkan.Batch, first, workers int) *Bodies {
	d := b.Device()
	overlaps := primitives.NewAppender(d, "pairs of bodies", 12)
	overlaps.Most = narrow.MaxPairs
	return &Bodies{batch: b, tree: NewHierarchy(d), rounded: models.NewBoxes(d), Overlaps: overlaps, host: broad.Auto{Workers: workers}, first: first, workers: workers}
}

// Close frees what it has on the device.
func (p *Bodies) Close() {
	p.tree.Close()
	p.rounded.Close()
	p.Overlaps.Close()
}

// Name implements broad.Phase.
func (p *Bodies) Name() string { return "linear hierarchy" }

// StopWhen implements broad.Phase: a search on the device is not interrupted.
func (p *Bodies) StopWhen(stop func(listed int) bool) { p.host.StopWhen(stop) }

// Failure implements query.BodyPhase.
func (p *Bodies) Failure() error { return p.err }

// Pairs implements broad.Phase.
func (p *Bodies) Pairs(boxes []geom.AABB, dst []broad.Pair) []broad.Pair {
	p.err, p.built = nil, false
	if len(boxes) < 2 {
		return dst
	}
	p.rounded.Set(boxes, p.workers)
	if p.err = p.search(len(boxes)); errors.Is(p.err, primitives.ErrFull) {
		p.err = nil
		return p.host.Pairs(boxes, dst)
	}
	if p.err != nil {
		return dst
	}
	for i := 0; i < len(p.found); i += 3 {
		a, b := p.found[i+1], p.found[i+2]
		if max(a, b) >= uint32(len(boxes)) {
			p.err = fmt.Errorf("%w: bodies %d and %d of %d", vulkan.ErrFaulty, a, b, len(boxes))
			return dst
		}
		if boxes[a].Overlaps(&boxes[b]) {
			dst = append(dst, broad.Pair{A: int32(a), B: int32(b)})
		}
	}
	return dst
}

// SortBy makes the hierarchy sort by merging, or by radix, however many bodies there are.
func (p *Bodies) SortBy(merge bool) {
	p.tree.order = (*primitives.Sorter).Radix
	if merge {
		p.tree.order = func(s *primitives.Sorter, b *vulkan.Batch, _ *vulkan.Buffer, n int, _ uint64) { s.Merge(b, n) }
	}
}

// Codes returns the Morton codes of the boxes' centres, from the host's boxes to the host's
// memory; dst is used again.
func (p *Bodies) Codes(boxes []geom.AABB, dst []uint64) ([]uint64, error) {
	n := len(boxes)
	if n == 0 {
		return dst[:0], nil
	}
	p.built = false
	p.rounded.Set(boxes, p.workers)
	if err := p.grow(n); err != nil {
		return nil, err
	}
	dst = slices.Grow(dst[:0], n)[:n]
	b := p.batch
	b.Start()
	p.rounded.Send(b, p.tree.Items)
	b.Fill(p.tree.own, 0, 4, uint32(n))
	p.tree.codes(b, p.tree.own, n, 0)
	b.Read(vulkan.BytesOf(dst), p.tree.Sort.Keys, 0)
	if err := b.Run(); err != nil {
		return dst, err
	}
	p.rounded.Sent(p.tree.Items)
	return dst, nil
}

func (p *Bodies) grow(n int) error {
	if err := p.rounded.Grow(p.tree.Items); err != nil {
		return err
	}
	return p.tree.Grow(n)
}

func (p *Bodies) search(n int) error {
	b, h := p.batch, p.tree
	if err := p.grow(n); err != nil {
		return err
	}
	if err := p.Overlaps.Reserve(p.first); err != nil {
		return err
	}
	for built := false; ; built = true {
		b.Start()
		if !built {
			p.rounded.Send(b, h.Items)
			b.Mark("upload")
			h.Build(b, n, 0)
		}
		h.Traverse(b, n, p.Overlaps)
		p.Overlaps.Bring(b)
		if err := b.Run(); err != nil {
			return err
		}
		p.built = true
		p.rounded.Sent(h.Items)
		if p.Times != nil {
			b.Times(p.Times)
		}
		if fits, err := p.Overlaps.Fits(); err != nil {
			return err
		} else if fits {
			break
		}
	}
	var err error
	p.found, err = p.Overlaps.Fetch(b)
	return err
}

// Level appends volumes as query.Engine does: boxes of the hierarchy over the bodies.
func (p *Bodies) Level(_ *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool, error) {
	n := len(p.rounded.Items)
	if n < 2 || !p.built {
		return dst, true, nil
	}
	nodes, children := make([]models.Item, 2*n-1), make([][2]int32, n-1)
	b := p.batch
	b.Start()
	b.Read(vulkan.BytesOf(nodes), p.tree.nodes, 0)
	b.Read(vulkan.BytesOf(children), p.tree.Children, 0)
	if err := b.Run(); err != nil {
		return dst, false, err
	}
	of := []int32{0}
	for ; level > 0; level-- {
		var next []int32
		for _, k := range of {
			if int(k) < len(children) {
				next = append(next, children[k][0], children[k][1])
			} else {
				next = append(next, k) // a leaf stands for what would be below it
			}
		}
		of = next
	}
	f := &p.rounded.Frame
	for _, k := range of {
		if len(dst) >= most {
			return dst, false, nil
		}
		dst = append(dst, nodes[k].Volume(f.Origin, [3]int{f.Exponent, f.Exponent, f.Exponent}, -1))
	}
	return dst, true, nil
}
