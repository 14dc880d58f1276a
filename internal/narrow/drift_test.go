package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// roundedUp reports whether got is want times a factor between 1 + e/2 and 1 + 3e/2.
func roundedUp(got, want, e float64) bool { return got > want*(1+e/2) && got < want*(1+1.5*e) }

// TestDriftsRoundUp: what bounds motion has the factor that its derivation asks for, and no larger one.
func TestDriftsRoundUp(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(51, 1))
	for range 50 {
		s := soup(r, 7, false)
		var d Drift
		d.Follow(&s, 0)
		far := 0.0
		for _, v := range s.Mesh.Vertices {
			far = max(far, length(v.Sub(d.center)))
		}
		if !roundedUp(d.radius, far, 0x1p-40) {
			t.Errorf("vertices as far as %g: the radius is %g", far, d.radius)
		}
		m := rotation(r)
		if got, want := swingOf(&m, 3), stretch(&m, 3); !roundedUp(got, want, 0x1p-30) {
			t.Errorf("a stretch of %g is a swing of %g", want, got)
		}
		a, b := Drift{shift: geom.Vec{X: 5, Y: r.Float64()}}, Drift{shift: geom.Vec{X: 2, Z: r.Float64()}}
		if got, want := Approach(&a, &b), length(a.shift.Sub(b.shift)); !roundedUp(got, want, 0x1p-40) {
			t.Errorf("a shift of %g is an approach of %g", want, got)
		}
		a.swing, b.swing = 7, 11
		if got := Approach(&a, &b) - length(a.shift.Sub(b.shift)); math.Abs(got-18) > 1e-9 {
			t.Errorf("swings of 7 and 11 add %g", got)
		}
	}
}

// TestStretchKnowsNoUnit: a matrix of tiny entries is as much smaller as they are.
func TestStretchKnowsNoUnit(t *testing.T) {
	t.Parallel()
	m := rotation(rand.New(rand.NewPCG(52, 1)))
	want := stretch(&m, 1)
	for _, by := range []float64{0x1p-400, 0x1p-60, 0x1p60} {
		scaled := m
		for i := range scaled {
			scaled[i] *= by
		}
		if got := stretch(&scaled, 1); got != want*by {
			t.Errorf("scaled by %g: %g, want %g", by, got, want*by)
		}
		if got := stretch(&m, by); got != want*by {
			t.Errorf("a radius of %g: %g, want %g", by, got, want*by)
		}
	}
}

// TestLengthOfTheTiny: below 2⁻⁵⁰⁰ components are added, since squares would vanish.
func TestLengthOfTheTiny(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ unit, want float64 }{{1, 5}, {0x1p-502, 5}, {0x1p-503, 7}, {0x1p-900, 7}} {
		for _, v := range []geom.Vec{{X: 3, Y: 4}, {Y: -3, Z: 4}, {X: 4, Z: -3}, {X: -4, Y: 3}} {
			if got := length(v.Scale(c.unit)); got != c.want*c.unit {
				t.Errorf("|%v| in units of %g is %g", v, c.unit, got/c.unit)
			}
		}
	}
}

// TestFollowSeesPoseAndVersion: a surface that stands still has not moved; another pose or other vertices
// have, and of those that were never seen nothing is known.
func TestFollowSeesPoseAndVersion(t *testing.T) {
	t.Parallel()
	s := soup(rand.New(rand.NewPCG(53, 1)), 4, false)
	var d, still Drift
	still.Follow(&s, 0)
	still.Follow(&s, 0)
	for i, c := range []struct {
		x       float64
		version int
		moved   bool
		known   bool
	}{{0, 0, true, false}, {0, 0, false, true}, {1, 0, true, true}, {1, 0, false, true}, {1, 1, true, false}, {1, 1, false, true}, {2, 2, true, false}} {
		s.SetPose(&geom.Pose{R: geom.Identity.R, T: geom.Vec{X: c.x}})
		if moved := d.Follow(&s, c.version); moved != c.moved {
			t.Errorf("frame %d: moved %v", i, moved)
		}
		if known := !math.IsInf(Approach(&d, &still), 1); known != c.known {
			t.Errorf("frame %d: a bound is known: %v", i, known)
		}
		if !c.moved && Approach(&d, &still) != 0 {
			t.Errorf("frame %d: nothing moved by %g", i, Approach(&d, &still))
		}
	}
}

// TestRadiusOfAPoint is not so small that products with it vanish.
func TestRadiusOfAPoint(t *testing.T) {
	t.Parallel()
	m := &mesh.Mesh{Vertices: []geom.Vec{{X: 1}}, Triangles: [][3]uint32{{0, 0, 0}}}
	s := NewSurface(m, tree.BuildSAH([]geom.AABB{{Min: geom.Vec{X: 1}, Max: geom.Vec{X: 1}}}, tree.SAHOptions{Workers: 1}))
	var d Drift
	if d.Follow(&s, 0); !roundedUp(d.radius, leastRadius, 0x1p-40) {
		t.Errorf("the radius of a point is %g", d.radius)
	}
}
