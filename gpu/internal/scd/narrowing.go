package scd

import (
	"slices"

	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
)

// narrowing is the method scd2: as scd1, but every box has its own, smaller edge
// textures, made of the edges that its parent's box was hit by. The stencil holds
// which those are; it is read back once a level of the hierarchies, on which all
// boxes and triangles of all jobs are drawn side by side.
type narrowing struct {
	drawer

	level, next []stream // level is a stack: a whole level, but where a few are drawn at a time
	pending     []stream // taken from it, not drawn yet
	chosen      []stream // drawn now, boxes first
	sides       []int
	width       int // of what is drawn
	kept        []int
	draws       []draw
	// edges are those of the level's streams, in their order, survivors those of next:
	// both children of a box share theirs.
	edges, survivors []int32
}

// edgesPerBatch is the number of edges that cost about as much as a batch does by itself, on the
// software driver.
const edgesPerBatch = 1024

// stream is the edges that a box or a triangle is tested against.
type stream struct {
	visit
	lo, hi int // in edges: many bodies on one large mesh have more than int32 counts
}

func newNarrowing(d *vulkan.Device, w *world.World) *narrowing {
	e := &narrowing{}
	e.boxed = true
	e.begin(d, w, e.run2)
	return e
}

func (e *narrowing) run2() error {
	e.level, e.edges = e.level[:0], e.edges[:0]
	for j := range e.jobs {
		e.root(int32(j))
	}
	for len(e.level) > 0 && !e.over() {
		e.next, e.survivors = e.next[:0], e.survivors[:0]
		rest := e.top()
		e.pending = append(e.pending[:0], e.level[rest:]...)
		for len(e.pending) > 0 && !e.over() {
			if err := e.drawPending(); err != nil {
				return err
			}
			if e.settleFirst() {
				return nil
			}
		}
		e.push(rest)
	}
	return nil
}

// top is where the streams begin that are drawn now: all, or, where the first contact ends
// it all, those on top of the stack that have no more than edgesPerBatch edges.
func (e *narrowing) top() int {
	if !e.world.First {
		return 0
	}
	last := len(e.level) - 1
	for i, edges := last, 0; i >= 0; i-- {
		if edges += e.level[i].hi - e.level[i].lo; edges > edgesPerBatch && i < last {
			return i + 1
		}
	}
	return 0
}

// push replaces the level's streams from rest on by the next ones.
func (e *narrowing) push(rest int) {
	keep := 0
	if rest > 0 {
		keep = e.level[rest-1].hi
	}
	e.edges = append(e.edges[:keep], e.survivors...)
	e.level = e.level[:rest]
	for _, s := range e.next {
		e.level = append(e.level, stream{s.visit, s.lo + keep, s.hi + keep})
	}
}

// root lists the whole stream of a job's e against the root of its t.
func (e *narrowing) root(job int32) {
	lo := len(e.edges)
	texels := e.bodies[e.jobs[job].e].texels
	for i := range texels {
		if texels[i].len >= 0 {
			e.edges = append(e.edges, int32(i))
		}
	}
	if lo < len(e.edges) {
		e.level = e.open2(e.level, job, 0, lo, len(e.edges))
	}
}

// open2 appends a node's stream, or those of a leaf's triangles.
func (e *narrowing) open2(dst []stream, job, node int32, lo, hi int) []stream {
	j := &e.jobs[job]
	b := e.bodies[j.t].boxes
	n := &b.Nodes[node]
	if !n.IsLeaf() {
		return append(dst, stream{visit{job, node}, lo, hi})
	}
	for _, t := range b.Order[n.First : n.First+n.Count] {
		if j.tame[t] {
			dst = append(dst, stream{visit{job, ^int32(t)}, lo, hi})
		}
	}
	return dst
}

// drawPending draws as many of the pending streams as the textures take.
func (e *narrowing) drawPending() error {
	a := e.Canvas
	e.sides = e.sides[:0]
	for _, s := range e.pending {
		e.sides = append(e.sides, textureSide(s.hi-s.lo))
	}
	most := room(e.sides, e.most)
	if _, err := a.Reserve(most, drawBytes*(len(e.pending)+1)); err != nil {
		return err
	}
	places, height, left := e.pack(e.sides, most)
	e.width = width(places)
	e.choose(places, left)
	a.Start()
	e.fillSubTextures(height)
	e.send(0, e.draws)
	e.send(len(e.draws), []draw{all(e.width, height, e.far)})
	boxes := 0
	for boxes < len(e.chosen) && e.chosen[boxes].prim >= 0 {
		boxes++
	}
	a.ResetQueries(1)
	a.BeginPass(vulkan.Fresh)
	a.SetDrawing(drawFill)
	a.DrawRectangles(len(e.chosen), 1)
	a.SetMarks(0xff)
	a.BeginQuery(0)
	a.SetDrawing(drawBox)
	a.DrawRectangles(0, boxes)
	a.SetDrawing(drawTriangle)
	a.DrawRectangles(boxes, len(e.chosen)-boxes)
	a.EndQuery(0)
	a.EndPass()
	marks := a.ReadMarks(0, 0, e.width, height)
	if err := a.Run(); err != nil {
		return err
	}
	e.world.Stats.Queries++
	passed, err := a.Passed(1)
	if err != nil || passed[0] == 0 {
		return err // not an edge is left
	}
	for i := range e.chosen {
		e.read(&e.chosen[i], &e.draws[i], marks)
	}
	return nil
}

// choose moves what found a place from pending to chosen, boxes first, and makes
// the draws.
func (e *narrowing) choose(places []place, left []int32) {
	e.kept = e.kept[:0]
	for _, i := range left {
		e.kept = append(e.kept, int(i))
	}
	slices.Sort(e.kept)
	e.chosen, e.draws = e.chosen[:0], e.draws[:0]
	for _, boxes := range []bool{true, false} {
		k := 0
		for i, s := range e.pending {
			if k < len(e.kept) && e.kept[k] == i {
				k++
				continue
			}
			if s.prim >= 0 != boxes || !e.step() {
				continue
			}
			j := &e.jobs[s.job]
			d := places[i].draw(record{})
			if boxes {
				e.boxRecord(j, s.prim, &d.record)
				e.world.Stats.BVTests += int64(s.hi - s.lo)
			} else {
				d.record = j.records[^s.prim]
			}
			e.chosen, e.draws = append(e.chosen, s), append(e.draws, d)
		}
	}
	for k, i := range e.kept {
		e.pending[k] = e.pending[i]
	}
	e.pending = e.pending[:len(e.kept)]
}

// fillSubTextures writes the edges of the chosen streams where they are drawn.
func (e *narrowing) fillSubTextures(height int) {
	a := e.Canvas
	origs, dirs := a.WriteTextures(e.width, height)
	for i, s := range e.chosen {
		texels := e.bodies[e.jobs[s.job].e].texels
		d := &e.draws[i]
		at := int(d.y)*e.width + int(d.x)
		edges := e.edges[s.lo:s.hi]
		side := int(d.w)
		for row := range side {
			for x := range side {
				if k := row*side + x; k < len(edges) {
					putTexel(origs, dirs, at+x, texels, int(edges[k]))
				} else {
					dirs[at+x] = [4]float32{3: -1}
				}
			}
			at += e.width
		}
	}
}

// read turns the marks of one stream into suspects or into streams of the next
// level.
func (e *narrowing) read(s *stream, d *draw, marks []byte) {
	j, side := &e.jobs[s.job], int(d.w)
	edges := e.edges[s.lo:s.hi]
	lo := len(e.survivors)
	for k, edge := range edges {
		if marks[(int(d.y)+k/side)*e.width+int(d.x)+k%side] == 0 {
			continue
		}
		if s.prim < 0 {
			e.hit(j, int(edge), uint32(^s.prim))
		} else {
			e.survivors = append(e.survivors, edge)
		}
	}
	if hi := len(e.survivors); hi > lo {
		c := e.bodies[j.t].boxes.Nodes[s.prim].Child
		e.next = e.open2(e.next, s.job, c, lo, hi)
		e.next = e.open2(e.next, s.job, c+1, lo, hi)
	}
}
