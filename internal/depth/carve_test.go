package depth

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// pipe is a wall of m flats between two radii, around the Z axis, corners of which are at the angle of turn. Without an inner radius it is a prism.
func pipe(inner, outer, height float64, m int, turn float64) *mesh.Mesh {
	p := &mesh.Mesh{Name: "pipe"}
	for i := range m {
		s, c := math.Sincos(turn + float64(i)*2*math.Pi/float64(m))
		for _, r := range [2]float64{inner, outer} {
			for _, z := range [2]float64{-height / 2, height / 2} {
				p.Vertices = append(p.Vertices, vec(float64(float32(r*c)), float64(float32(r*s)), z))
			}
		}
	}
	at := func(i, k int) uint32 { return uint32(i%m*4 + k) }
	for i := range m {
		for _, q := range [][4]int{{0, 1, 0, 1}, {3, 2, 3, 2}, {2, 0, 2, 0}, {1, 3, 1, 3}} { // within, outside, bottom, top
			a, b, c, d := at(i, q[0]), at(i, q[1]), at(i+1, q[2]), at(i+1, q[3])
			p.Triangles = append(p.Triangles, [3]uint32{a, b, d}, [3]uint32{a, d, c})
		}
	}
	if inner == 0 { // one corner in the middle of either end
		for i := range p.Triangles {
			for k, v := range p.Triangles[i] {
				if v%4 < 2 {
					p.Triangles[i][k] = v % 4
				}
			}
		}
		p.Triangles = noneFlat(p.Triangles)
	}
	return p
}

func noneFlat(list [][3]uint32) (kept [][3]uint32) {
	for _, t := range list {
		if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
			kept = append(kept, t)
		}
	}
	return kept
}

// TestShaftInHole: the corners of a shaft cut into the flats of its hole along all of their length, so that each facet reaches into the other solid
// along its edges and not between. The depth is at the corners, and takes few looks.
func TestShaftInHole(t *testing.T) {
	t.Parallel()
	const m, r, within = 24, 10, 9.95
	want := within - r*math.Cos(math.Pi/m)
	for i := range 4 {
		by := turn(0.3*float64(i), vec(1, 2, 3), vec(3, float64(i), 5))
		a, b := posed(t, pipe(r, 14, 30, m, 0), by), posed(t, pipe(0, within, 40, m, math.Pi/m), by)
		s, goal := search(), goal(a, b)
		d, ok := s.Depth(a, b, goal)
		if !ok || d.Lo > want+1e-5 || d.Hi < want-1e-5 || d.Hi-d.Lo > max(goal.Relative*d.Hi, goal.Absolute) {
			t.Errorf("shaft %d: %v (%v), want %v", i, d, ok, want)
		}
		if t.Logf("shaft %d: %d parts", i, s.Looks()); s.Looks() > mostShaftLooks {
			t.Errorf("shaft %d: %d parts looked at, want %d at most", i, s.Looks(), mostShaftLooks)
		}
	}
}

// mostShaftLooks is more than what TestShaftInHole takes, 1,450 to 1,710; without cuts it is 5,200 to 5,300 for three of the four.
const mostShaftLooks = 2500

// TestCarve: pieces of a part cover it, within the drift, and none is on both sides of a plane that touches it.
func TestCarve(t *testing.T) {
	t.Parallel()
	by := turn(0.7, vec(1, 2, 3), geom.Vec{})
	a, b := posed(t, pipe(10, 14, 30, 24, 0), by), posed(t, pipe(0, 9.95, 40, 24, math.Pi/24), by)
	s := search()
	s.begin(a, b, goal(a, b))
	if !s.meet() {
		t.Fatal("stopped")
	}
	carved := 0
	for side := range int8(2) {
		s.setBases(side)
		for i := range s.bases[0] {
			base := &s.bases[0][i]
			var touches []touch
			for _, x := range s.meeting.touches[side] {
				if x.triangle == base.triangle {
					touches = append(touches, x)
				}
			}
			cuts := s.carve(side, base, touches)
			if cuts == 0 {
				continue
			}
			carved++
			whole, pieces := areaOf(base.corners), 0.0
			for _, c := range s.carved {
				pieces += areaOf(c)
				for k := range s.planes {
					p := &s.planes[k]
					reach, off := reachesAlong(c, p.d), 64*s.unit
					if reach.Lo < p.reach.Lo-off && reach.Hi > p.reach.Lo+off {
						t.Errorf("side %d, base %d: a piece reaches from %v to %v across %v", side, i, reach.Lo, reach.Hi, p.reach.Lo)
					}
				}
			}
			if math.Abs(pieces-whole) > 1e-9*whole {
				t.Errorf("side %d, base %d: pieces of an area of %v of %v", side, i, pieces, whole)
			}
		}
	}
	if carved == 0 {
		t.Error("nothing was cut")
	}
}
