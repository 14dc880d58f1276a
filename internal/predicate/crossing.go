package predicate

import "github.com/collide-go/collide/geom"

// RayCrossing reports how the ray from p towards +X passes through the triangle: 1
// if it leaves through the side that the triangle's normal points to, −1 if through
// the other one, 0 if it does not pass. Over triangles whose edges cancel (each edge
// has as many triangles in one direction as in the other) and that p does not lie
// on, the sum is the winding number of the triangles around p. Over triangles whose
// edges have an even number of triangles each, the number of crossings is odd or even
// for any ray from p.
//
// The ray starts at p + (0, ε, ε²) for an infinitely small ε, so it meets no edge, no
// vertex and no triangle edge-on (Edelsbrunner and Mücke, "Simulation of Simplicity",
// ACM Transactions on Graphics 9(1), 1990). Exact for finite input.
func (t *Tally) RayCrossing(p geom.Vec, q *geom.Triangle) int {
	o := t.shiftedTurn(q[0], q[1], p)
	if o == 0 || t.shiftedTurn(q[1], q[2], p) != o || t.shiftedTurn(q[2], q[0], p) != o {
		return 0
	}
	// The triangle turns by o as seen along X, so its normal points to ±X like o;
	// it lies ahead of p iff p is on the other side.
	if t.Orient3D(q[0], q[1], q[2], p)*o >= 0 {
		return 0
	}
	return o
}

// shiftedTurn is the orientation of a, b, p + (ε, ε²) in the Y-Z plane. Where
// that of a, b, p vanishes, the derivative by p.Y decides, then that by p.Z; it
// is 0 only if a and b coincide there.
func (t *Tally) shiftedTurn(a, b, p geom.Vec) int {
	if o := t.Orient2D(a.Y, a.Z, b.Y, b.Z, p.Y, p.Z); o != 0 {
		return o
	}
	if a.Z != b.Z {
		return sign(a.Z - b.Z)
	}
	return sign(b.Y - a.Y)
}
