package scene

import (
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// animate turns what a scene says of a body's motion into the motion itself.
func (l *Loader) animate(s *Scene, b *Body, p *Placed) error {
	if b.Deform != nil {
		if b.Procedural == nil { // else it was counted before it was made
			if err := l.countTriangles(p.Scene, b.line, len(p.Mesh().Triangles)); err != nil {
				return err
			}
		}
		// The vertices will change: the model is this body's alone.
		rest := *p.Mesh()
		rest.Vertices = slices.Clone(rest.Vertices)
		p.Shape, p.Deform = collide.NewModel(&rest), b.Deform
	}
	if b.Motion == nil {
		return nil
	}
	center := shapeCenter(p.Shape)
	if b.Motion.Center != nil {
		center = *b.Motion.Center
	}
	r := &motion.Rigid{Start: b.Pose, Pivot: center, Velocity: b.Motion.Velocity, Spin: b.Motion.Spin}
	walls := s.Walls
	if b.Motion.Bounds != nil {
		walls = b.Motion.Bounds
	}
	if walls != nil {
		region := walls.Inflated(-l.reach(p.Shape, center, &b.Pose.R))
		if region.IsEmpty() {
			return &Error{File: p.Scene, Line: b.line, Msg: fmt.Sprintf("body %s does not fit between its walls", b.Name)}
		}
		if !region.Contains(r.PivotAt0()) {
			return &Error{File: p.Scene, Line: b.line, Msg: fmt.Sprintf("body %s does not start between its walls", b.Name)}
		}
		r.Region = &region
	}
	p.Motion = r
	return nil
}

// shapeCenter returns the middle of a shape's box in its own coordinates.
func shapeCenter(s collide.Shape) geom.Vec {
	switch s := s.(type) {
	case shape.Sphere:
		return s.Center
	case shape.Box:
		return s.Center
	case *collide.Model:
		b := s.Mesh().Bounds()
		return b.Center()
	}
	b := s.Bounds()
	return b.Center()
}

type reachKey struct {
	mesh   *mesh.Mesh
	center geom.Vec
}

// reach bounds how far a shape at rest extends from a point of it, under any
// rotation after the matrix r. It keeps the distances within meshes, which many
// bodies share.
func (l *Loader) reach(s collide.Shape, center geom.Vec, r *geom.Mat) float64 {
	stretch := 1.0
	if p := (geom.Pose{R: *r}); p.OrthonormalDefect() > 1e-12 {
		stretch = math.Sqrt(r.Row(0).Dot(r.Row(0)) + r.Row(1).Dot(r.Row(1)) + r.Row(2).Dot(r.Row(2)))
	}
	model, ok := s.(*collide.Model)
	if !ok {
		return float64(stretch * localReach(s, center))
	}
	key := reachKey{model.Mesh(), center}
	far, ok := l.reaches[key]
	if !ok {
		far = localReach(s, center)
		if l.reaches == nil {
			l.reaches = map[reachKey]float64{}
		}
		l.reaches[key] = far
	}
	return float64(stretch * far)
}

// localReach is the distance of the farthest point of a shape.
func localReach(s collide.Shape, center geom.Vec) float64 {
	far := 0.0
	switch s := s.(type) {
	case shape.Sphere:
		far = s.Center.Sub(center).Norm() + s.Radius
	case shape.Box:
		for _, c := range s.Corners() {
			far = max(far, c.Sub(center).Norm())
		}
	case shape.Convex:
		for _, p := range s.Points {
			far = max(far, p.Sub(center).Norm())
		}
	case shape.Capsule:
		far = max(s.A.Sub(center).Norm(), s.B.Sub(center).Norm()) + s.Radius
	case shape.Cylinder: // within the capsule
		far = max(s.A.Sub(center).Norm(), s.B.Sub(center).Norm()) + s.Radius
	case shape.Cone: // its base is within a ball
		far = max(s.Base.Sub(center).Norm()+s.Radius, s.Apex.Sub(center).Norm())
	case *collide.Model:
		m := s.Mesh()
		for _, t := range m.Triangles {
			for _, v := range t {
				far = max(far, m.Vertices[v].Sub(center).Norm())
			}
		}
	}
	return far
}

// Animation moves the bodies of a detector as their scene says. It is used by
// one goroutine at a time.
type Animation struct {
	placed []Placed
	rest   [][]geom.Vec
}

// NewAnimation returns the animation of bodies at time 0.
func NewAnimation(placed []Placed) *Animation {
	a := &Animation{placed: placed, rest: make([][]geom.Vec, len(placed))}
	for i := range placed {
		if placed[i].Deform != nil {
			a.rest[i] = slices.Clone(placed[i].Mesh().Vertices)
		}
	}
	return a
}

// Set brings the bodies of a detector, in the order of the animation's, to where
// they are at time t, in seconds: O(1) for a body that keeps its shape, linear in
// its vertices for one that deforms. Errors tell the scene's line: a body left
// the range of numbers. Detectors of one animation share its deforming models.
func (a *Animation) Set(d *collide.Detector, t float64) error {
	for i := range a.placed {
		p := &a.placed[i]
		if p.Motion == nil && p.Deform == nil {
			continue
		}
		if err := a.deform(i, t); err != nil {
			return a.Error(i, t, err)
		}
		if err := d.SetPose(i, a.pose(i, t)); err != nil {
			return a.Error(i, t, err)
		}
	}
	return nil
}

// At deforms the models and puts the poses at time t into poses, one a body.
// Errors are those of Set.
func (a *Animation) At(t float64, poses []geom.Pose) error {
	for i := range a.placed {
		if err := a.deform(i, t); err != nil {
			return a.Error(i, t, err)
		}
		poses[i] = a.pose(i, t)
	}
	return nil
}

// Error states at which time body i came to grief, and names its line.
func (a *Animation) Error(i int, t float64, err error) error {
	p := &a.placed[i]
	return &Error{File: p.Scene, Line: p.Line, Msg: fmt.Sprintf("body %s at %g s", p.Name, t), Err: err}
}

func (a *Animation) deform(i int, t float64) error {
	p := &a.placed[i]
	if p.Deform == nil {
		return nil
	}
	return p.Shape.(*collide.Model).Deform(p.Deform, a.rest[i], t)
}

func (a *Animation) pose(i int, t float64) geom.Pose {
	if m := a.placed[i].Motion; m != nil {
		return m.At(t)
	}
	return a.placed[i].Pose
}
