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
	rough       bool // they are those of a box
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

// hold makes the slabs those of corners.
func (s *slabs) hold(corners []geom.Vec) {
	*s = nothing
	most := 0.0
	for i := range corners {
		v := &corners[i]
		most = max(most, math.Abs(v.X)+math.Abs(v.Y)+math.Abs(v.Z))
		s.extend(v)
	}
	s.widen(most, 0, slackOfPose*most)
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

// extend includes the rounded products of a point.
func (s *slabs) extend(v *geom.Vec) {
	x, y, z := v.X, v.Y, v.Z
	p, m := x+y, x-y
	for k, at := range [13]float64{x, y, z, p, m, x + z, x - z, y + z, y - z, p + z, p - z, m + z, m - z} { // with directions
		if at < s.least[k] {
			s.least[k] = at
		}
		if at > s.most[k] {
			s.most[k] = at
		}
	}
}

// widen makes room for products with axes and with diagonals that are off by at most the two bounds, of corners the magnitudes of whose
// coordinates add up to at most a sum. Where a product could leave the range all points are included.
func (s *slabs) widen(most, axial, diagonal float64) {
	if !(most+diagonal <= math.MaxFloat64) {
		axial, diagonal = math.Inf(1), math.Inf(1)
	}
	for k := range s.least {
		off := diagonal
		if k < 3 {
			off = axial
		}
		s.least[k] -= off
		s.most[k] += off
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
		v := pose.Apply(box.Corner(k))
		s.extend(&v)
	}
	s.widen(sum, slack, slack)
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
