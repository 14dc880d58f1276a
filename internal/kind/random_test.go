package kind

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

type cell [3]int

// cubes is the boundary of a set of unit cubes.
func cubes(set map[cell]bool) *mesh.Mesh {
	m := &mesh.Mesh{Name: "cubes"}
	corner := func(c cell) uint32 {
		m.Vertices = append(m.Vertices, vec(float64(c[0]), float64(c[1]), float64(c[2])))
		return uint32(len(m.Vertices) - 1)
	}
	for c := range set {
		for axis := range 3 {
			for up := range 2 {
				next := c
				next[axis] += 2*up - 1
				if set[next] {
					continue
				}
				var f [4]uint32
				for k, s := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
					v := c
					v[axis] += up
					v[(axis+1)%3] += s[0]
					v[(axis+2)%3] += s[1]
					f[k] = corner(v)
				}
				if up == 0 {
					f[1], f[3] = f[3], f[1]
				}
				m.Triangles = append(m.Triangles, [3]uint32{f[0], f[1], f[2]}, [3]uint32{f[0], f[2], f[3]})
			}
		}
	}
	return m
}

// grown is a random set of cubes that hang together.
func grown(r *rand.Rand, n int) map[cell]bool {
	set := map[cell]bool{{}: true}
	for len(set) < n {
		for c := range set {
			c[r.IntN(3)] += 2*r.IntN(2) - 1
			set[c] = true
			break
		}
	}
	return set
}

// linear is a random matrix of small integers that keeps volumes, so that corners are exact.
func linear(r *rand.Rand) geom.Mat {
	for {
		var m geom.Mat
		for i := range m {
			m[i] = float64(r.IntN(5) - 2)
		}
		if d := m.Row(0).Dot(m.Row(1).Cross(m.Row(2))); d != 0 {
			return m
		}
	}
}

// TestCubes: bodies of cubes on one lattice have inner points in common if and only if they
// have a cube in common; they meet in faces, edges and corners of every sort, in cavities too.
func TestCubes(t *testing.T) {
	kinds := map[Kind]int{}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		a, b := grown(r, 1+r.IntN(12)), grown(r, 1+r.IntN(12))
		shift := cell{r.IntN(5) - 2, r.IntN(5) - 2, r.IntN(5) - 2}
		common := false
		for c := range b {
			common = common || a[cell{c[0] + shift[0], c[1] + shift[1], c[2] + shift[2]}]
		}
		matrix := linear(r)
		pa, pb := geom.Pose{R: matrix}, geom.Pose{R: matrix}
		pb.T = matrix.MulVec(vec(float64(shift[0]), float64(shift[1]), float64(shift[2])))
		kinds[check(t, seed, posed(t, cubes(a), pa), posed(t, cubes(b), pb), common)]++
	}
	if kinds[Touch] < 100 || kinds[Penetrate] < 50 {
		t.Errorf("kinds %v: the bodies test too little", kinds)
	}
}

// check compares the kind with whether the interiors have a common point.
func check(t *testing.T, seed uint64, a, b *Body, common bool) Kind {
	t.Helper()
	found := contacts(a, b)
	if len(found) == 0 {
		return Undecided // apart, or one in the other
	}
	var j Judge
	got, why := j.Of(a, b, found)
	want := Touch
	if common {
		want = Penetrate
	}
	if got != want {
		t.Errorf("seed %d: kind %d (%s), want %d", seed, got, why, want)
	}
	return got
}

// tetrahedron has small integers for coordinates.
func tetrahedron(r *rand.Rand) [4]geom.Vec {
	for {
		var v [4]geom.Vec
		for i := range v {
			v[i] = vec(float64(r.IntN(5)), float64(r.IntN(5)), float64(r.IntN(5)))
		}
		if d := v[1].Sub(v[0]).Cross(v[2].Sub(v[0])).Dot(v[3].Sub(v[0])); d > 0 {
			return v
		}
	}
}

func tetrahedra(list ...[4]geom.Vec) *mesh.Mesh {
	m := &mesh.Mesh{Name: "tetrahedra"}
	for _, v := range list {
		n := uint32(len(m.Vertices))
		m.Vertices = append(m.Vertices, v[:]...)
		m.Triangles = append(m.Triangles, [3]uint32{n, n + 2, n + 1}, [3]uint32{n, n + 1, n + 3}, [3]uint32{n + 1, n + 2, n + 3}, [3]uint32{n + 2, n, n + 3})
	}
	return m
}

// overlap reports whether two tetrahedra of small integers have inner points in common: a
// plane along a face, or along an edge of each, separates them otherwise.
func overlap(a, b [4]geom.Vec) bool {
	var axes []geom.Vec
	edges := func(v [4]geom.Vec) (e []geom.Vec) {
		for i := range 4 {
			for k := range i {
				e = append(e, v[i].Sub(v[k]))
			}
		}
		return e
	}
	ea, eb := edges(a), edges(b)
	for _, e := range [][2][]geom.Vec{{ea, ea}, {eb, eb}, {ea, eb}} {
		for _, x := range e[0] {
			for _, y := range e[1] {
				axes = append(axes, x.Cross(y))
			}
		}
	}
	for _, n := range axes {
		if n == (geom.Vec{}) {
			continue
		}
		lo, hi := [2]float64{1e9, 1e9}, [2]float64{-1e9, -1e9}
		for i, v := range [2][4]geom.Vec{a, b} {
			for _, x := range v {
				lo[i], hi[i] = min(lo[i], n.Dot(x)), max(hi[i], n.Dot(x))
			}
		}
		if hi[0] <= lo[1] || hi[1] <= lo[0] {
			return false
		}
	}
	return true
}

// TestTetrahedra: on a coarse lattice tetrahedra meet in every degenerate way; two that lie
// apart are also taken for one body of two shells.
func TestTetrahedra(t *testing.T) {
	kinds := map[Kind]int{}
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 2))
		a, b, c := tetrahedron(r), tetrahedron(r), tetrahedron(r)
		for i := range c {
			c[i].X += 5 // next to a
		}
		single := posed(t, tetrahedra(b), geom.Identity)
		kinds[check(t, seed, posed(t, tetrahedra(a), geom.Identity), single, overlap(a, b))]++
		if seed%8 == 0 {
			for i := range b {
				b[i].X += 2.5
			}
			check(t, seed, posed(t, tetrahedra(a, c), geom.Identity), posed(t, tetrahedra(b), geom.Identity), overlap(a, b) || overlap(c, b))
		}
	}
	if kinds[Touch] < 100 || kinds[Penetrate] < 1000 {
		t.Errorf("kinds %v: the bodies test too little", kinds)
	}
}
