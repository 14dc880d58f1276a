package robot

import (
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/engines"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/shape"
)

// sift finds the pairs of bodies that may touch in eight states at a time, by vector kernels: the poses of links, bit by bit those of
// LinkPoses, balls and oriented boxes around them. A detector then looks at the links of these pairs alone.
type sift struct {
	level simd.Level
	world *world.World
	steps []siftStep
	links []simd.Poses // of the cell
	parts []siftPart
	fixed []siftBody // the other bodies, after the parts
	pairs []siftPair
	// versions are the sum of those of all meshes when boxes were taken.
	versions int
	// states are those of the group, found the pairs that may touch in each, the deepest first.
	states [simd.Lanes][]float64
	found  [simd.Lanes][]siftFound
	// posed has the state for which each part got its pose last, as turn counts them.
	posed  []int
	turn   int
	chosen []broad.Pair
}

// siftStep places a link: joint of a member, with links of the cell.
type siftStep struct {
	member        int
	joint         *Joint
	parent, child int
	origin        *simd.Affine64
	axis          int     // of a turn
	sign          float64 // 1 or -1, which way round
}

// siftBody is a body in an oriented box: a part of a link, or one that stands still, in its world box.
type siftBody struct {
	poses  *simd.Poses
	center simd.Points
	half   geom.Vec
	// reach bounds the coordinates of a body that stands still, box is the middle and the half sizes.
	reach float64
	box   [6]float64
}

// siftPart is a part of a link, in a ball, too.
type siftPart struct {
	siftBody
	link   int
	origin *simd.Affine64 // nil for none
	own    simd.Poses     // where there is one
	// middle is that of the box, extent bounds coordinates, both in the part's own.
	middle         [3]float64
	radius, extent float64
	// around and span are the radius and reach in the world in the group at hand.
	around, span float64
}

// siftPair is an admissible pair, b fixed or not.
type siftPair struct {
	a, b  int
	sides simd.Sides
	near  uint8
	depth simd.Doubles
}

// siftFound is a pair that may touch in a state.
type siftFound struct {
	pair  broad.Pair
	depth float64
}

// watched is a method whose world a checker sees, as a sift needs it; the method auto for nil.
type watched struct {
	collide.Method
	world *world.World
}

// watch returns a method to be watched, nil if NewDetector refuses it.
func watch(m collide.Method) *watched {
	if _, ok := m.(world.Maker); !ok && m != nil {
		return nil
	}
	return &watched{Method: m}
}

// About implements collide.Method.
func (m *watched) About() collide.About {
	if m.Method == nil {
		return collide.About{Name: engines.Auto, Chosen: engines.AutoChosen(), Backend: collide.CPU}
	}
	return m.Method.About()
}

// With implements collide.Method.
func (m *watched) With(option, value string) (collide.Method, error) {
	if m.Method == nil {
		return nil, fmt.Errorf("%w: method %s has no option %q", collide.ErrOption, engines.Auto, option)
	}
	return m.Method.With(option, value)
}

// Make implements world.Maker.
func (m *watched) Make(w *world.World) (world.Engine, error) {
	m.world = w
	if m.Method == nil {
		return engines.NewAuto(w)
	}
	return m.Method.(world.Maker).Make(w)
}

// newSift returns a sift over the bodies of a seat, nil where a link, its motion or another body is one that the kernels do not serve.
func (c *Checker) newSift(d *collide.Detector, w *world.World, level simd.Level) *sift {
	s := &sift{level: level, world: w, links: make([]simd.Poses, c.cell.Links())}
	for m := range c.chains {
		if !s.addChain(&c.chains[m], m) {
			return nil
		}
	}
	for i := len(s.parts); i < len(c.others); i++ {
		b := d.Bounds(i)
		if !isBoxed(c.others[i].Shape) || !(max(b.Min.MaxAbs(), b.Max.MaxAbs()) <= siftMost) {
			return nil
		}
		s.fixed = append(s.fixed, fixedBody(&b))
	}
	s.posed = make([]int, len(s.parts))
	for i := range s.parts {
		if p := &s.parts[i]; p.origin == nil {
			p.poses = &s.links[p.link]
		} else {
			p.poses = &p.own
		}
	}
	s.versions = s.sumVersions()
	return s.pairUp()
}

// siftMost bounds lengths, so that no number of a kernel leaves the range of float64.
const siftMost = 1e100

// isBoxed reports whether whatever touches a body touches its world box, and nothing about it is ever undecided.
func isBoxed(s collide.Shape) bool {
	switch s.(type) {
	case *collide.Model, shape.Sphere, shape.Box, shape.Capsule, shape.Convex:
		return true
	}
	return false
}

// fixedBody is a body that stands still in its world box, in each of eight states.
func fixedBody(b *geom.AABB) siftBody {
	m, h := b.Center(), b.Size().Scale(0.5)
	f := siftBody{poses: &simd.Poses{}, half: h, reach: max(b.Min.MaxAbs(), b.Max.MaxAbs()), box: [6]float64{m.X, m.Y, m.Z, h.X, h.Y, h.Z}}
	for k := range simd.Lanes {
		f.poses[0][k], f.poses[4][k], f.poses[8][k] = 1, 1, 1
		f.center[0][k], f.center[1][k], f.center[2][k] = m.X, m.Y, m.Z
	}
	return f
}

// addChain adds the links of a member. It returns false where the kernels do not serve one.
func (s *sift) addChain(c *chain, member int) bool {
	setPoses(&s.links[c.link+c.Robot.root], &c.Root)
	for _, i := range c.Robot.order {
		j := &c.Robot.Joints[i]
		step := siftStep{member: member, joint: j, parent: c.link + j.Parent, child: c.link + j.Child, origin: affine(&j.Origin)}
		if j.Type == Revolute || j.Type == Continuous {
			step.axis, step.sign = j.mainAxis(), j.Axis.X+j.Axis.Y+j.Axis.Z
			if step.axis < 0 {
				return false
			}
		} else if j.Type != Fixed && j.Type != Prismatic {
			return false
		}
		s.steps = append(s.steps, step)
	}
	for i := range c.parts {
		p := &c.parts[i]
		m := s.world.Model(len(s.parts))
		if m == nil {
			return false
		}
		e := m.Enclosure()
		part := siftPart{link: c.link + p.Link, middle: [3]float64{e.Middle.X, e.Middle.Y, e.Middle.Z}, radius: e.Radius, extent: e.Extent}
		if part.half = e.Half; !(e.Extent <= siftMost) {
			return false
		}
		if o := &p.Geometry.Origin; !o.IsIdentity() {
			part.origin = affine(o)
		}
		s.parts = append(s.parts, part)
	}
	return true
}

func affine(p *geom.Pose) *simd.Affine64 {
	a := &simd.Affine64{}
	copy(a[:9], p.R[:])
	a[9], a[10], a[11] = p.T.X, p.T.Y, p.T.Z
	return a
}

func setPoses(dst *simd.Poses, p *geom.Pose) {
	for i, x := range affine(p) {
		for k := range simd.Lanes {
			dst[i][k] = x
		}
	}
}

// mainAxis returns which coordinate axis a joint turns about, either way round, -1 for none.
func (j *Joint) mainAxis() int {
	switch a := j.Axis; (geom.Vec{X: math.Abs(a.X), Y: math.Abs(a.Y), Z: math.Abs(a.Z)}) {
	case geom.Vec{X: 1}:
		return 0
	case geom.Vec{Y: 1}:
		return 1
	case geom.Vec{Z: 1}:
		return 2
	}
	return -1
}

// pairUp lists the admissible pairs. It returns nil where two bodies that are no links are one, which every state would have to test.
func (s *sift) pairUp() *sift {
	n := len(s.parts) + len(s.fixed)
	for a := range n {
		for b := a + 1; b < n; b++ {
			if !s.world.Admissible(broad.Pair{A: int32(a), B: int32(b)}) {
				continue
			}
			if a >= len(s.parts) {
				return nil
			}
			h, k := s.body(a).half, s.body(b).half
			s.pairs = append(s.pairs, siftPair{a: a, b: b, sides: simd.Sides{h.X, h.Y, h.Z, k.X, k.Y, k.Z}})
		}
	}
	return s
}

func (s *sift) body(i int) *siftBody {
	if i < len(s.parts) {
		return &s.parts[i].siftBody
	}
	return &s.fixed[i-len(s.parts)]
}
