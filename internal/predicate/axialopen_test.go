package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/internal/require"
)

// oracleEntered asks the oracle whether the inside of a solid and the hull of points share a point, oracleOverlaps about that of a ball.
func (a *Axial) oracleEntered(points []geom.Vec) bool {
	switch {
	case a.Pointed:
		return oracle.ConeEntered(a.A, a.B, a.Radius, points)
	case a.Flat:
		return oracle.CylinderEntered(a.A, a.B, a.Radius, points)
	}
	r := new(big.Rat).SetFloat64(a.Radius)
	return oracle.SquaredDistance([]geom.Vec{a.A, a.B}, points).Cmp(r.Mul(r, r)) < 0
}

func (a *Axial) oracleOverlaps(s *geom.Sphere) bool {
	if a.Pointed {
		return oracle.ConeOverlapsBall(a.A, a.B, a.Radius, s)
	}
	return oracle.CylinderOverlapsBall(a.A, a.B, a.Radius, s)
}

// drawOpen draws a cylinder or a cone for which the oracle's next to nothing is that: with points of a lattice, some of them moved by little.
func drawOpen(r *rand.Rand) *Axial {
	for {
		a := &Axial{A: drawMoved(r), B: drawMoved(r), Radius: float64(r.IntN(5)) / 2, Flat: true, Pointed: r.IntN(2) == 0}
		if r.IntN(4) == 0 && a.Radius > 0 {
			a.Radius = math.Nextafter(a.Radius, 9)
		}
		if a.A != a.B {
			return a
		}
	}
}

func drawMoved(r *rand.Rand) geom.Vec {
	v := geom.Vec{X: float64(r.IntN(5) - 2), Y: float64(r.IntN(5) - 2), Z: float64(r.IntN(5) - 2)}
	if r.IntN(4) == 0 {
		v.X += float64(r.IntN(3)-1) * 0x1p-51
	}
	return v
}

// TestAxialEntered: triangles that touch a cylinder or a cone from outside do not enter it, by the oracle.
func TestAxialEntered(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 20))
	counts := map[[2]bool]int{}
	cases := require.Samples(2000, 200, 100)
	for range cases {
		a := drawOpen(r)
		q := geom.Triangle{drawMoved(r), drawMoved(r), drawMoved(r)}
		want := a.oracleEntered(q[:])
		var tally Tally
		counts[[2]bool{tally.AxialTriangle(a, &q), want}]++
		if got := tally.AxialEntered(a, &q); got != want {
			t.Fatalf("%+v and %v: entered %v, want %v", *a, q, got, want)
		}
		p := point(q[0])
		if got, want := tally.AxialEntered(a, &p), a.oracleEntered(q[:1]); got != want {
			t.Fatalf("%+v and %v: holds %v, want %v", *a, q[0], got, want)
		}
	}
	if counts[[2]bool{false, true}] > 0 || counts[[2]bool{true, false}] < cases/50 || counts[[2]bool{true, true}] < cases/5 {
		t.Errorf("%v: the draws prove little", counts)
	}
}

// TestAxialOverlapsBall: balls that touch a cylinder or a cone from outside share no inner point with it, by the oracle.
func TestAxialOverlapsBall(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(12, 20))
	counts := map[[2]bool]int{}
	cases := require.Cases(1500, 100)
	for range cases {
		a, s := drawOpen(r), geom.Sphere{Center: drawMoved(r), Radius: float64(r.IntN(5)) / 2}
		want := a.oracleOverlaps(&s)
		var tally Tally
		counts[[2]bool{tally.AxialSphere(a, &s), want}]++
		if got := tally.AxialOverlapsBall(a, &s); got != want {
			t.Fatalf("%+v and %v: %v, want %v", *a, s, got, want)
		}
	}
	if counts[[2]bool{false, true}] > 0 || counts[[2]bool{true, false}] < cases/50 || counts[[2]bool{true, true}] < cases/5 {
		t.Errorf("%v: the draws prove little", counts)
	}
}

// TestHullAxialOverlap: as for triangles, and a hull may hold the solid or be held by it.
func TestHullAxialOverlap(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 20))
	counts := map[[2]bool]int{}
	cases := require.Samples(200, 25, 15)
	for range cases {
		a := drawOpen(r)
		lo := geom.Vec{X: float64(r.IntN(5) - 3), Y: float64(r.IntN(5) - 3), Z: float64(r.IntN(5) - 3)}
		size := geom.Vec{X: float64(1 + r.IntN(4)), Y: float64(1 + r.IntN(4)), Z: float64(1 + r.IntN(4))}
		var corners []geom.Vec
		for k := range 8 {
			corners = append(corners, lo.Add(geom.Vec{X: size.X * float64(k&1), Y: size.Y * float64(k>>1&1), Z: size.Z * float64(k>>2)}))
		}
		want := a.oracleEntered(corners)
		var tally Tally
		h := hullOf(corners...)
		counts[[2]bool{tally.HullAxial(h, a), want}]++
		if got := tally.HullAxialOverlap(h, a); got != want {
			t.Fatalf("%+v and %v: %v, want %v", *a, corners, got, want)
		}
	}
	if counts[[2]bool{false, true}] > 0 || counts[[2]bool{true, false}] < cases/50 || counts[[2]bool{true, true}] < cases/5 {
		t.Errorf("%v: the draws prove little", counts)
	}
}

// TestGrazingInsides: a capsule that touches a cylinder or a cone shares no inner point with it, and neither does a ball; with the radius one unit larger they do.
func TestGrazingInsides(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(14, 20))
	lengths := []float64{1, 1, 3, 9}
	for i := range 600 {
		k := r.IntN(len(wholeTurns))
		turn, size := &wholeTurns[k], lengths[k]
		a := &Axial{Flat: true, Pointed: i%2 == 0}
		var at, normal geom.Vec
		var long float64
		if a.Pointed {
			at, normal, long = grazedCone(r)
			a.B, a.Radius = turn.MulVec(geom.Vec{Z: 20}), 15*size
		} else {
			height := float64(1 + r.IntN(6))
			at, normal, long = grazingPoint(r, height)
			a.B, a.Radius = turn.MulVec(geom.Vec{Z: height}), 5*size
		}
		middle := at.Add(normal)
		along := normal.Cross(latticePoint(r, 4))
		if along == (geom.Vec{}) {
			continue
		}
		from, to := middle.Add(along.Scale(float64(-r.IntN(4)))), middle.Add(along.Scale(float64(1+r.IntN(3))))
		b := &Axial{A: turn.MulVec(from), B: turn.MulVec(to), Radius: long * size}
		s := axialScales[r.IntN(len(axialScales))]
		for _, more := range [2]bool{false, true} {
			x, y := a.scaled(s), b.scaled(s)
			if more {
				b.Radius = math.Nextafter(b.Radius, 1e9)
				x, y = a, b
			}
			var tally Tally
			if overlap, decided := tally.AxialsOverlap(x, y); overlap != more || !decided {
				t.Fatalf("%+v and %+v: %v, %v, larger %v", *x, *y, overlap, decided, more)
			}
			ball := geom.Sphere{Center: turn.MulVec(middle), Radius: b.Radius}
			if got := tally.AxialOverlapsBall(a, &ball); got != more {
				t.Fatalf("%+v and %v: %v, larger %v", *a, ball, got, more)
			}
		}
	}
}

// TestPolynomialFalls has roots that are known, at the ends and of any multiplicity among them.
func TestPolynomialFalls(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(15, 20))
	counts := map[bool]int{}
	for range require.Cases(3000, 1000) {
		p := whole(1)
		for range r.IntN(5) {
			n := int64(r.IntN(13) - 2)
			p = p.times(whole(-n, 8))
		}
		if r.IntN(2) == 0 {
			p = p.times(whole(-1))
		}
		if p[0].Sign() < 0 || p.atOne().Sign() < 0 {
			continue
		}
		want := false
		for k := range 160 {
			want = want || signAt(p, big.NewInt(int64(2*k+1)), big.NewInt(320)) < 0
		}
		counts[want]++
		if got := p.falls(); got != want {
			t.Fatalf("%v falls: %v, want %v", p, got, want)
		}
	}
	if counts[true] < 100 || counts[false] < 100 {
		t.Errorf("%v: the draws prove little", counts)
	}
}

// signAt is the sign of a polynomial at n/d.
func signAt(p polynomial, n, d *big.Int) int {
	sum, power := new(big.Int), big.NewInt(1)
	for i := len(p) - 1; i >= 0; i-- {
		sum.Add(mul(sum, n), mul(p[i], power))
		power = mul(power, d)
	}
	return sum.Sign()
}
