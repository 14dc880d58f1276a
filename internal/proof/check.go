package proof

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Frame checks the steps of a frame, all of them exactly, and calls each after each with what it says. For distances bound is called for
// every pair of bodies before its steps. All meshes must have their triangles. The steps are valid during the calls.
func (f *File) Frame(ctx context.Context, frame int, bound func(Bound), each func(*Step)) error {
	r := &reader{data: f.data, at: f.frames[frame]}
	c := &checker{file: f, ctx: ctx, poses: f.poses(r), found: bound, each: each}
	return f.walk(r, c)
}

// checker checks steps. It shares the filter and the exact arithmetic of the prover, so that package verify and its twin, which share nothing
// with it, stay the ones to trust.
type checker struct {
	file   *File
	ctx    context.Context
	poses  []geom.Pose
	found  func(Bound)
	each   func(*Step)
	prover Prover
	visits int
}

func (c *checker) pair(a, b int) {
	c.prover.a.set(c.file.Meshes[c.file.Bodies[a].Mesh], &c.poses[a])
	c.prover.b.set(c.file.Meshes[c.file.Bodies[b].Mesh], &c.poses[b])
}

func (c *checker) bound(b Bound) { c.found(b) }

func (c *checker) step(s *Step) error {
	if c.visits++; c.visits%visitsPerPoll == 1 {
		if err := context.Cause(c.ctx); err != nil {
			return err
		}
	}
	c.prover.Reach = s.Reach
	a, b := c.prover.a.corners(run{int32(s.First[0]), int32(s.End[0])}), c.prover.b.corners(run{int32(s.First[1]), int32(s.End[1])})
	for _, list := range [2][]geom.Vec{a, b} {
		for _, v := range list {
			if !v.IsFinite() {
				return errors.New("a corner is not finite at its pose")
			}
		}
	}
	if s.Apart {
		if !c.apart(s, a, b) {
			return fmt.Errorf("triangles %d and %d, and what is with them, are not farther apart than %v along %v", c.prover.a.order[s.First[0]], c.prover.b.order[s.First[1]], s.Reach, s.Direction)
		}
		s.Shown.between(s, a, b)
	} else {
		a, b = s.pick(0, a), s.pick(1, b)
		if !s.holds(a, b) {
			return fmt.Errorf("step %d: the points of triangles %d and %d are not common, or not near", s.code, c.prover.a.order[s.First[0]], c.prover.b.order[s.First[1]])
		}
		s.Shown.at(s, a, b)
	}
	c.each(s)
	return nil
}

// pick returns the corners that have weights.
func (s *Step) pick(side int, corners []geom.Vec) []geom.Vec {
	if s.code != stepNear {
		return corners
	}
	var list []geom.Vec
	for _, i := range s.named[side] {
		list = append(list, corners[i])
	}
	return list
}

// apart reports whether all of a lies below all of b, by more than the reach: where rounding leaves it open, in whole numbers.
func (c *checker) apart(s *Step, a, b []geom.Vec) bool {
	var n [3]int16
	small := true
	for k, x := range s.Direction {
		small = small && x.IsInt64() && x.Int64() == int64(int16(x.Int64()))
		n[k] = int16(x.Int64())
	}
	if small && c.prover.parts(n, run{int32(s.First[0]), int32(s.End[0])}, run{int32(s.First[1]), int32(s.End[1])}) {
		return true
	}
	return allBelow(s.Direction, a, b, s.Reach, s.of[0].radius, s.of[1].radius)
}

// allBelow is exactPair.below for any number of points, and for a reach that is a sum.
func allBelow(d point, a, b []geom.Vec, reach ...float64) bool {
	least := math.MaxInt
	for _, x := range append(coordinates(a), append(coordinates(b), reach...)...) {
		if _, e := math.Frexp(x); x != 0 {
			least = min(least, e)
		}
	}
	along := func(v geom.Vec) *big.Int {
		return dot(d, point{multiple(v.X, least-mantissaBits), multiple(v.Y, least-mantissaBits), multiple(v.Z, least-mantissaBits)})
	}
	var most, gap *big.Int
	for _, v := range a {
		if x := along(v); most == nil || x.Cmp(most) > 0 {
			most = x
		}
	}
	for _, v := range b {
		if x := along(v); gap == nil || x.Cmp(gap) < 0 {
			gap = x
		}
	}
	if gap.Sub(gap, most).Sign() <= 0 {
		return false
	}
	r := new(big.Int)
	for _, x := range reach {
		r.Add(r, multiple(x, least-mantissaBits))
	}
	return gap.Mul(gap, gap).Cmp(r.Mul(r, r).Mul(r, dot(d, d))) > 0
}

func coordinates(list []geom.Vec) (all []float64) {
	for _, v := range list {
		all = append(all, v.X, v.Y, v.Z)
	}
	return all
}

// holds reports whether two triangles, or solids, have the points that the step says.
func (s *Step) holds(a, b []geom.Vec) bool {
	switch {
	case s.code < stepEdgeB:
		k, u := s.code-stepEdgeA, geom.Triangle(b)
		return pierces(a[k], a[(k+1)%3], &u)
	case s.code < stepNear:
		k, t := s.code-stepEdgeB, geom.Triangle(a)
		return pierces(b[k], b[(k+1)%3], &t)
	}
	return s.areNear(a, b, sumOf(s.Reach, s.of[0].radius, s.of[1].radius))
}

// areNear reports whether the weights name a point of each, the two at most r apart.
func (s *Step) areNear(a, b []geom.Vec, r *big.Rat) bool {
	p, okP := exactPoint(a, s.weights[0])
	q, okQ := exactPoint(b, s.weights[1])
	if !okP || !okQ {
		return false
	}
	for k := range p {
		p[k].Sub(p[k], q[k])
	}
	return p.dot(&p).Cmp(r.Mul(r, r)) <= 0
}

// exactPoint is the point with weights; false if a weight is negative, or all are 0.
func exactPoint(list []geom.Vec, w []*big.Int) (at exactVec, ok bool) {
	sum := new(big.Int)
	for _, x := range w {
		if x.Sign() < 0 {
			return at, false
		}
		sum.Add(sum, x)
	}
	if sum.Sign() == 0 {
		return at, false
	}
	at = exactVec{new(big.Rat), new(big.Rat), new(big.Rat)}
	for i, x := range w {
		share, v := new(big.Rat).SetFrac(x, sum), exactly(list[i])
		for k := range at {
			at[k].Add(at[k], new(big.Rat).Mul(share, v[k]))
		}
	}
	return at, true
}

// between notes where two nodes end along a direction.
func (s *Shown) between(step *Step, a, b []geom.Vec) {
	n := vecOf(step.Direction)
	s.Normal = n.Scale(1 / n.Norm())
	s.Most, s.Least = math.Inf(-1), math.Inf(1)
	for _, v := range a {
		s.Most = max(s.Most, s.Normal.Dot(v))
	}
	for _, v := range b {
		s.Least = min(s.Least, s.Normal.Dot(v))
	}
	s.Most, s.Least = s.Most+step.of[0].radius, s.Least-step.of[1].radius
	s.bound(step, a, b)
}

// bound notes the boxes of two nodes.
func (s *Shown) bound(step *Step, a, b []geom.Vec) {
	for k, list := range [2][]geom.Vec{a, b} {
		box := geom.BoundsOf(list)
		s.Boxes[k] = box.Inflated(step.of[k].radius)
	}
}

// at notes where two triangles, or solids, are near.
func (s *Shown) at(step *Step, a, b []geom.Vec) {
	s.bound(step, a, b)
	switch {
	case step.code < stepEdgeB:
		k, u := step.code-stepEdgeA, geom.Triangle(b)
		s.Points[0] = crossingOf(a[k], a[(k+1)%3], &u)
		s.Points[1] = s.Points[0]
	case step.code < stepNear:
		k, t := step.code-stepEdgeB, geom.Triangle(a)
		s.Points[0] = crossingOf(b[k], b[(k+1)%3], &t)
		s.Points[1] = s.Points[0]
	default:
		s.Points = [2]geom.Vec{weighed(a, step.weights[0]), weighed(b, step.weights[1])}
	}
}

// crossingOf is where an edge meets a face, rounded.
func crossingOf(p, q geom.Vec, t *geom.Triangle) geom.Vec {
	n := t.Normal()
	x := n.Dot(t[0].Sub(p)) / n.Dot(q.Sub(p))
	return p.Add(q.Sub(p).Scale(within01(x)))
}

// weighed is the point with weights, rounded.
func weighed(t []geom.Vec, w []*big.Int) (v geom.Vec) {
	sum := new(big.Int)
	for _, x := range w {
		sum.Add(sum, x)
	}
	for k, x := range w {
		f, _ := new(big.Rat).SetFrac(x, sum).Float64()
		v = v.Add(t[k].Scale(f))
	}
	return v
}
