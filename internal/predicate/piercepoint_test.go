package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestPiercedPoints compares points that two float64 a number round with those of integers: of edges that are nearly
// in the plane of the face, of triangles far from the origin, of slivers and of edges along an axis, at many scales.
func TestPiercedPoints(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 93))
	pierced, certain, plain := 0, 0, 0
	for k := range 20000 {
		p, q := geom.Triangle{random3(r), random3(r), random3(r)}, geom.Triangle{random3(r), random3(r), random3(r)}
		thin := math.Ldexp(1, -r.IntN(50))
		switch k % 7 {
		case 0: // an edge nearly in the plane
			for i := range 2 {
				p[i] = q[0].Scale(0.3).Add(q[1].Scale(0.3)).Add(q[2].Scale(0.4)).Add(random3(r).Scale(thin))
			}
		case 1: // far away
			by := random3(r).Scale(1 / thin)
			for i := range p {
				p[i], q[i] = p[i].Add(by), q[i].Add(by)
			}
		case 2: // slivers
			q[2] = q[0].Scale(0.5).Add(q[1].Scale(0.5)).Add(random3(r).Scale(thin))
		case 3: // along an axis
			p[1].X, p[1].Y = p[0].X, p[0].Y
		case 4: // through a point with few digits
			q = geom.Triangle{{X: -1, Y: -1}, {X: 2, Y: -1}, {X: -1, Y: 2}}
			p[1] = p[0].Scale(-1)
		case 6: // from close to a corner through the face, nearly in the plane
			e, f := q[1].Sub(q[0]), q[2].Sub(q[0])
			p[0] = q[0].Add(e.Add(f).Scale(0x1p-20)).Add(e.Cross(f).Scale(thin * 0x1p-20))
			p[1] = p[0].Add(e.Add(f.Scale(0.1))).Sub(e.Cross(f).Scale(thin))
		}
		scale := math.Ldexp(1, r.IntN(400)-200)
		for i := range p {
			p[i], q[i] = p[i].Scale(scale), q[i].Scale(scale)
		}
		var tally Tally
		a, b, ok := tally.piercingFeatures(&p, &q)
		if !ok {
			continue
		}
		pierced++
		checkShare(t, a, b, &p, &q)
		x, sure := piercedPoint(a, b, &p, &q)
		if k%7 == 5 {
			if plain++; sure {
				certain++
			}
		}
		if !sure {
			continue
		}
		var n Near
		tally.measure(&n, &p, &q, a, b, true)
		if want, _, _ := n.Points(&p, &q); x != want {
			t.Fatalf("%v and %v: %v, want %v", p, q, x, want)
		}
	}
	if pierced < 5000 || plain < 300 || certain < plain*99/100 {
		t.Errorf("%d points, of %d in general position %d are certain", pierced, plain, certain)
	}
}

// TestCrossedPoints compares points in which edges cross that two float64 a number round with those of integers: in planes of
// their own, nearly in one plane, and in one plane, where no plane has the point.
func TestCrossedPoints(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 95))
	few := func() geom.Vec { // digits that leave room for sums
		return geom.Vec{X: float64(r.IntN(2001) - 1000), Y: float64(r.IntN(2001) - 1000), Z: float64(r.IntN(2001) - 1000)}
	}
	crossed, certain, plain := 0, 0, 0
	for k := range 20000 {
		c, v, w, scale := few(), few(), few(), math.Ldexp(1, r.IntN(400)-200)
		p := geom.Triangle{c.Add(v.Scale(float64(1 + r.IntN(9)))), c.Add(v.Scale(float64(-1 - r.IntN(9)))), few()}
		q := geom.Triangle{c.Add(w.Scale(float64(1 + r.IntN(9)))), c.Add(w.Scale(float64(-1 - r.IntN(9)))), few()}
		switch k % 4 {
		case 0: // in one plane
			p[2], q[2] = c.Add(v.Scale(3)).Add(w), c.Sub(v).Sub(w.Scale(2))
		case 1: // nearly
			p[2], q[2] = c.Add(v.Scale(3)).Add(w), c.Sub(v).Sub(w.Scale(2)).Add(few().Scale(0x1p-30))
		}
		turn := r.IntN(9)
		for i := range p {
			p[i], q[i] = p[i].Scale(scale), q[i].Scale(scale)
		}
		p, q = geom.Triangle{p[turn%3], p[(turn+1)%3], p[(turn+2)%3]}, geom.Triangle{q[turn/3], q[(turn/3+1)%3], q[(turn/3+2)%3]}
		var tally Tally
		a, b, ok := tally.crossingFeatures(&p, &q)
		if !ok {
			continue
		}
		crossed++
		x, sure := piercedPoint(a, b, &p, &q)
		if k%4 > 1 {
			if plain++; sure {
				certain++
			}
		}
		if k%4 == 0 && sure && x != c.Scale(scale) && a < FaceFeature && b < FaceFeature {
			t.Fatalf("%v and %v in one plane: %v", p, q, x)
		}
		if !sure {
			continue
		}
		var n Near
		tally.measure(&n, &p, &q, a, b, true)
		if want, other, _ := n.Points(&p, &q); x != want || x != other {
			t.Fatalf("%v and %v: %v, want %v and %v", p, q, x, want, other)
		}
	}
	if crossed < 5000 || plain < 2000 || certain < plain*9/10 {
		t.Errorf("%d points, of %d in planes of their own %d are certain", crossed, plain, certain)
	}
}

// TestOnwardBound compares sums of two float64 with x + t·d, at places where roundings add up: the bound holds, and a
// twelfth of it would not.
func TestOnwardBound(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 94))
	worst := 0.0
	for range 100_000 {
		x, q := math.Ldexp(1+r.Float64(), r.IntN(4)-2), r.Float64()
		h := math.Ldexp(1+r.Float64(), r.IntN(4)-2)
		d := double{hi: h, lo: 0x1p-53 * h * (r.Float64() - 0.5)}
		lo := 3 * 0x1p-53 * q * (2*r.Float64() - 1)
		if r.IntN(2) == 0 {
			x = -x
		}
		s, tail, slack := onwardDoubles(x, q, lo, 0, d)
		share, way := badd(bf(q), bf(lo)), badd(bf(d.hi), bf(d.lo))
		e, _ := babs(bsub(badd(bf(x), bmul(share, way)), badd(bf(s), bf(tail)))).Float64()
		if e > slack {
			t.Fatalf("%v + (%v + %v)·%v is off by %v, the bound is %v", x, q, lo, d, e, slack)
		}
		worst = max(worst, e/slack)
	}
	if worst < 0.08 {
		t.Errorf("the error is at most %v of the bound", worst)
	}
}

// checkShare compares where an edge meets the plane of a face with what two float64 a number give.
func checkShare(t *testing.T, a, b Feature, p, q *geom.Triangle) {
	t.Helper()
	if a == FaceFeature {
		a, p, q = b, q, p
	}
	from, to := p[a-EdgeFeature], p[next[a-EdgeFeature]]
	d := doubleDifference(to, from)
	head, tail, off := doublesThrough(q, from, &d)
	if !(off < 1) {
		return
	}
	o, base := bvOf(from), bvOf(q[0])
	normal := bvOf(q[1]).minus(base).cross(bvOf(q[2]).minus(base))
	above, below := normal.dot(base.minus(o)), normal.dot(bvOf(to).minus(o))
	wrong := babs(bsub(above, bmul(below, badd(bf(head), bf(tail)))))
	if wrong.Cmp(bmul(babs(above), bf(off))) > 0 {
		t.Fatalf("%v and %v: %v + %v is off by more than %v of itself", p, q, head, tail, off)
	}
}
