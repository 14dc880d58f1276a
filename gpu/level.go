package gpu

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// leveler is a phase that keeps hierarchies to look at on the device.
type leveler interface {
	// level appends as collide.Leveler does; an error leaves nothing to look at.
	level(w *collide.World, dst []collide.Volume, level, most int) ([]collide.Volume, bool, error)
}

// Level implements collide.Leveler: the hierarchies of the last query, read back.
func (e *engine) Level(w *collide.World, dst []collide.Volume, level, most int) ([]collide.Volume, bool) {
	if e.on == nil || e.on.working() || e.on.settle(nil) != nil { // an error shows in the next query
		return dst, true
	}
	e.on.batch.Control = nil
	for _, p := range [2]any{e.on.bodies, e.on.triangles} {
		l, ok := p.(leveler)
		if !ok {
			continue
		}
		found, all, err := l.level(w, dst, level, most)
		if err != nil { // a lost device shows in the next query
			_ = e.Close()
			return dst, false
		}
		if dst = found; !all {
			return dst, false
		}
	}
	return dst, true
}

// level implements leveler: boxes of the hierarchy over the bodies.
func (p *bodyPhase) level(_ *collide.World, dst []collide.Volume, level, most int) ([]collide.Volume, bool, error) {
	n := len(p.items)
	if n < 2 {
		return dst, true, nil
	}
	nodes, children := make([]models.Item, 2*n-1), make([][2]int32, n-1)
	b := p.batch
	b.Start()
	b.Read(vulkan.BytesOf(nodes), p.tree.nodes, 0)
	b.Read(vulkan.BytesOf(children), p.tree.children, 0)
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
	for _, k := range of {
		if len(dst) >= most {
			return dst, false, nil
		}
		dst = append(dst, nodes[k].Volume(p.frame.Origin, [3]int{p.frame.Exponent, p.frame.Exponent, p.frame.Exponent}, -1))
	}
	return dst, true, nil
}

// level implements leveler.
func (p *treePhase) level(w *collide.World, dst []collide.Volume, level, most int) ([]collide.Volume, bool, error) {
	return p.trees.volumes(w, p.batch, dst, level, most)
}

// level implements leveler.
func (p *edgePhase) level(w *collide.World, dst []collide.Volume, level, most int) ([]collide.Volume, bool, error) {
	return p.trees.volumes(w, p.batch, dst, level, most)
}

// volumes appends the boxes of the bodies' own trees as leveler does.
func (t *trees) volumes(w *collide.World, b *vulkan.Batch, dst []collide.Volume, level, most int) ([]collide.Volume, bool, error) {
	kept := map[*collide.Model][]models.Item{}
	b.Start()
	for m, i := range t.geometry.Of {
		if of := &t.of[i]; of.built { // nodes lie level by level
			kept[m] = make([]models.Item, of.levels[min(level+1, len(of.levels)-1)]-of.levels[0])
			b.Read(vulkan.BytesOf(kept[m]), t.nodes, models.ItemBytes*of.levels[0])
		}
	}
	if err := b.Run(); err != nil {
		return dst, false, err
	}
	for i := range w.Len() {
		nodes := kept[w.Model(i)]
		if nodes == nil {
			continue
		}
		k := t.geometry.Of[w.Model(i)]
		d, first := &t.geometry.Models[k], uint32(t.of[k].levels[0])
		for _, n := range levelOf(nodes, first, level) {
			if len(dst) >= most {
				return dst, false, nil
			}
			dst = append(dst, nodes[n].Volume(d.Center, d.Exponent, i))
		}
	}
	return dst, true, nil
}

// levelOf returns the nodes so many levels below the root of a model's tree, the
// first of which has the number first among all.
func levelOf(nodes []models.Item, first uint32, level int) []uint32 {
	of := []uint32{0}
	for ; level > 0; level-- {
		var next []uint32
		for _, k := range of {
			if child := nodes[k].Tag - first; nodes[k].GroupMask == 0 {
				next = append(next, child, child+1)
			} else {
				next = append(next, k)
			}
		}
		of = next
	}
	return of
}
