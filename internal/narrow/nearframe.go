package narrow

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// nearFrame bounds the distance of boxes of two surfaces from below: in the frame of either,
// where its own boxes are not turned.
//
// For world points x and y of boxes a and b, Rᵀ·(x−y), R being B's matrix, is within e =
// 80u·W + 4δ·W of M̂·a + t̂ − b in each coordinate, by the derivation of query's pad. The
// centres and half sizes of boxes take fewer than 24 roundings of values up to 4W: 96u·W.
// So a gap along an axis of B is off by less than a pad, 512u·W + 32δ·W.
//
// A sees the way turned by M̂ᵀ: off by √3e, by (2δ + 16u)·3W for the size of M̂ᵀ·M̂ on a box, by
// 3(δ + 8u)·3.5W since R·Rᵀ is not quite 1, by 42u·W since M̂ is rounded, and by 40u·W for
// the rounding of products with M̂ᵀ and |M̂|ᵀ: with the roundings of the centres less than 500u·W
// + 24δ·W, a pad.
//
// The root of the sum of three squares of gaps is then off by √3 pads, for which slack has
// four, and by 4u of itself. |Rᵀ·v| is at most (1 + 1.5δ + 6u)|v|, and shrink makes up for both.
// W ≤ 2⁵⁰⁰, so no square overflows; where one underflows the bound is 0 after the slack.
type nearFrame struct {
	query
	slack, shrink float64
	// inWorld reports that boxes are compared in the world: a matrix is not rigid, or
	// nothing is turned or moved.
	inWorld bool
}

func (f *nearFrame) set(a, b *Surface) {
	f.query.set(a, b)
	f.inWorld = f.kind == world || a.identity && b.identity
	f.slack = 4 * f.pad
	f.shrink = 1 - 4*(a.defect+b.defect) - 32*u
}

// seen is a box of A as B sees it.
func (f *nearFrame) seen(x *geom.AABB) (t turnedBox) {
	f.turn(x, &t)
	return t
}

// distance returns a lower bound of the distance of two boxes that are turned.
func (f *nearFrame) distance(t *turnedBox, y *geom.AABB) float64 {
	d := t.center.Sub(y.Center())
	h := y.Size().Scale(0.5)
	g := gaps(d, t.extent, h)
	l := g.Dot(g)
	e := f.m.TMulVec(d)
	g = gaps(e, t.half, f.n.TMulVec(h))
	return max(0, math.Sqrt(max(l, g.Dot(g)))*f.shrink-f.slack)
}

// shifted bounds the distance of boxes whose frames differ by a translation.
func (f *nearFrame) shifted(x, y *geom.AABB) float64 {
	g := geom.Vec{
		X: max(0, x.Min.X+f.t.X-y.Max.X, y.Min.X-x.Max.X-f.t.X),
		Y: max(0, x.Min.Y+f.t.Y-y.Max.Y, y.Min.Y-x.Max.Y-f.t.Y),
		Z: max(0, x.Min.Z+f.t.Z-y.Max.Z, y.Min.Z-x.Max.Z-f.t.Z),
	}
	return max(0, math.Sqrt(g.Dot(g))*f.shrink-f.slack)
}

// gaps returns how far apart intervals are whose centres are d apart, 0 for those that overlap.
func gaps(d, h, k geom.Vec) geom.Vec {
	return geom.Vec{
		X: max(0, math.Abs(d.X)-h.X-k.X),
		Y: max(0, math.Abs(d.Y)-h.Y-k.Y),
		Z: max(0, math.Abs(d.Z)-h.Z-k.Z),
	}
}
