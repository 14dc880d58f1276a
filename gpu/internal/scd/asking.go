package scd

import (
	"slices"

	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
)

// asking is the methods scd0 and scd1 (Fan, Wan, Gao, "Streaming Real Time
// Collision Detection Using Programmable Graphics Hardware", Journal of Software 15,
// 2004): whole edge textures, a rectangle of pixels drawn per triangle or box, an
// occlusion query each. A query only reports whether an edge was hit; triangles that
// were are drawn again with a bit of the stencil as a mark.
type asking struct {
	drawer
	// tree: descend the triangles' hierarchies (scd1) instead of drawing every
	// triangle (scd0).
	tree bool

	sides  []int
	want   []loadedBody // to be in the textures
	loaded []loadedBody // in them, unless they are new
	placed []place      // of each body
	in     []bool       // which bodies are in the textures
	group  []int32      // jobs whose edges are there
	visits []visit      // a stack
	asked  []visit      // of them, drawn now
	struck []visit      // triangles to draw again
	draws  []draw
	shots  []shot
}

// visit is a node of the job's t, or ^triangle.
type visit struct{ job, prim int32 }

// shot is the stencil of a body's rectangle after one pass: up to eight triangles
// left their bits there.
type shot struct {
	body   int
	visits []visit
	bytes  []byte
}

func newAsking(d *vulkan.Device, w *world.World, tree bool) *asking {
	e := &asking{tree: tree, placed: make([]place, w.Len()), in: make([]bool, w.Len())}
	e.boxed = tree
	e.begin(d, w, e.run0)
	return e
}

// run0 answers the jobs in groups whose edges fit into the textures together.
func (e *asking) run0() error {
	rest := 0
	for rest < len(e.jobs) && !e.over() {
		n, err := e.load(rest)
		if err != nil {
			return err
		}
		e.group = e.group[:0]
		for i := range n {
			e.group = append(e.group, int32(rest+i))
		}
		if err := e.answer(); err != nil {
			return err
		}
		rest += n
	}
	return nil
}

func (p place) draw(r record) draw {
	return draw{r, uint32(p.x), uint32(p.y), uint32(p.side), uint32(p.side)}
}

// answer finds the suspects of the group's jobs.
func (e *asking) answer() error {
	e.visits = e.visits[:0]
	for _, j := range e.group {
		if e.tree {
			e.node(j, 0)
			continue
		}
		for t := range e.jobs[j].records {
			e.visit(j, uint32(t))
		}
	}
	e.struck = e.struck[:0]
	for len(e.visits) > 0 && !e.over() {
		rest := len(e.visits) - min(len(e.visits), e.atATime(vulkan.QueriesPerBatch))
		e.asked = append(e.asked[:0], e.visits[rest:]...)
		e.visits = e.visits[:rest]
		if err := e.askAll(e.asked); err != nil {
			return err
		}
		if e.world.First || len(e.visits) == 0 {
			if err := e.drawAgain(); err != nil {
				return err
			}
		}
	}
	return nil
}

// visit puts a triangle on the list unless the device does not take it.
func (e *asking) visit(job int32, t uint32) {
	if e.jobs[job].tame[t] {
		e.visits = append(e.visits, visit{job, ^int32(t)})
	}
}

// node puts a node on the list of visits, or a leaf's triangles.
func (e *asking) node(job, node int32) {
	j := &e.jobs[job]
	b := e.bodies[j.t].boxes
	n := &b.Nodes[node]
	if !n.IsLeaf() {
		e.visits = append(e.visits, visit{job, node})
		return
	}
	for _, t := range b.Order[n.First : n.First+n.Count] {
		e.visit(job, t)
	}
}

// askAll draws every visit over all the edges of its job, with a query each.
// Triangles that were hit go to struck, the children of boxes to visits.
func (e *asking) askAll(visits []visit) error {
	a := e.Canvas
	if _, err := a.Reserve(0, drawBytes*len(visits)); err != nil {
		return err
	}
	e.fillDraws(visits)
	a.Start()
	e.send(0, e.draws)
	a.ResetQueries(len(visits))
	a.BeginPass(vulkan.Keep)
	var bound *vulkan.Drawing
	for i, v := range visits {
		if !e.step() {
			visits = visits[:i]
			break
		}
		kind := drawTriangle
		if v.prim >= 0 {
			kind = drawBox
			e.world.Stats.BVTests += int64(len(e.bodies[e.jobs[v.job].e].texels))
		}
		if kind != bound {
			a.SetDrawing(kind)
			bound = kind
		}
		a.BeginQuery(i)
		a.DrawRectangles(i, 1)
		a.EndQuery(i)
	}
	a.EndPass()
	if err := a.Run(); err != nil || len(visits) == 0 {
		return err
	}
	e.world.Stats.Queries += int64(len(visits))
	passed, err := a.Passed(len(visits))
	if err != nil {
		return err
	}
	e.sortOut(visits, passed)
	return nil
}

func (e *asking) sortOut(visits []visit, passed []uint32) {
	for i, v := range visits {
		switch {
		case passed[i] == 0:
		case v.prim < 0:
			e.struck = append(e.struck, v)
		default:
			c := e.bodies[e.jobs[v.job].t].boxes.Nodes[v.prim].Child
			e.node(v.job, c)
			e.node(v.job, c+1)
		}
	}
}

// fillDraws makes the draws of the visits.
func (e *asking) fillDraws(visits []visit) {
	e.draws = slices.Grow(e.draws[:0], len(visits))[:len(visits)]
	for i, v := range visits {
		j := &e.jobs[v.job]
		d := e.placed[j.e].draw(record{})
		if v.prim < 0 {
			d.record = j.records[^v.prim]
		} else {
			e.boxRecord(j, v.prim, &d.record)
		}
		e.draws[i] = d
	}
}
