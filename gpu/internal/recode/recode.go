package recode

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/world"
)

// imaging is the method recode (Baciu, Wong, Sun, "RECODE: An Image-Based Collision
// Detection Algorithm", Journal of Visualization and Computer Animation 10, 1999):
// convex bodies only, of which every pixel sees one interval of depths. A pair's
// pixels where both bodies' intervals overlap are counted; an image can miss what
// is smaller than a pixel, so the counts only decide which pairs to descend first.
type imaging struct {
	dev     *vulkan.Device
	world   *world.World
	phase   broad.Auto
	confirm *query.Confirmer
	pairs   []broad.Pair
	vulkan.Easel
	picture  int // side of a pair's image, in pixels
	bodies   []imageBody
	shots    []imageShot
	todo     []*imageShot
	corners  []geom.Vec // of a body, in the world
	order    []int32    // of pairs
	searches []narrow.Search
	tasks    []imageTask
	cut      []narrow.NodePair
	run      func(worker, lo, hi int)
}

// imageBody is a convex mesh, and where it lies in the buffer.
type imageBody struct {
	surface *narrow.Surface // nil for a sphere or a box
	convex  bool            // at this version
	version int
	// What lies on the device: indices and vertices from word first on.
	first int
	sent  bool
	at    int // version
	pose  geom.Pose
	frame models.BodyFrame
}

// imageTask is a part of the work on one pair of bodies.
type imageTask struct {
	pair  int32
	nodes narrow.NodePair
}

const (
	defaultSide = 64
	// imageTasks per worker balance the load where a pair is cut into pieces.
	imageTasks = 32
)

// Side is the resolution that is asked for, or the usual one. The error wraps
// collide.ErrUnsupported.
func Side(resolution int) (int, error) {
	if resolution < 0 || resolution > vulkan.CanvasSide {
		return 0, fmt.Errorf("%w: a resolution of %d pixels; expected 1 to %d, or 0 for %d", collide.ErrUnsupported, resolution, vulkan.CanvasSide, defaultSide)
	}
	return cmp.Or(resolution, defaultSide), nil
}

// New makes an engine whose pictures have sides of picture pixels.
func New(d *vulkan.Device, w *world.World, picture int) world.Engine {
	e := &imaging{dev: d, world: w, confirm: query.NewConfirmer(w), bodies: make([]imageBody, w.Len()), picture: picture}
	e.phase.Workers, e.run = w.Workers, e.descend
	return e
}

// prepare makes what lives on the device; a new canvas is empty.
func (e *imaging) prepare() error {
	was := e.Canvas
	if err := e.Open(e.dev, &e.world.Control); err != nil {
		return err
	}
	for i := range e.bodies {
		e.bodies[i].sent = e.bodies[i].sent && e.Canvas == was
	}
	e.Canvas.Control = &e.world.Control
	return nil
}

// Find implements world.Engine. The error wraps collide.ErrUnsupported where a
// mesh is not convex.
func (e *imaging) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	if err := e.judge(); err != nil {
		return dst, err
	}
	e.confirm.Begin()
	e.pairs = e.confirm.SeparateSolids(w.Candidates(&e.phase, e.pairs[:0]))
	e.confirm.AnswerSolids()
	w.Stats.ImageVerdict = "free"
	err := e.look()
	switch {
	case errors.Is(err, vulkan.ErrStopped):
		err, w.Stats.ImageVerdict = query.UnlessStopped(err, &w.Control), ""
	case err == nil:
		e.plan()
		par.For(len(e.tasks), w.Workers, 1, e.run)
	}
	return e.confirm.Collect(dst), query.Known(err)
}

// judge makes sure that every mesh is convex: exactly, once, and again when it has
// deformed. Poses keep a mesh convex except for rounding, which at worst misleads the
// image.
func (e *imaging) judge() error {
	for i := range e.bodies {
		b := &e.bodies[i]
		if b.surface = e.world.Surface(i); b.surface == nil {
			continue
		}
		if v := e.world.Version(i); !b.convex || b.version != v {
			b.convex, b.version = narrow.NewFeatures(b.surface.Mesh, b.surface.Tree).Convex(), v
		}
		if !b.convex {
			return fmt.Errorf("%w: body %d (%s) is not convex", collide.ErrUnsupported, i, b.surface.Mesh.Name)
		}
	}
	return nil
}

// look draws the pairs of different bodies and puts those first in whose pictures
// the bodies overlap.
func (e *imaging) look() error {
	e.shots, e.order, e.todo = e.shots[:0], e.order[:0], e.todo[:0]
	for i, p := range e.pairs {
		e.order = append(e.order, int32(i))
		e.shots = append(e.shots, imageShot{a: int(p.A), b: int(p.B)})
	}
	for i := range e.shots {
		if s := &e.shots[i]; s.a != s.b {
			e.todo = append(e.todo, s)
		}
	}
	if len(e.todo) > 0 {
		if err := e.drawAll(e.todo); err != nil {
			return err
		}
	}
	slices.SortStableFunc(e.order, func(x, y int32) int { return cmp.Compare(e.shots[y].marked, e.shots[x].marked) })
	if len(e.order) > 0 && e.shots[e.order[0]].marked > 0 {
		e.world.Stats.ImageVerdict = "colliding"
	}
	return nil
}

// plan prepares the searches and, where pairs are few, cuts them.
func (e *imaging) plan() {
	e.searches = slices.Grow(e.searches[:0], len(e.pairs))[:len(e.pairs)]
	e.tasks = e.tasks[:0]
	want := e.world.Workers * imageTasks / max(len(e.pairs), 1)
	for _, i := range e.order {
		p, s := e.pairs[i], &e.searches[i]
		s.Set(e.bodies[p.A].surface, e.bodies[p.B].surface)
		e.cut = append(e.cut[:0], s.Root())
		if e.world.Workers > 1 && want > 1 {
			e.cut = e.confirm.Workers[0].Split(s, want, e.cut)
		}
		for _, n := range e.cut {
			e.tasks = append(e.tasks, imageTask{i, n})
		}
	}
}

func (e *imaging) descend(worker, lo, hi int) {
	t := &e.confirm.Workers[worker]
	for _, k := range e.tasks[lo:hi] {
		t.Touching = t.Run(&e.searches[k.pair], k.nodes, t.Touching[:0])
		t.Report(e.pairs[k.pair])
	}
}
