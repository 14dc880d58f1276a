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
		if len(topology.Edges) != 6 || topology.Unbalanced() >= 0 || topology.Odd() >= 0 {
			t.Errorf("%s: %d edges, edge %d unbalanced, %d odd", m.Name, len(topology.Edges), topology.Unbalanced(), topology.Odd())
		}
		for e, edge := range topology.Edges {
			sides := topology.Sides(e)
			if len(sides) != 2 || topology.Forward(sides[0]) == topology.Forward(sides[1]) {
				t.Errorf("%s: edge %v has sides %v", m.Name, edge, sides)
			}
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
	if topology.Unbalanced() != 1 || topology.Odd() != 1 { // from 0 to 2
		t.Errorf("a tetrahedron without a side: edge %d unbalanced, %d odd", topology.Unbalanced(), topology.Odd())
	}
}

// fan is triangles around the edge from (0,0,0) to (0,0,1), each running along it or,
// where its letter is a, against it.
func fan(ways string) *Mesh {
	m := &Mesh{Name: "fan " + ways, Vertices: []geom.Vec{v(0, 0, 0), v(0, 0, 1)}}
	for i, way := range ways {
		m.Vertices = append(m.Vertices, v(1, float64(i), 0))
		tri := [3]uint32{0, 1, uint32(i) + 2}
		if way == 'a' {
			tri[0], tri[1] = 1, 0
		}
		m.Triangles = append(m.Triangles, tri)
	}
	return m
}

func TestImbalance(t *testing.T) {
	for ways, want := range map[string]int{"f": 1, "a": -1, "fa": 0, "ff": 2, "faf": 1, "faaf": 0, "fffa": 2, "aaaa": -4} {
		topology := fan(ways).Topology()
		if topology.Edges[0] != (Edge{0, 1}) {
			t.Fatalf("the first edge is %v", topology.Edges[0])
		}
		if got := topology.imbalance(0); got != want {
			t.Errorf("%s: imbalance %d, want %d", ways, got, want)
		}
		if want != 0 && topology.Unbalanced() != 0 {
			t.Errorf("%s: edge %d is called the first that does not balance", ways, topology.Unbalanced())
		}
		if inconsistent := Analyze(fan(ways)).InconsistentEdges.Count == 1; inconsistent != (want != 0 && len(ways)%2 == 0) {
			t.Errorf("%s: inconsistent %v", ways, inconsistent)
		}
	}
}

// TestBalance compares with what is known of whole meshes: which edge is the first that
// does not balance, and the first with an odd number of sides.
func TestBalance(t *testing.T) {
	flat, twice, turned := tetrahedron(), tetrahedron(), tetrahedron()
	flat.Triangles = append(flat.Triangles, [3]uint32{0, 1, 0}, [3]uint32{2, 2, 2}, [3]uint32{3, 1, 1}) // degenerate
	twice.Triangles = append(twice.Triangles, twice.Triangles...)
	for i, c := range turned.Triangles {
		turned.Triangles[i] = [3]uint32{c[1], c[0], c[2]}
	}
	sheets := tetrahedron() // a side and its reverse once more: they cancel
	sheets.Triangles = append(sheets.Triangles, sheets.Triangles[2], [3]uint32{sheets.Triangles[2][1], sheets.Triangles[2][0], sheets.Triangles[2][2]})
	double := tetrahedron() // a side once more
	double.Triangles = append(double.Triangles, double.Triangles[0])
	for name, c := range map[string]struct {
		m               *Mesh
		unbalanced, odd bool
	}{
		"degenerate triangles":    {flat, false, false},
		"counted twice":           {twice, false, false},
		"inside out":              {turned, false, false},
		"one side reversed":       {defective()["flipped"], true, false},
		"a side and its reverse":  {sheets, false, false},
		"a side twice":            {double, true, true},
		"opposite shells":         {merge(turned, moved(tetrahedron(), v(9, 0, 0))), false, false},
		"shells that share edges": {merge(turned, tetrahedron()), false, false},
	} {
		topology := c.m.Topology()
		if got := topology.Unbalanced() >= 0; got != c.unbalanced {
			t.Errorf("%s: unbalanced %v", name, got)
		}
		if got := topology.Odd() >= 0; got != c.odd {
			t.Errorf("%s: odd %v", name, got)
		}
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
