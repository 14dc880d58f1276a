package collide_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// shellBox is a box of integers as a closed surface; inward normals where sign is −1.
type shellBox struct {
	min, max [3]int
	sign     int
}

// holds reports whether a box holds another one strictly.
func (s *shellBox) holds(o *shellBox) bool {
	for k := range 3 {
		if o.min[k] <= s.min[k] || o.max[k] >= s.max[k] {
			return false
		}
	}
	return true
}

func (s *shellBox) apart(o *shellBox) bool {
	for k := range 3 {
		if o.max[k] < s.min[k] || s.max[k] < o.min[k] {
			return true
		}
	}
	return false
}

// clear reports whether the two surfaces do not touch.
func (s *shellBox) clear(o *shellBox) bool { return s.holds(o) || o.holds(s) || s.apart(o) }

func shellsMesh(shells []shellBox) *mesh.Mesh {
	m := &mesh.Mesh{Name: "shells"}
	for i := range shells {
		s, c := &shells[i], cube()
		for k, v := range c.Vertices {
			c.Vertices[k] = geom.Vec{
				X: float64(s.min[0]) + v.X*float64(s.max[0]-s.min[0]),
				Y: float64(s.min[1]) + v.Y*float64(s.max[1]-s.min[1]),
				Z: float64(s.min[2]) + v.Z*float64(s.max[2]-s.min[2]),
			}
		}
		if s.sign < 0 {
			c = insideOut(c)
		}
		m = joined(m, c)
	}
	return m
}

// inShells is what the definition says of shells that do not touch each other: a shell
// lies in the material of others if the signs of those around it do not cancel; by parity,
// if their number is odd.
func inShells(inner, outer []shellBox, o collide.Orient) bool {
	for i := range inner {
		sum, count := 0, 0
		for k := range outer {
			if outer[k].holds(&inner[i]) {
				sum, count = sum+outer[k].sign, count+1
			}
		}
		if o == collide.Parity && count%2 != 0 || o != collide.Parity && sum != 0 {
			return true
		}
	}
	return false
}

// exactPoses keep integers exact: quarter turns, mirrors, powers of two, shifts.
func exactPoses() []geom.Pose {
	return []geom.Pose{
		geom.Identity,
		{R: geom.Mat{-1, 0, 0, 0, 1, 0, 0, 0, 1}, T: geom.Vec{X: 100}},
		{R: geom.Mat{0, 1, 0, 0, 0, 1, 1, 0, 0}},
		{R: geom.Mat{0, 0, -8, 0, -8, 0, -8, 0, 0}, T: geom.Vec{Z: -3}},
		{R: geom.Mat{0x1p-400, 0, 0, 0, 0x1p-400, 0, 0, 0, 0x1p-400}},
		{R: geom.Mat{0x1p300, 0, 0, 0, 0, 0x1p300, 0, 0x1p300, 0}},
	}
}

// sideOf asks for the containment of two bodies of shells under one pose.
func sideOf(t *testing.T, a, b *collide.Model, pose geom.Pose, o collide.Orient) (collide.Side, *collide.Result) {
	t.Helper()
	d := detector(t, []collide.Body{{Name: "a", Shape: a, Pose: pose}, {Name: "b", Shape: b, Pose: pose}}, collide.Options{Solid: true, Orient: o, Workers: 1})
	r, err := d.Detect(context.Background())
	if r == nil {
		t.Fatal(err)
	}
	if len(r.Pairs) == 0 {
		return collide.NotInside, r
	}
	return r.Pairs[0].Inside, r
}

func layer(i int) shellBox {
	return shellBox{min: [3]int{10 * i, 10 * i, 10 * i}, max: [3]int{100 - 10*i, 100 - 10*i, 100 - 10*i}, sign: 1}
}

// TestNestedShells: up to three shells in each other, all orientations, a probe between
// every two, under poses and both rules.
func TestNestedShells(t *testing.T) {
	t.Parallel()
	poses := append(exactPoses(), posesOf(t, "testdata/pairs/rob-env.poses.txt")[:4]...)
	for levels := 1; levels <= 3; levels++ {
		for signs := range 1 << levels {
			var shells []shellBox
			winding := 0
			for i := range levels {
				shells = append(shells, layer(i))
				if signs>>i&1 != 0 {
					shells[i].sign = -1
				}
				winding += shells[i].sign
				want := map[collide.Orient]bool{collide.Winding: winding != 0, collide.Parity: i%2 == 0}
				probe := shellBox{min: [3]int{10*i + 4, 50, 50}, max: [3]int{10*i + 6, 52, 52}, sign: 1}
				b, a := collide.NewModel(shellsMesh(append(shells[:i+1:i+1], rest(levels, i+1, signs)...))), collide.NewModel(shellsMesh([]shellBox{probe}))
				for o, inside := range want {
					for _, pose := range poses {
						side, r := sideOf(t, a, b, pose, o)
						if (side == collide.AInside) != inside || r.Verdict != verdictOf(inside) {
							t.Errorf("%d shells, signs %b, layer %d, %s, pose %v: inside %q, %v %v", levels, signs, i, o, pose, side, r.Verdict, r.Pairs)
						}
					}
				}
			}
		}
	}
}

// rest is the inner shells from one on.
func rest(levels, from, signs int) (shells []shellBox) {
	for i := from; i < levels; i++ {
		s := layer(i)
		if signs>>i&1 != 0 {
			s.sign = -1
		}
		shells = append(shells, s)
	}
	return shells
}

// TestShellsSideBySide: of two components in one mesh, of opposite orientation, both are
// solid, and either is found where it lies in another body.
func TestShellsSideBySide(t *testing.T) {
	t.Parallel()
	left, right := shellBox{[3]int{0, 0, 0}, [3]int{10, 10, 10}, 1}, shellBox{[3]int{20, 0, 0}, [3]int{30, 10, 10}, -1}
	both := collide.NewModel(shellsMesh([]shellBox{left, right}))
	for _, x := range []int{4, 24} {
		probe := collide.NewModel(shellsMesh([]shellBox{{[3]int{x, 4, 4}, [3]int{x + 2, 6, 6}, 1}}))
		around := collide.NewModel(shellsMesh([]shellBox{{[3]int{x - 5, -1, -1}, [3]int{x + 7, 11, 11}, 1}}))
		for _, o := range []collide.Orient{collide.Winding, collide.Parity} {
			if side, r := sideOf(t, probe, both, geom.Identity, o); side != collide.AInside || r.Verdict != collide.InContact {
				t.Errorf("probe at %d: %q (%v)", x, side, r.Pairs)
			}
			if side, r := sideOf(t, around, both, geom.Identity, o); side != collide.BInside || r.Verdict != collide.InContact {
				t.Errorf("box around %d: %q (%v)", x, side, r.Pairs)
			}
		}
	}
}

// randomShells are up to n boxes; most lie in each other.
func randomShells(next func(n int) int, n int) (shells []shellBox) {
	for range 1 + next(n) {
		var s shellBox
		for k := range 3 {
			s.min[k] = next(14)
			s.max[k] = s.min[k] + 1 + next(24)
		}
		if len(shells) > 0 && next(3) > 0 { // just inside an earlier one, so that nests occur
			s = shells[next(len(shells))]
			for k := range 3 {
				s.min[k], s.max[k] = s.min[k]+1, s.max[k]-1-next(2)
				if s.max[k] <= s.min[k] {
					s.max[k] = s.min[k] + 1
				}
			}
		}
		if s.sign = 1; next(2) == 0 {
			s.sign = -1
		}
		shells = append(shells, s)
	}
	return shells
}

func clearOfEachOther(shells []shellBox) bool {
	for i := range shells {
		for k := range i {
			if !shells[i].clear(&shells[k]) {
				return false
			}
		}
	}
	return true
}

// checkShells compares the answer for two bodies of shells with the definition, if no
// shell touches another; it returns what the definition says.
func checkShells(t *testing.T, a, b []shellBox, pose geom.Pose, o collide.Orient) collide.Side {
	t.Helper()
	if !clearOfEachOther(append(append([]shellBox(nil), a...), b...)) {
		return collide.NotInside
	}
	want := collide.NotInside
	if inShells(a, b, o) {
		want = collide.AInside
	} else if inShells(b, a, o) {
		want = collide.BInside
	}
	got, r := sideOf(t, collide.NewModel(shellsMesh(a)), collide.NewModel(shellsMesh(b)), pose, o)
	if got != want || r.Verdict != verdictOf(want != collide.NotInside) || len(r.Contacts) != 0 {
		t.Fatalf("%v and %v, %s, pose %v: inside %q, want %q; %v %v", a, b, o, pose, got, want, r.Verdict, r.Pairs)
	}
	return want
}

func TestRandomShells(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 11))
	seen := map[collide.Side]int{}
	poses := exactPoses()
	for i := range 6000 {
		o := []collide.Orient{"", collide.Parity}[i%2]
		all := randomShells(r.IntN, 6)
		cut := r.IntN(len(all) + 1)
		a, b := all[:cut], all[cut:]
		if i&2 != 0 {
			a, b = b, a
		}
		if len(a) > 0 && len(b) > 0 {
			seen[checkShells(t, a, b, poses[i%len(poses)], o)]++
		}
	}
	if seen[collide.AInside] < 50 || seen[collide.BInside] < 50 {
		t.Errorf("%v: too few lie in each other", seen)
	}
}

func FuzzShells(f *testing.F) {
	f.Add([]byte{2, 0, 0, 0, 23, 23, 23, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, uint8(2), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, cut, how uint8) {
		next := func(n int) int {
			if len(data) == 0 {
				return 0
			}
			x := int(data[0]) % n
			data = data[1:]
			return x
		}
		all := randomShells(next, 8)
		n := int(cut) % (len(all) + 1)
		if poses := exactPoses(); n > 0 && n < len(all) {
			checkShells(t, all[:n], all[n:], poses[int(how/2)%len(poses)], []collide.Orient{collide.Winding, collide.Parity}[how%2])
		}
	})
}

// TestFlippedTriangleByParity: by the user's word a shell whose triangles disagree is as
// closed as its edges are even.
func TestFlippedTriangleByParity(t *testing.T) {
	t.Parallel()
	outer, probe := shellsMesh([]shellBox{layer(0)}), collide.NewModel(shellsMesh([]shellBox{layer(1)}))
	for i, c := range outer.Triangles {
		flipped := &mesh.Mesh{Name: "flipped", Vertices: outer.Vertices, Triangles: append([][3]uint32(nil), outer.Triangles...)}
		flipped.Triangles[i] = [3]uint32{c[0], c[2], c[1]}
		m := collide.NewModel(flipped)
		if side, r := sideOf(t, probe, m, geom.Identity, collide.Winding); side != collide.NotInside || r.Verdict != collide.Unknown || !strings.Contains(r.Pairs[0].Reason, "b is not closed: the edge from (") {
			t.Errorf("triangle %d by winding: %q, %v %v", i, side, r.Verdict, r.Pairs)
		}
		if side, r := sideOf(t, probe, m, geom.Identity, collide.Parity); side != collide.AInside || r.Verdict != collide.InContact {
			t.Errorf("triangle %d by parity: %q, %v %v", i, side, r.Verdict, r.Pairs)
		}
	}
}
