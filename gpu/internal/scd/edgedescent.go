package scd

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

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
	b.Begin()
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
	p.Left.Bring(b)
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
