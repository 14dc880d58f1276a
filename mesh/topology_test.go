package mesh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
)

func TestWeldTakesSignedZerosAsEqual(t *testing.T) {
	zero := math.Copysign(0, -1)
	m := &Mesh{Vertices: []geom.Vec{v(zero, 1, 0), v(0, 1, zero), v(0, 1, 5e-324), v(0, 1, 0)}}
	w := Weld(m)
	if want := []uint32{0, 0, 2, 0}; !slices.Equal(w.Vertex, want) || w.Distinct != 2 {
		t.Errorf("welded to %v, %d distinct; want %v, 2", w.Vertex, w.Distinct, want)
	}
}

// TestWeldAgreesWithSearch compares with the plain search for equal vertices.
func TestWeldAgreesWithSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	m, welder := &Mesh{}, &Welder{}
	var first []uint32
	var distinct []geom.Vec
	for range 1500 {
		p := v(float64(rng.IntN(9)-4)/4, float64(rng.IntN(9)), float64(rng.IntN(9)))
		m.Vertices = append(m.Vertices, p)
		first = append(first, uint32(slices.Index(m.Vertices, p)))
		if !slices.Contains(distinct, p) {
			distinct = append(distinct, p)
		}
		if got, want := welder.Add(p), slices.Index(distinct, p); int(got) != want {
			t.Fatalf("welder gives %d for %v, want %d", got, p, want)
		}
	}
	if w := Weld(m); !slices.Equal(w.Vertex, first) || w.Distinct != len(distinct) {
		t.Errorf("Weld differs from the search; %d distinct, want %d", w.Distinct, len(distinct))
	}
	if !slices.Equal(welder.Vertices(), distinct) || welder.Len() != len(distinct) {
		t.Errorf("the welder has %d vertices, want %d", welder.Len(), len(distinct))
	}
}

func TestWelderKeepsTheFirstSignsOfZero(t *testing.T) {
	var w Welder
	w.Add(v(math.Copysign(0, -1), 0, 0))
	w.Add(v(0, 0, 0))
	if w.Len() != 1 || !math.Signbit(w.Vertices()[0].X) {
		t.Errorf("vertices are %v", w.Vertices())
	}
}

func TestTopologyOfATetrahedron(t *testing.T) {
	for _, m := range []*Mesh{tetrahedron(), soup(tetrahedron())} {
		topology := m.Topology()
		if len(topology.Edges) != 6 || !topology.Closed() {
			t.Errorf("%s: %d edges, closed %v", m.Name, len(topology.Edges), topology.Closed())
		}
		for e, edge := range topology.Edges {
			sides := topology.Sides(e)
			if len(sides) != 2 || topology.Forward(sides[0]) == topology.Forward(sides[1]) {
				t.Errorf("%s: edge %v has sides %v", m.Name, edge, sides)
			}
		}
		want := []uint32{3, 2, 1, 0, 2, 3, 0, 3, 1, 0, 1, 2}
		if got := topology.Adjacent(); !slices.Equal(got, want) {
			t.Errorf("%s: adjacency %v, want %v", m.Name, got, want)
		}
	}
}

// TestTopologyAgreesWithAMap counts the sides of random triangles' edges, of
// which many are degenerate, with a map.
func TestTopologyAgreesWithAMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	m := &Mesh{Name: "random"}
	for range 60 { // the same ten places again and again
		m.Vertices = append(m.Vertices, v(float64(rng.IntN(10)), 0, 0))
	}
	for range 300 {
		m.Triangles = append(m.Triangles, [3]uint32{rng.Uint32N(60), rng.Uint32N(60), rng.Uint32N(60)})
	}
	sides, w := map[Edge][]uint32{}, Weld(m)
	for i, tri := range m.Triangles {
		for c := range 3 {
			a, b := w.Vertex[tri[c]], w.Vertex[tri[(c+1)%3]]
			if a != b {
				e := Edge{min(a, b), max(a, b)}
				sides[e] = append(sides[e], uint32(3*i+c))
			}
		}
	}
	topology := m.Topology()
	if len(topology.Edges) != len(sides) {
		t.Errorf("%d edges, want %d", len(topology.Edges), len(sides))
	}
	for e, edge := range topology.Edges {
		if !slices.Equal(topology.Sides(e), sides[edge]) {
			t.Errorf("edge %v has sides %v, want %v", edge, topology.Sides(e), sides[edge])
		}
	}
	ascending := slices.IsSortedFunc(topology.Edges, func(a, b Edge) int {
		return slices.Compare([]uint32{a.A, a.B}, []uint32{b.A, b.B})
	})
	if !ascending {
		t.Error("edges are not ascending")
	}
}

func TestOpenEdgesHaveNoNeighbour(t *testing.T) {
	m := tetrahedron()
	m.Triangles = m.Triangles[:3]
	topology := m.Topology()
	if topology.Closed() {
		t.Error("a tetrahedron without a side is closed")
	}
	if got, want := topology.Adjacent(), []uint32{None, 2, 1, 0, 2, None, 0, None, 1}; !slices.Equal(got, want) {
		t.Errorf("adjacency %v, want %v", got, want)
	}
}

func TestComponents(t *testing.T) {
	one, other := soup(tetrahedron()), moved(tetrahedron(), v(5, 0, 0))
	tip := moved(tetrahedron(), v(6, 0, 0)) // meets other in (6,0,0) only
	c := Components(merge(one, other, tip))
	if want := []uint32{0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}; !slices.Equal(c.Of, want) {
		t.Errorf("components %v, want %v", c.Of, want)
	}
	if want := []uint32{0, 12}; !slices.Equal(c.Seeds, want) {
		t.Errorf("seeds %v, want %v", c.Seeds, want)
	}
}

// TestComponentsJoinLate links chains that first grow apart.
func TestComponentsJoinLate(t *testing.T) {
	const n = 1000
	m := &Mesh{}
	for i := range n + 2 {
		m.Vertices = append(m.Vertices, v(float64(i), float64(i*i), 0))
	}
	for i := range n {
		k := uint32(i*7919) % n // every number below n once, in a scattered order
		m.Triangles = append(m.Triangles, [3]uint32{k, k + 1, k + 2})
	}
	if c := Components(m); len(c.Seeds) != 1 {
		t.Errorf("a chain has %d components", len(c.Seeds))
	}
}
