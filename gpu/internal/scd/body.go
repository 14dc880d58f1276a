package scd

import (
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
)

// streamBody is a mesh body as the streaming methods see it: its edges as texels in
// its own frame, refilled when it has moved or deformed, and its boxes.
type streamBody struct {
	surface *narrow.Surface
	// world are the vertices' world coordinates, the record of which all else is
	// rounded.
	world []geom.Vec
	frame edgeFrame
	top   *mesh.Topology
	// texels has one for every edge of top. loose lists the triangles with a side
	// that is no texel: they bypass the device.
	texels []edgeTexel
	loose  []uint32
	far    float32
	serial int // counts refills

	pose    geom.Pose
	version int
	filled  bool
	sides   []uint8 // of each triangle: how many are texels

	// boxes is the hierarchy, in the mesh's coordinates or, with turned false, in the
	// world's.
	boxes  *tree.Of[volume.OBB]
	own    *tree.Of[volume.OBB] // a copy to refit
	turned bool
	slack  float64
	built  *tree.Of[volume.OBB]
	fitted bool // boxes are those of the last update
}

// update brings the edges up to date.
func (s *streamBody) update(w *world.World, body int) {
	s.surface = w.Surface(body)
	version := w.Version(body)
	if s.filled && s.version == version && s.pose == *s.surface.Pose() {
		return
	}
	m := s.surface.Mesh
	if s.top == nil {
		s.top = m.Topology()
	}
	deformed := s.filled && s.version != version
	s.pose, s.version, s.filled = *s.surface.Pose(), version, true
	s.world = slices.Grow(s.world[:0], len(m.Vertices))[:len(m.Vertices)]
	for i, v := range m.Vertices {
		s.world[i] = s.pose.Apply(v)
	}
	if deformed && !s.welds() {
		s.top = m.Topology()
	}
	s.frame = newEdgeFrame(s.world)
	s.fill()
	s.serial++
	s.fitted = false
}

// welds reports whether the vertices that were one still are: edges stand for
// vertices with equal coordinates.
func (s *streamBody) welds() bool {
	v := s.surface.Mesh.Vertices
	for i, w := range s.top.Welded.Vertex {
		if v[i] != v[w] {
			return false
		}
	}
	return true
}

// fill computes the texels and finds the loose triangles.
func (s *streamBody) fill() {
	m := s.surface.Mesh
	s.texels = slices.Grow(s.texels[:0], len(s.top.Edges))[:len(s.top.Edges)]
	s.sides = slices.Grow(s.sides[:0], len(m.Triangles))[:len(m.Triangles)]
	clear(s.sides)
	longest := float32(leastEdge)
	for i, e := range s.top.Edges {
		t := &s.texels[i]
		if !s.frame.edge(s.world[e.A], s.world[e.B], t) {
			continue
		}
		longest = max(longest, t.len)
		for _, side := range s.top.Sides(i) {
			s.sides[side/3]++
		}
	}
	s.far = 1 / (2 * longest)
	s.loose = s.loose[:0]
	for i, n := range s.sides {
		if n != 3 {
			s.loose = append(s.loose, uint32(i))
		}
	}
}

// side of the smallest edge texture, as the paper has it: w = h = ⌊√n⌋ + 1.
func textureSide(edges int) int {
	s := int(math.Sqrt(float64(edges)))
	for s*s > edges { // were the root rounded up
		s--
	}
	return s + 1
}

// triangle returns a triangle in world coordinates.
func (s *streamBody) triangle(i uint32) geom.Triangle {
	c := &s.surface.Mesh.Triangles[i]
	return geom.Triangle{s.world[c[0]], s.world[c[1]], s.world[c[2]]}
}

// rigid is up to which defect of the matrix boxes are turned; beyond it they are
// refitted around the world coordinates. It decides no contact.
const rigid = 1e-9

// fitBoxes brings the hierarchy up to date with the last update. The hierarchy is
// built once; a deformed mesh keeps it and has its boxes refitted. It reports false where
// the search was stopped before.
func (s *streamBody) fitBoxes(w *world.World, body int) bool {
	if s.built == nil {
		if s.built = w.OBBTree(body); s.built == nil {
			return false
		}
		s.fitted = false
	}
	if s.fitted {
		return true
	}
	defect := s.pose.OrthonormalDefect()
	s.turned = defect <= rigid
	soup := tree.Soup{Vertices: s.surface.Mesh.Vertices, Triangles: s.surface.Mesh.Triangles}
	if !s.turned {
		soup.Vertices = s.world
	}
	if s.boxes = s.built; s.version > 0 || !s.turned {
		if s.own == nil {
			s.own = &tree.Of[volume.OBB]{Nodes: slices.Clone(s.built.Nodes), Order: s.built.Order}
		}
		tree.RefitOBB(s.own, &soup)
		w.Stats.BVUpdates += int64(len(s.own.Nodes))
		s.boxes = s.own
	}
	s.slack = s.boxSlack(defect)
	s.fitted = true
	return true
}

// boxSlack bounds by how much a posed vertex may stick out of a turned box. With
// p and c the local point and centre and aᵢ an axis, the world's are R·p + T and so
// on up to rounding: 4.1 units of 2⁻⁵³ times reach a coordinate, twice, along an
// axis of 1-norm at most √3; the axis itself is off by 4 units, over distances of
// at most 3.5·reach; RᵀR off the identity by defect adds |a|₁·defect·|p − c|₁.
// Everything is below 96 units of reach and 16 defects of extent.
func (s *streamBody) boxSlack(defect float64) float64 {
	if !s.turned {
		return 0
	}
	root := s.boxes.Nodes[0].Volume.Bounds()
	extent := max(root.Min.MaxAbs(), root.Max.MaxAbs())
	reach := extent
	if !s.pose.IsIdentity() {
		reach = 2*extent + s.pose.T.MaxAbs()
	}
	return 96*0x1p-53*reach + 16*defect*extent + 64*math.SmallestNonzeroFloat64
}

// box returns a node's box in the world.
func (s *streamBody) box(node int32, dst *volume.OBB) {
	v := &s.boxes.Nodes[node].Volume
	if !s.turned || s.pose.IsIdentity() {
		*dst = *v
		return
	}
	v.Turn(&s.pose, dst)
	for i := range dst.Half {
		dst.Half[i] += s.slack
	}
}
