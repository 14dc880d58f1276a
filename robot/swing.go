package robot

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/motion"
)

// swing is the motion of a robot from one state to another. The value of every joint, mimic joints among them, follows a
// course from what it is in the one to what it is in the other. At a time t the pose of a link is that
// of LinkPoses with the courses' values. At 0 and 1 these are the states themselves, bit for bit.
type swing struct {
	robot   *Robot
	root    geom.Pose
	courses []course // of the variables
	from    []float64
	to      []float64
	hinges  []hinge // of each link, how it hangs on its parent
	seen    map[anchored]*swingPart
	// At the time at, −1 for none: the values, and where the links are.
	at     float64
	values []float64
	links  []geom.Pose
}

// hinge is how a link moves about its parent, and what errors its pose may have.
type hinge struct {
	parent int // link, −1 of the root
	// turning is the course about the axis of the joint, in radians, and sliding are those along directions in the
	// coordinates of the joint's origin, in metres. First the link slides, then it turns.
	turning course
	sliding [3]slider
	// turnMost and slideMost bound the rates, turnBend and slideBend the second derivatives.
	turnMost, slideMost, turnBend, slideBend float64
	// turns and slides are the sums of turnMost and slideMost, and bends that of turnBend, from the root to here.
	turns, slides, bends float64
	// matrix bounds, in the operator norm, how far the link's matrix is from that of the real motion; place bounds how far
	// its translation is, and reach the distance of its origin from that of the world. See hinge.err.
	matrix, place, reach float64
	// At the time of the swing: the rates, the axis, and the velocity of the link as that of its origin and a spin.
	turn                        float64
	slide, axis, velocity, spin geom.Vec
}

// slider is a course along a direction, whose length is 1 but for roundings.
type slider struct {
	axis geom.Vec
	course
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
func (s *swing) set(r *Robot, root geom.Pose, w Way) error {
	if !isRotation(&root) {
		return fmt.Errorf("the matrix of the root's pose is %w", motion.ErrRotation)
	}
	s.robot, s.root = r, root
	s.from, s.to = append(s.from[:0], w.From...), append(s.to[:0], w.To...)
	s.values = append(s.values[:0], w.From...)
	if err := s.setCourses(&w); err != nil {
		return err
	}
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
// the joint are off by its doubts; in those of a cubic are rateDoubt, too, so that matrix covers the share by which rates are off. A translation is a product of the parent's matrix, off by 6u of its
// length, and a sum, off by 2u of the result: below placeError·reach for the origin and the slide.
func (s *swing) hang(j *Joint) error {
	h, p := &s.hinges[j.Child], &s.hinges[j.Parent]
	*h = hinge{parent: j.Parent}
	d, err := s.rates(j, h)
	if err != nil {
		return err
	}
	h.bound()
	far := geom.Length(j.Origin.T) + d.far
	h.turns = p.turns + h.turnMost
	h.slides = p.slides + h.slideMost
	h.bends = p.bends + h.turnBend
	h.reach = (p.reach + far) * (1 + 0x1p-40)
	h.matrix = p.matrix + d.turn + matrixError
	h.place = p.place + float64(h.matrix*far) + d.slide + float64(placeError*h.reach)
	return nil
}

const matrixError, placeError = 256 * u, 16 * u

// doubts bound how far the values of a joint are from the real motion's, and how far it slides.
type doubts struct{ turn, slide, far float64 }

// bound sets the bounds of rates and of second derivatives.
func (h *hinge) bound() {
	h.turnMost, h.turnBend = h.turning.mostRate(), h.turning.mostBend()
	h.slideMost, h.slideBend = 0, 0
	for i := range h.sliding {
		c := &h.sliding[i]
		h.slideMost += float64(geom.Length(c.axis)*c.mostRate()) * (1 + 0x1p-40)
		h.slideBend += float64(geom.Length(c.axis)*c.mostBend()) * (1 + 0x1p-40)
	}
}

// rates sets how a joint turns and slides.
func (s *swing) rates(j *Joint, h *hinge) (doubts, error) {
	var d doubts
	switch {
	case j.Type == Fixed:
		return doubts{}, nil
	case j.Type == Prismatic:
		h.sliding[0] = slider{j.Axis, s.course(j)}
		d = doubts{slide: s.doubt(j), far: h.sliding[0].most() * (1 + 8*u)}
	case j.scalar():
		h.turning = s.course(j)
		d = doubts{turn: s.doubt(j)}
	default:
		for k, axis := range [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
			if k == 2 && j.Type == Planar {
				h.turning = s.courses[j.first+2]
				d.turn = h.turning.doubt()
				break
			}
			h.sliding[k] = slider{axis, s.courses[j.first+k]}
			d.far, d.slide = d.far+h.sliding[k].most(), d.slide+h.sliding[k].doubt()
		}
		if j.Type == Floating {
			if err := s.turnless(j); err != nil {
				return d, err
			}
		}
	}
	if h.turning.curved || h.sliding[0].curved {
		d.turn += rateDoubt
	}
	return d, h.within(j)
}

// within returns an error where a cubic leaves the values that a state may have.
func (h *hinge) within(j *Joint) error {
	ok := h.turning.most() <= maxAngle
	for i := range h.sliding {
		ok = ok && h.sliding[i].most() <= maxLength
	}
	if !ok {
		return fmt.Errorf("joint %s may go beyond %g radians or %g metres on the way; expected lower rates", quote.Name(j.Name), float64(maxAngle), float64(maxLength))
	}
	return nil
}

// turnless returns an error where the quaternion of a floating joint changes.
func (s *swing) turnless(j *Joint) error {
	for i := j.first + 3; i < j.first+7; i++ {
		if c := &s.courses[i]; c.from != c.to || c.leave != 0 || c.arrive != 0 {
			return fmt.Errorf("the floating joint %s turns; expected joints with one angle", quote.Name(j.Name))
		}
	}
	return nil
}

// course is that of a scalar joint. That of a mimic joint has the rates of the joint that it copies, times the multiplier, and its own
// values at the ends.
func (s *swing) course(j *Joint) course {
	if j.Mimic == nil {
		return s.courses[j.first]
	}
	from, to := s.robot.value(j, s.from), s.robot.value(j, s.to)
	c := s.course(&s.robot.Joints[j.Mimic.Joint])
	if !c.curved {
		return line(from, to)
	}
	return hermite(from, to, float64(j.Mimic.Multiplier*c.leave), float64(j.Mimic.Multiplier*c.arrive))
}

// doubt bounds how far the value of a scalar joint is, at any time, from its course.
//
// A mimic joint's is the product of a multiplier
// with a value that is off by its own doubt, rounded, and a sum, rounded, at t and at the two ends.
func (s *swing) doubt(j *Joint) float64 {
	if j.Mimic == nil {
		return s.courses[j.first].doubt()
	}
	source := &s.robot.Joints[j.Mimic.Joint]
	of := s.course(source)
	own := float64(roundings*u*of.most()) + float64(roundings*u*of.size()) + s.doubt(source)
	return (float64(math.Abs(j.Mimic.Multiplier)*own) + float64(roundings*u*math.Abs(j.Mimic.Offset))) * (1 + 0x1p-40)
}

const roundings = 6

// goTo brings the links to a time.
func (s *swing) goTo(t float64) {
	if s.at == t {
		return
	}
	s.at = t
	for i := range s.values {
		s.values[i] = s.courses[i].at(t)
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
	h.turn, h.slide = h.turning.rate(s.at), geom.Vec{}
	for i := range h.sliding {
		h.slide = h.slide.Add(h.sliding[i].axis.Scale(h.sliding[i].rate(s.at)))
	}
	h.velocity, h.spin = p.velocity.Add(p.spin.Cross(at.T.Sub(before.T))), p.spin
	if h.slide != (geom.Vec{}) {
		h.velocity = h.velocity.Add(before.R.MulVec(j.Origin.R.MulVec(h.slide)))
	}
	if h.turnMost != 0 {
		h.axis = at.R.MulVec(j.Axis)
		h.spin = h.spin.Add(h.axis.Scale(h.turn))
	}
}
