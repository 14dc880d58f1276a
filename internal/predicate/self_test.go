package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// oracleSelf decides by the definition in design: the hull of the shared corners
// against the intersection found by clipping.
func oracleSelf(localP, localQ, p, q *geom.Triangle) bool {
	if sameCorners(localP, localQ) && sameCorners(localQ, localP) {
		return true
	}
	v := integral(p[0], p[1], p[2], q[0], q[1], q[2])
	var shared []ov
	for i := range localP {
		if hasCorner(localQ, localP[i]) {
			shared = append(shared, v[i])
		}
	}
	common := clip(v[:3:3], halfSpacesOf(v[3], v[4], v[5]))
	if len(shared) == 0 {
		return len(common) > 0
	}
	for len(shared) < 3 {
		shared = append(shared, shared[0])
	}
	hull := halfSpacesOf(shared[0], shared[1], shared[2])
	for _, x := range common {
		if len(clip([]ov{x}, hull)) == 0 {
			return true
		}
	}
	return false
}

func hasCorner(t *geom.Triangle, v geom.Vec) bool { return t[0] == v || t[1] == v || t[2] == v }

func sameCorners(p, q *geom.Triangle) bool {
	return hasCorner(q, p[0]) && hasCorner(q, p[1]) && hasCorner(q, p[2])
}

func checkSelf(t *testing.T, localP, localQ, p, q *geom.Triangle) bool {
	t.Helper()
	want := oracleSelf(localP, localQ, p, q)
	if got := SelfContact(localP, localQ, p, q); got != want {
		t.Fatalf("SelfContact(%v, %v, %v, %v) = %v, want %v", *localP, *localQ, *p, *q, got, want)
	}
	if got := SelfContact(localQ, localP, q, p); got != want {
		t.Fatalf("SelfContact is not symmetric on %v, %v, %v, %v", *localP, *localQ, *p, *q)
	}
	return want
}

// sharing draws two triangles of which the second takes n corners of the first.
func sharing(r *rand.Rand, n int, draw func() geom.Triangle) (p, q geom.Triangle) {
	p, q = draw(), draw()
	perm := r.Perm(3)
	at := r.IntN(3)
	for i := range n {
		q[(at+i)%3] = p[perm[i]]
	}
	return p, q
}

func TestSelfContactAgainstDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	poses := map[string]func(geom.Vec) geom.Vec{
		"as is":      func(v geom.Vec) geom.Vec { return v },
		"flattened":  func(v geom.Vec) geom.Vec { return geom.Vec{X: v.X + v.Z, Y: v.Y, Z: v.Y} },
		"to a line":  func(v geom.Vec) geom.Vec { return geom.Vec{X: v.X, Y: 2 * v.X, Z: 1} },
		"to a point": func(geom.Vec) geom.Vec { return geom.Vec{X: 0.1} },
		"rounded":    func(v geom.Vec) geom.Vec { return geom.Vec{X: 0x1p52 + v.X*0.4, Y: v.Y, Z: v.Z} },
		"shifted":    func(v geom.Vec) geom.Vec { return geom.Vec{X: 1e9 + v.X/3, Y: v.Y / 3, Z: v.Z / 3} },
	}
	cases := require.Samples(400, 60, 30)
	for name, pose := range poses {
		for shared := range 4 {
			var hits int
			for range cases {
				size := 2 + r.IntN(4)
				p, q := sharing(r, shared, func() geom.Triangle { return latticeTriangle(r, size) })
				var wp, wq geom.Triangle
				for i := range 3 {
					wp[i], wq[i] = pose(p[i]), pose(q[i])
				}
				if checkSelf(t, &p, &q, &wp, &wq) {
					hits++
				}
			}
			if shared < 3 && name != "to a point" && (hits == 0 || hits == cases) {
				t.Errorf("%s, %d shared: %d of %d in contact", name, shared, hits, cases)
			}
		}
	}
}

func TestSelfContactOffTheLattice(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	cases := require.Samples(1000, 125, 63)
	for shared := range 3 {
		var hits int
		for range cases {
			p, q := sharing(r, shared, func() geom.Triangle { return normalTriangle(r) })
			if checkSelf(t, &p, &q, &p, &q) {
				hits++
			}
		}
		if shared < 2 && (hits < cases/20 || hits > cases*19/20) {
			t.Errorf("%d shared: %d of %d in contact", shared, hits, cases)
		}
	}
}

// TestSelfContactOfEqualTriangles: triangles with the same corners are in contact, whatever their order
// and whether or not they span a plane.
func TestSelfContactOfEqualTriangles(t *testing.T) {
	for _, p := range []geom.Triangle{{{X: 1}, {Y: 1}, {Z: 1}}, {{X: 1}, {X: 2}, {X: 3}}, {{X: 1}, {X: 1}, {X: 3}}, {{X: 1}, {X: 1}, {X: 1}}} {
		for i := range 3 {
			for k := 1; k < 3; k++ {
				q := geom.Triangle{p[i], p[(i+k)%3], p[(i+2*k)%3]}
				if !SelfContact(&p, &q, &p, &q) {
					t.Errorf("%v and %v are in no contact", p, q)
				}
			}
		}
	}
}

func TestSelfContactMinusZero(t *testing.T) {
	minus := math.Copysign(0, -1)
	p := geom.Triangle{{}, {X: 1}, {Y: 1}}
	q := geom.Triangle{{X: minus, Y: minus, Z: minus}, {X: -1, Z: 1}, {Y: -1, Z: 1}}
	if SelfContact(&p, &q, &p, &q) {
		t.Error("0 and −0 are one corner, so these triangles share it and nothing else")
	}
}

// A usual mesh pair must not reach the exact stage.
func TestSelfContactHotPath(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	var tally Tally
	for range 1000 {
		p, q := sharing(r, 1+r.IntN(2), func() geom.Triangle { return normalTriangle(r) })
		tally.SelfContact(&p, &q, &p, &q)
	}
	if tally.Exact != 0 {
		t.Errorf("%d of 1000 pairs in general position needed exact arithmetic", tally.Exact)
	}
}
