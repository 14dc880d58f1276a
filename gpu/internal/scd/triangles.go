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
	sent  int64 // bytes of edges, not counted yet

	placed     *vulkan.Buffer
	queues     [2]*primitives.Appender
	counts     *vulkan.Buffer
	Arrived    []uint32 // counts, read back
	candidates *primitives.Appender
	Left       *primitives.Appender
	args       *vulkan.Buffer
	first      int
	found      []uint32
	counters   query.Counts
}

const placedEdgeBytes = 32

// sampleStride: where one contact is enough, one edge in so many goes first, and the
// others only if none of them surely crosses a triangle.
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
	p.sent += p.edges.send(b)
	p.trees.RefitStale(b)
}

// Prepare implements phase: trees for the models as they are now.
func (p *Triangles) Prepare() (int64, error) { return p.trees.Update(p.batch) }

// Lacking implements phase.
func (p *Triangles) Lacking() bool { return p.trees.Lacking() }

// Counted implements query.TrianglePhase.
func (p *Triangles) Counted() *query.Counts { return &p.counters }

// Search implements phase.
func (p *Triangles) Search(w *world.World, pairs []broad.Pair) (int, []uint32, error) {
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
		if fits, err = p.fits(); err != nil {
			return 0, nil, err
		}
	}
	p.found, err = p.Left.Fetch(p.batch, p.found)
	p.counters.Moved += p.sent + int64(4*(len(p.found)+len(p.Arrived))+edgeJobBytes*len(p.jobs))
	p.sent = 0
	return taken, p.found, err
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

func (p *Triangles) reserve() error {
	n, first := 1+p.parts*p.countsPerPart(), p.first*(1+p.total/query.FirstCapacity)
	for _, f := range []func() error{
		func() error { return p.jobsOn.Grow(edgeJobBytes * len(p.jobs)) },
		func() error { return p.placed.Grow(placedEdgeBytes * p.total) },
		func() error { return p.queues[0].Reserve(first) },
		func() error { return p.queues[1].Reserve(first) },
		func() error { return p.candidates.Reserve(first) },
		func() error { return p.Left.Reserve(first) },
		func() error { return p.counts.Grow(4 * n) },
		func() error { return p.args.Grow(16) },
	} {
		if err := f(); err != nil {
			return err
		}
	}
	if cap(p.Arrived) < n {
		p.Arrived = make([]uint32, n)
	}
	p.Arrived = p.Arrived[:n]
	return nil
}

// record records the whole search.
func (p *Triangles) record(sent bool) {
	b, g := p.batch, p.geometry
	b.Start()
	if !sent {
		b.Write(p.jobsOn, 0, vulkan.BytesOf(p.jobs))
	}
	b.Fill(p.counts, 0, 4*len(p.Arrived), 0)
	p.Left.Clear(b)
	b.Mark("upload")
	for part := range p.parts {
		p.descend(part)
	}
	if p.self {
		b.Call(scd3Fold, p.total, []uint32{uint32(p.total), uint32(len(p.jobs)), uint32(p.Left.Capacity)},
			p.jobsOn, p.edges.endsOn, p.edges.alongOn, g.Vertices, g.Triangles, p.Left.Count, p.Left.Data)
		b.Mark("folds")
	}
	b.Read(vulkan.BytesOf(p.Arrived), p.counts, 0)
	p.Left.Ask(b)
}

// descend records a descent of the edges of one part.
func (p *Triangles) descend(part int) {
	b, g, t := p.batch, p.geometry, p.trees
	slot := 1 + part*p.countsPerPart()
	stride, items := 1, p.total
	if p.parts > 1 {
		stride = sampleStride
	}
	if part == 0 {
		items = (p.total + stride - 1) / stride
	}
	in, out := p.queues[0], p.queues[1]
	b.Call(scd3Root, items, []uint32{uint32(p.total), uint32(len(p.jobs)), uint32(in.Capacity), uint32(part), uint32(stride), uint32(slot)},
		p.jobsOn, p.edges.endsOn, g.Vertices, t.Nodes, p.placed, in.Data, p.counts)
	b.Mark("edges")
	found := slot + p.Steps + 1
	for range p.Steps {
		p.size(slot, in.Capacity)
		b.CallIndirect(scd3Step, p.args, 0, []uint32{uint32(slot), uint32(out.Capacity), uint32(found), uint32(p.candidates.Capacity)},
			p.jobsOn, t.Nodes, t.Order, p.placed, p.args, in.Data, p.counts, out.Data, p.candidates.Data)
		in, out = out, in
		slot++
	}
	b.Mark("descent")
	p.size(found, p.candidates.Capacity)
	b.CallIndirect(scd3Hit, p.args, 0, []uint32{uint32(p.Left.Capacity), uint32(p.parts - 1)},
		p.jobsOn, p.edges.endsOn, p.edges.alongOn, g.Vertices, g.Triangles, p.placed, p.args, p.candidates.Data, p.counts, p.Left.Count, p.Left.Data)
	b.Mark("triangles")
}

// size records the sizing of the next run by a count.
func (p *Triangles) size(slot, capacity int) {
	primitives.GroupsFor(p.batch, capacity, slot, p.counts, p.args)
}

// fits grows what was too small and reports whether nothing was.
func (p *Triangles) fits() (bool, error) {
	ok, hits := true, uint64(0)
	for part := range p.parts {
		counts := p.Arrived[1+part*p.countsPerPart():][:p.countsPerPart()]
		all := uint64(0)
		for step, n := range counts[:p.Steps] {
			q := p.queues[step%2]
			all += uint64(min(int(n), q.Capacity))
			fits, err := fit(q, n)
			if err != nil {
				return false, err
			}
			ok = ok && fits
		}
		if all*uint64(4*p.trees.Opt.LeafTriangles) > math.MaxUint32 { // the count of candidates may have come round
			return false, fmt.Errorf("pairs of an edge and a node: %w: %d in one descent", vulkan.ErrLimit, all)
		}
		if counts[p.Steps] != 0 {
			return false, fmt.Errorf("%w: a descent goes on below the trees", vulkan.ErrFaulty)
		}
		n := counts[p.Steps+1]
		hits += uint64(n)
		fits, err := fit(p.candidates, n)
		if err != nil {
			return false, err
		}
		ok = ok && fits
		p.counters.Boxes += int64(all)
	}
	if p.edges.mostLeft(hits, p.folds) > math.MaxUint32 { // the count may have come round
		return false, fmt.Errorf("triangles along edges: %w: %d edges on triangles, %d folds", vulkan.ErrLimit, hits, p.folds)
	}
	fits, err := p.Left.Fits()
	return ok && fits, err
}

// fit is appender.fits for a count kept elsewhere.
func fit(a *primitives.Appender, n uint32) (bool, error) {
	a.Found[0] = n
	return a.Fits()
}

// Level appends volumes as query.Engine does.
func (p *Triangles) Level(w *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool, error) {
	return p.trees.Volumes(w, p.batch, dst, level, most)
}
