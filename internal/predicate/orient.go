package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Error bounds of the float64 evaluations, u = 2⁻⁵³ being half an ulp of 1.
//
// Orient2D: each of the two terms sees two rounded differences, one rounded
// product and the final subtraction, so the error is below
// ((1+u)⁴−1)(1−u)⁻³·(|l|+|r|) < 4.1u·(|l|+|r|), l and r being the computed
// products. 5u leaves 0.9u·(|l|+|r|) for the products' own underflow, at most
// 2·2⁻¹⁰⁷⁵, which needs |l|+|r| ≥ 2⁻¹⁰²⁰ (tested as orient2DLeast).
//
// Orient3D: each of the six terms sees three rounded differences, two products,
// one subtraction and two additions: error below ((1+u)⁸−1)(1−u)⁻⁸·P < 8.1u·P,
// P being the computed sum of the absolute terms. 10u leaves 1.9u·P for
// underflow: each minor may be off by 2⁻¹⁰⁷⁴, times |b−a|₁ ≤ 2³⁰⁰ and three
// more product roundings make less than 2⁻⁷⁷³, below 1.9u·P once P ≥ 2⁻⁷⁰⁰.
//
// An overflow anywhere makes a bound Inf or NaN, and the comparison fails.
const (
	u             = 1.0 / (1 << 53)
	orient2DBound = 5 * u
	orient3DBound = 10 * u
)

const (
	orient2DLeast = 0x1p-1000
	orient3DLeast = 0x1p-700
	orient3DMost  = 0x1p+300
)

// Orient2D returns the sign of (a−c)×(b−c): 1 when a, b, c turn left, −1 when
// they turn right, 0 when they lie on a line. Exact for finite input.
func Orient2D(ax, ay, bx, by, cx, cy float64) int {
	var t Tally
	return t.Orient2D(ax, ay, bx, by, cx, cy)
}

// Orient2D is the package's Orient2D, counted.
func (t *Tally) Orient2D(ax, ay, bx, by, cx, cy float64) int {
	acx, bcy, acy, bcx := ax-cx, by-cy, ay-cy, bx-cx
	l, r := float64(acx*bcy), float64(acy*bcx)
	det, size := l-r, math.Abs(l)+math.Abs(r)
	if size >= orient2DLeast {
		if math.Abs(det) > orient2DBound*size {
			return signOfNonzero(det)
		}
	} else if (acx == 0 || bcy == 0) && (acy == 0 || bcx == 0) {
		return 0 // a difference is 0 only between equals, so both products are 0
	}
	if t.Plain {
		return sign(det)
	}
	t.Exact++
	if s, certain := orient2DCloser(ax, ay, bx, by, cx, cy); certain {
		return s
	}
	return orient2DExact(ax, ay, bx, by, cx, cy)
}

// Orient3D returns the sign of det(b−a, c−a, d−a): 1 when d lies on the side of
// the plane abc that (b−a)×(c−a) points to, −1 on the other, 0 in the plane or
// when a, b, c are collinear. Exact for finite input.
func Orient3D(a, b, c, d geom.Vec) int {
	var t Tally
	return t.Orient3D(a, b, c, d)
}

// Orient3D is the package's Orient3D, counted.
func (t *Tally) Orient3D(a, b, c, d geom.Vec) int {
	e, f, v := b.Sub(a), c.Sub(a), d.Sub(a)
	det := f.Cross(v).Dot(e)
	// The static filter is that of planeFilter, with e for v.
	if float64(det*det) > float64(filterSize(f.Dot(f), v.Dot(v))*e.Dot(e))+planeUnderflow {
		return signOfNonzero(det)
	}
	return t.orient3DDynamic(a, b, c, d)
}

// orient3DDynamic sums up the absolute terms for its bound. Most points that are coplanar lie in a plane across an axis.
func (t *Tally) orient3DDynamic(a, b, c, d geom.Vec) int {
	if shareCoordinate(&a, &b, &c, &d) && !t.Plain {
		t.Exact++
		return 0
	}
	bx, by, bz := b.X-a.X, b.Y-a.Y, b.Z-a.Z
	cx, cy, cz := c.X-a.X, c.Y-a.Y, c.Z-a.Z
	dx, dy, dz := d.X-a.X, d.Y-a.Y, d.Z-a.Z
	yz, zy := float64(cy*dz), float64(cz*dy)
	zx, xz := float64(cz*dx), float64(cx*dz)
	xy, yx := float64(cx*dy), float64(cy*dx)
	det := float64(bx*(yz-zy)) + float64(by*(zx-xz)) + float64(bz*(xy-yx))
	if t.Plain {
		return sign(det)
	}
	abx, aby, abz := math.Abs(bx), math.Abs(by), math.Abs(bz)
	size := float64(abx*(math.Abs(yz)+math.Abs(zy))) +
		float64(aby*(math.Abs(zx)+math.Abs(xz))) +
		float64(abz*(math.Abs(xy)+math.Abs(yx)))
	if size >= orient3DLeast && abx+aby+abz <= orient3DMost && math.Abs(det) > orient3DBound*size {
		t.Adaptive++
		return signOfNonzero(det)
	}
	return t.orient3DCloser(a, b, c, d, size)
}

// Collinear reports whether a, b, c lie on a line (coincident points do), that
// is, whether the triangle is degenerate. Exact for finite input.
func Collinear(a, b, c geom.Vec) bool {
	var t Tally
	return t.collinear(a, b, c)
}

func (t *Tally) collinear(a, b, c geom.Vec) bool {
	return t.Orient2D(a.X, a.Y, b.X, b.Y, c.X, c.Y) == 0 &&
		t.Orient2D(a.Y, a.Z, b.Y, b.Z, c.Y, c.Z) == 0 &&
		t.Orient2D(a.Z, a.X, b.Z, b.X, c.Z, c.X) == 0
}
