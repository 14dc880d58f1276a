package simd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/hunt"
)

// Bounds that package predicate has for these kernels; its test TestHuntedBounds compares.
const (
	leafBound     = 320 * 0x1p-24
	leafLeast     = 0x1p-34
	nearLeafBound = 64 * 0x1p-24
	doubleBound   = 0x1p-95
	floatBound    = 0x1p-43
	flatBound     = 0x1p-47
)

// TestHunt looks for the inputs at which rounding comes closest to the bounds of the kernels' Go
// loops. Kernels that fuse products round less often.
func TestHunt(t *testing.T) {
	hunt.Test(t, "testdata/worst.txt", []hunt.Case{
		{Name: "leafSides", N: 28, Start: leafStart, Ratio: func(x []float64) float64 { s, _ := leafRatios(x); return s }, Steps: 3000},
		{Name: "leafLines", N: 28, Start: leafStart, Ratio: func(x []float64) float64 { _, k := leafRatios(x); return k }, Steps: 3000},
		{Name: "leafStretchedSides", N: 38, Start: stretchedStart, Ratio: func(x []float64) float64 { s, _ := leafRatios(x); return s }, Steps: 3000},
		{Name: "leafStretchedLines", N: 38, Start: stretchedStart, Ratio: func(x []float64) float64 { _, k := leafRatios(x); return k }, Steps: 3000},
		{Name: "leafNear", N: 28, Start: leafStart, Ratio: leafNearRatio, Steps: 3000},
		{Name: "leafStretchedNear", N: 38, Start: stretchedStart, Ratio: leafNearRatio, Steps: 3000},
		{Name: "leafEdges", N: 28, Start: leafStart, Ratio: leafEdgesRatio, Steps: 3000},
		{Name: "leafStretchedEdges", N: 38, Start: stretchedStart, Ratio: leafEdgesRatio, Steps: 3000},
		{Name: "near8Axes", N: 27, Start: boxesStart, Ratio: func(x []float64) float64 { axes, _ := near8Ratios(x); return axes }, Steps: 3000},
		{Name: "near8Way", N: 27, Start: boxesStart, Ratio: func(x []float64) float64 { _, way := near8Ratios(x); return way }, Steps: 3000},
		{Name: "doubleSides", N: 18, Start: cubeStart, Ratio: func(x []float64) float64 { s, _ := doubleRatios(x); return s }, Steps: 3000},
		{Name: "doubleLines", N: 18, Start: cubeStart, Ratio: func(x []float64) float64 { _, k := doubleRatios(x); return k }, Steps: 3000},
		{Name: "floatSides", N: 18, Start: cubeStart, Ratio: func(x []float64) float64 { s, _ := floatRatios(x); return s }, Steps: 3000},
		{Name: "floatLines", N: 18, Start: cubeStart, Ratio: func(x []float64) float64 { _, k := floatRatios(x); return k }, Steps: 3000},
		{Name: "flat", N: 12, Start: cubeStart, Ratio: flatRatio, Steps: 3000},
		{Name: "refit", N: 10, Start: start, Ratio: refitRatio},
		{Name: "refitExact", N: 10, Start: start, Ratio: func(x []float64) float64 { x[9] = 0; return refitRatio(x) }},
		{Name: "carry", N: 15, Start: start, Ratio: func(x []float64) float64 {
			if !tame(x) {
				return -1
			}
			return carryRatio(x)
		}},
		{Name: "gap", N: 2 * Rows, Start: start, Ratio: gapRatio},
	})
}

// TestCarrySubnormals: where all lengths are a few of the least float32 there are, the slack covers
// what underflows.
func TestCarrySubnormals(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	x := make([]float64, 15)
	for range 5000 {
		start(r, x)
		for k := 9; k < 15; k++ {
			x[k] = math.Ldexp(x[k], r.IntN(8)-149)
		}
		if got := carryRatio(x); !(got <= 1) {
			t.Fatalf("a corner is off by %g of the slack: %v", got, x)
		}
	}
	if w := widening(0); w < 0x1p-126 {
		t.Errorf("bounds are widened by %g at least", w)
	}
}

func start(r *rand.Rand, x []float64) {
	for k := range x {
		x[k] = (1 + r.Float64()) * math.Ldexp(1, r.IntN(3)-1) * float64(2*r.IntN(2)-1)
		if r.IntN(8) == 0 {
			x[k] = x[r.IntN(k+1)] * (1 + math.Ldexp(r.Float64(), -r.IntN(52)))
		}
	}
}

// cubeStart draws like start or, as often, numbers near 1 and −1: of triangles between the corners of
// a cube all products are as large as they can be next to its size.
func cubeStart(r *rand.Rand, x []float64) {
	if start(r, x); r.IntN(2) == 0 {
		return
	}
	for k := range x {
		x[k] = (1 - math.Ldexp(r.Float64(), -r.IntN(50))) * float64(2*r.IntN(2)-1)
	}
}

// leafStart draws large leaves about one place: four numbers for the rotation, two origins, the
// corners about them.
func leafStart(r *rand.Rand, x []float64) {
	start(r, x[:10])
	cubeStart(r, x[10:])
	for k := 10; k < len(x); k++ {
		x[k] *= 0.5
	}
}

const digits = 900

func bf(x float64) *big.Float         { return new(big.Float).SetPrec(digits).SetFloat64(x) }
func badd(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Add(a, b) }
func bsub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Sub(a, b) }
func bmul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Mul(a, b) }

type bv [3]*big.Float

func (a bv) minus(b bv) bv { return bv{bsub(a[0], b[0]), bsub(a[1], b[1]), bsub(a[2], b[2])} }
func (a bv) dot(b bv) *big.Float {
	return badd(badd(bmul(a[0], b[0]), bmul(a[1], b[1])), bmul(a[2], b[2]))
}
func (a bv) cross(b bv) bv {
	return bv{
		bsub(bmul(a[1], b[2]), bmul(a[2], b[1])), bsub(bmul(a[2], b[0]), bmul(a[0], b[2])), bsub(bmul(a[0], b[1]), bmul(a[1], b[0])),
	}
}

// tame reports whether numbers are in a range that the exact evaluation covers.
func tame(x []float64) bool {
	for _, v := range x {
		if a := math.Abs(v); a != 0 && (a < 0x1p-60 || a > 0x1p20) {
			return false
		}
	}
	return true
}

func off(computed float64, exact *big.Float, bound float64) float64 {
	e, _ := bsub(bf(computed), exact).Float64()
	return math.Abs(e) / bound
}

// exactSide is the determinant of a point about a triangle's plane, exactLine the product of two
// edges as lines.
func exactSide(t *[3]bv, x bv) *big.Float {
	return t[1].minus(t[0]).cross(t[2].minus(t[1])).dot(x.minus(t[0]))
}

func exactLine(p, q, r, s bv) *big.Float {
	e, f := q.minus(p), s.minus(r)
	return badd(e.dot(r.cross(f)), p.cross(e).dot(f))
}

// turn is the rotation of a quaternion, to rounding.
func turn(x []float64) (m [9]float64, ok bool) {
	n := float64(x[0]*x[0]) + float64(x[1]*x[1]) + float64(x[2]*x[2]) + float64(x[3]*x[3])
	l := math.Sqrt(n)
	w, i, j, k := x[0]/l, x[1]/l, x[2]/l, x[3]/l
	return [9]float64{
		1 - 2*float64(float64(j*j)+float64(k*k)), 2 * float64(float64(i*j)-float64(k*w)), 2 * float64(float64(i*k)+float64(j*w)),
		2 * float64(float64(i*j)+float64(k*w)), 1 - 2*float64(float64(i*i)+float64(k*k)), 2 * float64(float64(j*k)-float64(i*w)),
		2 * float64(float64(i*k)-float64(j*w)), 2 * float64(float64(j*k)+float64(i*w)), 1 - 2*float64(float64(i*i)+float64(j*j)),
	}, n > 0x1p-60 && n < 0x1p60
}

// stretchedStart is leafStart with a scale, by which A's triangle is shrunk, and bends of all entries.
func stretchedStart(r *rand.Rand, x []float64) {
	leafStart(r, x[:28])
	start(r, x[28:])
	x[28] = math.Ldexp(x[28], r.IntN(41)-20)
	for k := 10; k < 19; k++ {
		x[k] /= math.Abs(x[28])
	}
	for k := 4; k < 7; k++ {
		x[k] /= math.Abs(x[28])
	}
}

// bendAndStretch scales a rotation by x[0] and changes its entries by up to 2⁻⁹ of that, which is
// what package narrow lets pass. It returns a bound of the norm.
func bendAndStretch(m *[9]float64, x []float64) float64 {
	for i := range m {
		m[i] = (m[i] + math.Mod(x[1+i], 1)*0x1p-9) * x[0]
	}
	most := 0.0
	for i := range 3 {
		sum := 0.0
		for j := range 3 {
			sum += math.Abs(float64(m[i]*m[j]) + float64(m[3+i]*m[3+j]) + float64(m[6+i]*m[6+j]))
		}
		most = max(most, sum)
	}
	return math.Sqrt(most)
}

// leafPair is two leaves of one triangle each, as posedLeaves has them and exactly.
type leafPair struct {
	as, bs [LeafTriangles]corners
	p, q   [3]bv
	err    float32
	rho    float64
}

// leafPairAt builds two leaves whose corners float32 rounds, under a motion that brings their
// origins together except for x[7:10], and stretches if x goes on.
func leafPairAt(x []float64) (l leafPair, ok bool) {
	r, ok := turn(x)
	if !ok || !tame(x) {
		return l, false
	}
	var a, b Leaf
	var m Motion
	a.N, b.N = 1, 1
	copy(a.C[:], x[4:7])
	set := func(l *Leaf, c []float64) {
		most := 0.0
		for v := 0; v < 9; v += 3 {
			for k := range 3 {
				l.V[v+k][0] = float32(c[v+k])
			}
			most = max(most, math.Sqrt(float64(c[v]*c[v])+float64(c[v+1]*c[v+1])+float64(c[v+2]*c[v+2])))
		}
		l.Rho = float32(most * (1 + 0x1p-20))
	}
	set(&a, x[10:19])
	set(&b, x[19:28])
	stretch := 1.0
	if len(x) > 28 {
		stretch = bendAndStretch(&r, x[28:])
	}
	var to [3]float64
	for k := range 3 {
		b.C[k] = x[7+k]
		to[k] = x[7+k] - (float64(r[3*k]*a.C[0]) + float64(r[3*k+1]*a.C[1]) + float64(r[3*k+2]*a.C[2]))
	}
	m.Set(&r, to, stretch)
	m.Least, m.Bound = leafLeast, leafBound
	var far bool
	l.rho = float64(max(a.Rho*m.Stretch+b.Rho, m.Least))
	l.err, far = posedLeaves(&m, &a, &b, &l.as, &l.bs)
	if far || a.Rho*m.Stretch < 0x1p-20 || b.Rho < 0x1p-20 || len(x) > 28 && vec64(x[4:7]).dot(vec64(x[4:7]))*stretch*stretch > 0x1p8 {
		return l, false
	}
	p, q := &l.p, &l.q
	for v := range 3 {
		for k := range 3 {
			p[v][k] = bsub(bf(m.Col64[3][k]), bf(b.C[k]))
			for c := range 3 {
				p[v][k] = badd(p[v][k], bmul(bf(m.Col64[c][k]), badd(bf(a.C[c]), bf(x[10+3*v+c]))))
			}
			q[v][k] = bf(x[19+3*v+k])
		}
	}
	return l, true
}

// leafNearRatio is by how much a gap of LeafNear may be too large, over nearLeafBound of the gap
// and the radii.
func leafNearRatio(x []float64) float64 {
	l, ok := leafPairAt(x)
	if !ok {
		return -1
	}
	a, b := &l.as[0], &l.bs[0]
	worst := 0.0
	for _, n := range [3]vec{a.sum().sub(b.sum()), a.normal, b.normal} {
		length := math.Sqrt(vec64{float64(n[0]), float64(n[1]), float64(n[2])}.dot(vec64{float64(n[0]), float64(n[1]), float64(n[2])}))
		if length < 0x1p-40 {
			continue
		}
		low := min(n.dot(a.v[0]), n.dot(a.v[1]), n.dot(a.v[2]))
		g := low - max(n.dot(b.v[0]), n.dot(b.v[1]), n.dot(b.v[2]))
		exact := exactGap(&l.p, &l.q, bv{bf(float64(n[0])), bf(float64(n[1])), bf(float64(n[2]))})
		gap, _ := exact.Float64()
		more, _ := bsub(bf(float64(g)), exact).Float64()
		worst = max(worst, more/(length*nearLeafBound*(max(0, gap/length)+l.rho)))
	}
	return worst
}

// leafEdgesRatio is by how much a bound of LeafEdges may be too large, over nearLeafBound of the gap
// and the radii.
func leafEdgesRatio(x []float64) float64 {
	l, ok := leafPairAt(x)
	if !ok {
		return -1
	}
	n := l.as[0].edgesWay(&l.bs[0])
	length := bf(0)
	for k := range n {
		length = badd(length, bmul(bf(float64(n[k])), bf(float64(n[k]))))
	}
	size, _ := length.Sqrt(length).Float64()
	if size < 0x1p-40 {
		return -1
	}
	exact, _ := new(big.Float).Quo(exactGap(&l.p, &l.q, bv{bf(float64(n[0])), bf(float64(n[1])), bf(float64(n[2]))}), bf(size)).Float64()
	bound := math.Sqrt(float64(l.as[0].squareAlong(&l.bs[0], n)))
	return (bound - max(0, exact)) / (nearLeafBound * (max(0, exact) + l.rho))
}

// exactGap is by how much p lies beyond q along n.
func exactGap(p, q *[3]bv, n bv) *big.Float {
	var least, most *big.Float
	for v := range 3 {
		if x := n.dot(p[v]); least == nil || x.Cmp(least) < 0 {
			least = x
		}
		if x := n.dot(q[v]); most == nil || x.Cmp(most) > 0 {
			most = x
		}
	}
	return bsub(least, most)
}

// leafRatios returns the worst errors of corners about planes and of edges as lines.
func leafRatios(x []float64) (sides, lines float64) {
	l, ok := leafPairAt(x)
	if !ok {
		return -1, -1
	}
	as, bs, p, q, err := &l.as, &l.bs, &l.p, &l.q, l.err
	s, t := bs[0].sides(&as[0]), as[0].sides(&bs[0])
	for v := range 3 {
		sides = max(sides, off(float64(s[v]), exactSide(q, p[v]), float64(err)), off(float64(t[v]), exactSide(p, q[v]), float64(err)))
		for w := range 3 {
			k := as[0].product(&bs[0], v, w)
			lines = max(lines, off(float64(k), exactLine(p[v], p[next[v]], q[w], q[next[w]]), float64(err)))
		}
	}
	return sides, lines
}

// doubleRatios returns the worst errors of the sides and products of two triangles, before head
// and tail are added up.
func doubleRatios(x []float64) (sides, lines float64) {
	if !tame(x) {
		return -1, -1
	}
	var a, b Corners
	var p, q [3]bv
	for v := range 3 {
		for k := range 3 {
			a[3*v+k][0], b[3*v+k][0] = x[3*v+k], x[9+3*v+k]
		}
	}
	origin, extent := b.corner(0, 0), 0.0
	for v := range 3 {
		for k := range 3 {
			p[v][k], q[v][k] = bsub(bf(a[3*v+k][0]), bf(origin[k])), bsub(bf(b[3*v+k][0]), bf(origin[k]))
			n := next[v]
			extent = max(extent, math.Abs(a[3*v+k][0]-origin[k]), math.Abs(b[3*v+k][0]-origin[k]),
				math.Abs(a[3*n+k][0]-a[3*v+k][0]), math.Abs(b[3*n+k][0]-b[3*v+k][0]))
		}
	}
	if extent < 0x1p-40 {
		return -1, -1
	}
	var s, t doubleTriangle
	s.set(&a, 0, origin)
	t.set(&b, 0, origin)
	bound := doubleBound * (extent * extent * extent)
	tell := func(d double, exact *big.Float) float64 {
		e, _ := bsub(badd(bf(d.hi), bf(d.lo)), exact).Float64()
		return math.Abs(e) / bound
	}
	for v := range 3 {
		sides = max(sides, tell(s.v[v].dot(t.normal).plus(t.offset), exactSide(&q, p[v])), tell(s.normal.dot(t.v[v]).plus(s.offset), exactSide(&p, q[v])))
		for w := range 3 {
			lines = max(lines, tell(s.edge[v].product(s.moment[v], t.edge[w], t.moment[w]), exactLine(p[v], p[next[v]], q[w], q[next[w]])))
		}
	}
	return sides, lines
}

// floatRatios returns the worst errors of the sides and products of two triangles.
func floatRatios(x []float64) (sides, lines float64) {
	if !tame(x) {
		return -1, -1
	}
	var a, b Corners
	var p, q [3]bv
	for v := range 3 {
		for k := range 3 {
			a[3*v+k][0], b[3*v+k][0] = x[3*v+k], x[9+3*v+k]
		}
	}
	origin, extent := b.corner(0, 0), 0.0
	for v := range 3 {
		for k := range 3 {
			p[v][k], q[v][k] = bsub(bf(a[3*v+k][0]), bf(origin[k])), bsub(bf(b[3*v+k][0]), bf(origin[k]))
			extent = max(extent, math.Abs(a[3*v+k][0]-origin[k]), math.Abs(b[3*v+k][0]-origin[k]))
		}
	}
	if extent < 0x1p-40 {
		return -1, -1
	}
	var s, t floatTriangle
	s.set(&a, 0, origin)
	t.set(&b, 0, origin)
	bound := floatBound * (extent * extent * extent)
	for v := range 3 {
		sides = max(sides, off(s.v[v].fusedDot(t.normal)-t.offset, exactSide(&q, p[v]), bound), off(s.normal.fusedDot(t.v[v])-s.offset, exactSide(&p, q[v]), bound))
		for w := range 3 {
			lines = max(lines, off(s.edge[v].fusedProduct(s.moment[v], t.edge[w], t.moment[w]), exactLine(p[v], p[next[v]], q[w], q[next[w]]), bound))
		}
	}
	return sides, lines
}

// flatRatio returns the worst error of the areas of two triangles in a plane and of the sides of their
// corners about edges.
func flatRatio(x []float64) (worst float64) {
	if !tame(x) {
		return -1
	}
	var a, b Corners
	var p, q [3]bv
	extent := 0.0
	for v := range 3 {
		for k := range 2 {
			a[3*v+k][0], b[3*v+k][0] = x[2*v+k], x[6+2*v+k]
			extent = max(extent, math.Abs(x[2*v+k]-x[6+k]), math.Abs(x[6+2*v+k]-x[6+k]))
		}
		p[v], q[v] = bv{bf(x[2*v]), bf(x[2*v+1]), bf(0)}, bv{bf(x[6+2*v]), bf(x[7+2*v]), bf(0)}
	}
	var s, t flatTriangle
	origin := vec2{b[0][0], b[1][0]}
	if extent < 0x1p-40 || !s.set(&a, 0, 0, 1, origin, extent) || !t.set(&b, 0, 0, 1, origin, extent) {
		return -1
	}
	side := func(u *flatTriangle, e *[3]bv, i int, c vec2, exact bv) float64 {
		computed := math.FMA(-u.edge[i][1], c[0], math.FMA(u.edge[i][0], c[1], u.moment[i]))
		return off(computed, e[next[i]].minus(e[i]).cross(exact.minus(e[i]))[2], flatBound*extent*extent)
	}
	for i := range 3 {
		for v := range 3 {
			worst = max(worst, side(&s, &p, i, t.v[v], q[v]), side(&t, &q, i, s.v[v], p[v]))
		}
	}
	return max(worst, off(s.area, p[1].minus(p[0]).cross(p[2].minus(p[0]))[2], flatBound*extent*extent))
}

// refitRatio is by how much the projections of a triangle whose coordinates are off by a slack may
// lie below what was found, over what below takes off.
func refitRatio(x []float64) float64 {
	slack := float32(math.Abs(x[9]) * 0x1p-26)
	if !tame(x) {
		return -1
	}
	w, worst := widening(slack), 0.0
	for d := range 9 {
		pair := [9][3]int{{0, 0}, {1, 0}, {2, 0}, {0, 1, 1}, {0, 2, 1}, {1, 2, 1}, {0, 1, -1}, {0, 2, -1}, {1, 2, -1}}[d]
		m, least := float32(math.Inf(1)), math.Inf(1)
		for v := range 3 {
			p, q := float32(x[3*v+pair[0]]), float32(pair[2])*float32(x[3*v+pair[1]])
			m, least = min(m, p+q), min(least, float64(p)+float64(q))
		}
		r := below(m, w)
		off := 2 * float64(slack)
		if pair[2] == 0 {
			off = float64(slack)
		}
		worst = max(worst, (float64(m)-(least-off))/(float64(m)-float64(r)))
	}
	return worst
}

// carryRatio is how far a corner is carried off, over the slack of the map.
func carryRatio(x []float64) float64 {
	var m Affine
	extent := max(math.Abs(x[12]), math.Abs(x[13]), math.Abs(x[14]))
	slack := m.Set((*[9]float64)(x[:9]), (*[3]float64)(x[9:12]), extent, 0)
	var src, dst [1]Triangles
	for k := range 3 {
		src[0][k][0] = float32(x[12+k])
	}
	carryGo(dst[:], src[:], &m)
	worst := 0.0
	for r := range 3 {
		exact := bf(x[9+r])
		for k := range 3 {
			exact = badd(exact, bmul(bf(x[3*r+k]), bf(x[12+k])))
		}
		worst = max(worst, off(float64(dst[0][r][0]), exact, float64(slack)))
	}
	return worst
}

// gapRatio is by how much of itself a gap is too large, over GapError.
func gapRatio(x []float64) float64 {
	if !tame(x) {
		return -1
	}
	var a, b Block
	exact := math.Inf(-1)
	for r := range Rows {
		a[r][0], b[r][0] = float32(x[r]), float32(x[Rows+r])
	}
	for r := range Rows {
		s := float64(b[r][0]) + float64(a[r^1][0])
		if r >= axisRows {
			s /= math.Sqrt2
		}
		exact = max(exact, s)
	}
	gap := float64(GapOne(&a, 0, &b, 0))
	if gap <= 0 {
		return -1
	}
	return max((gap-exact)/(gap*GapError), 0)
}
