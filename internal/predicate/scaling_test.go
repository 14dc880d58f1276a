package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
	"github.com/collide-go/collide/internal/require"
)

// A power of two for each axis scales a determinant and changes no sign; one for all axes changes
// no answer. So the stages' ranges can be crossed at will: where a product underflows or overflows
// unseen, an answer changes.

// scaledBy multiplies component k of every point by 2 to the power of e[k], and reports whether that
// is exact.
func scaledBy(x []float64, dims int, e []int) (y []float64, exact bool) {
	y = make([]float64, len(x))
	for i, v := range x {
		k := e[i%dims]
		y[i] = math.Ldexp(v, k)
		if v != 0 && (math.Abs(y[i]) < 0x1p-1021 || math.Abs(y[i]) > 0x1p+1021) {
			return y, false
		}
	}
	return y, true
}

// TestSignsUnderScaling scales points near a line or plane, axis by axis.
func TestSignsUnderScaling(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 5))
	worst, err := hunt.Inputs("testdata/worstsigns.txt")
	if err != nil {
		t.Fatal(err)
	}
	flat, solid := make([]float64, 6), make([]float64, 12)
	scaled := 0
	for round := range 16000 {
		if almostLine(r, flat); round%8 == 0 {
			copy(flat, worst["orient2DSign"])
		}
		if almostPlane(r, solid); round%8 == 0 {
			copy(solid, worst[[]string{"orient3DSign", "planeSign"}[round/8%2]])
		}
		e := []int{r.IntN(2040) - 1020, r.IntN(2040) - 1020, r.IntN(2040) - 1020}
		switch round % 4 {
		case 0: // about where products of two or three vanish or overflow
			e[0] = []int{-540, -536, -500, -360, -357, -350, -180, -175, -150, 100, 150, 340, 510}[r.IntN(13)] + r.IntN(5)
			e[1], e[2] = e[0], e[0]
		case 1:
			e[1] = -1074 - e[0] + r.IntN(30)
			e[2] = e[1]
		}
		if x, exact := scaledBy(flat, 2, e); exact {
			scaled++
			want := Orient2D(flat[0], flat[1], flat[2], flat[3], flat[4], flat[5])
			if got := Orient2D(x[0], x[1], x[2], x[3], x[4], x[5]); got != want {
				t.Fatalf("Orient2D%v = %d, scaled by 2^%v %d", flat, want, e[:2], got)
			}
		}
		if x, exact := scaledBy(solid, 3, e); exact {
			scaled++
			want := Orient3D(vecAt(solid, 0), vecAt(solid, 3), vecAt(solid, 6), vecAt(solid, 9))
			q := geom.Triangle{vecAt(x, 0), vecAt(x, 3), vecAt(x, 6)}
			f := filterOf(q[0], q[1], q[2])
			var tally Tally
			if got, side := Orient3D(q[0], q[1], q[2], vecAt(x, 9)), tally.side(&f, &q, vecAt(x, 9)); got != want || side != want {
				t.Fatalf("Orient3D%v = %d, scaled by 2^%v %d, side %d", solid, want, e, got, side)
			}
		}
	}
	if scaled < 12000 {
		t.Errorf("only %d were scaled exactly", scaled)
	}
}

// shapes is a scene of every kind of shape, close to each other.
type shapes struct {
	a, b    [8]geom.Vec
	q       geom.Triangle
	s, ball geom.Sphere
}

func newShapes(r *rand.Rand) (s shapes) {
	for _, v := range []*[8]geom.Vec{&s.a, &s.b} {
		m := rotation(r)
		c, h := random3(r), random3(r).Scale(0.5)
		for i := range v {
			v[i] = c.Add(m.MulVec(geom.Vec{X: h.X * float64(i&1*2-1), Y: h.Y * float64(i>>1&1*2-1), Z: h.Z * float64(i>>2&1*2-1)}))
		}
	}
	s.q = geom.Triangle{random3(r), random3(r), random3(r)}
	if r.IntN(2) == 0 { // touching except for rounding
		s.q[0] = s.a[0].Add(s.a[1]).Scale(0.5)
		s.b[0] = s.a[2].Add(s.a[7]).Scale(0.5)
	}
	s.s = geom.Sphere{Center: random3(r)}
	s.s.Radius = s.s.Center.Sub(s.q[0].Scale(0.5).Add(s.q[1].Scale(0.5))).Norm()
	s.ball = geom.Sphere{Center: random3(r)}
	s.ball.Radius = math.Abs(s.ball.Center.Sub(s.s.Center).Norm() - s.s.Radius)
	return s
}

func (s *shapes) scaled(e int) (o shapes) {
	by := func(v geom.Vec) geom.Vec { return v.Scale(math.Ldexp(1, e)) }
	for i := range s.a {
		o.a[i], o.b[i] = by(s.a[i]), by(s.b[i])
	}
	for i := range s.q {
		o.q[i] = by(s.q[i])
	}
	o.s = geom.Sphere{Center: by(s.s.Center), Radius: math.Ldexp(s.s.Radius, e)}
	o.ball = geom.Sphere{Center: by(s.ball.Center), Radius: math.Ldexp(s.ball.Radius, e)}
	return o
}

// answers asks every predicate of shapes.
func (s *shapes) answers() (all [9]bool) {
	var a, b, flat Hull
	a.Set(s.a[:])
	b.Set(s.b[:])
	flat.Set(s.q[:])
	return [9]bool{
		HullHull(&a, &b), HullTriangle(&a, &s.q), HullSphere(&a, &s.s), HullContains(&a, s.s.Center), HullSphere(&b, &s.ball),
		SphereSphere(&s.s, &s.ball), SphereTriangle(&s.s, &s.q), SphereTriangle(&s.ball, &s.q), HullHull(&flat, &b),
	}
}

// TestAnswersUnderScaling scales shapes through the ranges of the filters.
func TestAnswersUnderScaling(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 6))
	for range require.Cases(24, 4) {
		s := newShapes(r)
		want := s.answers()
		for _, e := range []int{-960, -540, -537, -510, -451, -400, -358, -300, -202, -199, 100, 198, 201, 300, 340, 451, 510, 700, 1000} {
			o := s.scaled(e)
			if got := o.answers(); got != want {
				t.Fatalf("%v: the answers are %v, scaled by 2^%d %v", s, want, e, got)
			}
		}
	}
}
