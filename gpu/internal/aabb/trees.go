package aabb

import (
	"slices"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// Trees are hierarchies over the models of a geometry, in their scaled vertices,
// built by the surface-area heuristic on the device and refitted as models deform.
type Trees struct {
	dev      *vulkan.Device
	geometry *models.Geometry
	Nodes    *vulkan.Buffer // items: two a triangle for each model
	Order    *vulkan.Buffer // triangles, leaf by leaf
	parents  *vulkan.Buffer // of nodes but the roots
	arrived  *vulkan.Buffer // children that were fitted
	Opt      Options
	Of       []modelTree
	build    *buildState
	costs    *vulkan.Buffer // of the nodes of one tree
	reducer  *primitives.Reducer
	// many is manyTriangles, less in tests.
	many int
}

// modelTree is one model's tree.
type modelTree struct {
	// Levels are the places of the levels' first nodes, and one behind the last.
	Levels []int
	// cost is the surface-area cost when built, now the one after the last refit.
	cost, now float64
	// Builds counts how often the tree was built.
	Builds int
	// built: the tree is whole; not while it is built again.
	built   bool
	fitting bool // a refit is recorded
	version int
	// sum is what the nodes add to the cost, root the first of them.
	sum  [1]float32
	root [1]models.Item
}

func (m *modelTree) nodes() int { return m.Levels[len(m.Levels)-1] - m.Levels[0] }

// NewTrees makes trees for all models; nothing is built yet.
func NewTrees(d *vulkan.Device, g *models.Geometry, opt Options) *Trees {
	return &Trees{
		dev: d, geometry: g, Nodes: d.NewBuffer("nodes"), Order: d.NewBuffer("order"), costs: d.NewBuffer("costs"), reducer: primitives.NewReducer(d),
		parents: d.NewBuffer("parents"), arrived: d.NewBuffer("arrivals"),
		Opt: opt, Of: make([]modelTree, len(g.Models)), build: newBuildState(d), many: manyTriangles,
	}
}

// Close frees what it has on the device.
func (t *Trees) Close() {
	for _, b := range t.build.named() {
		(*b.at).Close()
	}
	t.build.compactor.Close()
	t.reducer.Close()
	for _, b := range []*vulkan.Buffer{t.Nodes, t.Order, t.costs, t.parents, t.arrived} {
		b.Close()
	}
	for i := range t.Of {
		t.Of[i].built = false
	}
}

// Grow makes room for the trees of all models.
func (t *Trees) Grow() error {
	if len(t.Of) == 0 {
		return nil
	}
	last := &t.geometry.Models[len(t.Of)-1]
	n := last.FirstTriangle + last.Triangles
	nodes, largest := 2*n, 0
	for i := range t.geometry.Models {
		largest = max(largest, 2*t.geometry.Models[i].Triangles)
	}
	for _, g := range []struct {
		b    *vulkan.Buffer
		size int
	}{{t.Nodes, models.ItemBytes * nodes}, {t.parents, 4 * nodes}, {t.arrived, 4 * nodes}, {t.costs, 4 * largest}, {t.Order, 4 * n}} {
		if err := g.b.Grow(g.size); err != nil {
			return err
		}
	}
	return t.reducer.Grow(largest)
}

// RefitStale records the refitting of the trees whose model deformed, behind the
// update of its vertices.
func (t *Trees) RefitStale(b *vulkan.Batch) {
	for i := range t.Of {
		m, d := &t.Of[i], &t.geometry.Models[i]
		if m.fitting = m.built && m.version != d.Version; m.fitting {
			t.refit(b, i)
			t.measure(b, i)
		}
	}
	b.Mark("refit") // one phase for all: a batch has room for few
}

// Lacking reports whether Update has a tree to build, once Refitted has taken what was refitted.
func (t *Trees) Lacking() bool {
	for i := range t.Of {
		if m := &t.Of[i]; !m.built || t.degraded(i) {
			return true
		}
	}
	return false
}

// degraded reports whether a tree costs too much.
func (t *Trees) degraded(i int) bool {
	m := &t.Of[i]
	return m.now > t.Opt.RebuildFactor*m.cost
}

// Refitted takes what refitting gave, once its batch has run, and returns how many nodes changed.
func (t *Trees) Refitted() (nodes int64) {
	for i := range t.Of {
		m := &t.Of[i]
		if !m.fitting {
			continue
		}
		m.fitting, m.version = false, t.geometry.Models[i].Version
		m.now = t.weighed(i)
		nodes += int64(m.nodes())
	}
	return nodes
}

// Refitting reports whether a refit is recorded of which nothing was taken yet.
func (t *Trees) Refitting() bool {
	return slices.ContainsFunc(t.Of, func(m modelTree) bool { return m.fitting })
}

// Update takes what refitting gave and builds the trees that are missing or have
// degraded. It returns how many nodes changed.
func (t *Trees) Update(b *vulkan.Batch) (nodes int64, err error) {
	nodes = t.Refitted()
	for i := range t.Of {
		m, d := &t.Of[i], &t.geometry.Models[i]
		if !m.built || t.degraded(i) {
			if err := t.buildTree(b, i); err != nil {
				return nodes, err
			}
			nodes += int64(m.nodes())
		}
		m.version = d.Version
	}
	return nodes, nil
}

// refit records the boxes of a model's tree again, from the leaves up.
func (t *Trees) refit(b *vulkan.Batch, i int) {
	m, g := &t.Of[i], t.geometry
	first, n := m.Levels[0], m.nodes()
	if t.Opt.LevelRefit {
		for l := len(m.Levels) - 2; l >= 0; l-- {
			n := m.Levels[l+1] - m.Levels[l]
			b.Call(refitKernel, n, []uint32{uint32(n), uint32(m.Levels[l])}, g.Vertices, g.Triangles, t.Order, t.Nodes)
		}
	} else {
		b.Fill(t.arrived, 4*first, 4*n, 0)
		b.Call(climbKernel, n, []uint32{uint32(n), uint32(first)}, g.Vertices, g.Triangles, t.Order, t.parents, t.Nodes, t.arrived)
	}
}
