package collide

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// Model is a mesh as a shape, with what is derived from it: built once, on
// demand, in the mesh's own coordinates, whatever the poses. Models are safe for
// concurrent use but for SetVertices and Deform.
type Model struct {
	mesh *mesh.Mesh
	// mu is held while trees are built, judging while Solid is.
	mu, judging sync.Mutex
	tree        atomic.Pointer[tree.Tree]
	leaves      atomic.Pointer[[]geom.Triangle]
	wide        atomic.Pointer[tree.Wide]
	// rescaled is wide in its other unit, for pairs with meshes of another size.
	rescaled atomic.Pointer[tree.Wide]
	// within is for contacts within the mesh.
	within atomic.Pointer[tree.Wide]
	bounds atomic.Pointer[localBox]
	solid  atomic.Pointer[narrow.Solid]
	others hierarchies
	// version counts SetVertices.
	version int
	// deformed tells where the vertices come from; moved is Deform's memory.
	deformed Deformed
	moved    []geom.Vec
}

// NewModel returns the mesh as a shape. The mesh must not change afterwards but
// through SetVertices and Deform. A nil mesh panics; what else is wrong with a mesh is an
// error of NewDetector.
func NewModel(m *mesh.Mesh) *Model {
	if m == nil {
		panic("collide: NewModel of a nil mesh")
	}
	return &Model{mesh: m}
}

// Mesh returns the mesh.
func (m *Model) Mesh() *mesh.Mesh { return m.mesh }

// Version counts the calls of SetVertices: it tells whether a copy is up to date.
func (m *Model) Version() int { return m.version }

// Tree returns the hierarchy over the triangles, building it first if need be:
// O(n log n) time, on up to workers goroutines (0 for GOMAXPROCS).
func (m *Model) Tree(workers int) *tree.Tree {
	if t := m.tree.Load(); t != nil {
		return t
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if t := m.tree.Load(); t != nil {
		return t
	}
	t := tree.BuildSAH(m.boxes(nil), tree.SAHOptions{Workers: workers})
	m.tree.Store(t)
	return t
}

// leafTriangles returns the triangles in the order of the tree's leaves: 72 bytes
// each, and a leaf is read as one piece of memory.
func (m *Model) leafTriangles(workers int) []geom.Triangle {
	if l := m.leaves.Load(); l != nil {
		return *l
	}
	t := m.Tree(workers)
	m.mu.Lock()
	defer m.mu.Unlock()
	if l := m.leaves.Load(); l != nil {
		return *l
	}
	l := make([]geom.Triangle, len(t.Order))
	m.fillLeaves(t, l)
	m.leaves.Store(&l)
	return l
}

func (m *Model) fillLeaves(t *tree.Tree, leaves []geom.Triangle) {
	for k, i := range t.Order {
		leaves[k] = m.mesh.Triangle(int(i))
	}
}

// boxes appends the triangles' local boxes.
func (m *Model) boxes(dst []geom.AABB) []geom.AABB {
	if dst == nil {
		dst = make([]geom.AABB, 0, len(m.mesh.Triangles))
	}
	for i := range m.mesh.Triangles {
		t := m.mesh.Triangle(i)
		dst = append(dst, t.Bounds())
	}
	return dst
}

// SetVertices deforms the mesh: it copies the new coordinates, as many as there
// were, and refits the tree in O(n). No detector may be using the model
// meanwhile; those that hold it notice on their next call. A number that is not finite is an
// error; another number of vertices than the mesh has panics.
func (m *Model) SetVertices(v []geom.Vec) error {
	if len(v) != len(m.mesh.Vertices) {
		panic(fmt.Sprintf("collide: %d vertices for mesh %q, which has %d", len(v), m.mesh.Name, len(m.mesh.Vertices)))
	}
	for i := range v {
		if !v[i].IsFinite() {
			return fmt.Errorf("mesh %q: vertex %d is not finite: %v", m.mesh.Name, i, v[i])
		}
	}
	m.judging.Lock() // a query that was stopped may have left work behind: see World.await
	defer m.judging.Unlock()
	m.others.mu.Lock()
	defer m.others.mu.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	copy(m.mesh.Vertices, v)
	m.deformed = Deformed{}
	if t := m.tree.Load(); t != nil {
		t.Refit(m.boxes(nil))
		if l := m.leaves.Load(); l != nil {
			m.fillLeaves(t, *l)
		}
	}
	m.refitWide()
	m.refitWithin()
	m.bounds.Store(nil)
	m.others.deformed(m)
	m.solid.Store(nil)
	m.version++
	return nil
}

// localBox encloses a mesh in its own coordinates, of which extent is the greatest.
type localBox struct {
	geom.AABB
	extent float64
}

func (m *Model) localBox() *localBox {
	if b := m.bounds.Load(); b != nil {
		return b
	}
	b := &localBox{AABB: m.mesh.Bounds()}
	b.extent = max(b.Min.MaxAbs(), b.Max.MaxAbs())
	m.bounds.Store(b)
	return b
}

func (m *Model) localBounds() geom.AABB { return m.localBox().AABB }

func (m *Model) primitives() int { return len(m.mesh.Triangles) }

func (m *Model) check() error {
	if m == nil || m.mesh == nil {
		return fmt.Errorf("model without a mesh")
	}
	return m.mesh.Check()
}
