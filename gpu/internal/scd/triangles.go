package scd

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/gpu/internal/aabb"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/world"
)

// The kernels of scd3: see the shaders of that name.
var (
	scd3Root = &vulkan.Kernel{Shaders: shaders, Name: "scd3_root", Access: "rrrrwww", Group: 256}
	scd3Step = &vulkan.Kernel{Shaders: shaders, Name: "scd3_step", Access: "rrrrrrwww", Group: 256}
	scd3Hit  = &vulkan.Kernel{Shaders: shaders, Name: "scd3_hit", Access: "rrrrrrrrwww", Group: 256}
	scd3Fold = &vulkan.Kernel{Shaders: shaders, Name: "scd3_fold", Access: "rrrrrww", Group: 256}
)

// Triangles is the method scd3, this project's heir of the streaming method: the
// edges of both meshes of all pairs descend each other's trees together, as a stream of
// pairs of an edge and a node. Each run compacts what is left into the next queue and
// sizes the next run on the device; nothing is read back until the candidates are.
type Triangles struct {
	batch    *vulkan.Batch
	geometry *models.Geometry
	trees    *aabb.Trees
	edges    *edgeSet

	jobs   []edgeJob
	jobsOn *vulkan.Buffer
	total  int    // edges of all jobs
	self   bool   // one of them is a mesh with itself
	folds  uint64 // of those meshes
	Steps  int    // runs of a descent
	// parts is how many descents there are: see sampleStride.
	parts int

	placed     *vulkan.Buffer
	queues     [2]*primitives.Appender
	counts     *vulkan.Buffer
	Arrived    []uint32 // counts, read back
	candidates *primitives.Appender
	Left       *primitives.Appender
	args       *vulkan.Buffer
	first      int
	counters   query.Counts
}

const placedEdgeBytes = 32

// sampleStride is the distance of the edges that go first where one contact is enough; the
// others follow only if none of them surely crosses a triangle.
const sampleStride = 32

// NewTriangles makes the phase of the method scd3; its append buffers begin with room for
// first elements.
func NewTriangles(b *vulkan.Batch, g *models.Geometry, first int, o aabb.Options) *Triangles {
	d := b.Device()
	return &Triangles{
		batch: b, geometry: g, trees: aabb.NewTrees(d, g, o), edges: newEdgeSet(d, g), first: first,
		jobsOn: d.NewBuffer("jobs"), placed: d.NewBuffer("edges in their frames"), counts: d.NewBuffer("counts of edges"),
		queues:     [2]*primitives.Appender{primitives.NewAppender(d, "pairs of an edge and a node", 8), primitives.NewAppender(d, "pairs of an edge and a node", 8)},
		candidates: primitives.NewAppender(d, "pairs of an edge and a triangle", 8), Left: primitives.NewAppender(d, "pairs of triangles", 12), args: d.NewBuffer("arguments"),
	}
}

// Close frees what it has on the device.
func (p *Triangles) Close() {
	p.trees.Close()
	p.edges.close()
	for _, a := range []*primitives.Appender{p.queues[0], p.queues[1], p.candidates, p.Left} {
		a.Close()
	}
	for _, b := range []*vulkan.Buffer{p.jobsOn, p.placed, p.counts, p.args} {
		b.Close()
	}
}

// Grow implements phase.
func (p *Triangles) Grow() error {
	if err := p.edges.grow(); err != nil {
		return err
	}
	return p.trees.Grow()
}

// Follow implements phase: refits.
func (p *Triangles) Follow(b *vulkan.Batch) {
	p.edges.send(b)
	p.trees.RefitStale(b)
}

// Followed implements phase.
func (p *Triangles) Followed() int64 { return p.trees.Refitted() }

// Prepare implements phase: trees for the models as they are now.
func (p *Triangles) Prepare() (int64, error) { return p.trees.Update(p.batch) }

// Lacking implements phase.
func (p *Triangles) Lacking() bool { return p.trees.Lacking() }

// Counted implements query.TrianglePhase.
func (p *Triangles) Counted() *query.Counts { return &p.counters }

// Search implements phase.
func (p *Triangles) Search(w *world.World, pairs []broad.Pair) (int, []uint32, error) {
	p.Left.Most = w.Control.Limits().Contacts
	taken, err := p.take(w, pairs)
	if err != nil || p.total == 0 {
		return taken, nil, err
	}
	if err := p.reserve(); err != nil {
		return 0, nil, err
	}
	for sent, fits := false, false; !fits; sent = true {
		p.record(sent)
		if err := p.batch.Run(); err != nil {
			return 0, nil, err
		}
		if fits, err = p.fits(); (err != nil || !fits) && p.trees.Refitting() {
			return 0, nil, query.ErrAgain
		} else if err != nil {
			return 0, nil, err
		}
	}
	found, err := p.Left.Fetch(p.batch)
	return taken, found, err
}

// take lists the jobs of as many pairs as the device holds the edges of.
func (p *Triangles) take(w *world.World, pairs []broad.Pair) (taken int, err error) {
	p.jobs, p.total, p.self, p.folds, p.Steps, p.parts = p.jobs[:0], 0, false, 0, 1, 1
	if w.First {
		p.parts = 2
	}
	most := min(int(p.batch.Device().Info().Limits.Buffer)/placedEdgeBytes, math.MaxInt32)
	for i, q := range pairs {
		a, b := int(q.A), int(q.B)
		n := p.edgesOf(w, a)
		if a != b {
			n += p.edgesOf(w, b)
		}
		if p.total+n > most || i == models.MaxPairs {
			if i == 0 {
				return 0, fmt.Errorf("bodies %d and %d: %w: %d edges, at most %d", a, b, vulkan.ErrLimit, n, most)
			}
			return i, nil
		}
		kind := uint32(0)
		if a == b {
			kind, p.self = jobSelf, true
			p.folds += p.edges.of[p.geometry.Of[w.Model(a)]].folds
		} else {
			p.add(w, i, b, a, jobSwapped)
		}
		p.add(w, i, a, b, kind)
	}
	return len(pairs), nil
}

func (p *Triangles) edgesOf(w *world.World, body int) int {
	return p.edges.of[p.geometry.Of[w.Model(body)]].count
}

// add lists the edges of body e against the tree of body t.
func (p *Triangles) add(w *world.World, pair, e, t int, kind uint32) {
	me, mt := p.geometry.Of[w.Model(e)], p.geometry.Of[w.Model(t)]
	edges, tree := &p.edges.of[me], &p.trees.Of[mt]
	s := w.Surface(t)
	j := edgeJob{
		first: uint32(p.total), edges: uint32(edges.first), root: uint32(tree.Levels[0]),
		pair: uint32(pair), kind: kind, triangles: uint32(p.geometry.Models[mt].FirstTriangle),
	}
	if !j.place(&along{s, &p.geometry.Models[mt], inverse(&s.Pose().R)}, w.Surface(e), &p.geometry.Models[me]) {
		j.giveUp()
	}
	p.jobs = append(p.jobs, j)
	p.total += edges.count
	p.Steps = max(p.Steps, (len(tree.Levels)-1)/2)
}

// countsPerPart: of the queues before each run, of the last one, which is empty, and of the
// candidates. Ahead of all stands whether a contact is certain.
func (p *Triangles) countsPerPart() int { return p.Steps + 2 }

// Level appends volumes as query.Engine does.
func (p *Triangles) Level(w *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool, error) {
	return p.trees.Volumes(w, p.batch, dst, level, most)
}
