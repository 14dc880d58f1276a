package robot

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/motion"
)

// swing is the motion of a robot from one state to another. The value of every joint, mimic joints among them, goes
// linearly in time from what it is in the one to what it is in the other. At a time t the pose of a link is that
// of LinkPoses with from + t·(to − from), rounded and held between the two, as values. At 0 and 1 these are the states
// themselves, bit for bit.
type swing struct {
	robot    *Robot
	root     geom.Pose
	from, to []float64
	hinges   []hinge // of each link, how it hangs on its parent
	seen     map[anchored]*swingPart
	// At the time at, −1 for none: the values, and where the links are.
	at     float64
	values []float64
	links  []geom.Pose
}

// hinge is how a link moves about its parent, and what errors its pose may have.
type hinge struct {
	parent int // link, −1 of the root
	// turn is the rate about the axis of the joint, in radians a swing; slide is the rate along it, in metres, in the
	// coordinates of the joint's origin. First the link slides, then it turns.
	turn  float64
	slide geom.Vec
	// turns and slides are the sums of the magnitudes of the rates, from the root to here.
	turns, slides float64
	// matrix bounds, in the operator norm, how far the link's matrix is from that of the real motion; place bounds how far
	// its translation is, and reach the distance of its origin from that of the world. See hinge.err.
	matrix, place, reach float64
	// At the time of the swing: the axis, and the velocity of the link as that of its origin and a spin.
	axis, velocity, spin geom.Vec
}

// u is the unit roundoff of float64.
const u = 0x1p-53

// mostTilt is the greatest entry of RᵀR − I of a root pose: that which package motion takes.
const mostTilt = 1e-6

// isRotation reports whether the matrix of a root pose nearly is a rotation. Under a reflection bodies would turn the other
// way than their spins say.
func isRotation(p *geom.Pose) bool {
	return p.OrthonormalDefect() <= mostTilt && p.R.Row(0).Cross(p.R.Row(1)).Dot(p.R.Row(2)) > 0
}

// set prepares the swing. The error is that of a root pose that is no rotation, or of a floating joint that turns: linear
// values of a quaternion are no turn at a constant rate.
func (s *swing) set(r *Robot, root geom.Pose, from, to []float64) error {
	if !isRotation(&root) {
		return fmt.Errorf("the matrix of the root's pose is %w", motion.ErrRotation)
	}
	s.robot, s.root = r, root
	s.from, s.to = append(s.from[:0], from...), append(s.to[:0], to...)
	s.values = append(s.values[:0], from...)
	if s.at = -1; s.seen == nil {
		s.seen = map[anchored]*swingPart{}
	}
	for len(s.hinges) < len(r.Links) {
		s.hinges = append(s.hinges, hinge{})
	}
	h := &s.hinges[r.root]
	*h = hinge{parent: -1, reach: geom.Length(root.T)}
	if root != geom.Identity {
		h.matrix = 2*root.OrthonormalDefect() + 8*u // motion's jump: how far the nearest rotation is
	}
	for _, i := range r.order {
		if err := s.hang(&r.Joints[i]); err != nil {
			return err
		}
	}
	return nil
}

// hang sets the hinge of a joint's child; that of its parent is set.
//
// Errors. The real motion turns by real rotations: about the axis of length 1 nearest to the joint's, and those of roll, pitch
// and yaw. An entry of an origin's matrix is off by 24u, by products of three sines and cosines that are off by 4u each;
// one of a turn by 37u, the axis being off by 4u; of a normalised quaternion by less. In the norm that is 72u and 111u. A product
// of two rotations rounds by 3u an entry, 9u in all, of which there are two: 201u, below matrixError. The values of
// the joint are off by its doubts. A translation is a product of the parent's matrix, off by 6u of its
// length, and a sum, off by 2u of the result: below placeError·reach for the origin and the slide.
func (s *swing) hang(j *Joint) error {
	h, p := &s.hinges[j.Child], &s.hinges[j.Parent]
	*h = hinge{parent: j.Parent}
	d, err := s.rates(j, h)
	if err != nil {
		return err
	}
	far := geom.Length(j.Origin.T) + d.far
	h.turns = p.turns + math.Abs(h.turn)
	h.slides = p.slides + geom.Length(h.slide)
	h.reach = (p.reach + far) * (1 + 0x1p-40)
	h.matrix = p.matrix + d.turn + matrixError
	h.place = p.place + float64(h.matrix*far) + d.slide + float64(placeError*h.reach)
	return nil
}

const matrixError, placeError = 256 * u, 16 * u

// doubts bound how far the values of a joint are from the real motion's, and how far it slides.
type doubts struct{ turn, slide, far float64 }

// rates sets how a joint turns and slides.
func (s *swing) rates(j *Joint, h *hinge) (doubts, error) {
	switch {
	case j.Type == Fixed:
		return doubts{}, nil
	case j.Type == Prismatic:
		h.slide = j.Axis.Scale(s.robot.value(j, s.to) - s.robot.value(j, s.from))
		return doubts{slide: s.doubt(j), far: s.most(j) * (1 + 8*u)}, nil
	case j.scalar():
		h.turn = s.robot.value(j, s.to) - s.robot.value(j, s.from)
		return doubts{turn: s.doubt(j)}, nil
	}
	a, b := s.from[j.first:], s.to[j.first:]
	far := func(i int) float64 { return max(math.Abs(a[i]), math.Abs(b[i])) }
	d := doubts{far: far(0) + far(1)}
	h.slide = geom.Vec{X: b[0] - a[0], Y: b[1] - a[1]}
	if j.Type == Planar {
		h.turn, d.turn = b[2]-a[2], roundings*u*far(2)
	} else {
		h.slide.Z, d.far = b[2]-a[2], d.far+far(2)
		if [4]float64(a[3:7]) != [4]float64(b[3:7]) {
			return d, fmt.Errorf("the floating joint %s turns; expected joints with one angle", quote.Name(j.Name))
		}
	}
	d.slide = roundings * u * d.far
	return d, nil
}

// doubt bounds how far the value of a scalar joint is, at any time, from the line between its two ends.
//
// A value of its own is from + t·(to − from): with m the larger of the two magnitudes the difference is off by 2um, its
// product with t by as much, the sum by um, which is below 6um. A mimic joint's is the product of a multiplier
// with a value that is off by its own doubt, rounded, and a sum, rounded, at t and at the two ends.
func (s *swing) doubt(j *Joint) float64 {
	if j.Mimic == nil {
		return roundings * u * s.most(j)
	}
	source := &s.robot.Joints[j.Mimic.Joint]
	own := float64(roundings*u*s.most(source)) + s.doubt(source)
	return (float64(math.Abs(j.Mimic.Multiplier)*own) + float64(roundings*u*math.Abs(j.Mimic.Offset))) * (1 + 0x1p-40)
}

const roundings = 6

// most is the largest magnitude of a joint's value.
func (s *swing) most(j *Joint) float64 {
	return max(math.Abs(s.robot.value(j, s.from)), math.Abs(s.robot.value(j, s.to)))
}

// mix is a value at a time.
func mix(a, b, t float64) float64 {
	switch {
	case t <= 0:
		return a
	case t >= 1:
		return b
	}
	return max(min(a, b), min(a+float64(t*(b-a)), max(a, b)))
}

// goTo brings the links to a time.
func (s *swing) goTo(t float64) {
	if s.at == t {
		return
	}
	s.at = t
	for i := range s.values {
		s.values[i] = mix(s.from[i], s.to[i], t)
	}
	s.links = s.robot.LinkPoses(s.root, s.values, s.links[:0])
	for _, i := range s.robot.order {
		s.speed(&s.robot.Joints[i])
	}
}

// speed sets the velocity of a joint's child.
func (s *swing) speed(j *Joint) {
	h, p := &s.hinges[j.Child], &s.hinges[j.Parent]
	at, before := &s.links[j.Child], &s.links[j.Parent]
	h.velocity, h.spin = p.velocity.Add(p.spin.Cross(at.T.Sub(before.T))), p.spin
	if h.slide != (geom.Vec{}) {
		h.velocity = h.velocity.Add(before.R.MulVec(j.Origin.R.MulVec(h.slide)))
	}
	if h.turn != 0 {
		h.axis = at.R.MulVec(j.Axis)
		h.spin = h.spin.Add(h.axis.Scale(h.turn))
	}
}
