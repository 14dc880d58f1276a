package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// TestPiercesByItsDefinition: an edge passes through the inside of a triangle where its ends are on either side of it and the edge passes all three edges on one
// side, by volumes of integers.
func TestPiercesByItsDefinition(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 28))
	var tally Tally
	seen := map[bool]int{}
	for range require.Samples(200_000, 30_000, 10_000) {
		scale := math.Ldexp(1, r.IntN(400)-200)
		var p, q [3][3]int64
		flat := r.IntN(9)
		for k := range 3 {
			for i := range 3 {
				p[k][i], q[k][i] = r.Int64N(7)-3, r.Int64N(7)-3
			}
			if flat < 3 { // both in one plane
				p[k][flat], q[k][flat] = 1, 1
			}
		}
		a, b := ofIntegers(&p, scale), ofIntegers(&q, scale)
		there, back := piercesByVolumes(&p, &q), piercesByVolumes(&q, &p)
		seen[there]++
		if got := tally.Pierces(&a, &b); got != there {
			t.Fatalf("%v through %v: %v", p, q, got)
		}
		plane := tally.PlaneOf(&a)
		if got := tally.PiercesPlane(&plane, &b); got != (there || back) {
			t.Fatalf("%v and %v: %v", p, q, got)
		}
	}
	if seen[true] < 500 || seen[false] < 500 {
		t.Errorf("draws %v", seen)
	}
}

func ofIntegers(p *[3][3]int64, scale float64) (t geom.Triangle) {
	for k, c := range p {
		t[k] = geom.Vec{X: float64(c[0]), Y: float64(c[1]), Z: float64(c[2])}.Scale(scale)
	}
	return t
}

func piercesByVolumes(p, q *[3][3]int64) bool {
	for k := range 3 {
		a, b := p[k], p[(k+1)%3]
		if volumeSign(q[0], q[1], q[2], a)*volumeSign(q[0], q[1], q[2], b) >= 0 {
			continue
		}
		sides := volumeSign(a, b, q[0], q[1]) + volumeSign(a, b, q[1], q[2]) + volumeSign(a, b, q[2], q[0])
		if sides == 3 || sides == -3 {
			return true
		}
	}
	return false
}

// volumeSign is the sign of the volume of the tetrahedron abcd.
func volumeSign(a, b, c, d [3]int64) int {
	var u, v, w [3]int64
	for i := range 3 {
		u[i], v[i], w[i] = b[i]-a[i], c[i]-a[i], d[i]-a[i]
	}
	x := u[0]*(v[1]*w[2]-v[2]*w[1]) - u[1]*(v[0]*w[2]-v[2]*w[0]) + u[2]*(v[0]*w[1]-v[1]*w[0])
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// TestPlanesOfGridsKnowTheirNormals: on a grid the normal of a triangle and the way to a point are float64, so that the side of a point in the plane is known
// without the dynamic stages.
func TestPlanesOfGridsKnowTheirNormals(t *testing.T) {
	var tally Tally
	q := geom.Triangle{{X: 1, Y: 2, Z: 3}, {X: 5, Y: 3, Z: 1}, {X: 2, Y: 7, Z: 4}}
	plane := tally.PlaneOf(&q)
	in := q[0].Add(q[1]).Sub(q[2])
	for x, want := range map[geom.Vec]int{in: 0, in.Add(geom.Vec{Z: 0x1p-40}): Orient3D(q[0], q[1], q[2], in.Add(geom.Vec{Z: 1}))} {
		if s, certain := plane.exactSide(&tally, x); !certain || s != want {
			t.Errorf("%v: %d, %v, want %d", x, s, certain, want)
		}
	}
	for k := range 3 { // a coordinate of any component that is not on the grid
		p := q
		switch k {
		case 0:
			p[1].X += 0x1p-50
			p[2].Y += 0x1p-50
		case 1:
			p[1].Y += 0x1p-50
			p[2].Z += 0x1p-50
		case 2:
			p[1].Z += 0x1p-50
			p[2].X += 0x1p-50
		}
		plane := tally.PlaneOf(&p)
		if _, certain := plane.exactSide(&tally, in); certain {
			t.Errorf("%d: the normal is not float64", k)
		}
	}
}

// TestFrontIsMetToTheLeft: the side of a triangle that its normal points to is met first when its half plane turns left about an edge, if the normal points left.
func TestFrontIsMetToTheLeft(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 29))
	var tally Tally
	seen := map[bool]int{}
	for range require.Cases(20_000, 4_000) {
		var q [3][3]int64
		for k := range 3 {
			for i := range 3 {
				q[k][i] = r.Int64N(7) - 3
			}
		}
		p := ofIntegers(&q, math.Ldexp(1, r.IntN(200)-100))
		if Collinear(p[0], p[1], p[2]) {
			continue
		}
		a, b, u := p[0], p[1], p[2]
		if r.IntN(2) == 0 {
			a, b = b, a
		}
		left := b.Sub(a).Cross(u.Sub(a)) // from u, as the plane turns left about ab
		want := left.Dot(p.Normal()) > 0
		seen[want]++
		if tally.FrontLeft(a, b, u, &p) != want {
			t.Fatalf("%v about %v to %v: %v", p, a, b, !want)
		}
	}
	if seen[true] < 500 || seen[false] < 500 {
		t.Errorf("draws %v", seen)
	}
}

// TestSameWay: along every axis, and against it.
func TestSameWay(t *testing.T) {
	for _, d := range []geom.Vec{{X: 1}, {X: -1, Y: 2, Z: 3}, {Y: 1, Z: -2}, {Y: -1}, {Z: 1}, {Z: -1}} {
		a, c := geom.Vec{X: 1, Y: 2, Z: 3}, geom.Vec{X: 1, Y: 2, Z: 3}.Add(d.Scale(5))
		if !SameWay(a, a.Add(d), c, c.Add(d.Scale(2))) || SameWay(a, a.Add(d), c, c.Sub(d)) || SameWay(a.Add(d), a, c, c.Add(d)) {
			t.Errorf("%v: the ways along it are mixed up", d)
		}
	}
}

// TestApartIsNotZero: bodies that share no point are at least the least number apart.
func TestApartIsNotZero(t *testing.T) {
	g := Gap{}
	g.Apart()
	if g.Lo != math.SmallestNonzeroFloat64 || g.Hi != math.SmallestNonzeroFloat64 {
		t.Errorf("%v to %v", g.Lo, g.Hi)
	}
	g = Gap{Lo: 1, Hi: 2}
	if g.Apart(); g.Lo != 1 || g.Hi != 2 {
		t.Errorf("%v to %v", g.Lo, g.Hi)
	}
}
