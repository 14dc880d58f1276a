package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// TestCapsulesGrazeCones: a capsule whose axis is square to a normal at a point of a cone, which is as long as the radius, touches the cone there, and
// so does a ball; with the radius one unit smaller they do not.
func TestCapsulesGrazeCones(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 24))
	lengths := []float64{1, 1, 3, 9}
	for range 600 {
		k := r.IntN(len(wholeTurns))
		turn, size := &wholeTurns[k], lengths[k]
		at, normal, long := grazedCone(r)
		middle := at.Add(normal)
		along := normal.Cross(latticePoint(r, 4))
		if along == (geom.Vec{}) {
			continue
		}
		from, to := middle.Add(along.Scale(float64(-r.IntN(4)))), middle.Add(along.Scale(float64(1+r.IntN(3))))
		a := &Axial{B: turn.MulVec(geom.Vec{Z: 20}), Radius: 15 * size, Flat: true, Pointed: true}
		b := &Axial{A: turn.MulVec(from), B: turn.MulVec(to), Radius: long * size}
		s := axialScales[r.IntN(len(axialScales))]
		for _, less := range [2]bool{false, true} {
			if less {
				b.Radius = math.Nextafter(b.Radius, 0)
			}
			var tally Tally
			x, y := a, b
			if !less {
				x, y = a.scaled(s), b.scaled(s)
			}
			if meets, decided := tally.AxialsMeet(x, y); meets == less || !decided {
				t.Fatalf("%+v and %+v: %v, %v, smaller %v", *x, *y, meets, decided, less)
			}
			if ball := (geom.Sphere{Center: turn.MulVec(middle), Radius: b.Radius}); tally.AxialSphere(a, &ball) == less {
				t.Fatalf("%+v and %v: %v", *a, ball, !less)
			}
		}
	}
}

// grazedCone draws a point of the cone of radius 15 at the origin with the apex at z = 20, and a normal there, whole but for its length long. The
// side has normals that go up by 3/4 of what they go out.
func grazedCone(r *rand.Rand) (at, normal geom.Vec, long float64) {
	out := []geom.Vec{{X: 3, Y: 4}, {X: -4, Y: 3}, {X: 5}, {X: 3, Y: -4}}[r.IntN(4)]
	sides := []struct{ out, up, long float64 }{{1, 0, 5}, {3, 8, 17}, {4, 15, 25}, {4, 21, 29}, {1, 12, 13}}
	switch n := sides[r.IntN(5)]; r.IntN(4) {
	case 0: // the side
		return out.Scale(1.5).Add(geom.Vec{Z: 10}), out.Scale(4).Add(geom.Vec{Z: 15}), 25
	case 1: // the base
		return out.Scale(2), geom.Vec{Z: -7}, 7
	case 2: // the apex
		n = sides[2+r.IntN(3)]
		return geom.Vec{Z: 20}, out.Scale(n.out).Add(geom.Vec{Z: n.up}), n.long
	default: // the rim
		if n.up*4 > n.out*5*3 {
			n.up = -n.up
		}
		return out.Scale(3), out.Scale(n.out).Add(geom.Vec{Z: n.up}), n.long
	}
}

// TestCapsuleAndCone: where a proof is found, the decision by surds is the same.
func TestCapsuleAndCone(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 24))
	counts := map[bool]int{}
	for range require.Samples(3000, 1500, 750) {
		a := &Axial{A: latticePoint(r, 3), B: latticePoint(r, 3), Radius: float64(1+r.IntN(7)) / 2, Flat: true, Pointed: true}
		b := &Axial{A: latticePoint(r, 5), B: latticePoint(r, 5), Radius: float64(1+r.IntN(5)) / 2}
		if a.A == a.B || b.A == b.B {
			continue
		}
		var tally Tally
		p, q := a.Core(), b.Core()
		if tally.AxialTriangle(a, &q) || tally.AxialTriangle(b, &p) {
			continue
		}
		want, proven := tally.search(a, b, b.middle(), 0x1p-20, proofSteps, false)
		if !proven {
			continue
		}
		counts[want]++
		if got := a.coneMeetsCapsule(b, false); got != want {
			t.Fatalf("%+v and %+v: %v, want %v", *a, *b, got, want)
		}
		s := axialScales[r.IntN(len(axialScales))]
		if got, decided := tally.AxialsMeet(b.scaled(s), a.scaled(s)); got != want || !decided {
			t.Fatalf("%+v and %+v times %g: %v, %v, want %v", *a, *b, s, got, decided, want)
		}
	}
	if counts[true] < 100 || counts[false] < 100 {
		t.Errorf("%v: the draws prove little", counts)
	}
}

// TestParallelCones are decided exactly: along the z axis, turned, the cone of radius 3 at the origin with the apex at z = 4.
func TestParallelCones(t *testing.T) {
	t.Parallel()
	less, more := math.Nextafter(1, 0), math.Nextafter(1, 2)
	v := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }
	for _, c := range []struct {
		from, to geom.Vec
		radius   float64
		pointed  bool
		want     bool
	}{
		{v(0, 0, 8), v(0, 0, 4), 3, true, true},                     // apex to apex
		{v(0, 0, 8), v(0, 0, math.Nextafter(4, 5)), 3, true, false}, //
		{v(0, 0, -4), v(0, 0, 0), 3, true, true},                    // an apex at the base
		{v(0, 0, 4), v(0, 0, 8), 9, true, true},                     // the apex at a base
		{v(3, 4, 0), v(3, 4, 9), 2, true, true},                     // bases side by side: 3+2 = 5
		{v(3, 4, 0), v(3, 4, 9), math.Nextafter(2, 0), true, false},
		{v(3, 4, 4), v(3, 4, 0), 3, true, false}, // antiparallel: at all heights the sum of the radii is 3
		{v(1.8, 2.4, 4), v(1.8, 2.4, 0), 3, true, true},
		{v(1.8, 2.4, 4), v(1.8, 2.4, 0), math.Nextafter(3, 0), true, true}, // 1.8 and 2.4 are rounded
		{v(3, 0, 4), v(3, 0, 0), 3, true, true},
		{v(math.Nextafter(3, 4), 0, 4), v(math.Nextafter(3, 4), 0, 0), 3, true, false},
		{v(0, -4, 2), v(0, -4, 9), 2.5, false, true}, // a cylinder beside the half height, where the radius is 1.5
		{v(0, -4, 2), v(0, -4, 9), math.Nextafter(2.5, 0), false, false},
		{v(0, -4, math.Nextafter(2, 3)), v(0, -4, 9), 2.5, false, false},
		{v(0, 0, 4), v(0, 0, 9), less, false, true}, // on the apex
		{v(0, more, 4), v(0, more, 9), 1, false, false},
		{v(0, 1, 4), v(0, 1, 9), 1, false, true},
	} {
		for i, turn := range turns {
			for _, s := range axialScales {
				at := func(p geom.Vec) geom.Vec { return turn.m.MulVec(p).Scale(s) }
				if i > 1 && (c.from.X != math.Round(c.from.X*8)/8 || c.from.Z != math.Round(c.from.Z*8)/8) {
					continue // a turn would round it
				}
				a := &Axial{A: at(geom.Vec{}), B: at(v(0, 0, 4)), Radius: 3 * turn.k * s, Flat: true, Pointed: true}
				b := &Axial{A: at(c.from), B: at(c.to), Radius: c.radius * turn.k * s, Flat: true, Pointed: c.pointed}
				if i > 1 && (c.radius != math.Round(c.radius*8)/8 || c.to.Z != math.Round(c.to.Z) || c.from.Y != math.Round(c.from.Y)) {
					continue
				}
				for _, pair := range [2][2]*Axial{{a, b}, {b, a}} {
					var tally Tally
					if got, decided := tally.AxialsMeet(pair[0], pair[1]); got != c.want || !decided {
						t.Errorf("%+v and %+v: %v, %v, want %v", *pair[0], *pair[1], got, decided, c.want)
					}
				}
			}
		}
	}
}

// TestParallelConesAgainstProofs: where a proof is found for parallel axes, the exact decision is the same.
func TestParallelConesAgainstProofs(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 24))
	counts := map[bool]int{}
	for range require.Samples(2000, 500, 250) {
		d := latticePoint(r, 3)
		a := &Axial{A: latticePoint(r, 4), Radius: float64(1+r.IntN(9)) / 2, Flat: true, Pointed: true}
		b := &Axial{A: latticePoint(r, 4), Radius: float64(1+r.IntN(9)) / 2, Flat: true, Pointed: r.IntN(2) == 0}
		a.B, b.B = a.A.Add(d.Scale(float64(1+r.IntN(3)))), b.A.Add(d.Scale(float64(r.IntN(7)-3)))
		if a.A == a.B || b.A == b.B {
			continue
		}
		var tally Tally
		got, parallel := a.meetsParallel(b, false)
		if !parallel {
			t.Fatalf("%+v and %+v are parallel", *a, *b)
		}
		if want, proven := tally.proven(a, b, false); proven {
			if counts[want]++; got != want {
				t.Fatalf("%+v and %+v: %v, want %v", *a, *b, got, want)
			}
		}
	}
	isDecisive(t, counts)
}

// TestSurds has signs of a + b·√n that float64 knows, and some that are 0.
func TestSurds(t *testing.T) {
	t.Parallel()
	for _, n := range []int64{2, 3, 9, 10} {
		f := surds{whole(n)[0]}
		for a := int64(-9); a <= 9; a++ {
			for b := int64(-9); b <= 9; b++ {
				want := 0
				if x := float64(a) + float64(b)*math.Sqrt(float64(n)); math.Abs(x) > 1e-9 {
					want = int(math.Copysign(1, x))
				}
				x := surd{whole(a)[0], whole(b)[0]}
				square := f.times(x, x)
				if got := f.sign(x); got != want || f.sign(square) != want*want || f.sign(f.minus(f.plus(x, x), x)) != want {
					t.Errorf("%d + %d√%d: %d, want %d", a, b, n, got, want)
				}
			}
		}
	}
}
