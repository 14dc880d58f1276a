package predicate

import "github.com/collide-go/collide/geom"

// Witness proves of pairs of triangles that they are no nearer than one pair is, ties included:
// they lie on and behind two planes as far apart as that pair. Its arithmetic is exact or gives
// up. That is for parts whose coordinates have few digits, where hundreds of pairs that share
// no feature are as near as each other. The zero value proves nothing.
type Witness struct {
	known bool
	// way is a multiple of the shortest way, from b to a, corners on the two planes.
	way, a, b geom.Vec
	// along is the axis that way goes along, or none.
	along axis
}

// axis is 1 for X, 2 for Y and 3 for Z.
type axis uint8

// along returns the axis a vector goes along, 0 where there is none.
func along(v geom.Vec) axis {
	switch {
	case v.Y == 0 && v.Z == 0:
		return 1
	case v.X == 0 && v.Z == 0:
		return 2
	case v.X == 0 && v.Y == 0:
		return 3
	}
	return 0
}

func (a axis) of(v geom.Vec) float64 {
	switch a {
	case 1:
		return v.X
	case 2:
		return v.Y
	}
	return v.Z
}

// Witness returns what a distance of p and q above 0 proves. Its way is exact, or it proves nothing.
func (n *Near) Witness(p, q *geom.Triangle) (w Witness) {
	f, g := partOf(n.A, p), partOf(n.B, q)
	if n.A >= EdgeFeature && n.B == FaceFeature || n.B >= EdgeFeature && n.A == FaceFeature {
		return w
	}
	var x exactly
	w.a, w.b = f.at[0], g.at[0]
	way := x.wayBetween(&f, &g)
	toA := x.sub(w.a, w.b)
	if x.lost {
		return w
	}
	switch s := signOfDot(way.X, toA.X, way.Y, toA.Y, way.Z, toA.Z); {
	case s < 0:
		w.way, w.known = way.Scale(-1), true
	case s > 0:
		w.way, w.known = way, true
	}
	w.along = along(w.way)
	return w
}

// MayWitness reports whether coordinates have so few digits that it is worth making a Witness of two
// triangles.
func MayWitness(p, q *geom.Triangle) bool {
	var x exactly
	for i := range 3 {
		x.sub(p[i], q[i])
	}
	return !x.lost
}

// Known reports whether w proves anything.
func (w *Witness) Known() bool { return w.known }

// BehindA reports whether a triangle certainly lies behind the plane of the first one of the pair, seen
// from the second, BehindB the same with the two exchanged. Triangles behind both are no nearer.
func (w *Witness) BehindA(p *geom.Triangle) bool { return w.known && w.areBehind(p, w.a, 1) }

// BehindB is described at BehindA.
func (w *Witness) BehindB(q *geom.Triangle) bool { return w.known && w.areBehind(q, w.b, -1) }

func (w *Witness) areBehind(t *geom.Triangle, at geom.Vec, side int) bool {
	return w.isBehind(t[0], at, side) && w.isBehind(t[1], at, side) && w.isBehind(t[2], at, side)
}

// NoNearer reports whether two triangles are certainly no nearer than the pair. False means nothing.
func (w *Witness) NoNearer(p, q *geom.Triangle) bool { return w.BehindA(p) && w.BehindB(q) }

// isBehind reports whether v is certainly not on the near side of the plane through a corner.
func (w *Witness) isBehind(v, at geom.Vec, side int) bool {
	if w.along != 0 { // one comparison is exact
		c, d, way := w.along.of(v), w.along.of(at), w.along.of(w.way)
		if way > 0 == (side > 0) {
			return c >= d
		}
		return c <= d
	}
	var x exactly
	d := x.sub(v, at)
	return !x.lost && signOfDot(w.way.X, d.X, w.way.Y, d.Y, w.way.Z, d.Z)*side >= 0
}

// exactly computes with float64 and notes whether anything was rounded, or left the range in which
// signOfDot is exact.
type exactly struct{ lost bool }

func (x *exactly) take(v, rest float64) float64 {
	x.lost = x.lost || rest != 0 || !safe(v)
	return v
}

func (x *exactly) sum(a, b float64) float64 { return x.take(twoSum(a, b)) }

func (x *exactly) product(a, b float64) float64 {
	v := x.take(twoProduct(a, b))
	x.lost = x.lost || v == 0 && a != 0 && b != 0
	return v
}

func (x *exactly) sub(a, b geom.Vec) geom.Vec {
	return geom.Vec{X: x.sum(a.X, -b.X), Y: x.sum(a.Y, -b.Y), Z: x.sum(a.Z, -b.Z)}
}

func (x *exactly) dot(a, b geom.Vec) float64 {
	return x.sum(x.sum(x.product(a.X, b.X), x.product(a.Y, b.Y)), x.product(a.Z, b.Z))
}

func (x *exactly) scale(a geom.Vec, s float64) geom.Vec {
	return geom.Vec{X: x.product(a.X, s), Y: x.product(a.Y, s), Z: x.product(a.Z, s)}
}

func (x *exactly) cross(a, b geom.Vec) geom.Vec {
	minor := func(p, q, r, s float64) float64 { return x.sum(x.product(p, q), -x.product(r, s)) }
	return geom.Vec{X: minor(a.Y, b.Z, a.Z, b.Y), Y: minor(a.Z, b.X, a.X, b.Z), Z: minor(a.X, b.Y, a.Y, b.X)}
}

// wayBetween is the function of that name.
func (x *exactly) wayBetween(f, g *part) geom.Vec {
	edge := func(p *part, k int) geom.Vec { return x.sub(p.at[k], p.at[0]) }
	switch {
	case f.n == 1 && g.n == 1:
		return x.sub(f.at[0], g.at[0])
	case f.n == 1 && g.n == 2:
		return x.fromEdge(x.sub(f.at[0], g.at[0]), edge(g, 1))
	case f.n == 2 && g.n == 1:
		return x.fromEdge(x.sub(g.at[0], f.at[0]), edge(f, 1))
	case f.n == 2:
		return x.cross(edge(f, 1), edge(g, 1))
	case f.n == 3:
		return x.cross(edge(f, 1), edge(f, 2))
	}
	return x.cross(edge(g, 1), edge(g, 2))
}

func (x *exactly) fromEdge(r, e geom.Vec) geom.Vec {
	return x.sub(x.scale(r, x.dot(e, e)), x.scale(e, x.dot(r, e)))
}
