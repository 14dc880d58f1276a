package narrow

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// relation is how the frame of A lies in that of B: a point x of A is seen at m·x + t, k being
// the inverse of m. Lengths are in the meshes' units.
type relation struct {
	m, k geom.Mat
	t    geom.Vec
	// e bounds, in every coordinate, by how much points that are one in the world are apart.
	e float64
	// stretch and back are no less than the factors by which m and k lengthen vectors.
	stretch, back float64
	// slack is that of simd.Placement.
	slack float64
	// unit is by how much B's matrix lengthens vectors, rounded up; shrink, rounded down, is by
	// how much it does at least.
	unit, shrink float64
	// one: A and B are one mesh under one pose, so that m is the identity.
	one bool
}

// bendLimit is the largest entry of |MᵀM/s² − I| for which M passes as s times a rotation or a
// mirror. The boxes' slack grows with it, 2⁻⁵ of their half sizes at most; it decides no contact.
const bendLimit = 0x1p-8

// bendTransposed is the largest such entry for which Mᵀ/s² passes as the inverse of M.
const bendTransposed = 0x1p-44

const (
	// relateLeast and relateMost bound the scale of one frame in the other.
	relateLeast, relateMost = 0x1p-60, 0x1p60
	// sizeMost is the largest radius of a tree, seen from the other one.
	sizeMost = 0x1p36
)

// relate prepares r for matrices that need not be orthonormal, and reports whether A seen from B
// is turned, mirrored and scaled alike along all axes, except for bendLimit: rotations rounded to
// float32 or to decimals, scales in poses, bodies under one and the same matrix whatever it is.
//
// Derivation. Let P be the computed inverse of R_B, n = |P|∞ its row sum norm, W the sum of the
// spans and u = 2⁻⁵³. P·(y − T_B) carries the world into B's frame and keeps all signs or changes
// all: |P·R_B − I|∞ < 1 makes P regular. The lengths below are those of errors in each coordinate.
//   - Posed corners are off by 4.1u·reach, carried: 4.1u·n·W for both.
//   - b itself is off by |P·R_B − I|∞·extent: the measured norm, off by 4.2u·n·|R_B|∞. With extent_B
//     ≤ n·span_B(1 + 2⁻¹⁹), since P·R_B is nearly I: measured·extent_B + 4.2u·n·W.
//   - M̂ = P·R_A: 3.1u·n·W. t̂ = P·(T_A − T_B): 4.1u·n·W.
//   - The trees' origins: M̂·O_A 3.2u·n·W, two sums of values up to 2.1n·W: 6.4u·n·W.
//   - Local coordinates, a difference each, A's carried: 4.1u·n·W.
//   - The way between two leaves' origins: values up to 6.3n·W in six operations, 25.2u·n·W.
//
// A mesh with itself, or with its twin under the same pose, takes M = I instead of P·R, which costs what b does once more. Together that is
// less than 56u·n·W + 2·measured·extent; e is 96u·n·W + 4·measured·extent. The defects have no part in it.
//
// Let η be the largest entry of |M̂ᵀM̂/s² − I|, 2⁻⁴⁸ for its own rounding included, s² the mean of
// the diagonal. The eigenvalues of M̂ᵀM̂/s² are within 3η of 1, so that the singular values of M̂/s are
// within 1 − 1.6η and 1 + 1.5η. Stretch s(1 + 2η) is no less than |M̂|₂, and (1 + 2η)/s no less than
// that of the inverse. The singular values of N = M̂/Stretch are in [1 − 3.6η, 1]. So
//   - Σ|L·aᵢ| ≥ (1 − 3.6η)|L| for the axes aᵢ of A's boxes, 1.5 % less than without η: 14u, √3 and
//     √3·e of the derivation at SetWide leave that to 16u, 1.8 and 8e;
//   - on the axes of A the radius lacks Σ hᵢ|aᵢ·a_k − δᵢ_k| ≤ 7.2η·H;
//   - on the axes a_k × q_j it lacks hᵢ times the difference of the cofactor matrix of N and ±N, whose
//     singular values are products of two and single ones: at most 7.2η·H.
//
// Slack makes up for both with 8η. The inverse K is computed with 16u/s an entry and
// serves boxes alone; its errors, below 200u times the radii, are 2⁻²⁵ of what boxes grow by. Where η is at
// most bendTransposed = 2⁻⁴⁴, K is M̂ᵀ/s² instead: K·M̂ = I + B with entries of B of at most η, so that K is off
// by 3η/s an entry and 4u/s for rounding, below 20·2⁻⁴⁴ times the radii, 2⁻¹⁹ of what boxes grow by.
//
// Where B's matrix is rigid, its defect δ at most wideRigid, P is R_Bᵀ: |P·R_B − I|∞ is at most 3(δ + 4u),
// δ being measured with an error of 4u, and R_B lengthens as little as SetWide says of such matrices.
// In B's frame lengths are up to Stretch times those of A's tree, and the other way round: sizeMost
// bounds them as tree.Wide does. n·W is at most 2⁵⁰⁰, so that nothing overflows.
func (r *relation) relate(a, b *Surface, w float64) bool {
	p := r.invert(b, w)
	if !(r.e <= math.MaxFloat64) {
		return false
	}
	if r.one {
		return true
	}
	r.m = p.Mul(&a.pose.R)
	r.t = p.MulVec(a.pose.T.Sub(b.pose.T))
	scale, bend := similarity(&r.m)
	if !(bend <= bendLimit) || !(scale >= relateLeast) || !(scale <= relateMost) {
		return false
	}
	if bend <= bendTransposed {
		r.k = transposed(&r.m)
		scaleBy(&r.k, 1/(scale*scale))
	} else {
		r.k = inverse(&r.m)
	}
	r.stretch, r.back = scale*(1+2*bend), (1+2*bend)/scale
	r.slack = wideSlack + 8*bend
	return true
}

// invert returns P of the derivation at relate, and sets e, unit and shrink: e is infinite where the
// matrix has no inverse that serves, or numbers are too large.
func (r *relation) invert(b *Surface, w float64) (p geom.Mat) {
	var residual float64
	if b.defect <= wideRigid {
		p, residual = transposed(&b.pose.R), 3*b.defect+12*u
		r.unit, r.shrink = 1+0x1p-10, 1-4*b.defect-32*u
	} else {
		p = inverse(&b.pose.R)
		left := p.Mul(&b.pose.R)
		for i := range 3 {
			left[4*i]--
		}
		residual = rowNorm(&left)
		r.unit = math.Sqrt(rowNorm(gram(&b.pose.R))) * (1 + 0x1p-10)
		r.shrink = (1 - 0x1p-40) / math.Sqrt(rowNorm(gram(&p)))
	}
	n := rowNorm(&p)
	r.e = 96*u*n*w + 4*residual*b.extent
	if !(n*w <= most) || !(residual <= 0x1p-20) {
		r.e = math.Inf(1)
	}
	return p
}

func scaleBy(m *geom.Mat, by float64) {
	for i := range m {
		m[i] *= by
	}
}

// inverse returns the inverse by cofactors: infinite or NaN where there is none.
func inverse(m *geom.Mat) (k geom.Mat) {
	x, y, z := m.Row(0), m.Row(1), m.Row(2)
	c := [3]geom.Vec{y.Cross(z), z.Cross(x), x.Cross(y)}
	det := x.Dot(c[0])
	for j, v := range c {
		k[j], k[3+j], k[6+j] = v.X/det, v.Y/det, v.Z/det
	}
	return k
}

func transposed(m *geom.Mat) geom.Mat {
	return geom.Mat{m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]}
}

// similarity returns the factor by which m scales in the mean and the largest entry of
// |mᵀm/scale² − I|, increased by its rounding error; NaN and infinities stay.
func similarity(m *geom.Mat) (scale, bend float64) {
	g := gram(m)
	square := (g[0] + g[4] + g[8]) / 3
	for i, x := range g {
		if x /= square; i%4 == 0 {
			x--
		}
		bend = max(bend, math.Abs(x))
	}
	return math.Sqrt(square), bend + 0x1p-48
}

// gram returns mᵀm.
func gram(m *geom.Mat) *geom.Mat {
	g := m.TMul(m)
	return &g
}

// rowNorm is the norm that belongs to the largest coordinate; NaN if an entry is.
func rowNorm(m *geom.Mat) (norm float64) {
	for i := range 3 {
		v := m.Row(i).Abs()
		norm = max(norm, v.X+v.Y+v.Z)
	}
	return norm
}
