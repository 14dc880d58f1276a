package world

import (
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/impact"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// solidCore is a solid as a mesh in its own coordinates, with a ball around each point of the mesh: the facets of a box or a
// hull, the segment of a capsule, a cylinder or a cone, the centre of a sphere.
//
// The hull of posed, rounded points need not have the facets of the points themselves. But the boundaries of two convex
// bodies are as far apart as the bodies, and these as far as the points, which the bounds on corners cover.
type solidCore struct {
	points  []geom.Vec
	radius  float64
	form    impact.Form
	surface narrow.Surface
	tree    *tree.Of[volume.OBB]
}

// core returns the core of a solid. It is made once, and again where another solid has taken the body's place.
func (m *Moves) core(w *World, i int32) *solidCore {
	for len(m.cores) <= int(i) {
		m.cores = append(m.cores, nil)
	}
	c := m.cores[i]
	var room [8]geom.Vec
	points, radius, form := coreOf(w.bodies[i].solid, room[:0])
	if c == nil || !slices.Equal(c.points, points) || c.form != form {
		c = newCore(slices.Clone(points), form)
		m.cores[i] = c
	}
	c.radius = radius
	return c
}

// coreOf appends the points of a solid to dst.
func coreOf(solid any, dst []geom.Vec) (points []geom.Vec, radius float64, form impact.Form) {
	switch s := solid.(type) {
	case shape.Sphere:
		return append(dst, s.Center), s.Radius, impact.Round
	case shape.Capsule:
		return append(dst, s.A, s.B), s.Radius, impact.Round
	case shape.Cylinder:
		return append(dst, s.A, s.B), s.Radius, impact.Flat
	case shape.Cone:
		return append(dst, s.Base, s.Apex), s.Radius, impact.Pointed
	case shape.Convex:
		return s.Points, 0, impact.Round
	case shape.Box:
		corners := s.Corners()
		return append(dst, corners[:]...), 0, impact.Round
	}
	panic("world: a solid without a core")
}

func newCore(points []geom.Vec, form impact.Form) *solidCore {
	c := &solidCore{points: points, form: form}
	var facets []geom.Triangle
	if last := len(points) - 1; last < 2 {
		facets = []geom.Triangle{{points[0], points[last], points[last]}}
	} else {
		var t predicate.Tally
		var h predicate.Hull
		h.Set(points)
		facets = t.Facets(&h, nil)
	}
	m := &mesh.Mesh{}
	for _, f := range facets {
		n := uint32(len(m.Vertices))
		m.Vertices, m.Triangles = append(m.Vertices, f[:]...), append(m.Triangles, [3]uint32{n, n + 1, n + 2})
	}
	box := geom.BoundsOf(m.Vertices)
	c.surface.SetMesh(m, &box, max(box.Min.MaxAbs(), box.Max.MaxAbs()))
	c.tree = tree.BuildOBB(&tree.Soup{Vertices: m.Vertices, Triangles: m.Triangles}, tree.OBBOptions{})
	return c
}

// body is the solid at a pose, or along a path.
func (c *solidCore) body(pose *geom.Pose, path motion.Path) impact.Body {
	c.surface.SetPose(pose)
	return impact.Body{Surface: &c.surface, Tree: c.tree, Path: path, Solid: true, Radius: c.radius, Form: c.form}
}

// solidsAtStart looks for contacts of pairs with a solid at t = 0, where the bodies stand. The search looks at the boundaries of
// solids alone: as long as these are apart from everything, what is outside stays there.
func (m *Moves) solidsAtStart(w *World) (Moved, bool) {
	for _, p := range m.list {
		if !w.HasSolid(p) || !w.hasHalf(p) && !w.boxes[p.A].Overlaps(&w.boxes[p.B]) {
			continue
		}
		if !w.NeedTrees(p) {
			return Moved{}, false // the search was stopped
		}
		m.touching = w.SolidPair(&m.worker, p, m.touching[:0])
		if len(m.touching) == 0 {
			continue
		}
		first := slices.MinFunc(m.touching, Contact.Compare)
		return Moved{Answer: impact.Answer{Outcome: impact.Contact, Pair: pairAs(p), Primitives: narrow.Pair{A: first.TriA, B: first.TriB}}}, true
	}
	return Moved{}, false
}

// meets decides for two primitives of a pair with a solid under two poses, in the order of the pair, whether they are at most its
// gap apart.
func (m *Moves) meets(p impact.Pair, a, b *geom.Pose, primitives [2]int32) bool {
	w := m.world
	x, y := m.of[p.A], m.of[p.B]
	primitive := int32(wholly)
	switch {
	case w.bodies[x].model != nil:
		primitive = primitives[0]
	case w.bodies[y].model != nil:
		primitive = primitives[1]
	}
	if m.asked.known(p, a, b, primitive) {
		return false
	}
	for k, pose := range [2]*geom.Pose{a, b} {
		i := int([2]int32{x, y}[k])
		if b := &w.bodies[i]; b.model == nil && b.half == nil && b.pose != *pose && w.setPose(i, pose) != nil {
			return false // no witness
		}
	}
	var touch bool
	switch {
	case primitive == wholly:
		touch = m.solidsNear(x, y, p.Gap)
	case w.bodies[x].model == nil:
		touch = m.meetsMesh(x, y, b, primitive, p.Gap)
	default:
		touch = m.meetsMesh(y, x, a, primitive, p.Gap)
	}
	if !touch {
		m.asked.note(p, a, b, primitive)
	}
	return touch
}

// meetsMesh decides for a solid, which stands where it is to be tested, and a triangle of a mesh under a pose.
func (m *Moves) meetsMesh(solid, mesh int32, pose *geom.Pose, i int32, gap float64) bool {
	t := m.world.bodies[mesh].model.mesh.Triangle(int(i))
	for k := range t {
		t[k] = pose.Apply(t[k])
	}
	return m.triangleNear(solid, &t, gap)
}
