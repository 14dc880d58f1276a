package gpu

import (
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
)

var descendKernel = &vulkan.Kernel{Shaders: shaders, Name: "descend", Access: "rrrrrrrwwww", Group: 256}

// treePhase finds the pairs of triangles that may touch by descending the trees of
// many pairs of bodies at once, breadth first: a stream of node pairs in, one out,
// level by level, with nothing read back until the last; then the triangles of the
// leaves that are left, a thread a pair.
type treePhase struct {
	batch      *vulkan.Batch
	geometry   *models.Geometry
	trees      *trees
	records    []models.PairRecord
	recordsOn  *vulkan.Buffer
	roots      []uint32
	streams    [2]*primitives.Appender
	counts     *vulkan.Buffer
	arrived    []uint32
	candidates *primitives.Appender
	left       *primitives.Appender
	args       *vulkan.Buffer
	first      int
	found      []uint32
	counters   phaseCounts
}

func newTreePhase(w *collide.World, b *vulkan.Batch, g *models.Geometry, first int) *treePhase {
	d := b.Device()
	return &treePhase{
		batch: b, geometry: g, trees: newTrees(d, g, w.GPUBVH), recordsOn: d.NewBuffer("pairs of bodies"),
		streams: [2]*primitives.Appender{primitives.NewAppender(d, "pairs of nodes", 12), primitives.NewAppender(d, "pairs of nodes", 12)}, counts: d.NewBuffer("counts of node pairs"),
		candidates: primitives.NewAppender(d, "pairs in leaves", 12), left: primitives.NewAppender(d, "pairs of triangles", 12), args: d.NewBuffer("arguments"), first: first,
	}
}

func (p *treePhase) close() {
	p.trees.close()
	for _, a := range []*primitives.Appender{p.streams[0], p.streams[1], p.candidates, p.left} {
		a.Close()
	}
	p.recordsOn.Close()
	p.counts.Close()
	p.args.Close()
}

// grow implements phase.
func (p *treePhase) grow() error { return p.trees.grow() }

// follow implements phase: refits.
func (p *treePhase) follow(b *vulkan.Batch) { p.trees.refitStale(b) }

// prepare implements phase: trees for the models as they are now.
func (p *treePhase) prepare() (int64, error) { return p.trees.update(p.batch) }

// lacking implements phase.
func (p *treePhase) lacking() bool { return p.trees.lacking() }

func (p *treePhase) counted() *phaseCounts { return &p.counters }

// search implements phase.
func (p *treePhase) search(w *collide.World, pairs []broad.Pair) (int, []uint32, error) {
	pairs = pairs[:min(len(pairs), mostPairs)]
	p.records, p.roots = p.records[:0], p.roots[:0]
	levels := 1
	for i, q := range pairs {
		var r models.PairRecord
		r.Set(w, p.geometry, int(q.A), int(q.B))
		a, b := &p.trees.of[p.geometry.Of[w.Model(int(q.A))]], &p.trees.of[p.geometry.Of[w.Model(int(q.B))]]
		r.RootA, r.RootB = uint32(a.levels[0]), uint32(b.levels[0])
		p.records = append(p.records, r)
		p.roots = append(p.roots, uint32(i), r.RootA, r.RootB)
		levels = max(levels, len(a.levels)-1, len(b.levels)-1)
	}
	if err := p.reserve(levels); err != nil {
		return 0, nil, err
	}
	for sent, fits := false, false; !fits; sent = true {
		if err := p.run(levels, sent); err != nil {
			return 0, nil, err
		}
		var err error
		if fits, err = p.fits(); err != nil {
			return 0, nil, err
		}
	}
	if p.arrived[levels] != 0 {
		return 0, nil, fmt.Errorf("%w: a descent goes on below the trees", vulkan.ErrFaulty)
	}
	for _, n := range p.arrived[:levels] {
		p.counters.boxes += int64(n)
	}
	var err error
	p.found, err = p.left.Fetch(p.batch, p.found)
	p.counters.moved += int64(4*(len(p.found)+len(p.roots)) + models.PairRecordBytes*len(p.records))
	return len(pairs), p.found, err
}

func (p *treePhase) reserve(levels int) error {
	n := max(p.first, len(p.records))
	for _, f := range []func() error{
		func() error { return p.recordsOn.Grow(models.PairRecordBytes * len(p.records)) },
		func() error { return p.streams[0].Reserve(n) },
		func() error { return p.streams[1].Reserve(n) },
		func() error { return p.counts.Grow(4 * (levels + 1)) },
		func() error { return p.args.Grow(16) },
		func() error { return p.candidates.Reserve(p.first) },
		func() error { return p.left.Reserve(p.candidates.Capacity) },
	} {
		if err := f(); err != nil {
			return err
		}
	}
	if cap(p.arrived) < levels+1 {
		p.arrived = make([]uint32, levels+1)
	}
	p.arrived = p.arrived[:levels+1]
	return nil
}

// run records and runs the whole descent. The first stream is sent each time, as a
// descent that did not fit has overwritten it.
func (p *treePhase) run(levels int, sent bool) error {
	b := p.batch
	b.Start()
	if !sent {
		b.Write(p.recordsOn, 0, vulkan.BytesOf(p.records))
	}
	b.Write(p.streams[0].Data, 0, vulkan.BytesOf(p.roots))
	b.Fill(p.counts, 0, 4*(levels+1), 0)
	p.arrived[0] = uint32(len(p.records))
	b.Write(p.counts, 0, vulkan.BytesOf(p.arrived[:1]))
	p.candidates.Clear(b)
	b.Mark("upload")
	g, t := p.geometry, p.trees
	in, out := p.streams[0], p.streams[1]
	for level := range levels {
		primitives.GroupsFor(b, in.Capacity, level, p.counts, p.args)
		b.CallIndirect(descendKernel, p.args, 0, []uint32{uint32(level), uint32(out.Capacity), uint32(p.candidates.Capacity)},
			p.recordsOn, g.Vertices, g.Triangles, t.nodes, t.order, p.args, in.Data, p.counts, out.Data, p.candidates.Count, p.candidates.Data)
		in, out = out, in
	}
	b.Mark("descent")
	b.Read(vulkan.BytesOf(p.arrived), p.counts, 0)
	p.candidates.Ask(b)
	separate(b, p.recordsOn, g, p.args, p.candidates, p.left)
	return b.Run()
}

// fits grows what was too small and reports whether nothing was.
func (p *treePhase) fits() (bool, error) {
	ok, all := true, 0
	for level, n := range p.arrived {
		s := p.streams[level%2]
		s.Found[0] = n
		all += int(n)
		fits, err := s.Fits()
		if err != nil {
			return false, err
		}
		ok = ok && fits
	}
	if all > math.MaxUint32/(p.trees.opt.LeafTriangles*p.trees.opt.LeafTriangles) { // the count of candidates may have come round
		return false, fmt.Errorf("pairs of nodes: %w: %d in one descent", vulkan.ErrLimit, all)
	}
	fits, err := p.candidates.Fits()
	if err != nil {
		return false, err
	}
	return ok && fits, p.left.Reserve(p.candidates.Capacity)
}
