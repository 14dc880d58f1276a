package proof

import (
	"encoding/binary"
	"math/big"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// appendTouch appends the step for two triangles that share a point; false if no common point is found, so for triangles that
// are apart.
func appendTouch(to []byte, a, b *geom.Triangle) ([]byte, bool) {
	if to, ok := appendPierce(to, a, b); ok {
		return to, true
	}
	if w, ok := atCorner(a, b); ok {
		return appendWeights(append(to, stepNear), &w), true
	}
	e := integers(a, b, 0)
	for w := range commonPoints(&e.p, &e.q) {
		if e.areNear(&w) {
			return appendWeights(append(to, stepNear), &w), true
		}
	}
	return to, false
}

// appendWeights appends which corners of each triangle have a weight above 0, and these weights.
func appendWeights(to []byte, w *weights) []byte {
	for side := range 2 {
		var places []int
		var of []*big.Int
		for k, x := range w[3*side : 3*side+3] {
			if x.Sign() != 0 {
				places, of = append(places, k), append(of, x)
			}
		}
		to = appendPoint(to, places, of)
	}
	return to
}

// appendPoint appends a point by its corners, at most 255, and their weights.
func appendPoint(to []byte, places []int, w []*big.Int) []byte {
	to = append(to, byte(len(places)))
	for k, at := range places {
		to = appendInt(binary.LittleEndian.AppendUint16(to, uint16(at)), w[k])
	}
	return to
}

// appendPierce appends the step for an edge of one triangle that meets the face of the other, false if there is none.
func appendPierce(to []byte, a, b *geom.Triangle) ([]byte, bool) {
	for k := range 3 {
		if pierces(a[k], a[(k+1)%3], b) {
			return append(to, stepEdgeA+byte(k)), true
		}
		if pierces(b[k], b[(k+1)%3], a) {
			return append(to, stepEdgeB+byte(k)), true
		}
	}
	return to, false
}

// pierces reports whether the segment from p to q, not both of whose ends lie in the plane of t, meets t.
func pierces(p, q geom.Vec, t *geom.Triangle) bool {
	above, below := predicate.Orient3D(t[0], t[1], t[2], p), predicate.Orient3D(t[0], t[1], t[2], q)
	if above*below > 0 || above == 0 && below == 0 {
		return false
	}
	least, most := 1, -1
	for k := range 3 {
		s := predicate.Orient3D(p, q, t[k], t[(k+1)%3])
		least, most = min(least, s), max(most, s)
	}
	return least >= 0 || most <= 0
}

// commonPoints yields weights of points that may be common, which areNear decides. An extreme point of the common points of
// two triangles is a corner of one in the other, a crossing of two edges, or of an edge with a face, which pierces has found.
func commonPoints(p, q *[3]point) func(yield func(weights) bool) {
	return func(yield func(weights) bool) {
		for i := range 3 {
			for j := range 3 {
				if p[i].equal(q[j]) && !yield(zeroWeights().with(i, one).with(3+j, one)) {
					return
				}
			}
		}
		for _, within := range []func(point, *[3]point, func([3]*big.Int) bool) bool{eachFace, eachEdge} {
			for k := range 3 {
				if !within(p[k], q, func(u [3]*big.Int) bool { return yield(zeroWeights().with(k, one).at(3, u)) }) ||
					!within(q[k], p, func(u [3]*big.Int) bool { return yield(zeroWeights().with(3+k, one).at(0, u)) }) {
					return
				}
			}
		}
		for i := range 3 {
			for j := range 3 {
				s, t, of := crossing(p[i], p[(i+1)%3], q[j], q[(j+1)%3])
				w := zeroWeights().with(i, new(big.Int).Sub(of, s)).with((i+1)%3, s).with(3+j, new(big.Int).Sub(of, t)).with(3+(j+1)%3, t)
				if !yield(w) {
					return
				}
			}
		}
	}
}

var one = big.NewInt(1)

func zeroWeights() (w weights) {
	for k := range w {
		w[k] = new(big.Int)
	}
	return w
}

func (w weights) with(k int, x *big.Int) weights {
	w[k] = x
	return w
}

func (w weights) at(k int, u [3]*big.Int) weights {
	copy(w[k:], u[:])
	return w
}

// eachFace yields what the weights of v are if it lies in the face t, seen along an axis from which t has an area.
func eachFace(v point, t *[3]point, yield func([3]*big.Int) bool) bool {
	for axis := range 3 {
		area := flat(t[0], t[1], t[2], axis)
		if area.Sign() == 0 {
			continue
		}
		var u [3]*big.Int
		for j := range 3 {
			if u[j] = flat(t[(j+1)%3], t[(j+2)%3], v, axis); area.Sign() < 0 {
				u[j].Neg(u[j])
			}
			if u[j].Sign() < 0 {
				return true
			}
		}
		return yield(u)
	}
	return true
}

// eachEdge yields what the weights of v are if it lies on an edge of t, by a coordinate in which the edge extends.
func eachEdge(v point, t *[3]point, yield func([3]*big.Int) bool) bool {
	for k := range 3 {
		next := (k + 1) % 3
		for axis := range 3 {
			length := new(big.Int).Sub(t[next][axis], t[k][axis])
			if length.Sign() == 0 {
				continue
			}
			u := [3]*big.Int{new(big.Int), new(big.Int), new(big.Int)}
			u[k].Sub(t[next][axis], v[axis])
			u[next].Sub(v[axis], t[k][axis])
			if length.Sign() < 0 {
				u[k].Neg(u[k])
				u[next].Neg(u[next])
			}
			if u[k].Sign() >= 0 && u[next].Sign() >= 0 && !yield(u) {
				return false
			}
			break
		}
	}
	return true
}

// flat is twice the signed area of a, b, c seen along an axis.
func flat(a, b, c point, axis int) *big.Int { return cross(sub(b, a), sub(c, a))[axis] }

// crossing returns how far along a to b and c to d their lines cross, as s/of and t/of, seen along an axis from which they are not
// parallel; of is not negative, and 0 if they are parallel.
func crossing(a, b, c, d point) (s, t, of *big.Int) {
	e, f, g := sub(b, a), sub(d, c), sub(c, a)
	normal, axis := cross(e, f), 0
	for axis < 2 && normal[axis].Sign() == 0 {
		axis++
	}
	of, s, t = normal[axis], cross(g, f)[axis], cross(g, e)[axis]
	if of.Sign() < 0 {
		return s.Neg(s), t.Neg(t), of.Neg(of)
	}
	return s, t, of
}
