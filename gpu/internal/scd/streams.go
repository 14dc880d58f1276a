package scd

import (
	"errors"
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/internal/world"
)

// streams is what the streaming methods that draw share. Two meshes touch iff an
// edge of one meets a triangle of the other, so each pair of bodies is two jobs,
// the edges of one against the triangles of the other; a mesh with itself is one.
// A method finds suspects; package predicate decides them.
type streams struct {
	dev   *vulkan.Device
	world *world.World
	phase broad.Auto
	pairs []broad.Pair
	// jobs come two by two, in the order of pairs.
	bodies []streamBody
	jobs   []job
	// suspects are triples of words, as query.Confirmer takes them. faulty is an error of what the
	// device marked.
	suspects []uint32
	faulty   error
	confirm  *query.Confirmer
	// far is what lengths are multiplied by to be depths, below 1/2: one for all jobs.
	far float32
	// boxed: the method wants hierarchies.
	boxed bool
	// search finds suspects in the jobs, calling settle from time to time.
	search func() error

	near, stack []uint32
	changed     []bool
	prepare     func(worker, lo, hi int)
	preparing   *job
}

// job is the edges of body e against the triangles of body t.
type job struct {
	pair, e, t int
	// swapped: e is the pair's B.
	swapped bool
	// records of all triangles of t in the frame of e; tame is which it takes.
	records []record
	tame    []bool
}

// start makes the engine ready for worlds like w.
func (s *streams) start(d *vulkan.Device, w *world.World, search func() error) {
	s.dev, s.world, s.search, s.confirm, s.phase.Workers = d, w, search, query.NewConfirmer(w), w.Workers
	s.bodies, s.changed = make([]streamBody, w.Len()), make([]bool, w.Len())
	s.prepare = s.fillRecords
}

// Find implements world.Engine.
func (s *streams) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	s.confirm.Begin()
	s.suspects, s.faulty = s.suspects[:0], nil
	s.pairs = s.confirm.SeparateSolids(w.Candidates(&s.phase, s.pairs[:0]))
	s.confirm.AnswerSolids()
	if !s.plan() {
		return s.confirm.Collect(dst), nil
	}
	err := s.search()
	switch {
	case err == nil:
		s.settle()
		err = s.faulty
	case errors.Is(err, vulkan.ErrStopped):
		err = query.UnlessStopped(err, &w.Control)
	}
	return s.confirm.Collect(dst), query.Known(err)
}

// plan brings the bodies up to date and lists the jobs. It reports false where the search was
// stopped before.
func (s *streams) plan() bool {
	clear(s.changed)
	jobs := s.jobs[:cap(s.jobs)] // keeps their memory
	k := 0
	add := func(j job) {
		if k < len(jobs) {
			j.records, j.tame = jobs[k].records, jobs[k].tame
			jobs[k] = j
		} else {
			jobs = append(jobs, j)
		}
		k++
	}
	for i, p := range s.pairs {
		if s.over() || !s.updateBody(int(p.A)) || !s.updateBody(int(p.B)) {
			return false
		}
		add(job{pair: i, e: int(p.A), t: int(p.B)})
		if p.A != p.B {
			add(job{pair: i, e: int(p.B), t: int(p.A), swapped: true})
		}
	}
	s.jobs = jobs[:k]
	s.far = math.MaxFloat32
	for i := range s.jobs {
		s.far = min(s.far, s.bodies[s.jobs[i].e].far)
	}
	for i := range s.jobs {
		if s.over() {
			return false
		}
		s.prepareJob(&s.jobs[i])
	}
	return true
}

// updateBody brings a body up to date, once a query, as plan does.
func (s *streams) updateBody(i int) bool {
	b := &s.bodies[i]
	if s.changed[i] {
		return true
	}
	s.changed[i] = true // seen
	b.update(s.world, i)
	return !s.boxed || b.fitBoxes(s.world, i)
}

// prepareJob computes the triangles' records and suspects what the device does not
// take: triangles of t beyond the frame, and those of e with sides that are no
// texels, each against all that its box meets.
func (s *streams) prepareJob(j *job) {
	n := len(s.bodies[j.t].surface.Mesh.Triangles)
	j.records, j.tame = slices.Grow(j.records[:0], n)[:n], slices.Grow(j.tame[:0], n)[:n]
	s.preparing = j
	par.For(n, s.world.Workers, 1024, s.prepare)
	e, t := &s.bodies[j.e], &s.bodies[j.t]
	for i, ok := range j.tame {
		if ok {
			continue
		}
		q := t.triangle(uint32(i))
		box := q.Bounds()
		s.findNear(e.surface, &box)
		for _, x := range s.near {
			s.suspect(j, x, uint32(i))
		}
	}
	for _, i := range e.loose {
		q := e.triangle(i)
		box := q.Bounds()
		s.findNear(t.surface, &box)
		for _, x := range s.near {
			s.suspect(j, i, x)
		}
	}
}

func (s *streams) fillRecords(_, lo, hi int) {
	j := s.preparing
	e, t := &s.bodies[j.e], &s.bodies[j.t]
	for i := lo; i < hi; i++ {
		q := t.triangle(uint32(i))
		j.tame[i] = e.frame.triangle(&q, s.far, &j.records[i])
	}
}

// findNear lists the triangles of the surface whose world boxes meet a box.
func (s *streams) findNear(x *narrow.Surface, box *geom.AABB) {
	w := &s.confirm.Workers[0]
	s.near, s.stack = s.near[:0], append(s.stack[:0], 0)
	for len(s.stack) > 0 && w.Step() {
		n := &x.Tree.Nodes[s.stack[len(s.stack)-1]]
		s.stack = s.stack[:len(s.stack)-1]
		w.BVTests++
		if b := x.WorldBox(&n.Box); !b.Overlaps(box) {
			continue
		}
		if n.IsLeaf() {
			s.near = append(s.near, x.Tree.Order[n.First:n.First+n.Count]...)
		} else {
			s.stack = append(s.stack, uint32(n.Child+1), uint32(n.Child))
		}
	}
}

// suspect notes triangle x of the job's e and y of its t. Within one mesh they are
// in order, and none is a suspect of itself.
func (s *streams) suspect(j *job, x, y uint32) {
	if j.swapped || j.e == j.t && y < x {
		x, y = y, x
	}
	if j.e != j.t || x != y {
		s.suspects = append(s.suspects, uint32(j.pair), x, y)
	}
}

// step takes one step of the budget and reports whether the search goes on.
func (s *streams) step() bool { return s.confirm.Workers[0].Step() }

// hit notes that an edge of e may meet triangle t: every triangle along the edge is
// a suspect.
func (s *streams) hit(j *job, edge int, t uint32) {
	for _, side := range s.bodies[j.e].top.Sides(edge) {
		s.suspect(j, side/3, t)
	}
}

// settle decides the suspects so far and reports whether the search is over.
func (s *streams) settle() bool {
	err := s.confirm.Confirm(s.pairs, s.suspects)
	if s.faulty == nil {
		s.faulty = err
	}
	s.suspects = s.suspects[:0]
	return s.over()
}

// settleFirst is settle where one contact is enough: there is no use then in
// finding more suspects before some are decided.
func (s *streams) settleFirst() bool { return s.world.First && s.settle() || s.over() }

// over reports whether the search was stopped.
func (s *streams) over() bool { return s.faulty != nil || s.world.Control.Poll() != narrow.Running }

// boxRecord is a node of the job's t in the frame of its e.
func (s *streams) boxRecord(j *job, node int32, dst *record) {
	var o volume.OBB
	s.bodies[j.t].box(node, &o)
	e := &s.bodies[j.e]
	e.frame.box(&o, s.far, dst)
}
