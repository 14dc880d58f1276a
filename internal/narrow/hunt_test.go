package narrow

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/mesh"
)

// TestHunt looks for the poses at which rounding comes closest to what the descents allow for:
// two surfaces share a point in the world, and the volumes around that point must not be told
// apart. The ratio is the largest part of a pad with which they would be.
func TestHunt(t *testing.T) {
	hunt.Test(t, "testdata/worst.txt", tamed([]hunt.Case{
		{Name: "queryPad", N: 26, Start: start, Ratio: queryRatio, Steps: 20000},
		{Name: "queryStretched", N: 26, Start: start, Ratio: queryStretchedRatio, Steps: 20000},
		{Name: "queryShifted", N: 26, Start: start, Ratio: shiftedRatio, Steps: 20000},
		{Name: "rayPad", N: 15, Start: start, Ratio: rayPadRatio, Steps: 20000},
		{Name: "rayStretched", N: 15, Start: start, Ratio: rayStretchedRatio, Steps: 20000},
		{Name: "worldPad", N: 18, Start: start, Ratio: worldRatio, Steps: 20000},
		{Name: "separated", N: 18, Start: start, Ratio: separatedRatio, Steps: 20000},
		{Name: "drift", N: 36, Start: driftStart, Ratio: driftRatio, Steps: 4000},
		{Name: "approach", N: 36, Start: approachStart, Ratio: approachRatio, Steps: 2000},
		{Name: "gapApproach", N: 36, Start: approachStart, Ratio: gapApproachRatio, Steps: 2000},
		{Name: "gapTurn", N: 54, Start: gapTurnStart, Ratio: gapTurnRatio, Steps: 2000},
		{Name: "boxDistance", N: 12, Start: cornersStart, Ratio: boxDistanceRatio, Steps: 4000},
		{Name: "gapLeast", N: 25, Start: start, Ratio: gapLeastRatio, Steps: 1000},
		{Name: "stretch", N: 12, Start: stretchStart, Ratio: stretchRatio, Steps: 4000},
		{Name: "volumesSphere", N: 26, Start: start, Ratio: sphereRatio, Steps: 20000},
		{Name: "volumesOBB", N: 34, Start: start, Ratio: obbRatio, Steps: 20000},
		{Name: "volumesDOP", N: 26, Start: start, Ratio: dopRatio, Steps: 20000},
		{Name: "solidBall", N: 26, Start: start, Ratio: solidBallRatio, Steps: 20000},
		{Name: "solidStretched", N: 26, Start: start, Ratio: solidStretchedRatio, Steps: 20000},
		{Name: "solidOBB", N: 30, Start: start, Ratio: solidOBBRatio, Steps: 20000},
		{Name: "solidBox", N: 34, Start: start, Ratio: solidBoxRatio, Steps: 20000},
		{Name: "solidBoxBall", N: 34, Start: start, Ratio: solidBoxBallRatio, Steps: 20000},
		{Name: "wideError", N: 26, Start: start, Ratio: wideErrorRatio, Steps: 4000},
		{Name: "wideStretched", N: 26, Start: start, Ratio: wideStretchedRatio, Steps: 4000},
		{Name: "wideBoxes", N: 40, Start: start, Ratio: wideBoxesRatio, Steps: 4000},
		{Name: "wideRelated", N: 60, Start: bentStart, Ratio: relatedRatio, Steps: 6000},
		{Name: "wideBent", N: 60, Start: bentStart, Ratio: bentRatio, Steps: 12000},
		{Name: "wideScaled", N: 60, Start: bentStart, Ratio: scaledRatio, Steps: 4000},
		{Name: "wideTransposed", N: 60, Start: bentStart, Ratio: transposedRatio, Steps: 4000},
		{Name: "wideFar", N: 40, Start: start, Ratio: wideFarRatio, Steps: 4000},
	}))
}

// TestRangesOfQueries: beyond 2⁵⁰⁰ and beyond the defect, another way is taken.
func TestRangesOfQueries(t *testing.T) {
	turn90 := geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}
	for _, c := range []struct {
		size, defect float64
		want         queryKind
	}{{0x1p498, 0, turned}, {0x1p501, 0, world}, {1, 0.4e-9, turned}, {1, 1e-8, world}, {1, 0x1p-10, world}, {1, 0x1p-7, world}} {
		var a, b Surface
		m := turn90
		m[8] += c.defect
		v := geom.Vec{X: c.size}
		a.set(v, &geom.Pose{R: m}, geom.AABB{Min: v, Max: v})
		b.set(v, &geom.Identity, geom.AABB{Min: v, Max: v})
		var q query
		if q.set(&a, &b); q.kind != c.want {
			t.Errorf("size %g, defect %g: the query is of kind %d, not %d", c.size, c.defect, q.kind, c.want)
		}
		var s Volumes[volume.Ball, *volume.Ball]
		s.SetLocal(&a, &b, nil, nil)
		if (s.kind == moved) != (c.want == turned) {
			t.Errorf("size %g, defect %g: the volumes are of kind %d", c.size, c.defect, s.kind)
		}
		var w Wide
		ta, tb := &tree.Wide{Radius: c.size}, &tree.Wide{Radius: c.size}
		if c.size > 1 {
			ta.Exponent, tb.Exponent = 480, 480
			ta.Radius, tb.Radius = 0x1p20, 0x1p20
		}
		if want := c.size < most && c.defect < bendLimit; w.SetWide(&a, &b, ta, tb) != want {
			t.Errorf("size %g, defect %g: SetWide is %v", c.size, c.defect, !want)
		}
	}
}

// tamed hunts among numbers for which the exact evaluations have digits enough.
func tamed(cases []hunt.Case) []hunt.Case {
	for i, c := range cases {
		cases[i].Ratio = func(x []float64) float64 {
			if !tame(x) {
				return -1
			}
			return c.Ratio(x)
		}
	}
	return cases
}

// TestPadsAtTheEnds: where all lengths are a few of the least there are, rounding is no part of
// them, and what the pads have on top must cover it; where they are near the largest, products
// overflow.
func TestPadsAtTheEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 8))
	ratios := map[string]func(x []float64) float64{
		"query": queryRatio, "shifted": shiftedRatio, "sphere": sphereRatio, "OBB": obbRatio, "DOP": dopRatio,
	}
	met := map[string]int{}
	x := make([]float64, 34)
	cases := require.Samples(6000, 6000, 1500)
	for range cases {
		start(r, x)
		e := r.IntN(20) - 1074
		if r.IntN(3) == 0 {
			e = []int{480, 500, 1003}[r.IntN(3)] + r.IntN(20)
		}
		for k := 8; k < 26; k++ {
			if k < 17 || k > 19 { // not the direction
				x[k] = math.Ldexp(x[k], e)
			}
		}
		for name, ratio := range ratios {
			if got := ratio(x[:len(x):len(x)]); got > 1 {
				t.Fatalf("%s: points that are one are apart, by %g of the pad: %v", name, got, x)
			} else if got >= 0 {
				met[name]++
			}
		}
		world := make([]float64, 18)
		start(r, world)
		for k := 9; k < 18; k++ {
			world[k] = math.Ldexp(world[k], e)
		}
		if e < 0 {
			if got := separatedRatio(world); got > 1 {
				t.Fatalf("a vertex is off its plane by %g of what is taken off: %v", got, world)
			}
		}
		if got := worldRatio(world); got > 1 {
			t.Fatalf("a world box does not hold its corners, by %g of the pad: %v", got, world)
		}
	}
	for name := range ratios {
		if met[name] < cases/6 {
			t.Errorf("%s: only %d of %d meet", name, met[name], cases)
		}
	}
}

// start draws numbers of like sizes.
func start(r *rand.Rand, x []float64) {
	for k := range x {
		x[k] = (1 + r.Float64()) * math.Ldexp(1, r.IntN(3)-1) * float64(2*r.IntN(2)-1)
	}
}

func tame(x []float64) bool {
	for _, v := range x {
		if a := math.Abs(v); a != 0 && (a < 0x1p-60 || a > 0x1p30) {
			return false
		}
	}
	return true
}

func vecAt(x []float64, i int) geom.Vec { return geom.Vec{X: x[i], Y: x[i+1], Z: x[i+2]} }

// turn is the rotation of the quaternion at x, stretched by that much.
func turn(x []float64, stretch float64) (m geom.Mat, ok bool) {
	n := float64(x[0]*x[0]) + float64(x[1]*x[1]) + float64(x[2]*x[2]) + float64(x[3]*x[3])
	l := math.Sqrt(n)
	w, i, j, k := x[0]/l, x[1]/l, x[2]/l, x[3]/l
	m = geom.Mat{
		1 - 2*float64(float64(j*j)+float64(k*k)), 2 * float64(float64(i*j)-float64(k*w)), 2 * float64(float64(i*k)+float64(j*w)),
		2 * float64(float64(i*j)+float64(k*w)), 1 - 2*float64(float64(i*i)+float64(k*k)), 2 * float64(float64(j*k)-float64(i*w)),
		2 * float64(float64(i*k)-float64(j*w)), 2 * float64(float64(j*k)+float64(i*w)), 1 - 2*float64(float64(i*i)+float64(j*j)),
	}
	for i := range m {
		m[i] *= 1 + stretch
	}
	return m, n > 0x1p-60 && n < 0x1p60
}

// part is x times a unit, 0 where that is less than the unit.
func part(x, unit float64) float64 {
	if math.Abs(x) <= 1 {
		return 0
	}
	return float64(unit * x)
}

// meeting is two surfaces of a point each that have it in common in the world, and boxes at that
// point: those of A on one side of a plane through it, those of B on the other. The numbers are
// two quaternions, a translation, the two points, a direction, half sizes, two stretches, another
// half size.
type meeting struct {
	a, b   Surface
	p, q   geom.Vec // local
	dir    geom.Vec // of the plane, in the world, from A to B
	ha, hb geom.Vec
}

func meet(x []float64) (m meeting, ok bool) {
	return meetStretched(x, 0, 0)
}

// meetStretched has matrices that are off orthonormal.
func meetStretched(x []float64, da, db float64) (m meeting, ok bool) {
	ra, ok1 := turn(x[0:], da)
	rb, ok2 := turn(x[4:], db)
	if !ok1 || !ok2 {
		return m, false
	}
	return meetUnder(x, ra, rb)
}

// meetUnder has matrices of the caller's.
func meetUnder(x []float64, ra, rb geom.Mat) (m meeting, ok bool) {
	m.p, m.q, m.dir = vecAt(x, 11), vecAt(x, 14), vecAt(x, 17)
	m.ha = vecAt(x, 20).Abs()
	m.hb = geom.Vec{X: m.ha.Y, Y: m.ha.Z, Z: math.Abs(x[25])}
	pa := geom.Pose{R: ra, T: vecAt(x, 8)}
	world := pa.Apply(m.p)
	pb := geom.Pose{R: rb, T: world.Sub(rb.MulVec(m.q))}
	box := func(p geom.Vec, r *geom.Mat, h geom.Vec, sign float64) geom.AABB {
		d := r.TMulVec(m.dir).Scale(sign)
		end := geom.Vec{X: p.X - math.Copysign(h.X, d.X), Y: p.Y - math.Copysign(h.Y, d.Y), Z: p.Z - math.Copysign(h.Z, d.Z)}
		return geom.BoundsOf([]geom.Vec{p, end})
	}
	m.a.set(m.p, &pa, box(m.p, &ra, m.ha, 1))
	m.b.set(m.q, &pb, box(m.q, &rb, m.hb, -1))
	return m, pb.Apply(m.q) == world
}

// set makes s a point under a pose, in a box that is all of the surface.
func (s *Surface) set(p geom.Vec, pose *geom.Pose, box geom.AABB) {
	s.SetMesh(&mesh.Mesh{Vertices: []geom.Vec{p}}, &box, max(box.Min.MaxAbs(), box.Max.MaxAbs()))
	s.SetPose(pose)
}

// largest returns the largest part of a pad, up to twice it, with which apart is true.
func largest(apart func(part float64) bool) float64 {
	if !apart(0) {
		return 0
	}
	lo, hi := 0.0, 2.0
	for range 40 {
		if mid := (lo + hi) / 2; apart(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

func queryRatio(x []float64) float64 {
	m, ok := meet(x)
	return m.queryRatio(ok, turned)
}

func queryStretchedRatio(x []float64) float64 {
	m, ok := meetStretched(x, part(x[23], 1e-11), part(x[24], 1e-11))
	return m.queryRatio(ok && m.a.defect <= rigidDefect/2 && m.b.defect <= rigidDefect/2, turned)
}

func (m *meeting) queryRatio(ok bool, kind queryKind) float64 {
	if !ok {
		return -1
	}
	var q query
	q.set(&m.a, &m.b)
	if q.kind != kind {
		return -1
	}
	pad := q.pad
	return largest(func(part float64) bool {
		q.pad = part * pad
		return q.apart(&m.a, &m.b, &m.a.Box, &m.b.Box)
	})
}

// shiftedRatio is queryRatio for equal matrices.
func shiftedRatio(x []float64) float64 {
	copy(x[4:8], x[:4])
	m, ok := meet(x)
	return m.queryRatio(ok, shifted)
}

// worldRatio is how much of its pad a world box needs to hold the corners of a local box under
// any matrix.
func worldRatio(x []float64) float64 {
	var s Surface
	pose := geom.Pose{R: geom.Mat(x[:9]), T: vecAt(x, 9)}
	box := geom.BoundsOf([]geom.Vec{vecAt(x, 12), vecAt(x, 15)})
	s.set(box.Min, &pose, box)
	w, pad, worst := s.WorldBox(&box), worldPad(s.reach), 0.0
	for i := range 8 {
		p := pose.Apply(box.Corner(i))
		in, out := p.Sub(w.Min), w.Max.Sub(p)
		worst = max(worst, 1-min(in.X, in.Y, in.Z, out.X, out.Y, out.Z)/pad)
	}
	return worst
}

// separatedRatio is how far the evaluations of beyond are off a vertex's place along a direction,
// over what is taken off for a surface alone.
func separatedRatio(x []float64) float64 {
	n, ok := unit(vecAt(x, 15))
	if !ok {
		return -1
	}
	var s Surface
	pose := geom.Pose{R: geom.Mat(x[:9]), T: vecAt(x, 9)}
	v := vecAt(x, 12)
	s.set(v, &pose, geom.AABB{Min: v, Max: v})
	m, shift := pose.R.TMulVec(n), n.Dot(pose.T)
	p := pose.Apply(v)
	exact := dot(n, p)
	off := func(y float64) float64 { e, _ := sub(bf(y), exact).Float64(); return math.Abs(e) }
	return max(off(m.Dot(v)+shift), off(along(m, &s.Box)+shift)) / (0.5 * separationPad(s.reach))
}

const digits = 500

func bf(x float64) *big.Float        { return new(big.Float).SetPrec(digits).SetFloat64(x) }
func sub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Sub(a, b) }
func add(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Add(a, b) }
func mul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Mul(a, b) }

func dot(a, b geom.Vec) *big.Float {
	return add(add(mul(bf(a.X), bf(b.X)), mul(bf(a.Y), bf(b.Y))), mul(bf(a.Z), bf(b.Z)))
}

// length3 is the length of a sum of vectors with signs.
func length3(plus, minus []geom.Vec) *big.Float {
	sum := new(big.Float).SetPrec(digits)
	for k := range 3 {
		c := new(big.Float).SetPrec(digits)
		for _, v := range plus {
			c = add(c, bf(v.At(k)))
		}
		for _, v := range minus {
			c = sub(c, bf(v.At(k)))
		}
		sum = add(sum, mul(c, c))
	}
	return new(big.Float).SetPrec(300).Sqrt(sum)
}

// driftStart draws two surfaces that hardly move: what comes closer is rounding.
func driftStart(r *rand.Rand, x []float64) {
	start(r, x)
	for i := range 2 {
		y := x[18*i:]
		for k := 9; k < 12; k++ {
			y[3+k] = y[k] * (1 + 0x1p-52*float64(r.IntN(9)-4))
		}
	}
}

// driftRatio moves two surfaces by translations: by how much more their vertices come closer than
// they were shifted, over what is added for rounding.
func driftRatio(x []float64) float64 {
	if !tame(x) {
		return -1
	}
	var at, to [2]geom.Vec
	var shift [2][2]geom.Vec
	reach := 0.0
	for i := range 2 {
		y := x[18*i:]
		v := vecAt(y, 15)
		pose := geom.Pose{R: geom.Mat(y[:9]), T: vecAt(y, 9)}
		var s Surface
		s.set(v, &pose, geom.AABB{Min: v, Max: v})
		reach += s.reach
		at[i] = pose.Apply(v)
		shift[i][0] = pose.T
		pose.T = vecAt(y, 12)
		s.SetPose(&pose)
		reach += s.reach
		to[i], shift[i][1] = pose.Apply(v), pose.T
	}
	closer := sub(length3(at[:1], at[1:]), length3(to[:1], to[1:]))
	moved := length3([]geom.Vec{shift[0][1], shift[1][0]}, []geom.Vec{shift[0][0], shift[1][1]})
	e, _ := sub(closer, moved).Float64()
	return max(e, 0) / driftError(reach)
}

// approachStart draws two vertices that one of their surfaces' shifts brings closer.
func approachStart(r *rand.Rand, x []float64) {
	start(r, x)
	for k := range 9 {
		x[k], x[18+k] = 0, 0
		if k%4 == 0 {
			x[k], x[18+k] = 1, 1
		}
	}
	for k := range 3 {
		x[18+9+k] = x[9+k] + 64*x[15+k] // the second lies far out along a direction
		x[18+15+k] = x[15+k]
		x[18+12+k], x[12+k] = x[18+9+k]-float64(r.IntN(2))*8*x[15+k], x[9+k]+8*x[15+k]
	}
}

// approachRatio is by how much two vertices come closer, over what Approach says.
func approachRatio(x []float64) float64 {
	var at, to [2]geom.Vec
	var drifts [2]Drift
	for i := range 2 {
		y := x[18*i:]
		v := vecAt(y, 15)
		pose := geom.Pose{R: geom.Mat(y[:9]), T: vecAt(y, 9)}
		box := geom.BoundsOf([]geom.Vec{v, {}})
		s := Surface{Tree: &tree.Tree{Nodes: []tree.Node{{Box: box}}}}
		s.SetMesh(&mesh.Mesh{Vertices: []geom.Vec{v, {}}, Triangles: [][3]uint32{{0, 1, 1}}}, &box, v.MaxAbs())
		s.SetPose(&pose)
		drifts[i].Follow(&s, 0)
		at[i] = pose.Apply(v)
		pose.T = vecAt(y, 12)
		s.SetPose(&pose)
		drifts[i].Follow(&s, 0)
		to[i] = pose.Apply(v)
	}
	closer, _ := sub(length3(at[:1], at[1:]), length3(to[:1], to[1:])).Float64()
	return max(closer, 0) / Approach(&drifts[0], &drifts[1])
}

// stretchStart draws matrices that a vector along an axis shows the norm of.
func stretchStart(r *rand.Rand, x []float64) {
	start(r, x)
	column := r.IntN(3)
	for k := range 9 {
		if k%3 != column {
			x[k] *= math.Ldexp(1, -30)
		}
	}
	for k := range 3 {
		if k != column {
			x[9+k] *= math.Ldexp(1, -40)
		}
	}
}

// stretchRatio is how far a matrix takes a vertex, over what Follow says for its turn.
func stretchRatio(x []float64) float64 {
	m, v := geom.Mat(x[:9]), vecAt(x, 9)
	sum := new(big.Float).SetPrec(digits)
	for i := range 3 {
		c := dot(m.Row(i), v)
		sum = add(sum, mul(c, c))
	}
	moved, _ := new(big.Float).SetPrec(300).Sqrt(sum).Float64()
	return moved / swingOf(&m, length(v))
}

// volumeRatio descends two volumes that have the common point each.
func volumeRatio[V any, P tree.Volume[V]](m *meeting, a, b *V) float64 {
	one := func(v *V) *tree.Of[V] { return &tree.Of[V]{Nodes: []tree.NodeOf[V]{{Volume: *v}}} }
	var s Volumes[V, P]
	s.SetLocal(&m.a, &m.b, one(a), one(b))
	if s.kind != moved {
		return -1
	}
	var d Descent[V, P]
	margin, view := s.margin, d.view(&s, 0)
	return largest(func(part float64) bool {
		return P(view).Apart(b, part*margin)
	})
}

func sphereRatio(x []float64) float64 {
	m, ok := meet(x)
	l := m.dir.Norm()
	if !ok || l < 0x1p-30 {
		return -1
	}
	ball := func(s *Surface, p geom.Vec, r float64) (b volume.Ball) {
		b.Center = p.Sub(s.pose.R.TMulVec(m.dir).Scale(r / l))
		b.SetRadius(func(f func(geom.Vec)) { f(p) })
		v := geom.Vec{X: b.Radius, Y: b.Radius, Z: b.Radius}
		box := geom.AABB{Min: b.Center.Sub(v), Max: b.Center.Add(v)}
		pose := s.pose
		s.set(p, &pose, box)
		return b
	}
	a, b := ball(&m.a, m.p, m.ha.X), ball(&m.b, m.q, -m.hb.X)
	return volumeRatio[volume.Ball](&m, &a, &b)
}

func obbRatio(x []float64) float64 {
	m, ok := meet(x)
	qa, ok1 := turn(x[26:], 0)
	qb, ok2 := turn(x[30:], 0)
	if !ok || !ok1 || !ok2 {
		return -1
	}
	box := func(s *Surface, p geom.Vec, axes geom.Mat, h geom.Vec, sign float64) (o volume.OBB) {
		d := axes.MulVec(s.pose.R.TMulVec(m.dir).Scale(sign))
		half := geom.Vec{X: math.Copysign(h.X, d.X), Y: math.Copysign(h.Y, d.Y), Z: math.Copysign(h.Z, d.Z)}
		o.Axes, o.Center = axes, p.Sub(axes.TMulVec(half))
		o.SetHalf(func(f func(geom.Vec)) { f(p) })
		pose := s.pose
		s.set(p, &pose, o.Bounds())
		return o
	}
	a, b := box(&m.a, m.p, qa, m.ha, 1), box(&m.b, m.q, qb, m.hb, -1)
	return volumeRatio[volume.OBB](&m, &a, &b)
}

func dopRatio(x []float64) float64 {
	m, ok := meet(x)
	if !ok {
		return -1
	}
	a, b := volume.EmptyDOP(), volume.EmptyDOP()
	for _, v := range [2]geom.Vec{m.a.Box.Min, m.a.Box.Max} {
		a.Extend(v)
	}
	for _, v := range [2]geom.Vec{m.b.Box.Min, m.b.Box.Max} {
		b.Extend(v)
	}
	a.Extend(m.p)
	b.Extend(m.q)
	return volumeRatio[volume.DOP](&m, &a, &b)
}

// wideMeeting gives the surfaces trees without nodes, with origins of their own.
func wideMeeting(x []float64, da, db float64) (m meeting, s Wide, ok bool) {
	if m, ok = meetStretched(x, da, db); !ok {
		return m, s, false
	}
	s, ok = m.wide(x)
	return m, s, ok
}

func (m *meeting) wide(x []float64) (s Wide, ok bool) {
	ta, tb := &tree.Wide{Origin: vecAt(x, 19)}, &tree.Wide{Origin: vecAt(x, 12)}
	for _, t := range []struct {
		t *tree.Wide
		s *Surface
	}{{ta, &m.a}, {tb, &m.b}} {
		far := max(t.s.Box.Max.Sub(t.t.Origin).Norm(), t.s.Box.Min.Sub(t.t.Origin).Norm())
		t.t.Radius = 2 * far
	}
	ok = s.SetWide(&m.a, &m.b, ta, tb)
	return s, ok && !s.far
}

// wideErrorRatio is how far the point of A is carried from that of B, over e.
func wideErrorRatio(x []float64) float64 {
	m, s, ok := wideMeeting(x, 0, 0)
	return m.carriedOff(&s, ok)
}

func wideStretchedRatio(x []float64) float64 {
	m, s, ok := wideMeeting(x, part(x[23], 2e-15), part(x[24], 2e-15))
	return m.carriedOff(&s, ok && m.a.defect+m.b.defect <= wideRigid)
}

func (m *meeting) carriedOff(s *Wide, ok bool) float64 {
	if !ok {
		return -1
	}
	return m.carried(s) / wideError(m.a.span(s.treeA)+m.b.span(s.treeB), m.a.defect+m.b.defect)
}

// carried is how far the point of A is from that of B in a coordinate of B's frame.
func (m *meeting) carried(s *Wide) float64 {
	a, b := m.p, m.q
	worst := 0.0
	for k := range 3 {
		sum := sub(bf(s.forth.Col64[3][k]), sub(bf(b.At(k)), bf(s.treeB.Origin.At(k))))
		for c := range 3 {
			sum = add(sum, mul(bf(s.forth.Col64[c][k]), sub(bf(a.At(c)), bf(s.treeA.Origin.At(c)))))
		}
		e, _ := sum.Float64()
		worst = max(worst, math.Abs(e))
	}
	return worst
}

// wideBoxesRatio tests oriented boxes that hold the point and little more on its side.
func wideBoxesRatio(x []float64) float64 {
	m, s, ok := wideMeeting(x, 0, 0)
	return m.boxesRatio(&s, x, ok)
}

// boxesRatio is the largest part of Grow and Slack with which boxes of axes and half sizes at x[26:]
// that hold the points are apart.
func (m *meeting) boxesRatio(s *Wide, x []float64, ok bool) float64 {
	qa, ok1 := turn(x[26:], 0)
	qb, ok2 := turn(x[30:], 0)
	if !ok || !ok1 || !ok2 {
		return -1
	}
	var a, b simd.Node
	a.Clear()
	b.Clear()
	d := m.dir
	if !oneBox(&a, m.p.Sub(s.treeA.Origin), qa, vecAt(x, 34).Abs(), m.a.pose.R.TMulVec(d)) ||
		!oneBox(&b, m.q.Sub(s.treeB.Origin), qb, vecAt(x, 37).Abs(), m.b.pose.R.TMulVec(d).Scale(-1)) {
		return -1
	}
	motion := &simd.MakeMotions(1)[0]
	motion.Placement = s.forth
	return largest(func(part float64) bool {
		motion.Grow, motion.Slack = s.forth.Grow*float32(part), s.forth.Slack*float32(part)
		return simd.Go.BoxBox8(motion, &a, 0, &b).Near() == 0
	})
}

// wideFarRatio is the same far from the world's origin, where it is float64 that rounds.
func wideFarRatio(x []float64) float64 {
	far := slices.Clone(x)
	for k := 8; k < 11; k++ {
		far[k] *= 0x1p36
	}
	return wideBoxesRatio(far)
}

// oneBox sets lane 0 to a box whose corner in direction d is p, rounded outward.
func oneBox(n *simd.Node, p geom.Vec, axes geom.Mat, h, d geom.Vec) bool {
	d = axes.MulVec(d)
	half := geom.Vec{X: math.Copysign(h.X, d.X), Y: math.Copysign(h.Y, d.Y), Z: math.Copysign(h.Z, d.Z)}
	c := p.Sub(axes.TMulVec(half))
	var q geom.Mat
	for i := range 9 {
		n.Q[i][0] = float32(axes[i])
		q[i] = float64(n.Q[i][0])
	}
	for k := range 3 {
		n.C[k][0] = float32(c.At(k))
	}
	// p = C + Σ sⱼQⱼ, solved by Cramer's rule.
	r := p.Sub(geom.Vec{X: float64(n.C[0][0]), Y: float64(n.C[1][0]), Z: float64(n.C[2][0])})
	whole := q.Row(0).Dot(q.Row(1).Cross(q.Row(2)))
	for j := range 3 {
		s := r.Dot(q.Row((j+1)%3).Cross(q.Row((j+2)%3))) / whole
		n.H[j][0] = math.Nextafter32(float32(math.Abs(s)*(1+0x1p-50)), math.MaxFloat32)
		if n.H[j][0] > 1e6 {
			return false
		}
	}
	return true
}
