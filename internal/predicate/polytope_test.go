package predicate

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/internal/require"
)

// manyPoints draws 9 to 20 points: on a lattice, on a ball, in a plane, on a line, nearly so, or with repeats.
func manyPoints(r *rand.Rand) []geom.Vec {
	v := make([]geom.Vec, 9+r.IntN(12))
	way := r.IntN(6)
	pose := randomPose(r)
	for i := range v {
		switch v[i] = nearLattice(r); way {
		case 0: // a ball
			v[i] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
			v[i] = v[i].Scale(1 / v[i].Norm())
		case 1:
			v[i].Z = 0
		case 2:
			v[i] = geom.Vec{X: float64(r.IntN(9)), Y: 1}
		case 3: // a turned plane, rounded
			v[i].Z = 0
			v[i] = pose.Apply(v[i])
		case 4:
			v[i] = v[r.IntN(i+1)]
		}
	}
	return v
}

// TestLargeHulls compares hulls of many points with the oracle.
func TestLargeHulls(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 20))
	counts := map[bool]int{}
	cases := require.Samples(400, 25, 13)
	for i := range cases {
		points := manyPoints(r)
		h := hullOf(points...)
		q := geom.Triangle{nearLattice(r), nearLattice(r), nearLattice(r)}
		s := geom.Sphere{Center: nearLattice(r), Radius: float64(r.IntN(3)) / 2}
		var tally Tally
		want := oracle.Meet(points, q[:])
		counts[want]++
		if got := tally.HullTriangle(h, &q); got != want {
			t.Fatalf("%v and %v: %v, want %v", points, q, got, want)
		}
		if want := oracle.Reaches(&s, points); tally.HullSphere(h, &s) != want {
			t.Fatalf("%v and %v: want %v", points, s, want)
		}
		if want := oracle.Meet(points, []geom.Vec{q[0]}); tally.HullContains(h, q[0]) != want {
			t.Fatalf("%v contains %v: want %v", points, q[0], want)
		}
		other := smallHull(r)
		if i%2 == 0 {
			other = manyPoints(r)
		}
		if want := oracle.Meet(points, other); tally.HullHull(h, hullOf(other...)) != want || tally.HullHull(hullOf(other...), h) != want {
			t.Fatalf("%v and %v: want %v", points, other, want)
		}
		if i%16 == 0 {
			a := drawAxial(r, false)
			if want := oracle.CapsuleMeets(a.A, a.B, a.Radius, points[:9], 0); tally.HullAxial(hullOf(points[:9]...), a) != want {
				t.Fatalf("%v and %+v: want %v", points, *a, want)
			}
		}
	}
	if counts[true] < cases/8 || counts[false] < cases/8 {
		t.Errorf("%v: the draws prove little", counts)
	}
}

// TestPolytopes: the triangles of a solid hull are closed, turn outward and have all points behind them.
func TestPolytopes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 20))
	for range 500 {
		points := manyPoints(r)
		var p polytope
		p.set(points)
		edges := map[[2]geom.Vec]int{}
		for i := range p.tri {
			q := &p.tri[i]
			for k := range q {
				edges[[2]geom.Vec{q[k], q[(k+1)%3]}]++
			}
			for _, x := range points {
				if s := Orient3D(q[0], q[1], q[2], x); s > 0 || !p.solid && s != 0 {
					t.Fatalf("%v: %v is beyond %v", points, x, *q)
				}
			}
			if p.solid && Collinear(q[0], q[1], q[2]) {
				t.Fatalf("%v: %v has no area", points, *q)
			}
		}
		for e, n := range edges {
			if p.solid && (n != 1 || edges[[2]geom.Vec{e[1], e[0]}] != 1) {
				t.Fatalf("%v: the edge %v is there %d times, %d back", points, e, n, edges[[2]geom.Vec{e[1], e[0]}])
			}
		}
	}
}
