package scd

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/predicate"
)

// Contracts of scd3.glsl and apart.glsl, operation by operation in float32. A device may
// round otherwise, as far as the bounds allow.

const unit23 = 0x1p-23

// refMeets is meets: false only where the edge is surely off the box.
func refMeets(p, q, lo, hi [3]float32, bound float32) bool {
	var d, h, k [3]float32
	for i := range 3 {
		h[i], k[i] = 0.5*q[i]-0.5*p[i], 0.5*hi[i]-0.5*lo[i]
		d[i] = (0.5*q[i] + 0.5*p[i]) - (0.5*hi[i] + 0.5*lo[i])
	}
	pad := bound + 24*unit23
	for i := range 3 {
		if abs32(d[i]) > k[i]+abs32(h[i])+pad {
			return false
		}
	}
	x := cross32(d, h)
	for i := range 3 {
		j, l := (i+1)%3, (i+2)%3
		g, f := abs32(h[j]), abs32(h[l])
		if abs32(x[i]) > float32(k[j]*f)+float32(k[l]*g)+float32((g+f)*pad)+0x1p-120 {
			return false
		}
	}
	return true
}

// refCrosses is crosses: true only where the edge surely goes through the triangle.
func refCrosses(p, q [3]float32, b [3][3]float32, e, m float32) bool {
	bound := float32(float32(m*m)*(160*e+800*unit23*m)) + 0x1p-120
	n, d := cross32(sub32(b[1], b[0]), sub32(b[2], b[0])), sub32(q, p)
	s, t := dot32(n, sub32(p, b[0])), dot32(n, sub32(q, b[0]))
	if max(s, t) <= bound || min(s, t) >= -bound {
		return false
	}
	var k [3]float32
	for i := range k {
		k[i] = dot32(d, cross32(sub32(b[i], p), sub32(b[(i+1)%3], p)))
	}
	return min(k[0], k[1], k[2]) > bound || max(k[0], k[1], k[2]) < -bound
}

func sub32(a, b [3]float32) [3]float32 { return [3]float32{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// TestSureCrossings: an edge that is said to cross a triangle does, and most that do are
// seen to.
func TestSureCrossings(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, c := range hitCases {
		touching, sure := 0, 0
		for range 20000 {
			a, b, q := c.make(r)
			size := max(a.MaxAbs(), b.MaxAbs(), q[0].MaxAbs(), q[1].MaxAbs(), q[2].MaxAbs())
			for _, p := range []*geom.Vec{&a, &b, &q[0], &q[1], &q[2]} {
				*p = p.Scale(1 / size)
			}
			p := models.Vec32(a)
			end := sub32(models.Vec32(b), p)
			corners := [3][3]float32{sub32(models.Vec32(q[0]), p), sub32(models.Vec32(q[1]), p), sub32(models.Vec32(q[2]), p)}
			m := max(abs32(end[0]), abs32(end[1]), abs32(end[2]))
			for _, v := range corners {
				m = max(m, abs32(v[0]), abs32(v[1]), abs32(v[2]))
			}
			touches := predicate.SegmentTriangle(a, b, &q)
			if touches {
				touching++
			}
			if refCrosses([3]float32{}, end, corners, 2*0x1p-24, m) { // both are rounded
				sure++
				if !touches {
					t.Fatalf("%s: %v %v does not cross %v", c.name, a, b, q)
				}
			}
		}
		t.Logf("%-20s touching %5d, surely %5d", c.name, touching, sure)
		if c.name == "anywhere" && sure < touching*9/10 {
			t.Errorf("%d of %d crossings are sure", sure, touching)
		}
	}
}

// TestNoEdgeOffABox: an edge that has a point in a box meets it; of those far off, few do.
func TestNoEdgeOffABox(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for range 50000 {
		a, b := gputest.Uniform(r, 1), gputest.Uniform(r, 1)
		if r.IntN(4) == 0 {
			b.X = a.X
		}
		p := a.Add(b.Sub(a).Scale(r.Float64())) // a corner of the box, or inside
		one := geom.Vec{X: 1, Y: 1, Z: 1}
		q := p.Add(gputest.Uniform(r, 0.25)).Min(one).Max(one.Scale(-1))
		lo, hi := p.Min(q), p.Max(q)
		if !refMeets(models.Vec32(a), models.Vec32(b), models.Vec32(lo), models.Vec32(hi), 2*0x1p-24) {
			t.Fatalf("lost %v %v at %v %v", a, b, lo, hi)
		}
	}
	near := 0
	for range 20000 {
		a, c := gputest.Uniform(r, 0.5), gputest.Uniform(r, 0.5)
		b := a.Add(gputest.Uniform(r, 0.2))
		h := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}.Scale(0.1)
		box := geom.AABB{Min: c.Sub(h), Max: c.Add(h)}
		meets := refMeets(models.Vec32(a), models.Vec32(b), models.Vec32(box.Min), models.Vec32(box.Max), 2*0x1p-24)
		if meets && !crossesBox(a, b, &box) {
			near++
		}
	}
	if near > 2 {
		t.Errorf("%d edges meet boxes they are off", near)
	}
}

// crossesBox clips an edge by the slabs of a box.
func crossesBox(a, b geom.Vec, box *geom.AABB) bool {
	lo, hi := 0.0, 1.0
	for k := range 3 {
		d := b.At(k) - a.At(k)
		x, y := (box.Min.At(k)-a.At(k))/d, (box.Max.At(k)-a.At(k))/d
		lo, hi = max(lo, min(x, y)), min(hi, max(x, y))
	}
	return lo <= hi
}
