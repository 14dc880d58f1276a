package volume

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

func randomVec(r *rand.Rand, s float64) geom.Vec {
	return geom.Vec{X: s * r.NormFloat64(), Y: s * r.NormFloat64(), Z: s * r.NormFloat64()}
}

func cloud(r *rand.Rand, s float64) []geom.Vec {
	p := make([]geom.Vec, 3+r.IntN(10))
	at := randomVec(r, s)
	for i := range p {
		p[i] = at.Add(randomVec(r, s))
	}
	return p
}

func turn(r *rand.Rand) geom.Mat {
	m := Eigenvectors(geom.Mat{r.NormFloat64(), 1, 2, 1, r.NormFloat64(), 3, 2, 3, r.NormFloat64()})
	return m
}

// scales reach from subnormal coordinates to the largest that filters see.
var scales = []float64{0x1p-1068, 0x1p-1000, 0x1p-537, 1e-20, 1, 1e9, 0x1p490}

func TestVolumesHoldTheirPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		s := scales[r.IntN(len(scales))]
		p := cloud(r, s)
		each := func(f func(geom.Vec)) {
			for _, x := range p {
				f(x)
			}
		}
		b := geom.BoundsOf(p)
		h := SphereOBB{OBB: OBB{Center: b.Center(), Axes: turn(r)}}
		h.Fit(each)
		ball := Ball{Center: b.Center()}
		ball.SetRadius(each)
		d := EmptyDOP()
		each(d.Extend)
		for _, x := range p {
			if !h.Contains(x) || !ball.Contains(x) || !d.Contains(x) {
				t.Fatalf("scale %g: %v is outside its volume %+v, %+v or %+v", s, x, h, ball, d)
			}
			for _, c := range []geom.AABB{h.Bounds(), ball.Bounds(), d.Bounds()} {
				if !c.Contains(x) {
					t.Fatalf("scale %g: %v is outside the bounds %v", s, x, c)
				}
			}
		}
		// Far points are outside: the volumes are no larger than they need be.
		out := b.Max.Add(b.Size().Scale(20))
		if s > 0x1p-1000 && (h.Contains(out) || ball.Contains(out) || d.Contains(out)) {
			t.Fatalf("scale %g: %v is inside", s, out)
		}
		if small := (OBB{Center: h.Center, Axes: h.Axes}); s > 0x1p-1000 && small.Contains(b.Max.Add(b.Size())) {
			t.Fatal("a box without extent holds a point")
		}
	}
}

// Two clouds that share a point are never apart, without a margin for DOPs in
// the same coordinates, with a small one otherwise, turned or not; clouds well
// apart are told so.
func TestApartIsSafeAndTight(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	told := map[string]int{}
	const n = 4000
	for range n {
		s := scales[1+r.IntN(len(scales)-1)]
		p, q := cloud(r, s), cloud(r, s)
		p[0] = q[0]
		if r.IntN(3) == 0 {
			p[0] = p[1]
			away := randomVec(r, 20*s)
			for i := range q {
				q[i] = q[i].Add(away)
			}
			judge(t, p, q, s, false, told)
			continue
		}
		judge(t, p, q, s, true, told)
	}
	for _, kind := range []string{"obb", "ball", "dop", "hybrid"} {
		if told[kind] < n/8 {
			t.Errorf("%s told %d of about %d apart", kind, told[kind], n/3)
		}
	}
}

func judge(t *testing.T, p, q []geom.Vec, s float64, touching bool, told map[string]int) {
	t.Helper()
	each := func(ps []geom.Vec) func(func(geom.Vec)) {
		return func(f func(geom.Vec)) {
			for _, x := range ps {
				f(x)
			}
		}
	}
	r := rand.New(rand.NewPCG(uint64(len(p)), uint64(len(q))))
	f := geom.Pose{R: turn(r), T: randomVec(r, s)}
	back := geom.Pose{R: geom.Mat{f.R[0], f.R[3], f.R[6], f.R[1], f.R[4], f.R[7], f.R[2], f.R[5], f.R[8]}}
	back.T = back.R.MulVec(f.T).Scale(-1)
	local := make([]geom.Vec, len(p)) // p as seen before the motion f
	reach := f.T.MaxAbs()
	for i := range p {
		local[i] = back.Apply(p[i])
		reach = max(reach, p[i].MaxAbs(), local[i].MaxAbs())
	}
	for i := range q {
		reach = max(reach, q[i].MaxAbs())
	}
	pad := 4096*u*2*reach + 4096*math.SmallestNonzeroFloat64
	fit := func(ps []geom.Vec) SphereOBB {
		b := geom.BoundsOf(ps)
		h := SphereOBB{OBB: OBB{Center: b.Center(), Axes: turn(r)}}
		h.Fit(each(ps))
		return h
	}
	a, b := fit(local), fit(q)
	var c SphereOBB
	a.Turn(&f, &c)
	ballA, ballB := c.ball(), b.ball()
	dp, dq, dl, dt := EmptyDOP(), EmptyDOP(), EmptyDOP(), EmptyDOP()
	each(p)(dp.Extend)
	each(q)(dq.Extend)
	each(local)(dl.Extend)
	dl.Turn(&f, &dt)
	for kind, apart := range map[string]bool{
		"obb": c.OBB.Apart(&b.OBB, pad), "ball": ballA.Apart(&ballB, pad), "hybrid": c.Apart(&b, pad),
		"dop": dp.Apart(&dq, 0), "turned dop": dt.Apart(&dq, pad),
	} {
		if apart && touching {
			t.Fatalf("scale %g: %s says that sets with the common point %v are apart", s, kind, q[0])
		}
		if apart {
			told[kind]++
		}
	}
}

func TestJoinHoldsBoth(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		s := scales[r.IntN(len(scales))]
		a := Ball{randomVec(r, s), math.Abs(s * r.NormFloat64())}
		b := Ball{randomVec(r, s), math.Abs(s * r.NormFloat64())}
		j := a.Join(b)
		for _, x := range []Ball{a, b} {
			if geom.Length(x.Center.Sub(j.Center))+x.Radius > j.Radius {
				t.Fatalf("%v does not hold %v", j, x)
			}
		}
		if most := geom.Length(a.Center.Sub(b.Center)) + a.Radius + b.Radius; s > 0x1p-1000 && j.Radius > most*(1+1e-12) {
			t.Fatalf("%v around %v and %v is too large", j, a, b)
		}
	}
}

func TestEigenvectorsDiagonalise(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 1000 {
		a, b, c := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
		m := geom.Mat{r.NormFloat64(), a, b, a, r.NormFloat64(), c, b, c, r.NormFloat64()}
		v := Eigenvectors(m)
		if p := (geom.Pose{R: v}); p.OrthonormalDefect() > 16*u {
			t.Fatalf("axes off by %g", p.OrthonormalDefect())
		}
		for i := range 3 {
			w := m.MulVec(v.Row(i))
			if off := w.Sub(v.Row(i).Scale(w.Dot(v.Row(i)))); off.MaxAbs() > 1e-13 {
				t.Fatalf("row %d of %v is no eigenvector of %v: off by %v", i, v, m, off)
			}
		}
	}
	if Eigenvectors(geom.Mat{math.NaN()}) != geom.Identity.R {
		t.Error("a matrix that is not finite has other axes than the coordinates'")
	}
}

// Squares of lengths below 2⁻⁵⁰⁰ vanish one by one: balls that touch must not be told apart by them.
func TestTinyBallsTouch(t *testing.T) {
	a := Ball{Radius: 1.4e-162}
	b := Ball{Center: geom.Vec{X: 1.6e-162, Y: 1.6e-162, Z: 1.6e-162}, Radius: 1.4e-162}
	if a.Apart(&b, 0) {
		t.Error("balls of 2.8e-162 together are apart at 2.77e-162")
	}
}
