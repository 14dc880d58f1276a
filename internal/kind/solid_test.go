package kind

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/require"
)

// hullOf is a box with corners at cells, moved.
func hullOf(lo, hi geom.Vec) *Solid {
	h := &predicate.Hull{}
	h.Set(box("", lo, hi).Vertices)
	return &Solid{Hull: h}
}

func ball(center geom.Vec, radius float64) *Solid {
	return &Solid{Ball: geom.Sphere{Center: center, Radius: radius}}
}

// touching finds the triangles of a body that a solid touches.
func touching(s *Solid, b *Body) (found []uint32) {
	var t predicate.Tally
	var q geom.Triangle
	for i := range uint32(len(b.Surface.Mesh.Triangles)) {
		b.Surface.Triangle(i, &q)
		if s.Hull != nil && t.HullTriangle(s.Hull, &q) || s.Hull == nil && t.SphereTriangle(&s.Ball, &q) {
			found = append(found, i)
		}
	}
	return found
}

// TestBoxesAndCubes: the kind of a box as a solid and a body of cubes is that of the box as a
// mesh, and whether inner points are common follows from the cubes alone; in whole coordinates under
// skew matrices.
func TestBoxesAndCubes(t *testing.T) {
	t.Parallel()
	kinds := map[Kind]int{}
	cases := require.Samples(600, 150, 75)
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 3))
		set := grown(r, 1+r.IntN(12))
		lo := vec(float64(r.IntN(4)-2), float64(r.IntN(4)-2), float64(r.IntN(4)-2))
		hi := lo.Add(vec(float64(1+r.IntN(4)), float64(1+r.IntN(3)), float64(1+r.IntN(3))))
		if seed%3 == 0 { // between the cells
			lo, hi = lo.Add(vec(0.25, 0.25, 0.25)), hi.Sub(vec(0.25, 0.25, 0.25))
		}
		if seed%5 == 0 { // around all, or nearly
			lo, hi = vec(-5, -6, -7), vec(float64(r.IntN(8)), 7, 8)
		}
		pose := geom.Pose{R: linear(r)}
		a, m := posed(t, cubes(set), pose), posed(t, box("box", lo, hi), pose)
		s := &Solid{Hull: &predicate.Hull{}}
		var corners []geom.Vec
		for _, v := range m.Surface.Mesh.Vertices {
			corners = append(corners, pose.Apply(v))
		}
		s.Hull.Set(corners)
		common := false
		for c := range set {
			x := vec(float64(c[0]), float64(c[1]), float64(c[2]))
			common = common || x.X < hi.X && lo.X < x.X+1 && x.Y < hi.Y && lo.Y < x.Y+1 && x.Z < hi.Z && lo.Z < x.Z+1
		}
		checkSolid(t, seed, s, a, m, common, kinds)
	}
	if kinds[Touch] < cases/12 || kinds[Penetrate] < cases/6 || kinds[Inside] < cases/60 {
		t.Errorf("kinds %v: the bodies test too little", kinds)
	}
}

// checkSolid compares the kind of a solid and a body with that of the solid as a mesh.
func checkSolid(t *testing.T, seed uint64, s *Solid, a, m *Body, common bool, kinds map[Kind]int) {
	t.Helper()
	found := touching(s, a)
	if len(found) == 0 {
		return // apart, or in the material: no contact
	}
	var j Judge
	got, why := j.OfSolid(s, a, found)
	kinds[got]++
	want := Inside
	if surfaces := contacts(a, m); len(surfaces) > 0 {
		if want, _ = j.Of(a, m, surfaces); want == Undecided {
			t.Fatalf("seed %d: the meshes are undecided", seed)
		}
	}
	if got != want || (got == Touch) == common {
		t.Errorf("seed %d: kind %d (%s), that of the meshes is %d, common inner points %v", seed, got, why, want, common)
	}
}

// TestBallsAndCubes: balls of whole centres and radii and bodies of cubes, against distances of
// cubes and of their free faces in whole numbers.
func TestBallsAndCubes(t *testing.T) {
	t.Parallel()
	kinds := map[Kind]int{}
	cases := require.Samples(900, 200, 100)
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 4))
		set := grown(r, 1+r.IntN(12))
		c := [3]int{r.IntN(13) - 6, r.IntN(13) - 6, r.IntN(13) - 6}
		radius := 1 + r.IntN(7)
		if seed%5 == 0 { // against the outermost cube
			top := cell{-99}
			for at := range set {
				if at[0] > top[0] {
					top = at
				}
			}
			c = [3]int{top[0] + 1 + radius, top[1] + r.IntN(2), top[2] + r.IntN(2)}
		}
		s := ball(vec(float64(c[0]), float64(c[1]), float64(c[2])), float64(radius))
		scale := []float64{1, 0x1p300, 0x1p-300}[seed%3]
		pose := geom.Identity
		for k := range 3 {
			pose.R[4*k] = scale
		}
		s.Ball.Center, s.Ball.Radius = s.Ball.Center.Scale(scale), s.Ball.Radius*scale
		a := posed(t, cubes(set), pose)
		found := touching(s, a)
		if len(found) == 0 {
			continue
		}
		common, shared := ballAmongCubes(set, c, radius)
		want := Penetrate
		if !common {
			want = Touch
		} else if !shared {
			want = Inside
		}
		var j Judge
		got, why := j.OfSolid(s, a, found)
		kinds[got]++
		if got != want {
			t.Errorf("seed %d: kind %d (%s), want %d; %d triangles", seed, got, why, want, len(found))
		}
	}
	if kinds[Touch] < cases/30 || kinds[Penetrate] < cases/9 || kinds[Inside] < cases/30 {
		t.Errorf("kinds %v: the bodies test too little", kinds)
	}
}

// ballAmongCubes reports whether the inside of a ball meets the inside of a cube, and whether the
// ball's surface meets a face of one that no other cube has.
func ballAmongCubes(set map[cell]bool, c [3]int, radius int) (common, shared bool) {
	for at := range set {
		least := 0
		for k := range 3 {
			d := max(at[k]-c[k], c[k]-at[k]-1, 0)
			least += d * d
		}
		common = common || least < radius*radius
		for axis := range 3 {
			for up := range 2 {
				next := at
				if next[axis] += 2*up - 1; set[next] {
					continue
				}
				d := at[axis] + up - c[axis]
				nearest, farthest := d*d, d*d
				for k := range 3 {
					if k != axis {
						d := max(at[k]-c[k], c[k]-at[k]-1, 0)
						e := max(at[k]+1-c[k], c[k]-at[k])
						nearest, farthest = nearest+d*d, farthest+e*e
					}
				}
				shared = shared || nearest <= radius*radius && radius*radius <= farthest
			}
		}
	}
	return common, shared
}

// TestSolids: balls and boxes with each other, the kinds being plain to see.
func TestSolids(t *testing.T) {
	t.Parallel()
	unit := hullOf(vec(0, 0, 0), vec(1, 1, 1))
	for _, c := range []struct {
		name string
		a, b *Solid
		want Kind
	}{
		{"balls side by side", ball(vec(0, 0, 0), 3), ball(vec(3, 4, 0), 2), Touch},
		{"balls in each other", ball(vec(0, 0, 0), 3), ball(vec(3, 4, 0), 2+0x1p-50), Penetrate},
		{"a ball within, touching", ball(vec(0, 0, 0), 7), ball(vec(3, 4, 0), 2), Penetrate},
		{"a ball within", ball(vec(0, 0, 0), 7+0x1p-50), ball(vec(3, 4, 0), 2), Inside},
		{"equal balls", ball(vec(0, 0, 0), 1), ball(vec(0, 0, 0), 1), Penetrate},
		{"boxes with a face in common", unit, hullOf(vec(1, 0.5, 0), vec(2, 3, 1)), Touch},
		{"boxes with an edge in common", unit, hullOf(vec(1, 1, -1), vec(2, 3, 1)), Touch},
		{"boxes with a corner in common", unit, hullOf(vec(1, 1, 1), vec(2, 3, 2)), Touch},
		{"boxes that overlap", unit, hullOf(vec(0.5, -1, 0), vec(2, 3, 1)), Penetrate},
		{"boxes crossing", unit, hullOf(vec(-1, 0.25, 0.25), vec(2, 0.75, 0.75)), Penetrate},
		{"a box within", unit, hullOf(vec(0.25, 0.25, 0.25), vec(0.5, 0.5, 0.5)), Inside},
		{"a box within, on a face", unit, hullOf(vec(0.25, 0.25, 0), vec(0.5, 0.5, 0.5)), Penetrate},
		{"equal boxes", unit, hullOf(vec(0, 0, 0), vec(1, 1, 1)), Penetrate},
		{"a ball on a face", unit, ball(vec(0.5, 0.5, 2), 1), Touch},
		{"a ball on a corner", unit, ball(vec(3, 4, 7), 7), Touch},
		{"a ball into a corner", unit, ball(vec(3, 4, 7), 7+0x1p-50), Penetrate},
		{"a ball in a box", unit, ball(vec(0.5, 0.5, 0.5), 0.25), Inside},
		{"a ball that fits in a box", unit, ball(vec(0.5, 0.5, 0.5), 0.5), Penetrate},
		{"a box in a ball", unit, ball(vec(0.5, 0.5, 0.5), 1), Inside},
		{"a box in a ball that its corner touches", unit, ball(vec(-1, -1, 0), 3), Penetrate},
	} {
		var j Judge
		if got, _ := j.OfSolids(c.a, c.b); got != c.want {
			t.Errorf("%s: kind %d, want %d", c.name, got, c.want)
		}
		if got, _ := j.OfSolids(c.b, c.a); got != c.want {
			t.Errorf("%s, exchanged: kind %d, want %d", c.name, got, c.want)
		}
	}
}
