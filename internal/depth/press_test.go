package depth

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
)

// movedMesh writes a pose and a size into a mesh, so that no axes of a pose are left.
func movedMesh(m *mesh.Mesh, pose *geom.Pose, size float64) *mesh.Mesh {
	for i, v := range m.Vertices {
		m.Vertices[i] = pose.R.MulVec(v).Add(pose.T).Scale(size)
	}
	return m
}

// mostPressLooks is more than what a width of TestPressFits takes; with axes of space alone most are not found within 32,768.
const mostPressLooks = 8000

// TestPressFits: bolts that are 0.02 too thick for their holes, their corners over those of the hole or over its flats, turned in any way and in any
// size, at a pose or in the coordinates of their meshes. The largest ball touches a corner of the hole, or a flat of it, and two flats of the bolt.
func TestPressFits(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(18, 5))
	most := 0
	for i := range require.Samples(300, 30, 15) {
		n := [...]int{12, 24, 48, 7}[i%4]
		ridge := math.Cos(math.Pi / float64(n))
		size := math.Ldexp(1, r.IntN(41)-20)
		pose := turn(r.Float64()*6, vec(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()), vec(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Scale(20))
		if i%3 == 0 {
			pose.R = geom.AxisAngle(vec(0, 0, 1), r.Float64()).Matrix()
		}
		for phase, want := range map[float64]float64{0: 0.04 * ridge / (1 + ridge), 0.5: 2 * (5.02 - 5*ridge) * ridge / (1 + ridge)} {
			hole, bolt := tube("", n, 5, 9, 0, 20, 0), prism("", n, 5.02, -10, 30, phase)
			var a, b *Solid
			if i%2 == 0 {
				a, b = posed(t, movedMesh(hole, &pose, size), geom.Identity), posed(t, movedMesh(bolt, &pose, size), geom.Identity)
			} else {
				large := geom.Pose{R: geom.Mat{size, 0, 0, 0, size, 0, 0, 0, size}}
				at := large.Compose(&pose)
				a, b = posed(t, hole, at), posed(t, bolt, at)
			}
			s, goal := search(), goal(a, b)
			w, ok := s.Width(a, b, goal)
			want, slack := want*size, 1e-9*size
			if !ok || w.Hi-w.Lo > max(goal.Relative*w.Hi, goal.Absolute) || w.Lo > want+slack || w.Hi < want-slack {
				t.Errorf("%d corners, phase %v, case %d: width %v (%v) after %d looks, want %v", n, phase, i, w, ok, s.Looks(), want)
			}
			if most = max(most, s.Looks()); s.Looks() > mostPressLooks {
				t.Errorf("%d corners, phase %v, case %d: %d parts looked at, want %d at most", n, phase, i, s.Looks(), mostPressLooks)
			}
		}
	}
	t.Logf("%d parts looked at, at most", most)
}
