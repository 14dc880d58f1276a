package engine

import (
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/methods"
)

// Tracer follows what the engine of one detector does: that made with its Method. Its
// calls belong to that detector's goroutine.
type Tracer struct {
	method collide.Method
	world  *world.World
	engine world.Engine
	inner  world.Trace
}

// NewTracer returns a tracer of a method, nil for auto.
func NewTracer(m collide.Method) *Tracer {
	if m == nil {
		m = methods.Auto()
	}
	return &Tracer{method: m}
}

// Method returns the method to make the detector with.
func (t *Tracer) Method() collide.Method { return traced{t.method, t} }

// traced is a method that leaves a tracer what it makes.
type traced struct {
	collide.Method
	tracer *Tracer
}

// Make implements world.Maker.
func (m traced) Make(w *world.World) (world.Engine, error) {
	maker, ok := m.Method.(world.Maker)
	if !ok {
		return nil, fmt.Errorf("%w: %T is not a method of packages methods, gpu or engine", collide.ErrOption, m.Method)
	}
	e, err := maker.Make(w)
	m.tracer.world, m.tracer.engine = w, e
	return e, err
}

// Trace describes what a method did for the last query, for display.
type Trace struct {
	// Candidates are the pairs of bodies that passed the broad phase; none where a
	// method without one had too many to keep.
	Candidates []Pair
	// Levels count the volume pairs of all descents by their depth; none for a
	// method that has no hierarchies. Of fronts that are kept between queries they count the
	// pairs at which these stand. Descents for spheres and boxes are left out where a method
	// searches such pairs in the trees of bvh.
	Levels []Level
	// Ends are the volumes at which the descents ended, two a pair of nodes; Cut
	// reports that there were more than were asked for.
	Ends []Volume
	Cut  bool
}

// Level counts pairs of volumes: those tested, and those of them found apart.
type Level struct{ Tested, Culled int64 }

// Volume is a bounding volume of one or more bodies.
type Volume struct {
	// Body is −1 for a volume around more than one.
	Body int32
	// InWorld reports that the coordinates are the world's, else they are the body's.
	InWorld bool
	Kind    VolumeKind
	// Center is the middle of a ball or a box.
	Center geom.Vec
	Radius float64
	// Axes are those of a box as rows, Half its extents along them.
	Axes geom.Mat
	Half geom.Vec
	// Slabs are those of an 18-DOP: the least and the greatest products of its points with
	// x, y, z, x+y, x+z, y+z, x−y, x−z and y−z.
	Slabs struct{ Min, Max [9]float64 }
}

// VolumeKind is the kind of a Volume, which determines the fields that are set.
type VolumeKind uint8

// The kinds of volumes.
const (
	BoxVolume VolumeKind = iota
	BallVolume
	DOPVolume
)

// Trace follows the descents of the detector's last query once more; most bounds the pairs
// of Ends. It is for display, not for the steady state: its time is about that of the
// query. The trace of a tracer that no detector uses is empty, and so is that of one whose
// detector added or removed bodies since its last query.
func (t *Tracer) Trace(dst *Trace, most int) {
	dst.Candidates, dst.Levels, dst.Ends, dst.Cut = dst.Candidates[:0], dst.Levels[:0], dst.Ends[:0], false
	if t.world == nil {
		return
	}
	t.world.Enter()
	defer t.world.Leave()
	if t.world.Unsettled() {
		return
	}
	t.world.Follow(t.engine, &t.inner, most)
	for _, p := range t.inner.Candidates {
		dst.Candidates = append(dst.Candidates, Pair{int(p.A), int(p.B)})
	}
	for _, l := range t.inner.Levels {
		dst.Levels = append(dst.Levels, Level(l))
	}
	dst.Ends, dst.Cut = appendVolumes(dst.Ends, t.inner.Ends), t.inner.Cut
}

// Volumes appends the volumes of one level of the hierarchies that the method uses, those of
// leaves above it included; level 0 is the root. There are none for bodies that no descent
// has needed yet, for methods without hierarchies, and for a detector that added or removed
// bodies since its last query. Up to most are appended; it reports whether that was all. Volumes
// panics if level or most is negative.
func (t *Tracer) Volumes(dst []Volume, level, most int) ([]Volume, bool) {
	if level < 0 || most < 0 {
		panic(fmt.Sprintf("engine: Volumes of level %d, at most %d of them", level, most))
	}
	e, ok := t.engine.(world.Leveler)
	if !ok {
		return dst, true
	}
	t.world.Enter()
	defer t.world.Leave()
	if t.world.Unsettled() {
		return dst, true
	}
	volumes, all := e.Level(t.world, nil, level, most)
	return appendVolumes(dst, volumes), all
}

func appendVolumes(dst []Volume, from []world.Volume) []Volume {
	for i := range from {
		v := &from[i]
		dst = append(dst, Volume{v.Body, v.InWorld, VolumeKind(v.Kind), v.Center, v.Radius, v.Axes, v.Half, v.Slabs})
	}
	return dst
}
