package rules

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// parted reports whether a plane square to a coordinate axis has the bodies on either side of it, under the poses of their paths at every float64
// time. Their interiors share no point then, so that they do no more than touch.
//
// Derivation. A body whose matrix is the same at all times has corners p with a coordinate fl(m + T), where m does not change. Rounding is
// monotone, so the coordinate grows with T: it is at least what it is at the least T, and at most what it is at the greatest. Between two times a
// Segment that does not turn has T = fl(T₀ + fl(t·w)), w = fl(T₁ − T₀): t·w lies between 0 and w, and T between T₀ and fl(T₀ + w), both included. At t = 1 it is T₁.
// A mesh, a box and a hull are given by their posed, rounded corners, and lie in the box around these; so the box under the least T bounds them from below, and that under
// the greatest from above. Equal bodies, which meet no limit, have the same box: one that reaches above the other at all times is equal to it at none.
//
// The real motion has unrounded corners, and stays as near to the plane as rounding is.
func (f *proof) parted() bool {
	a, ok := f.reach(0)
	if !ok {
		return false
	}
	b, ok := f.reach(1)
	if !ok {
		return false
	}
	for k := range 3 {
		if a.above(&b, k) || b.above(&a, k) {
			return true
		}
	}
	return false
}

// extent bounds a body at all times: its least coordinates, its greatest ones, and what these are at least.
type extent struct{ least, most, mostAtLeast geom.Vec }

// above reports whether a body is above another one along an axis at all times.
func (e *extent) above(o *extent, k int) bool {
	return e.least.At(k) >= o.most.At(k) && e.mostAtLeast.At(k) > o.most.At(k)
}

// reach bounds a body, false where that is not known.
func (f *proof) reach(i int) (e extent, ok bool) {
	lo, hi, ok := steady(f.Paths[i], &f.Bodies[i].Pose)
	if !ok {
		return extent{}, false
	}
	switch s := f.Bodies[i].Shape.(type) {
	case shape.HalfSpace:
		return beneath(&s, &lo), lo == hi
	case *collide.Model, shape.Box, shape.Convex:
		return f.between(i, &lo, &hi)
	}
	return extent{}, false // boxes around round bodies are rounded
}

// between bounds a body that is posed between two poses. It leaves it at the second one.
func (f *proof) between(i int, lo, hi *geom.Pose) (e extent, ok bool) {
	if f.Detector.SetPose(i, *lo) != nil {
		return extent{}, false
	}
	low := f.Detector.Bounds(i)
	if f.Detector.SetPose(i, *hi) != nil {
		return extent{}, false
	}
	return extent{least: low.Min, most: f.Detector.Bounds(i).Max, mostAtLeast: low.Max}, true
}

// steady returns the poses of a body that does not turn with the least and the greatest coordinates of its origin, false for others.
func steady(p motion.Path, at *geom.Pose) (lo, hi geom.Pose, ok bool) {
	if p == nil {
		return *at, *at, true
	}
	s, ok := p.(*motion.Segment)
	if !ok || s.Over(0, 1, geom.Vec{}).Spin != (geom.Vec{}) {
		return lo, hi, false
	}
	from, to := s.At(0), s.At(1)
	if middle := s.At(0.5); from.R != to.R || from.R != middle.R {
		return lo, hi, false
	}
	end := from.T.Add(to.T.Sub(from.T))
	return geom.Pose{R: from.R, T: from.T.Min(to.T).Min(end)}, geom.Pose{R: from.R, T: from.T.Max(to.T).Max(end)}, true
}

// beneath bounds a half space, which has no end but along an axis that its normal has.
func beneath(h *shape.HalfSpace, at *geom.Pose) extent {
	inf := math.Inf(1)
	least, most := [3]float64{-inf, -inf, -inf}, [3]float64{inf, inf, inf}
	turn := geom.Pose{R: at.R}
	n, p := turn.Apply(h.Normal), at.Apply(h.Point)
	for k := range 3 {
		switch {
		case n.At((k+1)%3) != 0 || n.At((k+2)%3) != 0:
		case n.At(k) > 0:
			most[k] = p.At(k)
		case n.At(k) < 0:
			least[k] = p.At(k)
		}
	}
	top := geom.Vec{X: most[0], Y: most[1], Z: most[2]}
	return extent{least: geom.Vec{X: least[0], Y: least[1], Z: least[2]}, most: top, mostAtLeast: top}
}
