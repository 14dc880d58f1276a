package proof

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// weights of the corners of two triangles, first those of A: none is negative.
type weights [6]*big.Int

// areNear reports whether the weights name a point in each triangle, the two at most the reach apart: with U and V their sums,
// (V·Σuᵢpᵢ − U·Σvⱼqⱼ)² ≤ (reach·U·V)².
func (e *exactPair) areNear(w *weights) bool {
	u, v := new(big.Int), new(big.Int)
	for k := range 3 {
		if w[k].Sign() < 0 || w[k+3].Sign() < 0 {
			return false
		}
		u.Add(u, w[k])
		v.Add(v, w[k+3])
	}
	if u.Sign() == 0 || v.Sign() == 0 {
		return false
	}
	square := new(big.Int)
	for axis := range 3 {
		x, y := new(big.Int), new(big.Int)
		for k := range 3 {
			x.Add(x, new(big.Int).Mul(w[k], e.p[k][axis]))
			y.Add(y, new(big.Int).Mul(w[k+3], e.q[k][axis]))
		}
		x.Sub(x.Mul(x, v), y.Mul(y, u))
		square.Add(square, x.Mul(x, x))
	}
	most := u.Mul(u, v)
	most.Mul(most, e.reach)
	return square.Cmp(most.Mul(most, most)) <= 0
}

// scalesOfWeights are the whole numbers that stand for a weight of 1, those of few bytes first.
var scalesOfWeights = [4]float64{1<<8 - 1, 1<<16 - 1, 1<<32 - 1, 1 << 52}

// appendNear appends the step for two triangles that are at most the reach apart; false if no points prove it, so for triangles
// that are farther.
func appendNear(to []byte, a, b *geom.Triangle, reach float64) ([]byte, bool) {
	if reach == 0 {
		return appendTouch(to, a, b)
	}
	if to, ok := appendPierce(to, a, b); ok {
		return to, true
	}
	p, q := scaled(a, b)
	rounded, e := closest(&p, &q), integers(a, b, reach)
	for _, scale := range scalesOfWeights {
		var w weights
		for k, x := range rounded {
			w[k] = big.NewInt(int64(math.Round(x * scale)))
		}
		if e.areNear(&w) {
			return appendWeights(append(to, stepNear), &w), true
		}
	}
	for w := range e.feet {
		if e.areNear(&w) {
			return appendWeights(append(to, stepNear), &w), true
		}
	}
	return to, false
}

// feet yields weights of points, exactly, among them the closest ones of two triangles unless an edge of one meets the face of the
// other: two corners, a corner and its foot on an edge or a face, or the feet of two edges on each other. Feet outside their
// features have a negative weight.
func (e *exactPair) feet(yield func(weights) bool) {
	for i := range 3 {
		for j := range 3 {
			if !yield(zeroWeights().with(i, one).with(3+j, one)) {
				return
			}
			u, v := footOnEdge(e.p[i], e.q[j], e.q[(j+1)%3])
			if !yield(zeroWeights().with(i, one).with(3+j, u).with(3+(j+1)%3, v)) {
				return
			}
			u, v = footOnEdge(e.q[i], e.p[j], e.p[(j+1)%3])
			if !yield(zeroWeights().with(3+i, one).with(j, u).with((j+1)%3, v)) {
				return
			}
			s, t, of := feetOfEdges(e.p[i], e.p[(i+1)%3], e.q[j], e.q[(j+1)%3])
			if !yield(zeroWeights().with(i, minus(of, s)).with((i+1)%3, s).with(3+j, minus(of, t)).with(3+(j+1)%3, t)) {
				return
			}
		}
		if !yield(zeroWeights().with(i, one).at(3, footOnFace(e.p[i], &e.q))) ||
			!yield(zeroWeights().with(3+i, one).at(0, footOnFace(e.q[i], &e.p))) {
			return
		}
	}
}

// minus is x − y.
func minus(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }

// footOnEdge returns the weights of a and b of the foot of v on their line, 0 if it has no length.
func footOnEdge(v, a, b point) (*big.Int, *big.Int) {
	e := sub(b, a)
	t := dot(sub(v, a), e)
	return minus(dot(e, e), t), t
}

// footOnFace returns the weights of the corners of t of the foot of v on their plane, 0 if t has no area.
func footOnFace(v point, t *[3]point) (u [3]*big.Int) {
	n := cross(sub(t[1], t[0]), sub(t[2], t[0]))
	for k := range u {
		u[k] = dot(n, cross(sub(t[(k+1)%3], v), sub(t[(k+2)%3], v)))
	}
	return u
}

// feetOfEdges returns how far along a to b and c to d the closest points of their lines are, as s/of and t/of; 0/0 if they are
// parallel.
func feetOfEdges(a, b, c, d point) (s, t, of *big.Int) {
	e, f, g := sub(b, a), sub(d, c), sub(c, a)
	n := cross(e, f)
	return dot(cross(g, f), n), dot(cross(g, e), n), dot(n, n)
}
