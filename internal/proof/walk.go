package proof

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Step is a step of a frame that ends a descent. It says that all triangles of two nodes are farther apart than the reach, or that two
// triangles are at most that far from each other.
type Step struct {
	A, B int // the bodies
	// First and End are the runs of the orders of both meshes.
	First, End [2]int
	// Apart says that the first node lies below the second one along Direction.
	Apart     bool
	Direction [3]*big.Int
	// Reach is what the step is about: that of the proof, or a bound of a distance.
	Reach float64
	Shown Shown

	of      [2]*Mesh
	code    byte
	named   [2][]uint16 // the corners that have weights
	weights [2][]*big.Int
}

// Shown is where a step that was checked holds, rounded: for pictures.
type Shown struct {
	// Normal is the direction, of length 1, along which the first node ends at Most and the second one begins at Least.
	Normal      geom.Vec
	Most, Least float64
	// Boxes hold the nodes.
	Boxes [2]geom.AABB
	// Points are a point of each of two triangles that are near.
	Points [2]geom.Vec
}

// Bound is what a proof of distances has about two bodies: their distance is above Lo and at most Hi. Lo is Unbounded and Hi +Inf for nothing.
type Bound struct {
	A, B   int
	Lo, Hi float64
}

// looker is told what a frame has. Without one the structure alone is checked.
type looker interface {
	pair(a, b int)
	step(s *Step) error
	bound(b Bound)
}

// walk reads the steps of a frame.
func (f *File) walk(r *reader, to looker) error {
	least := [2]float64{math.Inf(1), math.Inf(1)}
	for _, p := range f.pairs {
		if to != nil {
			to.pair(p[0], p[1])
		}
		s := Step{A: p[0], B: p[1], Reach: f.Reach, of: [2]*Mesh{f.Meshes[f.Bodies[p[0]].Mesh], f.Meshes[f.Bodies[p[1]].Mesh]}}
		a, b := f.Meshes[f.Bodies[p[0]].Mesh].root(), f.Meshes[f.Bodies[p[1]].Mesh].root()
		if !f.Distances {
			f.cover(r, &s, a, b, to)
			continue
		}
		bound := Bound{p[0], p[1], r.float64(), r.float64()}
		r.demand((bound.Lo == Unbounded || bound.Lo >= 0 && bound.Lo <= math.MaxFloat64) && bound.Hi >= 0, "a distance above %v, at most %v", bound.Lo, bound.Hi)
		least = [2]float64{min(least[0], bound.Lo), min(least[1], bound.Hi)}
		if to != nil && r.err == nil {
			to.bound(bound)
		}
		if s.Reach = bound.Hi; r.err == nil && bound.Hi <= math.MaxFloat64 {
			f.witness(r, &s, a, b, to)
		}
		if s.Reach = bound.Lo; bound.Lo >= 0 {
			f.cover(r, &s, a, b, to)
		}
	}
	r.demand(!f.Distances || !math.IsInf(least[1], 1) && (least[0] >= 0 || least[1] == 0), "the least distance is not bounded")
	return r.err
}

// witness reads the points that bound a distance from above.
func (f *File) witness(r *reader, s *Step, a, b run, to looker) {
	i, j := r.uint32(), r.uint32()
	if r.demand(int64(i) < int64(a.end) && int64(j) < int64(b.end), "triangles %d and %d of the orders", i, j); r.err != nil {
		return
	}
	s.near(r, r.uint8(), run{int32(i), int32(i) + 1}, run{int32(j), int32(j) + 1}, to)
}

// cover reads the steps that cover two nodes.
func (f *File) cover(r *reader, s *Step, a, b run, to looker) {
	step := r.uint8()
	switch {
	case r.err != nil:
	case step == stepSplitA && a.len() > 1:
		first, second := a.halves()
		f.cover(r, s, first, b, to)
		f.cover(r, s, second, b, to)
	case step == stepSplitB && b.len() > 1:
		first, second := b.halves()
		f.cover(r, s, a, first, to)
		f.cover(r, s, a, second, to)
	case step <= stepLarge:
		s.Apart, s.Direction, s.code = true, r.direction(step), step
		s.tell(r, a, b, to)
	default:
		r.demand(!f.Distances && a.len() == 1 && b.len() == 1, "step %d for nodes of %d and %d triangles", step, a.len(), b.len())
		s.near(r, step, a, b, to)
	}
}

// near reads a step for two triangles that are near.
func (s *Step) near(r *reader, step byte, a, b run, to looker) {
	r.demand(step >= stepEdgeA && step <= stepNear, "the step %d is not known", step)
	r.demand(step == stepNear || s.of[0].corners() == 3 && s.of[1].corners() == 3, "the step %d for a solid", step)
	if s.Apart, s.code = false, step; step == stepNear {
		s.readWeights(r)
	}
	s.tell(r, a, b, to)
}

// corners is the number of corners of a triangle, or of points of a solid.
func (p *Mesh) corners() int {
	if p.IsSolid() {
		return len(p.solid)
	}
	return 3
}

// readWeights reads a point of each of two triangles or solids: which corners have weights, and these.
func (s *Step) readWeights(r *reader) {
	for k, m := range s.of {
		s.named[k], s.weights[k] = nil, nil
		for n := r.uint8(); n > 0 && r.err == nil; n-- {
			i := r.uint16()
			r.demand(int(i) < m.corners(), "corner %d of %d has a weight", i, m.corners())
			s.named[k], s.weights[k] = append(s.named[k], i), append(s.weights[k], r.integers(1)...)
		}
	}
}

func (s *Step) tell(r *reader, a, b run, to looker) {
	if to == nil || r.err != nil {
		return
	}
	s.First, s.End = [2]int{int(a.first), int(b.first)}, [2]int{int(a.end), int(b.end)}
	if err := to.step(s); err != nil {
		r.fail(err, "bodies %d and %d: %w", s.A, s.B)
	}
}

// direction reads the direction of a step.
func (r *reader) direction(step byte) (d [3]*big.Int) {
	if step == stepLarge {
		return [3]*big.Int(r.integers(3))
	}
	for k := range d {
		var x int64
		switch step {
		case stepSmall:
			x = int64(int8(r.uint8()))
		case stepMiddle:
			x = int64(int16(r.uint16()))
		default:
			x = int64([3]byte{step / 9, step / 3 % 3, step % 3}[k]) - 1
		}
		d[k] = big.NewInt(x)
	}
	return d
}
