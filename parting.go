package collide

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/shape"
)

// Parting returns bounds of how far body a must move along a direction, from its pose, until its interior and that of b share no
// point: they share one all the way to the first bound, and at the second one an exact test finds none, under the pose with that
// much added. They are as narrow as Options.DepthError asks; both are 0 for bodies that share no inner point. An error that wraps
// ErrIncomplete comes with what is known: 0 to +Inf for a body that is not closed. Budget bounds each of its queries, and the context all of them. A direction
// that is 0 or not finite panics. Kinds, Depths, Pieces, Self, Solid, Allow and Skip of the options do not matter.
func Parting(ctx context.Context, a, b Body, along geom.Vec, opt Options) (bounds [2]float64, err error) {
	m := along.MaxAbs()
	n := geom.Vec{X: along.X / m, Y: along.Y / m, Z: along.Z / m}
	if n = n.Scale(1 / n.Norm()); !n.IsFinite() {
		panic(fmt.Sprintf("collide: Parting along %v, expected a direction", along))
	}
	if a.Pose == (geom.Pose{}) {
		a.Pose = geom.Identity
	}
	opt.Kinds, opt.Depths, opt.Pieces, opt.Self, opt.Solid, opt.Allow, opt.Skip = true, false, false, false, false, nil, nil
	kinds, err := NewDetector([]Body{a, b}, opt)
	if err != nil {
		return bounds, err
	}
	defer func() { _ = kinds.Close() }() // the answer does not depend on how workers end
	opt.Depths = true
	depths, err := NewDetector([]Body{a, b}, opt)
	if err != nil {
		return bounds, err
	}
	defer func() { _ = depths.Close() }()
	p := parting{kinds: kinds, depths: depths, from: a.Pose, along: n, far: farOf(a.Shape), swing: swingOf(a.Shape), hi: math.Inf(1)}
	err = p.search(ctx, cmp.Or(opt.DepthError, usualDepthError))
	return [2]float64{p.lo, p.hi}, err
}

// parting moves the first of two bodies.
//
// A ball that fits into both bodies proves that they share inner points for as far as it is wide: moved by less, its copy in the first
// one still overlaps the one in the second. Corners are rounded at each pose; what is farther from a surface than that moves it stays inside.
type parting struct {
	kinds, depths *Detector // of the same two bodies
	from          geom.Pose
	along, far    geom.Vec
	swing         float64
	lo, hi        float64
}

// mostPartings is how many widths are measured before a search is given up. Where the common part ends in a wedge, each leaves a
// share of the way.
const mostPartings = 128

func (p *parting) search(ctx context.Context, relative float64) error {
	a, b := p.kinds.Bounds(0), p.kinds.Bounds(1)
	size := min(a.Size().MaxAbs(), b.Size().MaxAbs(), math.MaxFloat64) // no more than the diagonal, which may overflow, as the size may
	reach := p.reach()                                                 // +Inf where it overflows
	if math.IsInf(a.Min.X, -1) || math.IsInf(b.Min.X, -1) {
		return undecided("a half space has no end: the way out is not measured", 1)
	}
	for range mostPartings {
		if !p.fits(p.lo) {
			return undecided(fmt.Sprintf("the way out is at least %v, where the first body leaves the range of float64", p.lo), 1)
		}
		pair, err := p.look(ctx, p.depths, p.lo)
		if err != nil {
			return err
		}
		if !pair.isDeep() {
			p.hi = p.lo // of rounding, or nothing is shared at the start
			return nil
		}
		// Rounding, outward, is in the drift.
		if next := p.lo + pair.Width[0] - 2*p.drift(p.lo+pair.Width[0]); next > p.lo { // false for a sum that overflows: then it is NaN or −Inf
			p.lo = next
		}
		enough := max(relative*p.lo, 1e-4*relative*size)
		for _, step := range [2]float64{max(enough/2, pair.Width[0]/32), max(reach-p.lo, 0)} {
			if t := min(p.lo+step, p.lo+(p.hi-p.lo)/2); t > p.lo && p.fits(t) {
				if pair, err = p.look(ctx, p.kinds, t); err != nil {
					return err
				}
				if !pair.isDeep() {
					p.hi = t
				}
			}
		}
		if p.hi-p.lo <= enough {
			return nil
		}
	}
	return undecided(fmt.Sprintf("the way out is between %v and %v after %d widths", p.lo, p.hi, mostPartings), 1)
}

// reach is how far the first body must move at most until the boxes of the two are apart, about.
func (p *parting) reach() float64 {
	a, b := p.kinds.Bounds(0), p.kinds.Bounds(1)
	gap := func(n, aLo, bHi, aHi, bLo float64) float64 {
		switch {
		case n > 0:
			return (bHi - aLo) / n
		case n < 0:
			return (aHi - bLo) / -n
		}
		return math.Inf(1)
	}
	t := min(gap(p.along.X, a.Min.X, b.Max.X, a.Max.X, b.Min.X), gap(p.along.Y, a.Min.Y, b.Max.Y, a.Max.Y, b.Min.Y), gap(p.along.Z, a.Min.Z, b.Max.Z, a.Max.Z, b.Min.Z))
	return t * (1 + 0x1p-20)
}

// at returns the pose of the first body after a way.
func (p *parting) at(way float64) geom.Pose {
	pose := p.from
	pose.T = pose.T.Add(p.along.Scale(way))
	return pose
}

// fits reports whether the first body is in the range of float64 after a way: the search, not the input, asks for that pose.
func (p *parting) fits(way float64) bool { return p.kinds.SetPose(0, p.at(way)) == nil }

// look returns the pair of the two bodies after a way that fits.
func (p *parting) look(ctx context.Context, d *Detector, way float64) (Pair, error) {
	if err := d.SetPose(0, p.at(way)); err != nil {
		return Pair{}, err
	}
	r, err := d.Detect(ctx)
	switch {
	case r == nil:
		return Pair{}, err
	case len(r.Pairs) == 0:
		return Pair{}, err
	}
	pair := r.Pairs[0]
	switch {
	case pair.isDeep() && pair.Width[0] > 0 && errors.Is(err, ErrUndecided): // a proven width, though not a narrow one
		return pair, nil
	case err == nil && pair.Verdict == InContact && pair.Kind == SurfaceContact:
		return pair, undecided(pair.Reason, 1)
	}
	return pair, err
}

// drift is how far rounding may move a corner of the first body, together at both ends of a way. A coordinate of a posed corner is the sum of three
// products and a place, and the place is off by two roundings of the way: less than 8u of all of them, and √3 of that less than 2⁻⁴⁸. The disc at the end of an
// axis swings by as much more as it is wider than half the axis.
func (p *parting) drift(way float64) float64 {
	most := 0.0
	for i := range 3 {
		row := p.from.R.Row(i)
		most = max(most, row.Abs().Dot(p.far))
	}
	return p.swing * 0x1p-47 * (most + p.from.T.MaxAbs() + way)
}

// farOf returns how far a shape reaches from the origin of its own coordinates along each axis, +Inf for one whose depth is not measured.
func farOf(s Shape) (far geom.Vec) {
	switch x := s.(type) {
	case *Model:
		for _, v := range x.Mesh().Vertices {
			far = far.Max(v.Abs())
		}
		return far
	case shape.Sphere:
		return x.Center.Abs().Add(geom.Vec{X: x.Radius, Y: x.Radius, Z: x.Radius})
	case shape.Box:
		return x.Center.Abs().Add(x.Size)
	case shape.Convex:
		for _, v := range x.Points {
			far = far.Max(v.Abs())
		}
		return far
	}
	a, b, radius, ok := axisOf(s)
	if !ok {
		radius = math.Inf(1)
	}
	return a.Abs().Max(b.Abs()).Add(geom.Vec{X: radius, Y: radius, Z: radius})
}

// axisOf returns the ends and the radius of a capsule, a cylinder or a cone.
func axisOf(s Shape) (a, b geom.Vec, radius float64, ok bool) {
	switch x := s.(type) {
	case shape.Capsule:
		return x.A, x.B, x.Radius, true
	case shape.Cylinder:
		return x.A, x.B, x.Radius, true
	case shape.Cone:
		return x.Base, x.Apex, x.Radius, true
	}
	return a, b, 0, false
}

// swingOf is how many times as far as the ends of an axis the rim around one goes, where both ends are moved by little: 1 for other shapes.
//
// The two ends turn the axis d by 2δ/|d|, or |sin| of 4δ/|d| for what is not small, and a rim by r times that.
func swingOf(s Shape) float64 {
	a, b, radius, ok := axisOf(s)
	if _, round := s.(shape.Capsule); round || !ok {
		return 1
	}
	return 1 + 4*radius/b.Sub(a).Norm()*(1+0x1p-20)
}
