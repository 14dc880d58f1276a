package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/shape"
)

// Trace describes what a method did for the last query, for display.
type Trace struct {
	// Candidates are the pairs of bodies that passed the broad phase; none where a
	// method without one had too many to keep.
	Candidates []broad.Pair
	// Levels count the volume pairs of all descents by their depth; none for a
	// method that has no hierarchies or does not report them. Descents for spheres and
	// boxes, over one tree, are left out.
	Levels []narrow.Level
	// Ends are the volumes at which the descents ended, two a pair of nodes. Cut
	// reports that there were more than were asked for.
	Ends []Volume
	Cut  bool

	// Trail records what descents pass.
	Trail narrow.Trail
}

// Volume is a bounding volume of one or more bodies.
type Volume struct {
	// Body is −1 for a volume around more than one.
	Body int32
	// InWorld reports whether the coordinates are the world's; else they are the body's.
	InWorld bool
	Kind    VolumeKind
	// Center is the middle of a ball or a box.
	Center geom.Vec
	Radius float64
	// Axes are those of a box as rows, Half its extents along them.
	Axes geom.Mat
	Half geom.Vec
	// Slabs are those of an 18-DOP.
	Slabs volume.DOP
}

// VolumeKind is the kind of a Volume, which determines the fields that are set.
type VolumeKind uint8

// The kinds of volumes.
const (
	BoxVolume VolumeKind = iota
	BallVolume
	DOPVolume
)

// Tracer is an Engine that can follow its descents again.
type Tracer interface {
	// Trace adds to t what the last Find did.
	Trace(w *World, t *Trace)
}

// Follow fills t with what the engine did for the last query, by following its descents
// once more; most bounds the pairs of Ends. It is for display, not for the steady state:
// its time is about that of the query.
func (w *World) Follow(e Engine, t *Trace, most int) {
	if err := w.Update(); err != nil { // a query that was recalled has not
		return
	}
	t.Candidates = append(t.Candidates[:0], w.candidates...)
	t.Levels, t.Ends, t.Cut = t.Levels[:0], t.Ends[:0], false
	if e, ok := e.(Tracer); ok {
		t.Trail.Reset()
		t.Trail.Most = most
		e.Trace(w, t)
		t.Levels, t.Cut = append(t.Levels, t.Trail.Levels...), t.Trail.Cut
	}
}

// Leveler is an Engine that shows its hierarchies. Level appends the volumes of one level
// of them, those of leaves above it included, until there are most volumes in dst; level
// 0 is the root. It reports whether those were all.
type Leveler interface {
	Level(w *World, dst []Volume, level, most int) ([]Volume, bool)
}

// OrientedOf describes an oriented box.
func OrientedOf(body int32, o *volume.OBB, inWorld bool) Volume {
	return Volume{Body: body, InWorld: inWorld, Center: o.Center, Axes: o.Axes, Half: geom.Vec{X: o.Half[0], Y: o.Half[1], Z: o.Half[2]}}
}

// DOPOf describes an 18-DOP.
func DOPOf(body int32, d *volume.DOP, inWorld bool) Volume {
	return Volume{Body: body, InWorld: inWorld, Kind: DOPVolume, Slabs: *d}
}

// BoxOf describes a box along the axes of its coordinates.
func BoxOf(body int32, b *geom.AABB, inWorld bool) Volume {
	return Volume{Body: body, InWorld: inWorld, Center: b.Center(), Axes: geom.Identity.R, Half: b.Size().Scale(0.5)}
}

// SolidVolume describes a solid in its own coordinates: a sphere as itself, others by their box.
func (w *World) SolidVolume(body int32) Volume {
	switch s := w.bodies[body].solid.(type) {
	case shape.Sphere:
		return Volume{Body: body, Kind: BallVolume, Center: s.Center, Radius: s.Radius}
	case interface{ Bounds() geom.AABB }:
		b := s.Bounds()
		return BoxOf(body, &b, false)
	}
	return Volume{Body: body}
}
