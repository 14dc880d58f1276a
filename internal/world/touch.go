package world

import (
	"github.com/collide-go/collide/internal/broad"
)

// Touch reports whether primitive i of body p.A and primitive j of body p.B touch, for
// engines that test pairs one by one. It claims a step, and returns false if no step is
// left.
func (w *World) Touch(t *Worker, p broad.Pair, i, j uint32) bool {
	a, b := w.bodies[p.A].model, w.bodies[p.B].model
	if a == nil && b == nil {
		return len(w.twoSolids(t, p, t.Contacts[:0])) > 0
	}
	if !t.Step() {
		return false
	}
	if a == nil || b == nil {
		return len(w.solidTriangle(t, p, max(i, j), t.Contacts[:0])) > 0 // the solid's is 0
	}
	t.PrimitiveTests++
	x, y := w.Triangle(int(p.A), int(i)), w.Triangle(int(p.B), int(j))
	var touch bool
	if p.A == p.B {
		localX, localY := a.mesh.Triangle(int(i)), a.mesh.Triangle(int(j))
		touch = t.Tally.SelfContact(&localX, &localY, &x, &y)
	} else {
		touch = t.Tally.TriangleTriangle(&x, &y)
	}
	if touch {
		t.Found()
	}
	return touch
}
