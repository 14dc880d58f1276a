package predicate

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// benchPairs draws pairs that keep accepts, so that branches are not foreseen.
func benchPairs(draw func(*rand.Rand) [2]geom.Triangle, keep func(*[2]geom.Triangle) bool) []([2]geom.Triangle) {
	r := rand.New(rand.NewPCG(51, 52))
	var out [][2]geom.Triangle
	for len(out) < 1024 {
		if p := draw(r); keep(&p) {
			out = append(out, p)
		}
	}
	return out
}

func anyPair(r *rand.Rand) [2]geom.Triangle {
	return [2]geom.Triangle{normalTriangle(r), normalTriangle(r)}
}

// separatedBy reports which plane separates: 1 for q's, 2 for p's, 0 for neither.
func separatedBy(p *[2]geom.Triangle) int {
	var t Tally
	if s := t.sides(&p[1], &p[0]); s == allAbove || s == allBelow {
		return 1
	}
	if s := t.sides(&p[0], &p[1]); s == allAbove || s == allBelow {
		return 2
	}
	return 0
}

func BenchmarkTriangleTriangle(b *testing.B) {
	grid := func(r *rand.Rand) (p [2]geom.Triangle) {
		p = [2]geom.Triangle{latticeTriangle(r, 1000), latticeTriangle(r, 1000)}
		for i := range 3 {
			p[0][i] = geom.Vec{X: p[0][i].X / 8, Y: p[0][i].Y / 8, Z: 0.125}
			p[1][i] = geom.Vec{X: p[1][i].X / 8, Y: p[1][i].Y / 8, Z: 0.125}
		}
		return p
	}
	tilted := func(r *rand.Rand) [2]geom.Triangle { // coplanar except for rounding
		p := grid(r)
		for i := range p {
			for k := range p[i] {
				p[i][k].X /= 3
				p[i][k].Z = 0.3*p[i][k].X + 0.7*p[i][k].Y
			}
		}
		return p
	}
	all := func(*[2]geom.Triangle) bool { return true }
	for _, c := range []struct {
		name string
		draw func(*rand.Rand) [2]geom.Triangle
		keep func(*[2]geom.Triangle) bool
	}{
		{"first-plane", anyPair, func(p *[2]geom.Triangle) bool { return separatedBy(p) == 1 }},
		{"second-plane", anyPair, func(p *[2]geom.Triangle) bool { return separatedBy(p) == 2 }},
		{"planes-cross-apart", anyPair, func(p *[2]geom.Triangle) bool {
			return separatedBy(p) == 0 && !TriangleTriangle(&p[0], &p[1])
		}},
		{"crossing", anyPair, func(p *[2]geom.Triangle) bool { return TriangleTriangle(&p[0], &p[1]) }},
		{"coplanar-grid", grid, all},
		{"coplanar-rounded", tilted, all},
	} {
		b.Run(c.name, func(b *testing.B) {
			pairs := benchPairs(c.draw, c.keep)
			var t Tally
			for i := 0; b.Loop(); i++ {
				p := &pairs[i%len(pairs)]
				t.TriangleTriangle(&p[0], &p[1])
			}
		})
	}
}

func BenchmarkSelfContact(b *testing.B) {
	for shared, name := range []string{"apart", "corner", "edge"} {
		b.Run(name, func(b *testing.B) {
			pairs := benchPairs(func(r *rand.Rand) [2]geom.Triangle {
				p, q := sharing(r, shared, func() geom.Triangle { return normalTriangle(r) })
				return [2]geom.Triangle{p, q}
			}, func(p *[2]geom.Triangle) bool { return !SelfContact(&p[0], &p[1], &p[0], &p[1]) })
			var t Tally
			for i := 0; b.Loop(); i++ {
				p := &pairs[i%len(pairs)]
				t.SelfContact(&p[0], &p[1], &p[0], &p[1])
			}
		})
	}
}

func BenchmarkIntersect(b *testing.B) {
	crossing := benchPairs(anyPair, func(p *[2]geom.Triangle) bool { return TriangleTriangle(&p[0], &p[1]) })
	var t Tally
	for i := 0; b.Loop(); i++ {
		p := &crossing[i%len(crossing)]
		t.Intersect(&p[0], &p[1])
	}
}

func BenchmarkHull(b *testing.B) {
	r := rand.New(rand.NewPCG(53, 54))
	var hulls [256]Hull
	var axial [256]Hull
	for i := range hulls {
		p := randomPose(r)
		hulls[i].Set(boxOf(randomHalf(r), &p))
		p.R = geom.Identity.R
		axial[i].Set(boxOf(randomHalf(r), &p))
	}
	v := hulls[0].points
	x := normalTriangle(r)
	s := geom.Sphere{Radius: 0.5}
	var t Tally
	b.Run("set", func(b *testing.B) {
		var h Hull
		for b.Loop() {
			h.Set(v[:])
		}
	})
	run := func(name string, f func(a, c *Hull)) {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				f(&hulls[i&255], &hulls[(i*7+i>>8+1)&255])
			}
		})
	}
	run("boxes", func(a, c *Hull) { t.HullHull(a, c) })
	run("boxes-exact", func(a, c *Hull) { t.hullHullExact(a, c) })
	run("sphere", func(a, _ *Hull) { t.HullSphere(a, &s) })
	run("triangle", func(a, _ *Hull) { t.HullTriangle(a, &x) })
	b.Run("axial", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			t.HullHull(&axial[i&255], &axial[(i*7+i>>8+1)&255])
		}
	})
}

func BenchmarkSphereTriangle(b *testing.B) {
	pairs := benchPairs(anyPair, func(*[2]geom.Triangle) bool { return true })
	var t Tally
	for i := 0; b.Loop(); i++ {
		p := &pairs[i%len(pairs)]
		t.SphereTriangle(&geom.Sphere{Center: p[0][0], Radius: 0.75}, &p[1])
	}
}
