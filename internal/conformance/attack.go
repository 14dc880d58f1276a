package conformance

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/methods"
)

// Attack is a scene drawn from bytes: bodies of hard coordinates that move and deform
// between queries, so that whatever a method keeps from one to the next is put to the
// test.
type Attack struct {
	Bodies []collide.Body
	Steps  []Step
	Self   bool
	Allow  [][2]int
}

// Step moves a body or, where there are vertices, deforms its mesh.
type Step struct {
	Body     int
	Pose     geom.Pose
	Vertices []geom.Vec
}

// Draw makes an attack of any bytes. The first chooses a family for all coordinates, or
// none.
func Draw(data []byte) *Attack {
	if len(data) == 0 || int(data[0])%(2*ways) >= ways {
		return DrawFamily(-1, data)
	}
	return DrawFamily(int(data[0])%(2*ways), data[1:])
}

// DrawFamily is Draw with all coordinates of one of the Families, −1 for any.
func DrawFamily(family int, data []byte) *Attack {
	d := &dice{data: data, family: family}
	d.fillPool()
	a := &Attack{Self: d.below(2) == 0}
	for range 1 + d.below(4) {
		a.Bodies = append(a.Bodies, d.body())
	}
	if d.below(4) == 0 {
		a.Allow = append(a.Allow, [2]int{d.below(len(a.Bodies)), d.below(len(a.Bodies))})
	}
	for range d.below(6) {
		a.Steps = append(a.Steps, d.step(a))
	}
	for range d.below(4) {
		d.kiss(a.Bodies)
	}
	return a
}

// step draws a new pose, one next to the last, or new vertices.
func (d *dice) step(a *Attack) Step {
	s := Step{Body: d.below(len(a.Bodies))}
	b := &a.Bodies[s.Body]
	m, isMesh := b.Shape.(*collide.Model)
	kind := d.below(6)
	switch {
	case kind == 0 && isMesh:
		s.Vertices = append(s.Vertices, m.Mesh().Vertices...)
		for range 1 + d.below(3) {
			s.Vertices[d.below(len(s.Vertices))] = finite([]geom.Vec{d.vec(d.below(ways))})[0]
		}
	case kind == 1 && isMesh:
		for _, v := range m.Mesh().Vertices {
			s.Vertices = append(s.Vertices, geom.Vec{X: math.Nextafter(v.X, 9), Y: v.Z, Z: v.Y})
		}
	case kind < 4: // a little on from where the body began
		s.Pose = b.Pose
		s.Pose.T.X += math.Ldexp(float64(d.below(9)-4), -d.below(60))
		s.Pose.T.Y = math.Nextafter(s.Pose.T.Y, float64(d.below(3)-1))
	default:
		s.Pose = d.pose()
	}
	return s
}

// Run compares each way of asking with brute force, after each step, and returns what
// differs. Scenes that no detector takes are no error.
func (a *Attack) Run(ways []collide.Options) error {
	brute := a.brute()
	if brute == nil {
		return nil
	}
	var detectors []*collide.Detector
	for _, o := range ways {
		d, err := a.detector(o)
		if err != nil {
			return fmt.Errorf("%s: %w", nameOf(o.Method), err)
		}
		defer func() { _ = d.Close() }() // nothing is lost with it
		detectors = append(detectors, d)
	}
	for step := range len(a.Steps) + 1 {
		if step > 0 && !a.apply(&a.Steps[step-1], append(detectors, brute)) {
			continue
		}
		if err := compare(detectors, ways, brute); err != nil {
			return fmt.Errorf("step %d: %w", step, err)
		}
	}
	return nil
}

// brute returns a detector for the scene, nil if its coordinates leave the range of float64
// wherever the bodies are. A body that cannot take its pose, a turned sphere for one,
// loses it.
func (a *Attack) brute() *collide.Detector {
	o := collide.Options{Method: methods.Brute(), Workers: 1}
	for i := range a.Bodies {
		if _, err := collide.NewDetector(a.Bodies[i:i+1], o); err != nil {
			a.Bodies[i].Pose = geom.Identity
		}
	}
	d, err := a.detector(o)
	if err != nil {
		return nil
	}
	return d
}

func (a *Attack) detector(o collide.Options) (*collide.Detector, error) {
	o.Self, o.Allow = a.Self, a.Allow
	return collide.NewDetector(a.Bodies, o)
}

// apply gives all detectors a step and reports whether they took it. A mesh that cannot
// be where its body is gets its vertices back.
func (a *Attack) apply(s *Step, detectors []*collide.Detector) bool {
	if s.Vertices != nil {
		return a.deform(s, detectors[len(detectors)-1])
	}
	refused := 0
	for _, d := range detectors {
		if d.SetPose(s.Body, s.Pose) != nil {
			refused++
		}
	}
	if refused != 0 && refused != len(detectors) {
		panic("conformance: some detectors refuse a pose that others take")
	}
	return refused == 0
}

func (a *Attack) deform(s *Step, d *collide.Detector) bool {
	m := a.Bodies[s.Body].Shape.(*collide.Model)
	old := append([]geom.Vec(nil), m.Mesh().Vertices...)
	if m.SetVertices(s.Vertices) != nil {
		return false
	}
	if r, _ := d.Detect(context.Background()); r == nil {
		return m.SetVertices(old) == nil
	}
	return true
}

// nameOf returns the name of a method, of auto where there is none.
func nameOf(m collide.Method) string {
	if m == nil {
		m = methods.Auto()
	}
	return m.About().Name
}

// compare asks all detectors. A method may refuse what it does not support, nothing else.
func compare(detectors []*collide.Detector, ways []collide.Options, brute *collide.Detector) error {
	want, undecided := brute.Detect(context.Background())
	if want == nil {
		return fmt.Errorf("brute: %w", undecided)
	}
	for i, d := range detectors {
		o := &ways[i]
		got, err := d.Detect(context.Background())
		if errors.Is(err, collide.ErrUnsupported) {
			continue
		}
		if got != nil && o.First {
			err = sameBoolean([]answer{{got, err}}, []answer{{want, undecided}})
		} else if got != nil {
			err = same([]answer{{got, err}}, []answer{{want, undecided}})
		}
		if err != nil {
			return fmt.Errorf("%s, %d workers, first %v: %w", nameOf(o.Method), o.Workers, o.First, err)
		}
	}
	return nil
}
