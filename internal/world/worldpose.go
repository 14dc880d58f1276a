package world

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/shape"
)

// SetPose checks the pose before it changes anything.
func (w *World) SetPose(i int, pose *geom.Pose) error {
	w.moves++
	return w.setPose(i, pose)
}

func (w *World) setPose(i int, pose *geom.Pose) error {
	b := &w.bodies[i]
	if b.model != nil && b.safe(pose) {
		if b.version >= 0 {
			w.boxes[i] = geom.EmptyAABB() // set once there is a tree
		}
		b.checked = b.model.version
		w.placed(i, pose)
		return nil
	}
	if !pose.IsFinite() {
		return fmt.Errorf("pose has a number that is not finite: %v", *pose)
	}
	switch s := b.solid.(type) {
	case shape.Sphere:
		if err := checkRigid("a sphere", pose); err != nil {
			return err
		}
		c := pose.Apply(s.Center)
		if !c.IsFinite() {
			return fmt.Errorf("%w: the sphere's centre", errOverflow)
		}
		b.sphere = geom.Sphere{Center: c, Radius: s.Radius}
		w.boxes[i] = b.sphere.Bounds()
	case shape.HalfSpace:
		if err := b.placeHalf(pose, s); err != nil {
			return err
		}
		w.boxes[i] = nowhere
	case shape.Capsule:
		if err := b.placeAxis("a capsule", pose, predicate.Axial{A: s.A, B: s.B, Radius: s.Radius}); err != nil {
			return err
		}
		w.boxes[i] = b.axial.Bounds()
	case shape.Cylinder:
		if err := b.placeAxis("a cylinder", pose, predicate.Axial{A: s.A, B: s.B, Radius: s.Radius, Flat: true}); err != nil {
			return err
		}
		w.boxes[i] = b.axial.Bounds()
	case shape.Cone:
		if err := b.placeAxis("a cone", pose, predicate.Axial{A: s.Base, B: s.Apex, Radius: s.Radius, Flat: true, Pointed: true}); err != nil {
			return err
		}
		w.boxes[i] = b.axial.Bounds()
	case shape.Convex:
		points := make([]geom.Vec, len(s.Points))
		for k, v := range s.Points {
			if points[k] = pose.Apply(v); !points[k].IsFinite() {
				return fmt.Errorf("%w: point %d of the convex hull", errOverflow, k)
			}
		}
		b.hull.Set(points)
		w.boxes[i] = b.hull.Bounds()
	case shape.Box:
		corners := s.Corners()
		for k := range corners {
			if corners[k] = pose.Apply(corners[k]); !corners[k].IsFinite() {
				return fmt.Errorf("%w: corner %d of the box", errOverflow, k)
			}
		}
		b.hull.Set(corners[:])
		w.boxes[i] = b.hull.Bounds()
	default:
		if err := b.checkRange(pose); err != nil {
			return err
		}
		w.boxes[i] = geom.EmptyAABB() // set once there is a tree
		b.checked = b.model.version
	}
	w.placed(i, pose)
	return nil
}

func (w *World) placed(i int, pose *geom.Pose) {
	b := &w.bodies[i]
	b.pose = *pose
	b.version = -1
	w.stamps[i]++
}

// SetPoses moves the bodies whose poses are others. It returns the first that cannot be.
func (w *World) SetPoses(poses []geom.Pose) (int, error) {
	w.poses = poses
	w.moves++
	clear(w.faults)
	par.For(len(poses), w.Workers, 512, w.place)
	w.poses = nil
	var first poseFault
	for _, f := range w.faults {
		if f.err != nil && (first.err == nil || f.body < first.body) {
			first = f
		}
	}
	return first.body, first.err
}

func (w *World) placeBodies(worker, lo, hi int) {
	for i := lo; i < hi; i++ {
		if b := &w.bodies[i]; b.pose.T.X == w.poses[i].T.X && b.pose == w.poses[i] || b.removed { // most have another first coordinate
			continue
		}
		f := &w.faults[worker]
		if err := w.setPose(i, &w.poses[i]); err != nil && (f.err == nil || i < f.body) {
			*f = poseFault{i, err}
		}
	}
}

// orthonormal is the largest deviation of a matrix from a rotation under which bodies that have a radius
// keep it (contract): 1e-3, which rotations of a few decimals are within.
const orthonormal = 1e-3

// checkRigid returns an error for a matrix that is no rotation.
func checkRigid(what string, pose *geom.Pose) error {
	if d := pose.OrthonormalDefect(); !(d <= orthonormal) {
		return fmt.Errorf("%s needs an orthonormal pose: |RᵀR − I| is %.3g, expected at most %g", what, d, orthonormal)
	}
	return nil
}

// placeAxis poses the ends of an axis.
func (b *body) placeAxis(what string, pose *geom.Pose, a predicate.Axial) error {
	if err := checkRigid(what, pose); err != nil {
		return err
	}
	a.A, a.B = pose.Apply(a.A), pose.Apply(a.B)
	switch {
	case !a.A.IsFinite() || !a.B.IsFinite():
		return fmt.Errorf("%w: an end of %s", errOverflow, what)
	case a.A == a.B:
		return fmt.Errorf("the ends of %s are equal under this pose, both %v", what, a.A)
	}
	*b.axial = a
	return nil
}

// placeHalf poses the point of a half space and turns its normal.
func (b *body) placeHalf(pose *geom.Pose, s shape.HalfSpace) error {
	if err := checkRigid("a half space", pose); err != nil {
		return err
	}
	turn := geom.Pose{R: pose.R}
	h := predicate.HalfSpace{Point: pose.Apply(s.Point), Normal: turn.Apply(s.Normal)}
	switch {
	case !h.Point.IsFinite() || !h.Normal.IsFinite():
		return fmt.Errorf("%w: the point or the normal of a half space", errOverflow)
	case h.Normal == geom.Vec{}:
		return fmt.Errorf("the normal of a half space is 0 under this pose")
	}
	*b.half = h
	return nil
}

var errOverflow = fmt.Errorf("pose moves coordinates beyond the range of float64")

// poseFault is the first body of a worker that could not be moved.
type poseFault struct {
	body int
	err  error
}

// maxSafeNumber is the largest magnitude of coordinates and of the numbers of a pose for
// which posed coordinates cannot overflow, whatever the numbers: 1e100.
const maxSafeNumber = 1e100

// inSafeRange reports whether the magnitudes of all numbers of a pose add up to at most maxSafeNumber, so that none is more: a sum
// of such is rounded to no less than each of them.
func inSafeRange(p *geom.Pose) bool {
	r, t := &p.R, &p.T
	x, y, z := math.Abs(r[0])+math.Abs(r[1])+math.Abs(r[2]), math.Abs(r[3])+math.Abs(r[4])+math.Abs(r[5]), math.Abs(r[6])+math.Abs(r[7])+math.Abs(r[8])
	return (x+y)+(z+(math.Abs(t.X)+math.Abs(t.Y)+math.Abs(t.Z))) <= maxSafeNumber
}

// safe reports whether no posed vertex of a mesh can overflow, whatever its coordinates within the box.
func (b *body) safe(pose *geom.Pose) bool {
	return b.model.localBox().extent <= maxSafeNumber && inSafeRange(pose)
}

// checkRange makes sure that no posed vertex overflows: by a bound if that
// suffices, else vertex by vertex.
func (b *body) checkRange(pose *geom.Pose) error {
	if b.safe(pose) {
		return nil
	}
	box := b.model.localBox()
	far := geom.Vec{X: max(math.Abs(box.Min.X), math.Abs(box.Max.X)), Y: max(math.Abs(box.Min.Y), math.Abs(box.Max.Y)), Z: max(math.Abs(box.Min.Z), math.Abs(box.Max.Z))}
	abs := pose.R.Abs()
	if bound := abs.MulVec(far).Add(pose.T.Abs()); bound.MaxAbs() < math.MaxFloat64/2 {
		return nil
	}
	for i, v := range b.model.mesh.Vertices {
		if w := pose.Apply(v); !w.IsFinite() {
			return fmt.Errorf("%w: vertex %d", errOverflow, i)
		}
	}
	return nil
}
