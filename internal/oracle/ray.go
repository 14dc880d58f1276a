package oracle

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Entry returns the least t ≥ 0 for which origin + t·direction is in the convex hull of at most
// eight points, nil if there is none. It is the least value of a linear program, hence that
// of one of its basic solutions: those in which the columns of the unknowns that are not 0
// are independent. All of them are tried.
func Entry(origin, direction geom.Vec, points []geom.Vec) *big.Rat {
	all := append([]geom.Vec{origin, direction}, points...)
	v := integral(all, leastExponent(all...))
	var least *big.Rat
	for set := 1; set < 1<<len(points); set++ {
		var corners []vector
		for i := range points {
			if set>>i&1 != 0 {
				corners = append(corners, v[i+2])
			}
		}
		for _, moves := range []bool{false, true} {
			if t := basic(v[0], v[1], corners, moves); t != nil && (least == nil || t.Cmp(least) < 0) {
				least = t
			}
		}
	}
	return least
}

// basic returns t where Σwᵢ·cornerᵢ − t·direction = origin and Σwᵢ = 1 have one solution, and
// it has no negative number; nil otherwise. Without moves t is 0.
func basic(origin, direction vector, corners []vector, moves bool) *big.Rat {
	n := len(corners)
	if moves {
		n++
	}
	if n > 4 {
		return nil
	}
	rows := make([][]*big.Int, 4)
	for k := range 4 {
		for _, c := range corners {
			rows[k] = append(rows[k], entryOf(c, k))
		}
		if moves {
			d := new(big.Int)
			if k < 3 {
				d.Neg(direction[k])
			}
			rows[k] = append(rows[k], d)
		}
		rows[k] = append(rows[k], entryOf(origin, k))
	}
	if !solve(rows, n) {
		return nil
	}
	for i := range n {
		if rows[i][n].Sign()*rows[i][i].Sign() < 0 {
			return nil
		}
	}
	if moves {
		return new(big.Rat).SetFrac(rows[n-1][n], rows[n-1][n-1])
	}
	return new(big.Rat)
}

// entryOf is coordinate k of a point, and 1 for k = 3.
func entryOf(p vector, k int) *big.Int {
	if k == 3 {
		return big.NewInt(1)
	}
	return p[k]
}

// solve solves rows for n unknowns by Gaussian elimination without fractions; false unless
// there is exactly one solution, whose number i is rows[i][n]/rows[i][i].
func solve(rows [][]*big.Int, n int) bool {
	for col := range n {
		pivot := -1
		for r := col; r < len(rows); r++ {
			if rows[r][col].Sign() != 0 {
				pivot = r
				break
			}
		}
		if pivot < 0 {
			return false
		}
		rows[col], rows[pivot] = rows[pivot], rows[col]
		for r := range rows {
			if r != col && rows[r][col].Sign() != 0 {
				rows[r] = eliminate(rows[r], rows[col], col)
			}
		}
	}
	for _, r := range rows[n:] {
		if r[n].Sign() != 0 {
			return false
		}
	}
	return true
}

func eliminate(row, by []*big.Int, col int) []*big.Int {
	out := make([]*big.Int, len(row))
	for k := range row {
		out[k] = new(big.Int).Mul(row[k], by[col])
		out[k].Sub(out[k], new(big.Int).Mul(row[col], by[k]))
	}
	return out
}

// InBallBy reports whether origin + t·direction is in a closed ball for some t from 0 to x:
// whether the point of that segment nearest to the centre is. A ball of negative radius is
// empty.
func InBallBy(origin, direction geom.Vec, ball *geom.Sphere, x *big.Rat) bool {
	if ball.Radius < 0 {
		return false
	}
	all := []geom.Vec{origin, direction, ball.Center, {X: ball.Radius}}
	v := integral(all, leastExponent(all...))
	from, d, r := minus(v[0], v[2]), v[1], v[3][0]
	t := new(big.Int).Neg(dot(from, d)) // a numerator; that of the nearest point of the line
	below := dot(d, d)
	if end := new(big.Int).Mul(x.Num(), below); t.Sign() < 0 {
		t.SetInt64(0)
	} else if new(big.Int).Mul(t, x.Denom()).Cmp(end) > 0 {
		t, below = x.Num(), x.Denom()
	}
	var p vector
	for k := range 3 {
		p[k] = new(big.Int).Mul(from[k], below)
		p[k].Add(p[k], new(big.Int).Mul(t, d[k]))
	}
	reach := new(big.Int).Mul(r, below)
	return dot(p, p).Cmp(reach.Mul(reach, reach)) <= 0
}
