package aabb

import (
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
)

// Level appends volumes as query.Engine does.
func (p *Triangles) Level(w *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool, error) {
	return p.Trees.Volumes(w, p.batch, dst, level, most)
}

// Volumes appends the boxes of the bodies' own trees as Level does.
func (t *Trees) Volumes(w *world.World, b *vulkan.Batch, dst []world.Volume, level, most int) ([]world.Volume, bool, error) {
	kept := map[*world.Model][]models.Item{}
	b.Start()
	for m, i := range t.geometry.Of {
		if of := &t.Of[i]; of.built { // nodes lie level by level
			kept[m] = make([]models.Item, of.Levels[min(level+1, len(of.Levels)-1)]-of.Levels[0])
			b.Read(vulkan.BytesOf(kept[m]), t.Nodes, models.ItemBytes*of.Levels[0])
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
		d, first := &t.geometry.Models[k], uint32(t.Of[k].Levels[0])
		for _, n := range levelOf(nodes, first, level) {
			if len(dst) >= most {
				return dst, false, nil
			}
			dst = append(dst, nodes[n].Volume(d.Center, d.Exponent, i))
		}
	}
	return dst, true, nil
}

// levelOf returns the nodes at a level below the root of a model's tree, the
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
