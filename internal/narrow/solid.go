package narrow

import (
	"context"
	"fmt"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// Orientation is how the orientation of triangles counts for what is inside a mesh.
type Orientation uint8

const (
	// ByWinding takes points with a winding number other than 0 for the interior: nested
	// shells of equal orientation are one body, of opposite orientation a cavity.
	ByWinding Orientation = iota
	// ByParity takes points from which rays cross an odd number of triangles for the
	// interior, whatever the orientation: every second nested shell is a cavity.
	ByParity
	orientations
)

// Solid is what a mesh's own coordinates show about its interior. It is closed, and has
// an interior at every pose of rank 3, if its edges are balanced, it does not intersect
// itself and not all of its triangles are degenerate.
type Solid struct {
	// Seeds are a vertex of every connected component: where the surfaces of two bodies
	// are apart, a component is inside another solid if its seed is. In a closed mesh components
	// without an area, such as hairs, have none: they bound no material.
	Seeds []uint32

	edge            [orientations]string
	crosses, hollow string
}

// NewSolid judges a mesh that has the given tree. Time is that of mesh.Topology and of a
// search for a first self contact.
func NewSolid(m *mesh.Mesh, t *tree.Tree) *Solid {
	components := mesh.Components(m)
	s := &Solid{Seeds: components.Seeds}
	top := m.Topology()
	s.edge[ByWinding] = describeEdge(m, top, top.Unbalanced())
	s.edge[ByParity] = describeEdge(m, top, top.Odd())
	if s.edge[ByParity] != "" { // then it is unbalanced, too, and nothing else matters
		return s
	}
	if allDegenerate(m) {
		s.hollow = "has no interior: all its triangles are degenerate"
		return s
	}
	own := NewSurface(m, t)
	if a, b, found := own.SelfContact(); found {
		s.crosses = fmt.Sprintf("intersects itself: triangles %d and %d", a, b)
		return s
	}
	s.Seeds = withArea(m, components)
	return s
}

// withArea returns the seeds of components that have a triangle with an area.
func withArea(m *mesh.Mesh, c *mesh.ComponentSet) []uint32 {
	has := make([]bool, len(c.Seeds))
	for i, component := range c.Of {
		if !has[component] {
			t := m.Triangle(i)
			has[component] = !predicate.Collinear(t[0], t[1], t[2])
		}
	}
	var seeds []uint32
	for component, seed := range c.Seeds {
		if has[component] {
			seeds = append(seeds, seed)
		}
	}
	return seeds
}

// Flaw returns why the mesh is not closed, in words that follow its name, and "" for a
// closed one.
func (s *Solid) Flaw(o Orientation) string {
	switch {
	case s.edge[o] != "":
		return "is not closed: " + s.edge[o]
	case s.hollow != "":
		return s.hollow
	}
	return s.crosses
}

// describeEdge names an edge by its two points and its triangles; "" for edge −1.
func describeEdge(m *mesh.Mesh, t *mesh.Topology, e int) string {
	if e < 0 {
		return ""
	}
	var along, against []uint32
	for _, side := range t.Sides(e) {
		if t.Forward(side) {
			along = append(along, side/3)
		} else {
			against = append(against, side/3)
		}
	}
	a, b := m.Vertices[t.Edges[e].A], m.Vertices[t.Edges[e].B]
	return fmt.Sprintf("the edge from %s to %s has %s along it and %s against it", point(a), point(b), listed(along), listed(against))
}

// point writes a point so that it can be found in a file; adding 0 makes −0 and 0 the same.
func point(v geom.Vec) string { return fmt.Sprintf("(%v, %v, %v)", v.X+0, v.Y+0, v.Z+0) }

// listed names triangles, at most four of them.
func listed(triangles []uint32) string {
	const most = 4
	switch n := len(triangles); {
	case n == 0:
		return "no triangle"
	case n == 1:
		return fmt.Sprintf("triangle %d", triangles[0])
	case n > most:
		return fmt.Sprintf("triangles %s and %d more", commas(triangles[:most]), n-most)
	}
	return "triangles " + commas(triangles)
}

func commas(numbers []uint32) string {
	return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(numbers), "[]")), ", ")
}

func allDegenerate(m *mesh.Mesh) bool {
	for i := range m.Triangles {
		if t := m.Triangle(i); !predicate.Collinear(t[0], t[1], t[2]) {
			return false
		}
	}
	return true
}

// SelfContact returns two triangles of the posed mesh that are in contact with each other.
func (s *Surface) SelfContact() (a, b uint32, found bool) {
	var search Search
	search.Set(s, s)
	var first Control
	first.Reset(context.Background(), 0, 0)
	worker := Worker{Control: &first, First: true}
	if pairs := worker.Run(&search, search.Root(), nil); len(pairs) > 0 {
		return pairs[0].A, pairs[0].B, true
	}
	return 0, 0, false
}

// Singular reports whether the pose maps space onto a plane, a line or a point, exactly:
// no mesh has an interior there.
func (s *Surface) Singular() bool {
	r := &s.pose.R
	return predicate.Orient3D(geom.Vec{}, r.Row(0), r.Row(1), r.Row(2)) == 0
}

// Inside tests points against posed solids. The zero value is ready for use by one
// goroutine.
type Inside struct {
	Tally predicate.Tally
	stack []int32
}

// Of reports whether p lies in the interior of a closed mesh (Solid.Flaw of the same
// orientation is "") that p is no point of.
func (in *Inside) Of(s *Surface, p geom.Vec, o Orientation) bool {
	winding, crossings := in.Winding(s, p)
	return Place{Winding: winding, Crossings: crossings}.In(o)
}

// Place is where a point is with respect to a surface.
type Place struct {
	// On reports whether the point is one of the surface. Winding is then meaningless.
	On bool
	// Winding is the winding number around the point, Crossings the number of triangles
	// that a ray from it crosses.
	Winding, Crossings int
}

// In reports whether a point that is not on a closed mesh is in its interior.
func (p Place) In(o Orientation) bool {
	if o == ByParity {
		return p.Crossings%2 != 0
	}
	return p.Winding != 0
}

// Locate returns where p is, as far as steps are granted. The surface needs its tree.
func (in *Inside) Locate(s *Surface, p geom.Vec, w *Worker) (place Place) {
	in.stack = append(in.stack[:0], 0)
	for len(in.stack) > 0 && !place.On && w.Step() {
		i := in.stack[len(in.stack)-1]
		in.stack = in.stack[:len(in.stack)-1]
		n := &s.Tree.Nodes[i]
		w.BVTests++
		if box := s.WorldBox(&n.Box); !aheadOf(p, &box) {
			continue
		}
		if !n.IsLeaf() {
			in.stack = append(in.stack, n.Child+1, n.Child)
			continue
		}
		for _, t := range s.Tree.Order[n.First : n.First+n.Count] {
			in.locate(s, p, t, w, &place)
		}
	}
	return place
}

// LocateAmongAll is Locate without boxes.
func (in *Inside) LocateAmongAll(s *Surface, p geom.Vec, w *Worker) (place Place) {
	for t := 0; t < len(s.Mesh.Triangles) && !place.On && w.Step(); t++ {
		in.locate(s, p, uint32(t), w, &place)
	}
	return place
}

// locate adds one triangle to a place.
func (in *Inside) locate(s *Surface, p geom.Vec, t uint32, w *Worker, place *Place) {
	var q geom.Triangle
	s.Triangle(t, &q)
	w.PrimitiveTests++
	if w.Tally.TrianglePoint(&q, p) {
		place.On = true
		return
	}
	c := w.Tally.RayCrossing(p, &q)
	place.Winding, place.Crossings = place.Winding+c, place.Crossings+c*c
}

// aheadOf reports whether the ray from p towards +X may meet a box.
func aheadOf(p geom.Vec, b *geom.AABB) bool {
	return b.Max.X >= p.X && b.Min.Y <= p.Y && p.Y <= b.Max.Y && b.Min.Z <= p.Z && p.Z <= b.Max.Z
}

// Winding returns the winding number of the surface around p, and how many of its
// triangles the ray from p towards +X crosses. Triangles whose boxes do not meet the ray
// are culled. The surface needs its tree and must not hold p.
func (in *Inside) Winding(s *Surface, p geom.Vec) (winding, crossings int) {
	in.along(s, p, func(_ uint32, c int) { winding, crossings = winding+c, crossings+c*c })
	return winding, crossings
}

// WindingOfAll returns the winding number without boxes, which makes it the contract of Winding.
func (in *Inside) WindingOfAll(s *Surface, p geom.Vec) (winding int) {
	var q geom.Triangle
	for t := range s.Mesh.Triangles {
		s.Triangle(uint32(t), &q)
		winding += in.Tally.RayCrossing(p, &q)
	}
	return winding
}

// WindingWithout is Winding of the triangles that are not left out; only these must not
// hold p.
func (in *Inside) WindingWithout(s *Surface, p geom.Vec, leftOut func(t uint32) bool) (winding int) {
	in.along(s, p, func(t uint32, c int) {
		if c != 0 && !leftOut(t) {
			winding += c
		}
	})
	return winding
}

// along visits the triangles that the ray from p towards +X may cross, with the way they
// are crossed.
func (in *Inside) along(s *Surface, p geom.Vec, visit func(t uint32, crossing int)) {
	in.stack = append(in.stack[:0], 0)
	for len(in.stack) > 0 {
		i := in.stack[len(in.stack)-1]
		in.stack = in.stack[:len(in.stack)-1]
		n := &s.Tree.Nodes[i]
		box := s.WorldBox(&n.Box)
		if !aheadOf(p, &box) {
			continue
		}
		if !n.IsLeaf() {
			in.stack = append(in.stack, n.Child+1, n.Child)
			continue
		}
		for _, t := range s.Tree.Order[n.First : n.First+n.Count] {
			var q geom.Triangle
			s.Triangle(t, &q)
			visit(t, in.Tally.RayCrossing(p, &q))
		}
	}
}
