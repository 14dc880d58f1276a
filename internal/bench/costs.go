package bench

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tape"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/internal/world"
)

// unitCosts are the C's of T = Nv·Cv + Np·Cp + Nu·Cu in ns; update is 0 for
// methods that update nothing.
type unitCosts struct{ volume, primitive, update float64 }

// calibration is a scene whose poses unit costs are measured on, by the machinery
// that the methods use.
type calibration struct {
	scenario *scenario
	surfaces []narrow.Surface
	pairs    []broad.Pair
	phase    broad.Sweep
}

func newCalibration(s *scenario) *calibration {
	c := &calibration{scenario: s}
	for i := range s.placed {
		m := s.placed[i].Shape.(*collide.Model)
		c.surfaces = append(c.surfaces, narrow.NewSurface(m.Mesh(), world.NewModel(m.Mesh()).Tree(1)))
	}
	return c
}

// pose moves the bodies to frame k and finds the pairs.
func (c *calibration) pose(k int) {
	boxes := make([]geom.AABB, len(c.surfaces))
	for i := range c.surfaces {
		s := &c.surfaces[i]
		pose := c.scenario.placed[i].Motion.At(float64(k) * frameSeconds)
		s.SetPose(&pose)
		boxes[i] = s.WorldBox(&s.Tree.Nodes[0].Box)
	}
	c.pairs = c.phase.Pairs(boxes, c.pairs[:0])
}

// stint is one pass over a frame's pairs, in seconds and counts.
type stint struct {
	updating, splitting, running float64
	split, volumes, primitives   int64
	updates                      int
	contacts                     int64
}

// costs turns passes into unit costs: descents without their leaves give the
// volume's, what whole descents take on top the primitive's: below 0 where they took no
// longer, NaN where there was nothing to count.
func (s *stint) costs() unitCosts {
	u := unitCosts{volume: per(1e9*s.splitting, float64(s.split))}
	u.primitive = per(1e9*s.running-float64(u.volume*float64(s.volumes)), float64(s.primitives))
	if s.updates > 0 {
		u.update = 1e9 * s.updating / float64(s.updates)
	}
	return u
}

// timed adds the time of f to a sum.
func timed(sum *float64, f func()) {
	start := time.Now()
	f()
	*sum += time.Since(start).Seconds()
}

// newWorker is a worker that nothing stops.
func newWorker() narrow.Worker {
	control := &narrow.Control{}
	control.Reset(context.Background(), 0, 0)
	w := narrow.Worker{Control: control}
	w.Begin()
	return w
}

// count notes what a worker did while whole descents ran.
func (s *stint) count(split, run *narrow.Worker) {
	s.split += split.BVTests
	s.volumes += run.BVTests
	s.primitives += run.PrimitiveTests
}

// boxes is one pass of bvh.
func (c *calibration) boxes(s *stint) {
	split, run := newWorker(), newWorker()
	searches := make([]narrow.Search, len(c.pairs))
	for i, p := range c.pairs {
		searches[i].Set(&c.surfaces[p.A], &c.surfaces[p.B])
	}
	var cut []narrow.NodePair
	timed(&s.splitting, func() {
		for i := range searches {
			cut = split.Split(&searches[i], math.MaxInt, append(cut[:0], searches[i].Root()))
		}
	})
	var found []narrow.Pair
	timed(&s.running, func() {
		for i := range searches {
			found = run.Run(&searches[i], searches[i].Root(), found[:0])
		}
	})
	s.count(&split, &run)
}

// hierarchies are the trees of a kind of volume for all bodies, and how they
// follow.
type hierarchies[V any, P tree.Volume[V]] struct {
	trees []*tree.Of[V]
	// refit brings the trees into the world, nil for those that are turned instead.
	refit func(*tree.Of[V], *tree.Soup)
	// hybrid: classified, with boxes of triangles posed beforehand.
	hybrid bool
	leaves []narrow.PosedLeaves
	soups  []*tree.Soup
}

// grown builds the hierarchies, one a mesh, or one a body if they are refitted.
func grown[V any, P tree.Volume[V]](c *calibration, build func(*tree.Soup) *tree.Of[V], refit func(*tree.Of[V], *tree.Soup)) *hierarchies[V, P] {
	h := &hierarchies[V, P]{refit: refit, leaves: make([]narrow.PosedLeaves, len(c.surfaces))}
	known := map[any]*tree.Of[V]{}
	for i := range c.surfaces {
		m := c.surfaces[i].Mesh
		s := &tree.Soup{Vertices: m.Vertices, Triangles: m.Triangles}
		if known[m] == nil || refit != nil {
			known[m] = build(s)
		}
		if refit != nil {
			s = &tree.Soup{Vertices: slices.Clone(m.Vertices), Triangles: m.Triangles}
		}
		h.trees, h.soups = append(h.trees, known[m]), append(h.soups, s)
	}
	return h
}

// update follows the bodies as the method does, and counts the volumes.
func (h *hierarchies[V, P]) update(c *calibration, s *stint) {
	for i := range h.trees {
		surface := &c.surfaces[i]
		switch {
		case h.refit != nil:
			for k, v := range surface.Mesh.Vertices {
				h.soups[i].Vertices[k] = surface.Pose().Apply(v)
			}
			h.refit(h.trees[i], h.soups[i])
			s.updates += len(h.trees[i].Nodes)
		case h.hybrid:
			h.leaves[i].Load(surface, h.trees[i].Order)
			s.updates += len(h.trees[i].Order)
		}
	}
}

// pass is one pass of a method over volumes.
func (h *hierarchies[V, P]) pass(c *calibration, s *stint) {
	timed(&s.updating, func() { h.update(c, s) })
	searches := make([]narrow.Volumes[V, P], len(c.pairs))
	for i, p := range c.pairs {
		q, a, b := &searches[i], h.trees[p.A], h.trees[p.B]
		if h.refit != nil {
			q.SetWorld(&c.surfaces[p.A], &c.surfaces[p.B], a, b)
		} else {
			q.SetLocal(&c.surfaces[p.A], &c.surfaces[p.B], a, b)
		}
		if h.hybrid {
			classes := narrow.Classify(a, b)
			q.BoxLeaves(&h.leaves[p.A], &h.leaves[p.B])
			q.SetMode(classes.Mode(), classes)
		}
	}
	split, run := newWorker(), newWorker()
	var d narrow.Descent[V, P]
	var cut []narrow.NodePair
	timed(&s.splitting, func() {
		for i := range searches {
			cut = d.Split(&split, &searches[i], math.MaxInt, append(cut[:0], searches[i].Root()))
		}
	})
	var found []narrow.Pair
	timed(&s.running, func() {
		for i := range searches {
			found = d.Run(&run, &searches[i], searches[i].Root(), found[:0])
			s.contacts += int64(len(found))
		}
	})
	s.count(&split, &run)
}

// modelled are the methods whose costs the model is tried on.
type modelled struct {
	method string
	pass   func(*stint)
}

// modelledMethods are their names.
var modelledMethods = []string{"bvh", "rapid", "sphere", "scda", "octree-hybrid"}

func (c *calibration) methods() []modelled {
	spheres := grown[volume.Ball](c, func(s *tree.Soup) *tree.Of[volume.Ball] { return tree.BuildSphere(s, tree.SphereOptions{}) }, nil)
	obbs := grown[volume.OBB](c, func(s *tree.Soup) *tree.Of[volume.OBB] { return tree.BuildOBB(s, tree.OBBOptions{}) }, nil)
	dops := grown[volume.DOP](c, func(s *tree.Soup) *tree.Of[volume.DOP] { return tree.BuildDOP(s, tree.DOPOptions{}) }, tree.RefitDOP)
	hybrids := grown[volume.SphereOBB](c, func(s *tree.Soup) *tree.Of[volume.SphereOBB] {
		return tree.BuildSphereOBB(s, tree.OBBOptions{LeafSize: 8})
	}, nil)
	hybrids.hybrid = true
	passes := []func(*stint){
		c.boxes, func(s *stint) { obbs.pass(c, s) }, func(s *stint) { spheres.pass(c, s) }, func(s *stint) { dops.pass(c, s) }, func(s *stint) { hybrids.pass(c, s) },
	}
	var list []modelled
	for i, pass := range passes {
		list = append(list, modelled{modelledMethods[i], pass})
	}
	return list
}

// costFigures lists the unit costs of a method, round by round.
func costFigures(p *tape.Part, method string, rounds *[]unitCosts) {
	var n int
	for i, f := range []struct {
		name string
		of   func(*unitCosts) *float64
	}{
		{"ns a volume test, by round", func(u *unitCosts) *float64 { return &u.volume }},
		{"ns a triangle pair, by round", func(u *unitCosts) *float64 { return &u.primitive }},
		{"ns an update, by round", func(u *unitCosts) *float64 { return &u.update }},
	} {
		var each []float64
		for k := range *rounds {
			each = append(each, *f.of(&(*rounds)[k]))
		}
		p.Figure(method, f.name, &each)
		if i == 0 {
			n = len(each)
		}
		if p.Expect(len(each) == n, "a number a round"); p.Failed() {
			return
		}
		if *rounds == nil {
			*rounds = make([]unitCosts, n)
		}
		for k, x := range each {
			*f.of(&(*rounds)[k]) = x
		}
	}
}

// calibrate measures the unit costs of the methods over some frames, several rounds each.
func (c *calibration) calibrate(ctx context.Context, list []modelled, frames, rounds int) ([][]unitCosts, error) {
	costs := make([][]unitCosts, len(list))
	for range rounds {
		stints := make([]stint, len(list))
		for k := range frames {
			c.pose(5 * k)
			for i := range list {
				list[i].pass(&stints[i])
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		for i := range list {
			costs[i] = append(costs[i], stints[i].costs())
		}
	}
	return costs, nil
}

// meanCosts are the means over rounds.
func meanCosts(rounds []unitCosts) unitCosts {
	var m unitCosts
	for _, u := range rounds {
		n := float64(len(rounds))
		m.volume += u.volume / n
		m.primitive += u.primitive / n
		m.update += u.update / n
	}
	return m
}

// model calibrates the cost model on one scene and predicts another.
func (o *Options) model(ctx context.Context, r *Report) error {
	small, err := o.generated(ctx, "costs: scene for calibration", o.crowd(choose(o, 40, 300, 300), 0, 5))
	if err != nil {
		return err
	}
	costs := make([][]unitCosts, len(modelledMethods))
	var disturbed disturbance
	err = o.tape.Do("costs: calibration", func() (err error) {
		c := newCalibration(small)
		list := c.methods()
		disturbed, err = o.window(func() (err error) {
			costs, err = c.calibrate(ctx, list, choose(o, 2, 10, 20), choose(o, 1, 5, 9))
			return err
		}, func() error { return nil })
		return err
	}, func(p *tape.Part) {
		disturbed.figures(p)
		for i, method := range modelledMethods {
			costFigures(p, method, &costs[i])
		}
	})
	if err != nil {
		return err
	}
	n := choose(o, 60, 1000, 1000)
	s, err := o.generated(ctx, "costs: scene", o.crowd(n, 0, 4))
	if err != nil {
		return err
	}
	alone := *o
	alone.Workers = 1
	var entrants []entrant
	for _, method := range modelledMethods {
		entrants = append(entrants, entrant{label: method, method: method})
	}
	race, err := alone.race(ctx, "costs: predicted times", s, entrants, choose(o, 3, 30, 100), keepPhases)
	if err != nil {
		return err
	}
	t := r.table("costs", "Cost model T = Nv·Cv + Np·Cp + Nu·Cu", "method", "Nv", "Cv ns", "Np", "Cp ns", "Nu", "Cu ns", "predicted ms", "measured ms", "measured ÷ predicted", "99 % interval", "note")
	t.Notes = []string{
		fmt.Sprintf("Nv, Np, Nu: volume tests, triangle pairs that reach the exact test, volumes updated, a frame of %s bodies; measured: update and narrow phase of that frame, one worker. "+
			"The C's were calibrated on another scene, %d bodies of another seed: Cv by descents that stop at the leaves, Cp by what whole descents take on top (posing the triangles and comparing their boxes included), Cu by the update alone.",
			grouped(int64(n)), small.bodies),
		"T after Gottschalk, Lin and Manocha 1996 as the paper quotes it, the third term after Klosowski and others 1998. A ratio of 1 would mean that the model leaves nothing out: sorting pairs, filling queues and caches that hold fewer bodies are left out. " +
			"octree-hybrid updates the world boxes of its triangles, scda its 18-DOPs; the others turn volumes as they test them.",
	}
	var found []prediction
	for i, method := range modelledMethods {
		l := race.lane(method)
		if l == nil {
			continue
		}
		f := float64(l.frames)
		nv, np, nu := float64(l.stats.BVTests)/f, float64(l.stats.PrimitiveTests)/f, float64(l.stats.BVUpdates)/f
		p := prediction{method: method, rounds: costs[i], nv: nv, np: np, nu: nu, measured: measure.MeanOf(l.searched())}
		found = append(found, p)
		p.row(t, disturbed.with(race.disturbed).note())
	}
	r.claim(modelClaim(found))
	return nil
}
