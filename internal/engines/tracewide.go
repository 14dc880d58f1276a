package engines

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/world"
)

// Trace implements world.Tracer. It follows the searches of all candidates, of bodies at rest, too, whose contacts the last Find had already.
func (e *wideEngine) Trace(w *world.World, t *world.Trace) {
	var worker narrow.Worker
	descent := narrow.NewWideDescent(simd.Best())
	var s wideSearch
	var ends []narrow.WideEnd
	pairs := t.Candidates
	if len(pairs) == 0 { // they came in parts, of which these are the last
		pairs = e.pairs
	}
	for _, p := range pairs {
		if w.HasSolid(p) {
			continue
		}
		a, b := w.WideTrees(p)
		if !e.plain && (a == nil || b == nil) {
			continue // the search was stopped before they were built
		}
		if !e.plain && e.set(&s, p) {
			from := len(ends)
			ends = descent.Follow(&s.Wide, &t.Trail, ends)
			for _, n := range ends[from:] {
				t.Ends = append(t.Ends, laneBox(p.A, a, n.A), laneBox(p.B, b, n.B))
			}
			continue
		}
		if w.Surface(int(p.A)).Tree == nil || w.Surface(int(p.B)).Tree == nil {
			continue
		}
		from := len(t.Trail.Ends)
		s.Set(w.Surface(int(p.A)), w.Surface(int(p.B)))
		worker.Follow(&s.Search, &t.Trail)
		for _, n := range t.Trail.Ends[from:] {
			x, y := n.Nodes()
			t.Ends = append(t.Ends, world.BoxOf(p.A, &w.Surface(int(p.A)).Tree.Nodes[x].Box, false), world.BoxOf(p.B, &w.Surface(int(p.B)).Tree.Nodes[y].Box, false))
		}
	}
}

// Level implements world.Leveler; a level has up to eight boxes for one of that above.
func (e *wideEngine) Level(w *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool) {
	if e.plain {
		return LevelOfBoxes(w, dst, level, most)
	}
	for i := range w.Len() {
		if w.Model(i) == nil {
			continue
		}
		t := w.Model(i).Shown()
		if t == nil || !t.Usable() {
			continue // no boxes: bvh has the pairs of such a mesh
		}
		var all bool
		if dst, all = appendWide(dst, int32(i), t, 0, level, most); !all {
			return dst, false
		}
	}
	return dst, true
}

// appendWide appends the boxes that lie level levels below a box. A box above that level
// that encloses a leaf is appended in place of boxes below it.
func appendWide(dst []world.Volume, body int32, t *tree.Wide, box uint32, level, most int) ([]world.Volume, bool) {
	child := t.Nodes[box>>3].Child[box&7]
	if level == 0 || child < 0 {
		if len(dst) >= most {
			return dst, false
		}
		return append(dst, laneBox(body, t, box)), true
	}
	for lane := uint32(0); lane < simd.Lanes && t.Nodes[child].H[0][lane] >= 0; lane++ {
		var all bool
		if dst, all = appendWide(dst, body, t, uint32(child)<<3|lane, level-1, most); !all {
			return dst, false
		}
	}
	return dst, true
}

// laneBox describes a box of a wide tree.
func laneBox(body int32, t *tree.Wide, box uint32) world.Volume {
	n, i := &t.Nodes[box>>3], box&7
	unit := math.Ldexp(1, t.Exponent)
	at := func(v *[3][simd.Lanes]float32) geom.Vec {
		return geom.Vec{X: float64(v[0][i]) * unit, Y: float64(v[1][i]) * unit, Z: float64(v[2][i]) * unit}
	}
	v := world.Volume{Body: body, Center: at(&n.C).Add(t.Origin), Half: at(&n.H)}
	for k := range v.Axes {
		v.Axes[k] = float64(n.Q[k][i])
	}
	return v
}
