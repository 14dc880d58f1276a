package tree

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
)

// resized returns the soup around the origin, its half size 2^e.
func resized(s *Soup, e float64) *Soup {
	box := geom.BoundsOf(s.Vertices)
	c := box.Center()
	half := box.Max.Sub(c).MaxAbs()
	r := &Soup{Triangles: s.Triangles}
	for _, v := range s.Vertices {
		r.Vertices = append(r.Vertices, v.Sub(c).Scale(math.Exp2(e)/half))
	}
	return r
}

// Trees of sizes at both ends of a unit enclose their meshes, as built, rescaled and
// refitted to the last size that a refit takes.
func TestWideAtTheEndsOfItsUnit(t *testing.T) {
	for _, e := range []float64{-863, -15.1, -14.9, 8.5, 9.5, 32.9, 33.1, 80.9, 81.1, 880} {
		t.Run(fmt.Sprintf("2^%v", e), func(t *testing.T) {
			s := resized(wideSoups()["five"], e)
			w := BuildWide(s, WideOptions{Workers: 1})
			if w.Radius < 0x1p-15 || w.Radius > 0x1p34 {
				t.Fatalf("radius %g in units of 2^%d", w.Radius, w.Exponent)
			}
			checkWide(t, w, s)
			var other Wide
			w.Rescale(&other)
			checkWide(t, &other, s)
			if r := other.Radius; r < 0x1p-15 || r > 0x1p34 {
				t.Errorf("radius %g in the other unit", r)
			}
			for _, r := range []float64{-17.9, 35.1} {
				s := resized(s, float64(w.Exponent)+r)
				if w.Refit(s, 1); w.Radius < 0x1p-18 || w.Radius > 0x1p36 {
					t.Fatalf("radius %g after a refit to 2^%v", w.Radius, r)
				}
				checkWide(t, w, s)
				w.Rescale(&other)
				checkWide(t, &other, s)
			}
			if w.Refit(resized(s, float64(w.Exponent)+37), 1) || w.Refit(resized(s, float64(w.Exponent)-20), 1) {
				t.Error("a refit beyond the unit's range calls for no new tree")
			}
		})
	}
}

// What a size may meet: two trees whose sizes differ by less than 2^23 agree in their
// exponents or in the other ones.
func TestWideSizesMeet(t *testing.T) {
	one := wideSoups()["one"]
	for a := -70.0; a < 70; a += 2.3 {
		x := BuildWide(resized(one, a), WideOptions{Workers: 1})
		for b := a; b < a+23; b += 1.7 {
			y := BuildWide(resized(one, b), WideOptions{Workers: 1})
			if x.Exponent != y.Exponent && x.OtherExponent() != y.OtherExponent() {
				t.Fatalf("2^%v has 2^%d and 2^%d, 2^%v has 2^%d and 2^%d", a, x.Exponent, x.OtherExponent(), b, y.Exponent, y.OtherExponent())
			}
		}
	}
}

// A tree rescaled twice is what it was; its memory is used again.
func TestWideRescale(t *testing.T) {
	s := wideSoups()["many"]
	w := BuildWide(s, WideOptions{Workers: 1})
	var other, back Wide
	w.Rescale(&other)
	other.Rescale(&back)
	if !slices.Equal(back.Nodes, w.Nodes) || !slices.Equal(back.Leaves, w.Leaves) || back.Exponent != w.Exponent || back.Radius != w.Radius {
		t.Error("rescaled twice, a tree differs")
	}
	if n := testing.AllocsPerRun(5, func() { w.Rescale(&other) }); n != 0 {
		t.Errorf("%v allocations to rescale again, want 0", n)
	}
}
