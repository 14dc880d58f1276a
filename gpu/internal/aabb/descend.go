package aabb

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/world"
)

var descendKernel = &vulkan.Kernel{Shaders: shaders, Name: "descend", Access: "rrrrrrrwwww", Group: 256}

// Triangles finds the pairs of triangles that may touch by descending the trees of
// many pairs of bodies at once, breadth first: a stream of node pairs in, one out,
// level by level, with nothing read back until the last; then the triangles of the
// leaves that are left, a thread a pair.
type Triangles struct {
	batch      *vulkan.Batch
	geometry   *models.Geometry
	Trees      *Trees
	asked      descent
	recordsOn  *vulkan.Buffer
	streams    [2]*primitives.Appender
	counts     *vulkan.Buffer
	Arrived    []uint32
	Candidates *primitives.Appender
	left       *primitives.Appender
	args       *vulkan.Buffer
	words      *vulkan.Buffer // of poses, see Poses
	judged     []uint32       // what they were
	flights    [2]flight
	first      int
	counters   query.Counts
}

// descent is what a descent begins with: pairs of bodies and of the roots of their trees.
type descent struct {
	records []models.PairRecord
	roots   []uint32
}

// NewTriangles makes the phase of the method gpu-bvh; its append buffers begin with room for
// first elements.
func NewTriangles(b *vulkan.Batch, g *models.Geometry, first int, o Options) *Triangles {
	d := b.Device()
	return &Triangles{
		batch: b, geometry: g, Trees: NewTrees(d, g, o), recordsOn: d.NewBuffer("pairs of bodies"),
		streams: [2]*primitives.Appender{primitives.NewAppender(d, "pairs of nodes", 12), primitives.NewAppender(d, "pairs of nodes", 12)}, counts: d.NewBuffer("counts of node pairs"),
		Candidates: primitives.NewAppender(d, "pairs in leaves", 12), left: primitives.NewAppender(d, "pairs of triangles", 12), args: d.NewBuffer("arguments"), words: d.NewBuffer("words of poses"), first: first,
	}
}

// Close frees what it has on the device.
func (p *Triangles) Close() {
	p.Trees.Close()
	for _, a := range []*primitives.Appender{p.streams[0], p.streams[1], p.Candidates, p.left} {
		a.Close()
	}
	p.recordsOn.Close()
	p.counts.Close()
	p.args.Close()
	p.words.Close()
}

// Grow implements phase.
func (p *Triangles) Grow() error { return p.Trees.Grow() }

// Follow implements phase: refits.
func (p *Triangles) Follow(b *vulkan.Batch) { p.Trees.RefitStale(b) }

// Followed implements phase.
func (p *Triangles) Followed() int64 { return p.Trees.Refitted() }

// Prepare implements phase: trees for the models as they are now.
func (p *Triangles) Prepare() (int64, error) { return p.Trees.Update(p.batch) }

// Lacking implements phase.
func (p *Triangles) Lacking() bool { return p.Trees.Lacking() }

// Counted implements query.TrianglePhase.
func (p *Triangles) Counted() *query.Counts { return &p.counters }

// Search implements phase.
func (p *Triangles) Search(w *world.World, pairs []broad.Pair) (int, []uint32, error) {
	p.Candidates.Most = w.Control.Limits().Contacts
	pairs = pairs[:min(len(pairs), models.MaxPairs)]
	p.asked.clear()
	levels := 1
	for _, q := range pairs {
		var r models.PairRecord
		r.Set(w, p.geometry, int(q.A), int(q.B))
		p.add(&p.asked, &r, w.Model(int(q.A)), w.Model(int(q.B)))
		levels = max(levels, p.depth(w.Model(int(q.A)), w.Model(int(q.B))))
	}
	if err := p.reserve(levels, len(pairs)); err != nil {
		return 0, nil, err
	}
	for sent, fits := false, false; !fits; sent = true {
		if err := p.run(levels, sent); err != nil {
			return 0, nil, err
		}
		var err error
		if fits, err = p.fits(); (err != nil || !fits) && p.Trees.Refitting() {
			return 0, nil, query.ErrAgain
		} else if err != nil {
			return 0, nil, err
		}
	}
	if p.Arrived[levels] != 0 {
		return 0, nil, fmt.Errorf("%w: a descent goes on below the trees", vulkan.ErrFaulty)
	}
	for _, n := range p.Arrived[:levels] {
		p.counters.Boxes += int64(n)
	}
	found, err := p.left.Fetch(p.batch)
	return len(pairs), found, err
}

func (d *descent) clear() { d.records, d.roots = d.records[:0], d.roots[:0] }

// add adds a pair of bodies to those that a descent begins with.
func (p *Triangles) add(d *descent, r *models.PairRecord, modelA, modelB *world.Model) {
	a, b := &p.Trees.Of[p.geometry.Of[modelA]], &p.Trees.Of[p.geometry.Of[modelB]]
	r.RootA, r.RootB = uint32(a.Levels[0]), uint32(b.Levels[0])
	d.roots = append(d.roots, uint32(len(d.records)), r.RootA, r.RootB)
	d.records = append(d.records, *r)
}

// depth is how many levels the descent of two models' trees has.
func (p *Triangles) depth(modelA, modelB *world.Model) int {
	a, b := &p.Trees.Of[p.geometry.Of[modelA]], &p.Trees.Of[p.geometry.Of[modelB]]
	return max(len(a.Levels), len(b.Levels)) - 1
}

// reserve makes room for a descent of a number of pairs of bodies.
func (p *Triangles) reserve(levels, pairs int) error {
	n := max(p.first, pairs)
	for _, f := range []func() error{
		func() error { return p.recordsOn.Grow(models.PairRecordBytes * pairs) },
		func() error { return p.streams[0].Reserve(n) },
		func() error { return p.streams[1].Reserve(n) },
		func() error { return p.counts.Grow(4 * (levels + 1)) },
		func() error { return p.args.Grow(16) },
		func() error { return p.Candidates.Reserve(p.first) },
		func() error { return p.left.Reserve(p.Candidates.Capacity) },
	} {
		if err := f(); err != nil {
			return err
		}
	}
	if cap(p.Arrived) < levels+1 {
		p.Arrived = make([]uint32, levels+1)
	}
	p.Arrived = p.Arrived[:levels+1]
	return nil
}

// run records and runs a search.
func (p *Triangles) run(levels int, sent bool) error {
	p.descend(p.batch, &p.asked, levels, sent)
	p.geometry.Separate(p.batch, p.recordsOn, p.args, p.Candidates, p.left)
	return p.batch.Run()
}

// descend records the whole descent. The first stream is sent each time, as a
// descent that did not fit has overwritten it.
func (p *Triangles) descend(b *vulkan.Batch, d *descent, levels int, sent bool) {
	b.Begin()
	if !sent {
		b.Write(p.recordsOn, 0, vulkan.BytesOf(d.records))
	}
	b.Write(p.streams[0].Data, 0, vulkan.BytesOf(d.roots))
	clear(p.Arrived)
	p.Arrived[0] = uint32(len(d.records))
	b.Write(p.counts, 0, vulkan.BytesOf(p.Arrived))
	p.Candidates.Clear(b)
	b.Mark("upload")
	g, t := p.geometry, p.Trees
	in, out := p.streams[0], p.streams[1]
	for level := range levels {
		primitives.GroupsFor(b, in.Capacity, level, p.counts, p.args)
		b.CallIndirect(descendKernel, p.args, 0, []uint32{uint32(level), uint32(out.Capacity), uint32(p.Candidates.Capacity)},
			p.recordsOn, g.Vertices, g.Triangles, t.Nodes, t.Order, p.args, in.Data, p.counts, out.Data, p.Candidates.Count, p.Candidates.Data)
		in, out = out, in
	}
	b.Mark("descent")
	b.Read(vulkan.BytesOf(p.Arrived), p.counts, 0)
	p.Candidates.Ask(b)
}

// within reports whether nothing was too small.
func (p *Triangles) within() bool {
	for level, n := range p.Arrived {
		if int(n) > p.streams[level%2].Capacity {
			return false
		}
	}
	return int(p.Candidates.Found[0]) <= p.Candidates.Capacity
}

// fits grows what was too small and reports whether nothing was.
func (p *Triangles) fits() (bool, error) {
	ok, all := true, 0
	for level, n := range p.Arrived {
		s := p.streams[level%2]
		s.Found[0] = n
		all += int(n)
		fits, err := s.Fits()
		if err != nil {
			return false, err
		}
		ok = ok && fits
	}
	if all > math.MaxUint32/(p.Trees.Opt.LeafTriangles*p.Trees.Opt.LeafTriangles) { // the count of candidates may have come round
		return false, fmt.Errorf("pairs of nodes: %w: %d in one descent", vulkan.ErrLimit, all)
	}
	fits, err := p.Candidates.Fits()
	if err != nil {
		return false, err
	}
	return ok && fits, p.left.Reserve(p.Candidates.Capacity)
}
