package proof

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// directions are the axes, diagonals of faces and diagonals of a cube: the normals of a 26-DOP.
var directions = [13][3]int8{
	{1, 0, 0}, {0, 1, 0}, {0, 0, 1},
	{1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1},
	{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1},
}

// slabs bound a posed node along every direction: the exact products of direction and corner lie within [least, most].
type slabs struct {
	least, most [13]float64
}

// slackOfPose is the share by which rounding may move a posed corner, or the product of a direction and a corner, relative to
// the sum S of |r·x| over all entries and |t| of the pose. A posed coordinate has three rounded products and three rounded
// sums, each off by at most u = 2⁻⁵³ of a partial sum of at most S(1+u)⁴: less than 7u·S over the three rows together for the
// corner, the same for the posed corner of a box that stands for it, and at most 3u·S for the sum of a product with a
// direction: 17u·S < 2⁻⁴⁸·S. smallSlack covers products that are subnormal, off by at most 2⁻¹⁰⁷⁵ each, of which there are
// less than 64. Neither decides anything: a verifier looks at the corners themselves.
const (
	slackOfPose = 0x1p-48
	smallSlack  = 0x1p-1060
)

// placed is a mesh at a pose.
type placed struct {
	*Mesh
	pose  geom.Pose
	known []slabs // of the nodes that were seen
	slots []int32 // of these nodes
	at    []int32 // by slot: one more than the place in known, 0 for none
}

func (p *placed) set(m *Mesh, pose *geom.Pose) {
	if p.Mesh == m && p.pose == *pose {
		return
	}
	for _, slot := range p.slots {
		p.at[slot] = 0
	}
	p.known, p.slots = p.known[:0], p.slots[:0]
	if n := 2 * len(m.order); len(p.at) < n {
		p.at = make([]int32, n)
	}
	p.Mesh, p.pose = m, *pose
}

// slot numbers the nodes of a mesh: each triangle is one node, and each place between two triangles is the middle of one.
func (r run) slot() int32 {
	if r.len() == 1 {
		return 2 * r.first
	}
	return 2*(r.first+(r.end-r.first)/2) - 1
}

// triangle returns triangle i at its pose, corners rounded as the engine rounds them.
func (p *placed) triangle(i uint32) (t geom.Triangle) {
	for k, v := range p.mesh.Triangles[i] {
		t[k] = p.pose.Apply(p.mesh.Vertices[v])
	}
	return t
}

// bound returns the slabs of a node, valid until the next call.
func (p *placed) bound(r run) *slabs {
	slot := r.slot()
	if p.at[slot] == 0 {
		first, second := p.children(r)
		p.known, p.slots = append(p.known, slabs{}), append(p.slots, slot)
		p.at[slot] = int32(len(p.known))
		p.measure(r, &p.known[len(p.known)-1], first, second)
	}
	return &p.known[p.at[slot]-1]
}

// children returns the slots of the halves of a small node, whose slabs are known afterwards.
func (p *placed) children(r run) (first, second int32) {
	if r.len() == 1 || r.len() >= largeNode {
		return 0, 0
	}
	a, b := r.halves()
	p.bound(a)
	p.bound(b)
	return a.slot(), b.slot()
}

// measure finds the slabs of a node: of a large one those of its box, of a small one those of its corners, or of its halves.
func (p *placed) measure(r run, s *slabs, first, second int32) {
	switch {
	case r.len() >= largeNode:
		*s = nothing
		box := p.boxes[r]
		s.extendBox(&box, &p.pose)
	case r.len() > 1:
		*s = p.known[p.at[first]-1]
		s.include(&p.known[p.at[second]-1])
	case p.IsSolid():
		s.hold(p.corners(r))
	default:
		t := p.triangle(p.order[r.first])
		s.hold(t[:])
	}
}

// hold makes the slabs those of corners.
func (s *slabs) hold(corners []geom.Vec) {
	*s = nothing
	for _, v := range corners {
		s.extend(v, 0, slackOfPose*(math.Abs(v.X)+math.Abs(v.Y)+math.Abs(v.Z)))
	}
}

// nothing is the slabs of no point.
var nothing = emptySlabs()

// include includes the points of others. No end is NaN.
func (s *slabs) include(o *slabs) {
	for k := range s.least {
		if o.least[k] < s.least[k] {
			s.least[k] = o.least[k]
		}
		if o.most[k] > s.most[k] {
			s.most[k] = o.most[k]
		}
	}
}

func emptySlabs() (s slabs) {
	for k := range s.least {
		s.least[k], s.most[k] = math.Inf(1), math.Inf(-1)
	}
	return s
}

// extend includes a point whose products with axes and with diagonals are off by at most the two bounds. Where a product could leave the
// range all points are included.
func (s *slabs) extend(v geom.Vec, axial, diagonal float64) {
	if !(math.Abs(v.X)+math.Abs(v.Y)+math.Abs(v.Z)+diagonal <= math.MaxFloat64) {
		for k := range s.least {
			s.least[k], s.most[k] = math.Inf(-1), math.Inf(1)
		}
		return
	}
	x, y, z := v.X, v.Y, v.Z
	p, m := x+y, x-y
	for k, at := range [13]float64{x, y, z, p, m, x + z, x - z, y + z, y - z, p + z, p - z, m + z, m - z} { // with directions
		off := diagonal
		if k < 3 {
			off = axial
		}
		if at-off < s.least[k] {
			s.least[k] = at - off
		}
		if at+off > s.most[k] {
			s.most[k] = at + off
		}
	}
}

// extendBox includes all points of a box at a pose, as their corners are rounded.
func (s *slabs) extendBox(box *geom.AABB, pose *geom.Pose) {
	far := geom.Vec{
		X: max(math.Abs(box.Min.X), math.Abs(box.Max.X)), Y: max(math.Abs(box.Min.Y), math.Abs(box.Max.Y)), Z: max(math.Abs(box.Min.Z), math.Abs(box.Max.Z)),
	}
	sum := math.Abs(pose.T.X) + math.Abs(pose.T.Y) + math.Abs(pose.T.Z)
	for i, r := range &pose.R {
		sum += math.Abs(r) * far.At(i%3)
	}
	slack := 2*slackOfPose*sum + smallSlack
	for k := range 8 {
		s.extend(pose.Apply(box.Corner(k)), slack, slack)
	}
}

// reachAlong returns at least the reach times the length of each direction: 1, √2 or √3.
func reachAlong(reach float64) (w [13]float64) {
	for k, d := range &directions {
		w[k] = timesLength(reach, float64(int(d[0])*int(d[0])+int(d[1])*int(d[1])+int(d[2])*int(d[2])))
	}
	return w
}

// timesLength returns at least the reach times the length of a direction, whose square is a whole number up to 2⁵³. Each of two
// operations is rounded to nearest, so the number after the result is not below the product.
func timesLength(reach, square float64) float64 {
	if reach == 0 || square == 1 {
		return reach
	}
	return math.Nextafter(reach*math.Nextafter(math.Sqrt(square), math.Inf(1)), math.Inf(1))
}

// apart returns the step that says along which direction all of a lies below all of b, by more than the reach along the
// directions, false where none does.
func (s *slabs) apart(o *slabs, reach *[13]float64) (byte, bool) {
	for k, r := range reach {
		if farther(s.most[k], o.least[k], r) {
			return stepAlong(&directions[k], 1), true
		}
		if farther(o.most[k], s.least[k], r) {
			return stepAlong(&directions[k], -1), true
		}
	}
	return 0, false
}

// stepAlong is the step for a direction times a sign.
func stepAlong(d *[3]int8, sign int8) byte {
	return byte(13 + 9*sign*d[0] + 3*sign*d[1] + sign*d[2])
}

// farther reports whether least − most is above r. Rounding keeps the order, so the rounded difference decides; one beyond the
// range is compared by halves, which then lose nothing that matters. An end that is not finite decides nothing.
func farther(most, least, r float64) bool {
	if d := least - most; d <= math.MaxFloat64 {
		return d > r
	}
	return least <= math.MaxFloat64 && most >= -math.MaxFloat64 && least*0.5-most*0.5 > r*0.5
}

// extent is the size of a node along the axes.
func (s *slabs) extent() float64 {
	return (s.most[0]*0.5 - s.least[0]*0.5) + (s.most[1]*0.5 - s.least[1]*0.5) + (s.most[2]*0.5 - s.least[2]*0.5)
}
