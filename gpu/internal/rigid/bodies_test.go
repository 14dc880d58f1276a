package rigid

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// TestSizesOfNumbers: numbers from the least to the largest that a device squares without leaving its range are accepted, and
// 0; numbers beyond are refused. A place may be smaller still, since it is added to others.
func TestSizesOfNumbers(t *testing.T) {
	t.Parallel()
	for double, most := range map[bool]float64{false: 0x1p30, true: 0x1p200} {
		body := func(mass, place float64) error {
			b := Body{Half: geom.Vec{X: 1, Y: 1, Z: 1}, Mass: mass, Place: geom.Vec{X: place}}
			return b.Check(double)
		}
		for _, c := range []struct {
			mass, place float64
			ok          bool
		}{
			{1, 0, true}, {0, 0, true}, {most, 0, true}, {1 / most, 0, true}, {1, most, true}, {1, 0x1p-29, true}, {1, 0x1p-70, true},
			{2 * most, 0, false}, {0.5 / most, 0, false}, {1, 2 * most, false}, {math.NaN(), 0, false}, {math.Inf(1), 0, false},
			{1, math.Inf(1), false}, {1, 0x1p-50, double},
		} {
			if err := body(c.mass, c.place); (err == nil) != c.ok || err != nil && !errors.Is(err, vulkan.ErrLimit) {
				t.Errorf("float64 %v, mass %v, place %v: %v", double, c.mass, c.place, err)
			}
		}
	}
}

// TestWallsAreRoundedInward: a wall is where it was put if the device has that number, else at the next number inside.
func TestWallsAreRoundedInward(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(34, 1))
	for i := range 1000 {
		x := math.Ldexp(r.NormFloat64(), r.IntN(40)-20)
		if i%2 == 0 {
			x = float64(float32(x))
		}
		w := geom.AABB{Min: geom.Vec{X: x}, Max: geom.Vec{X: x}}
		for _, double := range []bool{false, true} {
			s := Simulator{params: reals{double: double}}
			lower, upper := s.inward(&w, false, 0), s.inward(&w, true, 0)
			if double || i%2 == 0 {
				if lower != x || upper != x {
					t.Fatalf("%v became %v and %v", x, lower, upper)
				}
				continue
			}
			if !(lower > x && upper < x) || math.Nextafter32(float32(upper), math.MaxFloat32) != float32(lower) {
				t.Fatalf("%v became %v and %v; want the float32 above and below", x, lower, upper)
			}
		}
	}
}
