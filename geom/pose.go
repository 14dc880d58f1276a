package geom

import "math"

// Mat is a 3×3 matrix, row-major.
type Mat [9]float64

// Row returns row i (0, 1 or 2).
func (m *Mat) Row(i int) Vec { return Vec{m[3*i], m[3*i+1], m[3*i+2]} }

// Col returns column j (0, 1 or 2).
func (m *Mat) Col(j int) Vec { return Vec{m[j], m[3+j], m[6+j]} }

// MulVec returns m·v, each row summed from left to right.
func (m *Mat) MulVec(v Vec) Vec {
	return Vec{m.Row(0).Dot(v), m.Row(1).Dot(v), m.Row(2).Dot(v)}
}

// TMulVec returns mᵀ·v.
func (m *Mat) TMulVec(v Vec) Vec {
	return Vec{m.Col(0).Dot(v), m.Col(1).Dot(v), m.Col(2).Dot(v)}
}

// Abs returns the matrix of absolute values.
func (m *Mat) Abs() Mat {
	var r Mat
	for i := range m {
		r[i] = math.Abs(m[i])
	}
	return r
}

// MaxAbs returns the largest absolute value of an entry.
func (m *Mat) MaxAbs() float64 {
	return max(m.Row(0).MaxAbs(), m.Row(1).MaxAbs(), m.Row(2).MaxAbs())
}

// TMul returns mᵀ·n.
func (m *Mat) TMul(n *Mat) Mat {
	var r Mat
	for i := range 3 {
		for j := range 3 {
			r[3*i+j] = m.Col(i).Dot(n.Col(j))
		}
	}
	return r
}

// Mul returns m·n, each entry summed from left to right.
func (m *Mat) Mul(n *Mat) Mat {
	var r Mat
	for i := 0; i < 9; i += 3 {
		x, y, z := m[i], m[i+1], m[i+2]
		r[i] = float64(x*n[0]) + float64(y*n[3]) + float64(z*n[6])
		r[i+1] = float64(x*n[1]) + float64(y*n[4]) + float64(z*n[7])
		r[i+2] = float64(x*n[2]) + float64(y*n[5]) + float64(z*n[8])
	}
	return r
}

// Pose places a body in the world: world = R·local + T. R may be any finite
// matrix; only rigid ones keep shapes.
type Pose struct {
	R Mat
	T Vec
}

// Identity is the pose that moves nothing.
var Identity = Pose{R: Mat{1, 0, 0, 0, 1, 0, 0, 0, 1}}

// Apply returns the world coordinates of v by the project's contract:
// x' = ((r00·x + r01·y) + r02·z) + tx with every product and sum rounded.
// The identity returns v itself.
func (p *Pose) Apply(v Vec) Vec {
	if p.IsIdentity() {
		return v
	}
	return p.apply(v)
}

func (p *Pose) apply(v Vec) Vec {
	r := &p.R
	return Vec{
		(float64(r[0]*v.X) + float64(r[1]*v.Y) + float64(r[2]*v.Z)) + p.T.X,
		(float64(r[3]*v.X) + float64(r[4]*v.Y) + float64(r[5]*v.Z)) + p.T.Y,
		(float64(r[6]*v.X) + float64(r[7]*v.Y) + float64(r[8]*v.Z)) + p.T.Z,
	}
}

// IsIdentity reports whether p is exactly the identity (−0 counts as 0).
func (p *Pose) IsIdentity() bool {
	return p.R[0] == 1 && p.T.X == 0 && p.T.Y == 0 && p.T.Z == 0 && p.R == Identity.R
}

// IsFinite reports whether no number of p is NaN or infinite.
func (p *Pose) IsFinite() bool {
	return p.R.Row(0).IsFinite() && p.R.Row(1).IsFinite() && p.R.Row(2).IsFinite() && p.T.IsFinite()
}

// OrthonormalDefect returns the largest absolute entry of RᵀR − I, computed in
// float64 (its own error is below 4·2⁻⁵³·(1+defect)), and +Inf where that
// overflows. Reflections pass.
func (p *Pose) OrthonormalDefect() float64 {
	r := &p.R
	xx := magnitude(float64(r[0]*r[0]) + float64(r[3]*r[3]) + float64(r[6]*r[6]) - 1)
	yy := magnitude(float64(r[1]*r[1]) + float64(r[4]*r[4]) + float64(r[7]*r[7]) - 1)
	zz := magnitude(float64(r[2]*r[2]) + float64(r[5]*r[5]) + float64(r[8]*r[8]) - 1)
	xy := magnitude(float64(r[0]*r[1]) + float64(r[3]*r[4]) + float64(r[6]*r[7]))
	yz := magnitude(float64(r[1]*r[2]) + float64(r[4]*r[5]) + float64(r[7]*r[8]))
	zx := magnitude(float64(r[2]*r[0]) + float64(r[5]*r[3]) + float64(r[8]*r[6]))
	return math.Float64frombits(min(max(max(xx, yy), max(zz, xy), max(yz, zx)), infinite))
}

// magnitude is |x| as its bits, which are in the order of the numbers, that of NaN being above infinite: the largest of some is found
// without branches, which random poses take at random, in half the time.
func magnitude(x float64) uint64 { return math.Float64bits(x) &^ (1 << 63) }

const infinite = 0x7ff << 52

// Compose returns the pose that applies q first and p after it. The product is
// rounded; it is meant for generators, never for an exact test.
func (p *Pose) Compose(q *Pose) Pose {
	return Pose{R: p.R.Mul(&q.R), T: p.R.MulVec(q.T).Add(p.T)}
}

// RigidInverse returns the pose that takes back what a rigid pose does: Rᵀ and −Rᵀ·T,
// rounded. It is the inverse only as far as R is orthonormal, which OrthonormalDefect
// measures. Like Compose it is meant for generators and for changes of frame, never for
// an exact test.
func (p *Pose) RigidInverse() Pose {
	r := &p.R
	inv := Pose{R: Mat{r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]}}
	inv.T = inv.R.MulVec(p.T).Scale(-1)
	return inv
}
