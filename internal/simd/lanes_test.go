package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestLanes compares what every level makes of random poses, points and boxes with the plain loops: the same bits.
func TestLanes(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 9))
	masks := map[string]int{}
	for range 2000 {
		in := drawLanes(r)
		want := in.run(Go)
		for _, l := range Levels() {
			if got := in.run(l); got != want {
				t.Fatalf("%v: %v\nwant %v", l, got, want)
			}
		}
		for name, m := range map[string]uint8{"balls": want.balls, "beside": want.beside, "boxes": want.boxes} {
			if m != 0 {
				masks[name+" near"]++
			}
			if m != 0xff {
				masks[name+" apart"]++
			}
		}
	}
	for _, name := range []string{"balls", "beside", "boxes"} {
		if masks[name+" near"] < 100 || masks[name+" apart"] < 100 {
			t.Errorf("%v: too few of a kind", masks)
		}
	}
}

// lanesIn is what the kernels are given, lanesOut what they return.
type lanesIn struct {
	a, b   Poses
	ca, cb Points
	m      Affine64
	sides  Sides
	s, c   Doubles
	axis   int
}

type lanesOut struct {
	composed, turned, shifted Poses
	point                     Points
	stray                     [2]Doubles
	depths                    Doubles
	balls, beside, boxes      uint8
}

func drawLanes(r *rand.Rand) (in lanesIn) {
	size := math.Ldexp(1, r.IntN(40)-20)
	for k := range Lanes {
		for i := range in.a {
			in.a[i][k], in.b[i][k] = r.NormFloat64()/2, r.NormFloat64()/2
		}
		for i := range in.ca {
			in.ca[i][k], in.cb[i][k] = size*r.NormFloat64(), size*r.NormFloat64()
		}
		in.s[k], in.c[k] = math.Sincos(6 * r.Float64())
	}
	for i := range in.m {
		in.m[i] = r.NormFloat64()
	}
	for i := range in.sides {
		in.sides[i] = size * r.Float64()
	}
	in.axis = r.IntN(3)
	return in
}

func (in lanesIn) run(l Level) (out lanesOut) {
	l.Compose(&out.composed, &in.a, &in.m)
	out.turned = in.a
	l.Turn(&out.turned, in.axis, &in.s, &in.c)
	out.shifted = in.b
	l.Shift(&out.shifted, &in.ca)
	l.Point(&out.point, &in.b, &[3]float64{in.sides[0], in.sides[1], in.sides[2]})
	l.Stray(&out.stray, &in.a)
	l.Stray(&out.stray, &in.b)
	most := 4 * in.sides[0] * in.sides[0]
	out.balls = l.Balls(&in.ca, &in.cb, most)
	box := [6]float64(in.sides)
	out.beside = l.Beside(&in.ca, &box, most)
	out.boxes = l.Boxes(&out.depths, &in.a, &in.ca, &in.b, &in.cb, &in.sides, in.sides[0]/64)
	return out
}

// TestLanesPartBoxes tests boxes of exact rotations, by quarter turns, whose distance along an axis is known: they are near up to the
// slack and apart beyond.
func TestLanesPartBoxes(t *testing.T) {
	var a, b Poses
	var ca, cb Points
	for k := range Lanes {
		a[0][k], a[4][k], a[8][k] = 1, 1, 1
		b[1][k], b[3][k], b[8][k] = -1, 1, 1 // y and x change places
		gap := []float64{-1, 0, 0x1p-20, 0x1p-20 + 0x1p-40, 0x1p-10, 1, 2, 3}[k]
		cb[0][k] = 3 + 20 + gap
	}
	sides := Sides{3, 5, 7, 10, 20, 30}
	for _, l := range Levels() {
		t.Run(fmt.Sprint(l), func(t *testing.T) {
			var depths Doubles
			near := l.Boxes(&depths, &a, &ca, &b, &cb, &sides, 0x1p-20)
			if near != 0b111 || depths[0] != 1+0x1p-20 || depths[2] != 0 || !(depths[3] < 0) {
				t.Errorf("near %b, depths %v", near, depths)
			}
		})
	}
}

// TestLanesKeepNaN: what is not a number is near.
func TestLanesKeepNaN(t *testing.T) {
	var a, b Points
	a[1][3], a[2][5] = math.NaN(), math.Inf(1)
	b[0][0], b[2][5] = 9, math.Inf(1)
	for _, l := range Levels() {
		if near := l.Balls(&a, &b, 1); near != 0b11111110 {
			t.Errorf("%v: balls near in %b", l, near)
		}
		if near := l.Beside(&a, &[6]float64{9, 0, 0, 1, 1, 1}, 1); near&(1<<3) == 0 || near&1 != 0 {
			t.Errorf("%v: beside in %b", l, near)
		}
	}
}
