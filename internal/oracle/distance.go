package oracle

import (
	"math/big"
	"math/bits"

	"github.com/collide-go/collide/geom"
)

// SquaredDistance returns the square of the distance of the convex hulls of two sets of
// points. The nearest points are inside faces of the hulls, spanned by some of the points
// each. The least distance of the flats through these is where the way between them is
// square to both: a system of linear equations, solved by Cramer's rule. Every solution with
// weights of at least 0 is a distance of two points of the hulls, so the least is the answer;
// systems without a unique solution are left out, since a smaller face has it, too.
func SquaredDistance(p, q []geom.Vec) *big.Rat {
	least := leastExponent(append(append([]geom.Vec(nil), p...), q...)...)
	a, b := integral(p, least), integral(q, least)
	var num, den *big.Int
	for s := 1; s < 1<<len(p); s++ {
		for t := 1; t < 1<<len(q); t++ {
			if bits.OnesCount(uint(s))+bits.OnesCount(uint(t)) > 5 {
				continue // more than three directions, which are dependent
			}
			n, d := flats(chosen(a, s), chosen(b, t))
			if d != nil && n.Sign() == 0 {
				return new(big.Rat) // nothing is nearer
			}
			if d != nil && (den == nil || new(big.Int).Mul(n, den).Cmp(new(big.Int).Mul(num, d)) < 0) {
				num, den = n, d
			}
		}
	}
	r := new(big.Rat).SetFrac(num, den)
	unit := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(2*least, -2*least))))
	if least < 0 {
		unit.Inv(unit)
	}
	return r.Mul(r, unit)
}

func chosen(points []vector, set int) (list []vector) {
	for i, p := range points {
		if set>>i&1 != 0 {
			list = append(list, p)
		}
	}
	return list
}

// flats returns the square of the distance of the flats through two sets of points as a
// fraction, nil where the nearest points are not unique or not in the hulls of the sets.
func flats(p, q []vector) (num, den *big.Int) {
	r := minus(p[0], q[0])
	var d []vector // directions of p, and those of q turned round
	for _, x := range p[1:] {
		d = append(d, minus(x, p[0]))
	}
	for _, x := range q[1:] {
		d = append(d, minus(q[0], x))
	}
	gram := make([][]*big.Int, len(d))
	side := make([]*big.Int, len(d))
	for i := range d {
		for j := range d {
			gram[i] = append(gram[i], dot(d[i], d[j]))
		}
		side[i] = new(big.Int).Neg(dot(d[i], r))
	}
	det := determinant(gram)
	if det.Sign() == 0 {
		return nil, nil
	}
	w := make([]*big.Int, len(d)) // weights times det, which is above 0
	for i := range d {
		if w[i] = determinant(replaced(gram, i, side)); w[i].Sign() < 0 {
			return nil, nil
		}
	}
	if !convex(w[:len(p)-1], det) || !convex(w[len(p)-1:], det) {
		return nil, nil
	}
	for k := range 3 {
		r[k].Mul(r[k], det)
		for i := range d {
			r[k].Add(r[k], new(big.Int).Mul(w[i], d[i][k]))
		}
	}
	return dot(r, r), det.Mul(det, det)
}

// convex reports whether weights and what they leave of the whole are at least 0.
func convex(w []*big.Int, whole *big.Int) bool {
	rest := new(big.Int).Set(whole)
	for _, x := range w {
		if x.Sign() < 0 {
			return false
		}
		rest.Sub(rest, x)
	}
	return rest.Sign() >= 0
}

// replaced returns a matrix with another column i.
func replaced(m [][]*big.Int, i int, column []*big.Int) [][]*big.Int {
	out := make([][]*big.Int, len(m))
	for k := range m {
		out[k] = append([]*big.Int(nil), m[k]...)
		out[k][i] = column[k]
	}
	return out
}

// determinant expands along the first row; that of nothing is 1.
func determinant(m [][]*big.Int) *big.Int {
	sum := new(big.Int)
	switch len(m) {
	case 0:
		return sum.SetInt64(1)
	case 1:
		return sum.Set(m[0][0])
	}
	for j := range m {
		var minor [][]*big.Int
		for _, row := range m[1:] {
			minor = append(minor, append(append([]*big.Int(nil), row[:j]...), row[j+1:]...))
		}
		term := new(big.Int).Mul(m[0][j], determinant(minor))
		if j%2 != 0 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	return sum
}
