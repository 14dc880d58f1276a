package proof

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// atCorner returns weights of a corner of one triangle that is a corner of the other, or lies on an edge of it. It returns false if there is no such corner.
// Signs decide it, so that most common points of faces in one plane take no whole numbers of six corners.
func atCorner(a, b *geom.Triangle) (weights, bool) {
	for i := range 3 {
		for j := range 3 {
			if a[i] == b[j] {
				return zeroWeights().with(i, one).with(3+j, one), true
			}
		}
	}
	for i := range 3 {
		for j := range 3 {
			next := (j + 1) % 3
			if u, v, ok := onEdge(a[i], b[j], b[next]); ok {
				return zeroWeights().with(i, one).with(3+j, u).with(3+next, v), true
			}
			if u, v, ok := onEdge(b[i], a[j], a[next]); ok {
				return zeroWeights().with(3+i, one).with(j, u).with(next, v), true
			}
		}
	}
	return weights{}, false
}

// onEdge returns the weights of the ends of an edge of which v is a point, by a coordinate in which the edge extends: v lies on the line
// of the edge, so that its place in this coordinate is its place on the edge. It returns false for other points, and for an edge
// without length.
func onEdge(v, p, q geom.Vec) (u, w *big.Int, ok bool) {
	for axis := range 3 {
		low, x, high := p.At(axis), v.At(axis), q.At(axis)
		if x < min(low, high) || x > max(low, high) {
			return nil, nil, false
		}
	}
	for axis := range 3 {
		if low, high := p.At(axis), q.At(axis); low != high && predicate.Collinear(p, q, v) {
			u, w = shares(low, v.At(axis), high)
			return u, w, true
		}
	}
	return nil, nil, false
}

// shares returns |high − x| and |x − low| in whole multiples of one power of two.
func shares(low, x, high float64) (u, w *big.Int) {
	least := math.MaxInt
	for _, y := range [3]float64{low, x, high} {
		if _, e := math.Frexp(y); y != 0 {
			least = min(least, e)
		}
	}
	l, m, h := multiple(low, least-mantissaBits), multiple(x, least-mantissaBits), multiple(high, least-mantissaBits)
	u, w = h.Sub(h, m), m.Sub(m, l)
	return u.Abs(u), w.Abs(w)
}
