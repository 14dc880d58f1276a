package gpu

import (
	"math"

	"github.com/collide-go/collide"
)

var (
	triBoxes    = &kernel{name: "tri_boxes", access: "rrw", group: 256}
	sahLarge    = &kernel{name: "sah_large", access: "rwwrwww", group: 256}
	sahGroup    = &kernel{name: "sah_group", access: "rwwrwww", group: 1}
	sahThread   = &kernel{name: "sah_thread", access: "rwwrwww", group: 256}
	sahChildren = &kernel{name: "sah_children", access: "rrrww", group: 256}
	sahCost     = &kernel{name: "sah_cost", access: "rw", group: 256}
	refitKernel = &kernel{name: "refit", access: "rrrw", group: 256}
)

// The three regimes of the build: more triangles than manyTriangles are split by all
// threads, up to fewTriangles by one, what is between by a group.
const (
	fewTriangles  = 32
	manyTriangles = 1 << 14
)

// The costs that the build minimises: of visiting a node, of testing a triangle; and
// the most triangles of a leaf.
const (
	visitCost     = 1.0
	triangleCost  = 1.5
	leafTriangles = 4
)

// rebuildFactor is how far refitting may let the surface-area cost of a tree grow
// beyond what it was when built before it is built anew: at twice the cost a descent
// does about twice the work, and a build costs a few refits.
const rebuildFactor = 2.0

// trees are hierarchies over the models of a geometry, in their scaled vertices,
// built by the surface-area heuristic on the device and refitted as models deform.
type trees struct {
	dev      *Device
	geometry *geometry
	nodes    *buffer // items: two a triangle for each model
	order    *buffer // triangles, leaf by leaf
	of       []modelTree
	build    *buildState
	sums     *buffer
	parts    []float32
	root     [1]item
	// many is manyTriangles, less in tests.
	many int
}

// modelTree is one model's tree.
type modelTree struct {
	// levels are the places of the levels' first nodes, and one behind the last.
	levels []int
	// cost is the surface-area cost when built, now the one after the last refit.
	cost, now float64
	// builds counts how often the tree was built.
	builds  int
	built   bool
	version int
}

// buildState is memory that only a build uses.
type buildState struct {
	boxes, order, sorted *buffer
	queue, next          *buffer
	cuts, ranks          *buffer
	work, flags          *buffer
	scanner              *scanner
	entries              [][4]uint32
	lastCut, lastRank    [1]uint32
	large                [][4]uint32
	clear                []uint32
}

const (
	sahBins     = 16
	sahBinWords = 7
	sahWork     = 6 + 3*sahBins*sahBinWords + 5
)

func (d *Device) newTrees(g *geometry) *trees {
	s := &buildState{scanner: d.newScanner()}
	for _, b := range s.named() {
		*b.at = d.newBuffer(b.name)
	}
	s.clear = make([]uint32, sahWork)
	for i := range s.clear {
		word := (i - 6) % sahBinWords
		if i < 3 || i >= 6 && 1 <= word && word <= 3 { // minima
			s.clear[i] = math.MaxUint32
		}
	}
	return &trees{
		dev: d, geometry: g, nodes: d.newBuffer("nodes"), order: d.newBuffer("order"), sums: d.newBuffer("cost sums"),
		of: make([]modelTree, len(g.models)), build: s, many: manyTriangles,
	}
}

type namedBuffer struct {
	name string
	at   **buffer
	// perTriangle and fixed are its size in bytes.
	perTriangle, fixed int
}

func (s *buildState) named() []namedBuffer {
	return []namedBuffer{
		{"triangle boxes", &s.boxes, itemBytes, 0}, {"build order", &s.order, 4, 0}, {"build order, sorted", &s.sorted, 4, 0},
		{"build queue", &s.queue, 16, 16}, {"next build queue", &s.next, 16, 16}, {"cuts", &s.cuts, 4, 0}, {"splits", &s.ranks, 4, 0},
		{"bins", &s.work, 0, 4 * sahWork}, {"sides", &s.flags, 4, 0},
	}
}

func (t *trees) close() {
	for _, b := range t.build.named() {
		(*b.at).close()
	}
	t.build.scanner.close()
	t.nodes.close()
	t.order.close()
	t.sums.close()
	for i := range t.of {
		t.of[i].built = false
	}
}

// grow makes room for the trees of all models.
func (t *trees) grow() error {
	if len(t.of) == 0 {
		return nil
	}
	last := &t.geometry.models[len(t.of)-1]
	n := last.firstTriangle + last.triangles
	if err := t.nodes.grow(2 * itemBytes * n); err != nil {
		return err
	}
	if err := t.sums.grow(4 * (2*n/256 + 1)); err != nil {
		return err
	}
	return t.order.grow(4 * n)
}

// update builds the trees that are missing or have degraded and refits those whose
// model deformed. The vertices on the device must be up to date.
func (t *trees) update(b *batch, w *collide.World) error {
	for i := range t.of {
		m, d := &t.of[i], &t.geometry.models[i]
		switch {
		case !m.built || m.now > rebuildFactor*m.cost:
			if err := t.buildTree(b, i); err != nil {
				return err
			}
			w.Stats.BVUpdates += int64(m.levels[len(m.levels)-1] - m.levels[0])
		case m.version != d.version:
			b.start()
			t.refit(b, i)
			if err := t.measure(b, i); err != nil {
				return err
			}
			w.Stats.BVUpdates += int64(m.levels[len(m.levels)-1] - m.levels[0])
		}
		m.version = d.version
	}
	return nil
}

// refit records the boxes of a model's tree anew, the lowest level first.
func (t *trees) refit(b *batch, i int) {
	m, g := &t.of[i], t.geometry
	for l := len(m.levels) - 2; l >= 0; l-- {
		n := m.levels[l+1] - m.levels[l]
		b.call(refitKernel, n, []uint32{uint32(n), uint32(m.levels[l])}, g.vertices, g.triangles, t.order, t.nodes)
	}
	b.mark("refit")
}

// measure runs the batch after adding to it the cost of the tree.
func (t *trees) measure(b *batch, i int) error {
	m, d := &t.of[i], &t.geometry.models[i]
	first := m.levels[0]
	n := m.levels[len(m.levels)-1] - first
	groups := (n + 255) / 256
	if cap(t.parts) < groups {
		t.parts = make([]float32, groups)
	}
	t.parts = t.parts[:groups]
	s := d.axes()
	b.call(sahCost, n, []uint32{
		uint32(n), uint32(first), math.Float32bits(visitCost), math.Float32bits(triangleCost), s[0], s[1], s[2],
	}, t.nodes, t.sums)
	b.read(bytesOf(t.parts), t.sums, 0)
	b.read(bytesOf(t.root[:]), t.nodes, itemBytes*first)
	if err := b.run(); err != nil {
		return err
	}
	sum := 0.0
	for _, p := range t.parts {
		sum += float64(p)
	}
	m.now = sum / max(t.root[0].area(s), math.SmallestNonzeroFloat32)
	return nil
}

// axes are the sizes of the axes of the scaled vertices as bits of float32, the
// largest being 1, so that areas keep their proportions.
func (d *modelData) axes() [3]uint32 {
	most := max(d.exponent[0], d.exponent[1], d.exponent[2])
	var s [3]uint32
	for k, e := range d.exponent {
		s[k] = math.Float32bits(float32(math.Ldexp(1, max(e-most, -60))))
	}
	return s
}

// area is half the surface of a box on axes of such sizes.
func (b *item) area(axes [3]uint32) float64 {
	var d [3]float64
	for k := range d {
		d[k] = float64(b.hi[k]-b.lo[k]) * float64(math.Float32frombits(axes[k]))
	}
	return d[0]*d[1] + d[1]*d[2] + d[2]*d[0]
}
