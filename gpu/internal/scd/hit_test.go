package scd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/predicate"
)

// hitCase is an edge's body around which the frame lies, and a triangle.
type hitCase struct {
	name string
	make func(r *rand.Rand) (a, b geom.Vec, q geom.Triangle)
}

func grid3(r *rand.Rand, n int) geom.Vec {
	return geom.Vec{X: float64(r.IntN(n)), Y: float64(r.IntN(n)), Z: float64(r.IntN(n))}
}

// inside is a point of the triangle, up to rounding.
func inside(r *rand.Rand, q *geom.Triangle) geom.Vec {
	u, v := r.Float64(), r.Float64()
	if u+v > 1 {
		u, v = 1-u, 1-v
	}
	switch r.IntN(4) {
	case 0:
		u = 0
	case 1:
		u, v = 0, float64(r.IntN(2))
	}
	return q[0].Add(q[1].Sub(q[0]).Scale(u)).Add(q[2].Sub(q[0]).Scale(v))
}

var hitCases = []hitCase{
	{"anywhere", func(r *rand.Rand) (a, b geom.Vec, q geom.Triangle) {
		return gputest.Uniform(r, 1), gputest.Uniform(r, 1), geom.Triangle{gputest.Uniform(r, 1), gputest.Uniform(r, 1), gputest.Uniform(r, 1)}
	}},
	{"on a lattice", func(r *rand.Rand) (a, b geom.Vec, q geom.Triangle) {
		return grid3(r, 4), grid3(r, 4), geom.Triangle{grid3(r, 4), grid3(r, 4), grid3(r, 4)}
	}},
	{"small and near", func(r *rand.Rand) (a, b geom.Vec, q geom.Triangle) {
		c, s := gputest.Uniform(r, 1), math.Ldexp(1, -r.IntN(25))
		at := func() geom.Vec { return c.Add(gputest.Uniform(r, s)) }
		return at(), at(), geom.Triangle{at(), at(), at()}
	}},
	{"ending on it", func(r *rand.Rand) (a, b geom.Vec, q geom.Triangle) { // t = len
		q = geom.Triangle{gputest.Uniform(r, 1), gputest.Uniform(r, 1), gputest.Uniform(r, 1)}
		return gputest.Uniform(r, 1), inside(r, &q), q
	}},
	{"starting at a corner", func(r *rand.Rand) (a, b geom.Vec, q geom.Triangle) { // t = 0
		q = geom.Triangle{gputest.Uniform(r, 1), gputest.Uniform(r, 1), gputest.Uniform(r, 1)}
		return q[r.IntN(3)], gputest.Uniform(r, 1), q
	}},
	{"along its edge", func(r *rand.Rand) (a, b geom.Vec, q geom.Triangle) {
		q = geom.Triangle{gputest.Uniform(r, 1), gputest.Uniform(r, 1), gputest.Uniform(r, 1)}
		return q[0], q[1], q
	}},
	{"coplanar", func(r *rand.Rand) (a, b geom.Vec, q geom.Triangle) {
		flat := func() geom.Vec { v := gputest.Uniform(r, 1); v.Z = 0.25; return v }
		return flat(), flat(), geom.Triangle{flat(), flat(), flat()}
	}},
	{"a needle", func(r *rand.Rand) (a, b geom.Vec, q geom.Triangle) {
		q = geom.Triangle{gputest.Uniform(r, 1), gputest.Uniform(r, 1)}
		q[2] = q[1].Add(gputest.Uniform(r, math.Ldexp(1, -r.IntN(30))))
		return gputest.Uniform(r, 1), inside(r, &q), q
	}},
	{"a giant", func(r *rand.Rand) (a, b geom.Vec, q geom.Triangle) {
		s := math.Ldexp(1, r.IntN(22))
		return gputest.Uniform(r, 1), gputest.Uniform(r, 1), geom.Triangle{gputest.Uniform(r, s), gputest.Uniform(r, s), gputest.Uniform(r, s)}
	}},
}

// hits runs the contract as the devices do. known is false where the frame does
// not take the edge or the triangle.
func hits(a, b geom.Vec, q *geom.Triangle, others ...geom.Vec) (hit, known bool) {
	f := newEdgeFrame(append(others, a, b))
	var e edgeTexel
	var r record
	if !f.edge(a, b, &e) {
		return false, false
	}
	far := 1 / (2 * e.len)
	if !f.triangle(q, far, &r) {
		return false, false
	}
	return scdTriangle(&e, &r) <= scdDepth(&e, far), true
}

// TestNoHitIsLost compares with the exact test, over all sizes that float64 has.
func TestNoHitIsLost(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, c := range hitCases {
		touching, candidates, unknown := 0, 0, 0
		const n = 20000
		for range n {
			a, b, q := c.make(r)
			other := gputest.Uniform(r, 1) // more of the body
			if e := r.IntN(8); e < 3 {
				s := math.Ldexp(1, []int{-1060, 300, 1000}[e])
				for _, v := range []*geom.Vec{&a, &b, &q[0], &q[1], &q[2], &other} {
					*v = v.Scale(s)
				}
			}
			want := predicate.SegmentTriangle(a, b, &q)
			got, known := hits(a, b, &q, other)
			switch {
			case !known:
				unknown++
			case want && !got:
				t.Fatalf("%s: lost %v %v with %v", c.name, a, b, q)
			case got:
				candidates++
			}
			if want && known {
				touching++
			}
		}
		t.Logf("%-20s touching %5d, candidates %5d, not taken %5d of %d", c.name, touching, candidates, unknown, n)
		if c.name == "anywhere" && (candidates > touching+touching/100+2 || touching < n/100) {
			t.Errorf("%d candidates of which %d touch", candidates, touching)
		}
	}
}

func TestNoEdgeInABoxIsLost(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	through, candidates := 0, 0
	for range 50000 {
		a, b := gputest.Uniform(r, 1), gputest.Uniform(r, 1)
		o := volume.OBB{Center: gputest.Uniform(r, 1), Axes: volume.Eigenvectors(gputest.Symmetric(r)), Half: [3]float64{r.Float64() / 8, r.Float64() / 8, 0}}
		if r.IntN(4) == 0 {
			o.Axes = geom.Identity.R
			b = geom.Vec{X: a.X, Y: b.Y, Z: a.Z} // parallel to two slabs
		}
		if r.IntN(2) == 0 { // a corner of the box, or its middle, on the edge
			p := a.Add(b.Sub(a).Scale(r.Float64()))
			o.Center = p
			if r.IntN(2) == 0 {
				o.Center = p.Add(o.Axes.TMulVec(geom.Vec{X: o.Half[0], Y: -o.Half[1]}))
			}
		}
		p := closestSample(a, b, &o)
		o.Half[2] = 1e-12 // the box is the flat one, rounded outward as SetHalf does
		o.Half[0], o.Half[1] = o.Half[0]+1e-12, o.Half[1]+1e-12
		f := newEdgeFrame([]geom.Vec{a, b, gputest.Uniform(r, 1)})
		var e edgeTexel
		var rec record
		if !f.edge(a, b, &e) {
			continue
		}
		f.box(&o, 1/(2*e.len), &rec)
		hit := scdBox(&e, &rec) <= scdDepth(&e, rec[3])
		if o.Contains(p) {
			through++
			if !hit {
				t.Fatalf("lost edge %v %v through %+v", a, b, o)
			}
		}
		if hit {
			candidates++
		}
	}
	t.Logf("%d through the box, %d candidates", through, candidates)
}

// closestSample is the point of the edge nearest to the box's centre.
func closestSample(a, b geom.Vec, o *volume.OBB) geom.Vec {
	d := b.Sub(a)
	t := min(max(o.Center.Sub(a).Dot(d)/d.Dot(d), 0), 1)
	return a.Add(d.Scale(t))
}

func FuzzNoHitIsLost(f *testing.F) {
	f.Add(0., 0., 0., 1., 0., 0., .5, -1., -1., .5, 1., -1., .5, 0., 1.)
	f.Fuzz(func(t *testing.T, ax, ay, az, bx, by, bz, px, py, pz, qx, qy, qz, rx, ry, rz float64) {
		a, b := geom.Vec{X: ax, Y: ay, Z: az}, geom.Vec{X: bx, Y: by, Z: bz}
		q := geom.Triangle{{X: px, Y: py, Z: pz}, {X: qx, Y: qy, Z: qz}, {X: rx, Y: ry, Z: rz}}
		for _, v := range []geom.Vec{a, b, q[0], q[1], q[2]} {
			if !v.IsFinite() {
				return
			}
		}
		if hit, known := hits(a, b, &q); known && !hit && predicate.SegmentTriangle(a, b, &q) {
			t.Errorf("lost %v %v with %v", a, b, q)
		}
	})
}
