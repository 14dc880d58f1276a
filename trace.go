package collide

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tree"
)

// Trace is what a method did for the last query, for people to look at.
type Trace struct {
	// Candidates are the pairs of bodies that passed the broad phase; none where a
	// method without one had too many to keep.
	Candidates []broad.Pair
	// Levels count the volume pairs of all descents by their depth; none for a
	// method that has no hierarchies or does not tell. Descents for spheres and
	// boxes, over one tree, are left out.
	Levels []narrow.Level
	// Ends are the volumes at which the descents ended, two a pair of nodes; Cut
	// tells that there were more than were asked for.
	Ends []Volume
	Cut  bool

	trail narrow.Trail
}

// Volume is a bounding volume of a body, or of several.
type Volume struct {
	// Body is −1 for a volume around more than one.
	Body int32
	// InWorld tells that the coordinates are the world's, else they are the body's.
	InWorld bool
	Kind    VolumeKind
	// Center is the middle of a ball or a box.
	Center geom.Vec
	Radius float64
	// Axes are those of a box as rows, Half its extents along them.
	Axes geom.Mat
	Half geom.Vec
	// Slabs are those of an 18-DOP.
	Slabs geom.DOP
}

// VolumeKind tells which fields of a Volume count.
type VolumeKind uint8

// The kinds of volumes.
const (
	BoxVolume VolumeKind = iota
	BallVolume
	DOPVolume
)

// tracer is an engine that can follow its descents again.
type tracer interface {
	// trace adds to t what the last Find did.
	trace(w *World, t *Trace)
}

// Trace tells what the last Detect did, by following its descents once more; most
// bounds the pairs of Ends. It is for looking, not for the steady state: its time
// is about that of the query.
func (d *Detector) Trace(t *Trace, most int) {
	d.enter()
	defer d.leave()
	t.Candidates = append(t.Candidates[:0], d.world.candidates...)
	t.Levels, t.Ends, t.Cut = t.Levels[:0], t.Ends[:0], false
	if e, ok := d.engine.(tracer); ok {
		t.trail.Reset()
		t.trail.Most = most
		e.trace(d.world, t)
		t.Levels, t.Cut = append(t.Levels, t.trail.Levels...), t.trail.Cut
	}
}

// trace implements tracer.
func (e *treeEngine) trace(w *World, t *Trace) {
	traceSearches(w, e.pairs, e.searches, t)
}

// trace implements tracer: the pairs with a plane between them are not descended.
func (e *icollideEngine) trace(w *World, t *Trace) { e.rest.trace(w, t) }

// trace implements tracer.
func (e *pipeline) trace(w *World, t *Trace) { traceSearches(w, e.pairs, e.searches, t) }

// traceSearches follows descents over the trees of boxes.
func traceSearches(w *World, pairs []broad.Pair, searches []narrow.Search, t *Trace) {
	var worker narrow.Worker
	for i, p := range pairs {
		if w.HasSolid(p) {
			continue
		}
		from := len(t.trail.Ends)
		worker.Follow(&searches[i], &t.trail)
		for _, n := range t.trail.Ends[from:] {
			a, b := n.Nodes()
			t.Ends = append(t.Ends, boxOf(p.A, &w.Surface(int(p.A)).Tree.Nodes[a].Box, false), boxOf(p.B, &w.Surface(int(p.B)).Tree.Nodes[b].Box, false))
		}
	}
}

// trace implements tracer.
func (e *volumeEngine[V, P]) trace(w *World, t *Trace) {
	var worker narrow.Worker
	var d narrow.Descent[V, P]
	for i, p := range e.pairs {
		if w.HasSolid(p) {
			continue
		}
		from := len(t.trail.Ends)
		d.Follow(&worker, &e.searches[i], &t.trail)
		for _, n := range t.trail.Ends[from:] {
			a, b := n.Nodes()
			t.Ends = append(t.Ends, volumeOf[V, P](p.A, &e.trees[p.A].Nodes[a].Volume, e.inWorld), volumeOf[V, P](p.B, &e.trees[p.B].Nodes[b].Volume, e.inWorld))
		}
	}
}

// volumeOf describes a volume; of a Sphere-OBB it is the box.
func volumeOf[V any, P tree.Volume[V]](body int32, v *V, inWorld bool) Volume {
	switch v := any(v).(type) {
	case *geom.Sphere:
		return Volume{Body: body, InWorld: inWorld, Kind: BallVolume, Center: v.Center, Radius: v.Radius}
	case *geom.OBB:
		return orientedOf(body, v, inWorld)
	case *geom.SphereOBB:
		return orientedOf(body, &v.OBB, inWorld)
	case *geom.DOP:
		return dopOf(body, v, inWorld)
	}
	box := P(v).Bounds()
	return boxOf(body, &box, inWorld)
}

func orientedOf(body int32, o *geom.OBB, inWorld bool) Volume {
	return Volume{Body: body, InWorld: inWorld, Center: o.Center, Axes: o.Axes, Half: geom.Vec{X: o.Half[0], Y: o.Half[1], Z: o.Half[2]}}
}

func dopOf(body int32, d *geom.DOP, inWorld bool) Volume {
	return Volume{Body: body, InWorld: inWorld, Kind: DOPVolume, Slabs: *d}
}

func boxOf(body int32, b *geom.AABB, inWorld bool) Volume {
	return Volume{Body: body, InWorld: inWorld, Center: b.Center(), Axes: geom.Identity.R, Half: b.Size().Scale(0.5)}
}
