package motion

import (
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
)

var points = []geom.Vec{{X: 1}, {Y: 2, Z: 1}, {X: -0.3, Y: 0.7, Z: 2.5}, {X: 4, Y: -1, Z: -3}}

func deformations() map[string]Deformation {
	return map[string]Deformation{
		"twist": &Twist{Axis: Z, Rate: 0.8, Period: 2},
		"wave":  &Wave{Along: X, Across: Z, Amplitude: 0.3, Length: 1.7, Period: 2},
	}
}

func TestDeformationsStartAndReturnToRest(t *testing.T) {
	for name, d := range deformations() {
		for _, at := range []float64{0, 2, -4, 1000} {
			if got := d.Vertices(nil, points, at); !slices.Equal(got, points) {
				t.Errorf("%s at %v: %v, want the vertices at rest", name, at, got)
			}
		}
		if got := d.Vertices(nil, points, 0.5); slices.Equal(got, points) {
			t.Errorf("%s at its peak moves nothing", name)
		}
		if err := d.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTwistKeepsHeightAndDistance(t *testing.T) {
	d := Twist{Axis: Z, Rate: 0.8, Period: 2}
	for i, p := range d.Vertices(nil, points, 0.5) {
		q := points[i]
		if p.Z != q.Z || math.Abs(math.Hypot(p.X, p.Y)-math.Hypot(q.X, q.Y)) > 1e-14 {
			t.Errorf("%v became %v", q, p)
		}
		angle := math.Remainder(math.Atan2(p.Y, p.X)-math.Atan2(q.Y, q.X)-0.8*q.Z, 2*math.Pi)
		if math.Abs(angle) > 1e-14 {
			t.Errorf("%v became %v: %g off the angle", q, p, angle)
		}
	}
}

func TestWaveMovesAcross(t *testing.T) {
	d := Wave{Along: X, Across: Z, Amplitude: 0.3, Length: 1.7, Period: 2}
	for i, p := range d.Vertices(nil, points, 0.5) {
		q := points[i]
		want := q.Z + 0.3*math.Sin(2*math.Pi*q.X/1.7)
		if p.X != q.X || p.Y != q.Y || math.Abs(p.Z-want) > 1e-14 {
			t.Errorf("%v became %v, want z = %v", q, p, want)
		}
	}
}

func TestDeformationsAllocateNothing(t *testing.T) {
	for name, d := range deformations() {
		dst := make([]geom.Vec, 0, len(points))
		if n := testing.AllocsPerRun(20, func() { d.Vertices(dst[:0], points, 0.3) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	for _, d := range []Deformation{
		&Twist{Axis: 3, Period: 1}, &Twist{Rate: math.NaN(), Period: 1}, &Twist{}, &Twist{Period: math.Inf(1)},
		&Wave{Length: 1, Period: 1, Across: 7}, &Wave{Length: 0, Period: 1}, &Wave{Length: 1, Period: -1},
		&Wave{Length: 1, Period: 1, Amplitude: math.Inf(-1)},
	} {
		if d.Check() == nil {
			t.Errorf("%+v: no error", d)
		}
	}
}
