package predicate

import (
	"math"
	"math/bits"

	"github.com/collide-go/collide/geom"
)

// Lattice holds the world triangles of a leaf together with how coarse a lattice their
// coordinates lie on. Grids, extrusions and most of CAD touch along whole faces, which no
// filter can decide; but their coordinates are whole multiples of a power of two g,
// mostly far fewer than 2¹⁶ of it apart within two leaves. Then plain float64 is exact:
// differences below 2¹⁶g, normals below 2³³g², determinants below 2⁵¹g³, all whole
// multiples of g, g², g³ with fewer than 53 bits. That also tells zeros.
type Lattice struct {
	T [4]geom.Triangle
	// normal of each triangle, exact where the lattice is used, and its box.
	normal [4]geom.Vec
	box    [4]geom.AABB
	// exponent of the coarsest lattice.
	exponent int
}

// latticeSteps is how far apart coordinates may be; exponents within latticeRange keep
// g³ and 2⁵¹g³ normal.
const (
	latticeSteps = 0x1p16
	latticeRange = 300
)

// Set prepares the first n triangles of T.
func (l *Lattice) Set(n int) {
	l.exponent = math.MaxInt32
	for i := range n {
		t := &l.T[i]
		l.box[i] = t.Bounds()
		for _, v := range t {
			l.exponent = min(l.exponent, granularity(v.X), granularity(v.Y), granularity(v.Z))
		}
		l.normal[i] = t[1].Sub(t[0]).Cross(t[2].Sub(t[0]))
	}
}

// granularity is the exponent of the greatest power of two that x is a whole multiple
// of, and far too low for subnormals.
func granularity(x float64) int {
	b := math.Float64bits(x)
	if b<<1 == 0 {
		return math.MaxInt32
	}
	return int(b>>52&0x7ff) - 1075 + bits.TrailingZeros64(b|1<<52)
}

// Fits reports whether Touch may be asked about the triangles of l and o, no two
// coordinates of which, along one axis, are farther than extent apart.
func (l *Lattice) Fits(o *Lattice, extent float64) bool {
	e := min(l.exponent, o.exponent)
	return e >= -latticeRange && e <= latticeRange && extent <= math.Ldexp(latticeSteps, e)
}

// Touch is TriangleTriangle for triangle i of l and j of o, which Fits.
func (l *Lattice) Touch(t *Tally, o *Lattice, i, j int) bool {
	if !l.box[i].Overlaps(&o.box[j]) {
		return false
	}
	p, q := &l.T[i], &o.T[j]
	s := plainSides(&o.normal[j], q, p)
	if s == allAbove || s == allBelow {
		return false
	}
	if s == 0 { // coplanar, or q spans no plane
		return l.flat(t, o, i, j)
	}
	r := plainSides(&l.normal[i], p, q)
	if r == allAbove || r == allBelow {
		return false
	}
	if r == 0 { // p spans no plane
		return t.TriangleTriangle(p, q)
	}
	a, flipQ := lone(s)
	b, flipP := lone(r)
	p0, p1, p2 := &p[a], &p[next[a]], &p[next[a+1]]
	q0, q1, q2 := &q[b], &q[next[b]], &q[next[b+1]]
	if flipQ {
		q1, q2 = q2, q1
	}
	if flipP {
		p1, p2 = p2, p1
	}
	return plainOrient(p0, p1, q0, q1) <= 0 && plainOrient(p0, p2, q2, q0) <= 0
}

// plainSides is Tally.sides without rounding.
func plainSides(n *geom.Vec, q, x *geom.Triangle) sides3 {
	o := q[0]
	a, b, c := n.Dot(x[0].Sub(o)), n.Dot(x[1].Sub(o)), n.Dot(x[2].Sub(o))
	switch {
	case a > 0 && b > 0 && c > 0:
		return allAbove
	case a < 0 && b < 0 && c < 0:
		return allBelow
	case a == 0 && b == 0 && c == 0:
		return 0
	}
	return sides3(9*sign(a) + 3*sign(b) + sign(c))
}

func plainOrient(a, b, c, d *geom.Vec) float64 {
	return c.Sub(*a).Cross(d.Sub(*a)).Dot(b.Sub(*a))
}

// flat decides for coplanar triangles; degenerate ones are left to the general test.
func (l *Lattice) flat(t *Tally, o *Lattice, i, j int) bool {
	p, q, n, m := &l.T[i], &o.T[j], &l.normal[i], &o.normal[j]
	if *n == (geom.Vec{}) || *m == (geom.Vec{}) {
		return t.TriangleTriangle(p, q)
	}
	x, y := 1, 2 // the axes to look along the third of
	a := n.Abs()
	np, nq := n.X, m.X
	if a.Y > a.X && a.Y >= a.Z {
		x, y, np, nq = 2, 0, n.Y, m.Y
	} else if a.Z > a.X {
		x, y, np, nq = 0, 1, n.Z, m.Z
	}
	var u, v [3][2]float64
	for k := range 3 {
		u[k] = [2]float64{p[k].At(x), p[k].At(y)}
		v[k] = [2]float64{q[k].At(x), q[k].At(y)}
	}
	return !plainOutside(&u, &v, np) && !plainOutside(&v, &u, nq)
}

// plainOutside reports whether all of v lies strictly outside one edge of u, whose
// orientation has the sign of o.
func plainOutside(u, v *[3][2]float64, o float64) bool {
	for k := range 3 {
		a, b := &u[k], &u[next[k]]
		ex, ey := b[0]-a[0], b[1]-a[1]
		if o < 0 {
			ex, ey = -ex, -ey
		}
		if float64(ex*(v[0][1]-a[1])) < float64(ey*(v[0][0]-a[0])) &&
			float64(ex*(v[1][1]-a[1])) < float64(ey*(v[1][0]-a[0])) &&
			float64(ex*(v[2][1]-a[1])) < float64(ey*(v[2][0]-a[0])) {
			return true
		}
	}
	return false
}
