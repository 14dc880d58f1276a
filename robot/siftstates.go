package robot

import (
	"context"
	"math/bits"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/simd"
)

// find fills found for the group's states. It returns false where rounding may matter more than its bounds say: then nothing is known.
func (s *sift) find(c *Cell) bool {
	s.place(c)
	if !s.enclose() {
		return false
	}
	for k := range s.found {
		s.found[k] = s.found[k][:0]
	}
	for i := range s.pairs {
		p := &s.pairs[i]
		for near := p.near; near != 0; near &= near - 1 {
			k := bits.TrailingZeros8(near)
			s.found[k] = insert(s.found[k], siftFound{broad.Pair{A: int32(p.a), B: int32(p.b)}, p.depth[k]}, s.world.First)
		}
	}
	return true
}

// insert appends a pair; with First the deepest ones come first, which end most queries that find a contact.
func insert(list []siftFound, f siftFound, first bool) []siftFound {
	list = append(list, f)
	for at := len(list) - 1; first && at > 0 && list[at-1].depth < f.depth; at-- {
		list[at], list[at-1] = list[at-1], f
	}
	return list
}

// place sets the poses of links, bit by bit those of LinkPoses but for the sign of zeros: see Joint.turnUpright and turn, of which products by 0
// and 1 are left out.
func (s *sift) place(c *Cell) {
	var sin, cos simd.Doubles
	for i := range s.steps {
		step := &s.steps[i]
		j, at := step.joint, &s.links[step.child]
		s.level.Compose(at, &s.links[step.parent], step.origin)
		switch r := c.members[step.member].Robot; j.Type {
		case Revolute, Continuous:
			for k, values := range &s.states {
				x, y := geom.Sincos(r.value(j, c.Values(step.member, values)))
				sin[k], cos[k] = float64(x*step.sign), y
			}
			s.level.Turn(at, step.axis, &sin, &cos)
		case Prismatic:
			var d simd.Points
			for k, values := range &s.states {
				x := j.Axis.Scale(r.value(j, c.Values(step.member, values)))
				d[0][k], d[1][k], d[2][k] = x.X, x.Y, x.Z
			}
			s.level.Shift(at, &d)
		}
	}
}

// enclose finds where the boxes are in the world, and in which states those of each pair may share a point.
//
// Let δ bound |RᵀR − I| of all parts and far their |T|, by entry: Stray adds them up in at most 6·8 sums for each of 2¹⁰ parts or
// fewer, each off by 2⁻⁵³ of what it is. With δ ≤ 2⁻³⁰ the rows of R have |·|₁ ≤ √3·√(1 + 3δ) < 2, so that 2·extent + far is at
// least the reach of a surface (narrow.Surface). With that in the place of reach, and δ in that of both defects, balls are those of world.enclosed.mesh,
// distances from boxes those of isBeside and slack that of depth, all in internal/world/few.go, where they are derived.
func (s *sift) enclose() bool {
	var sums [2]simd.Doubles
	for i := range s.parts {
		p := &s.parts[i]
		if p.origin != nil {
			s.level.Compose(p.poses, &s.links[p.link], p.origin)
		}
		s.level.Stray(&sums, p.poses)
		s.level.Point(&p.center, p.poses, &p.middle)
	}
	defect, far := most(&sums[0])*(1+0x1p-30), most(&sums[1])*(1+0x1p-30)
	if !(defect <= 0x1p-30 && far <= siftMost) {
		return false
	}
	for i := range s.parts {
		p := &s.parts[i]
		p.span = 2*p.extent + far
		p.around = p.radius*(1+2*defect+0x1p-40) + 2*narrow.WorldPad(p.span)
	}
	for i := range s.pairs {
		s.look(&s.pairs[i], defect)
	}
	return true
}

// most is the largest number, NaN if one is.
func most(d *simd.Doubles) float64 {
	return max(max(d[0], d[1], d[2], d[3]), max(d[4], d[5], d[6], d[7]))
}

// look finds the states in which two bodies may touch.
func (s *sift) look(p *siftPair, defect float64) {
	a, b := &s.parts[p.a], s.body(p.b)
	var reach float64
	if p.b < len(s.parts) {
		o := &s.parts[p.b]
		r := a.around + o.around
		reach = a.span + o.span
		p.near = s.level.Balls(&a.center, &o.center, r*r*(1+0x1p-40)+0x1p-900)
	} else {
		r := a.around + 0x1p-50*b.reach
		reach = a.span + b.reach
		p.near = s.level.Beside(&a.center, &b.box, r*r*(1+0x1p-40)+0x1p-900)
	}
	if p.near != 0 {
		slack := (2048*0x1p-53+128*defect)*reach + 0x1p-1066
		p.near &= s.level.Boxes(&p.depth, a.poses, &a.center, b.poses, &b.center, &p.sides, slack)
	}
}

// pose is that of a part in a state of the group.
func (s *sift) pose(part, k int) geom.Pose {
	p := s.parts[part].poses
	return geom.Pose{
		R: geom.Mat{p[0][k], p[1][k], p[2][k], p[3][k], p[4][k], p[5][k], p[6][k], p[7][k], p[8][k]},
		T: geom.Vec{X: p[9][k], Y: p[10][k], Z: p[11][k]},
	}
}

// propose has the detector's next query look at the pairs that may touch in a state. It returns false where it would look at more, or a pose
// is one that a shape cannot have: then the poses of all parts must be set.
func (s *sift) propose(k int) bool {
	s.turn++
	s.chosen = s.chosen[:0]
	for i := range s.found[k] {
		p := s.found[k][i].pair
		if !s.move(int(p.A), k) || !s.move(int(p.B), k) {
			return false
		}
		s.chosen = append(s.chosen, p)
	}
	return s.world.Propose(s.chosen)
}

// move sets the pose of a part, once a state.
func (s *sift) move(part, k int) bool {
	if part >= len(s.parts) || s.posed[part] == s.turn {
		return true
	}
	s.posed[part] = s.turn
	pose := s.pose(part, k)
	return s.world.SetPose(part, &pose) == nil
}

// siftGroup is the states from lo to the one before hi, of which a sift has found what may touch if known is set.
type siftGroup struct {
	lo, hi int
	known  bool
}

// prepareSifts gives the seats their sifts, if their queries are ones about contacts alone, of bodies of which none is held.
func (c *Checker) prepareSifts() {
	o := &c.options
	served := simd.Best() == simd.AVX512 && len(c.ever) == 0 && len(c.used) == 0 && c.budget == nil && o.Budget == (collide.Budget{}) &&
		!o.Self && !o.Solid && !o.Kinds && !o.Depths && !o.Pieces && o.Progress == nil
	for i := range c.seats {
		s := &c.seats[i]
		switch {
		case !served || s.watched == nil || !s.watched.world.AreFew():
			s.sift = nil
		case s.sift == nil || s.sift.versions != s.sift.sumVersions():
			s.sift = c.newSift(s.detector, s.watched.world, simd.Best())
		}
	}
}

// sumVersions is another number when a mesh has changed.
func (s *sift) sumVersions() (n int) {
	for i := range s.world.Len() {
		n += s.world.Version(i)
	}
	return n
}

// answerSifted is answer for a state of Validate. A group begins where the one before ends; where a state is wrong, or the context has
// ended, answer says what there is to say.
func (c *Checker) answerSifted(ctx context.Context, s *seat, g *siftGroup, i, end int) (collide.Verdict, error) {
	states := c.batch.states
	if s.sift == nil {
		return c.answer(ctx, s, states[i])
	}
	if i >= g.hi {
		g.lo, g.hi = i, min(i+simd.Lanes, end)
		g.known = ctx.Err() == nil && c.sifts(s.sift, states[g.lo:g.hi])
	}
	k := i - g.lo
	switch {
	case !g.known:
		return c.answer(ctx, s, states[i])
	case len(s.sift.found[k]) == 0:
		return collide.Free, nil
	case !s.sift.propose(k):
		return c.answer(ctx, s, states[i])
	}
	return verdictOf(s.detector.Detect(ctx))
}

// sifts finds what may touch in at most eight states. It returns false where a state is wrong.
func (c *Checker) sifts(s *sift, states [][]float64) bool {
	for _, q := range states {
		if c.cell.CheckState(q) != nil {
			return false
		}
	}
	for k := range s.states {
		s.states[k] = states[min(k, len(states)-1)]
	}
	return s.find(c.cell)
}
