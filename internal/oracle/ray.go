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
	var least *big.Rat
	for set := 1; set < 1<<len(points); set++ {
		var corners []geom.Vec
		for i, p := range points {
			if set>>i&1 != 0 {
				corners = append(corners, p)
			}
		}
		for _, moves := range []bool{false, true} {
			if t := basic(origin, direction, corners, moves); t != nil && (least == nil || t.Cmp(least) < 0) {
				least = t
			}
		}
	}
	return least
}

// basic returns t where Σwᵢ·cornerᵢ − t·direction = origin and Σwᵢ = 1 have one solution, and
// it has no negative number; nil otherwise. Without moves t is 0.
func basic(origin, direction geom.Vec, corners []geom.Vec, moves bool) *big.Rat {
	n := len(corners)
	if moves {
		n++
	}
	if n > 4 {
		return nil
	}
	var rows [4][]*big.Rat
	for k := range 4 {
		for _, c := range corners {
			rows[k] = append(rows[k], entryOf(c, k))
		}
		if moves {
			d := new(big.Rat)
			if k < 3 {
				d.Neg(rational(direction.At(k)))
			}
			rows[k] = append(rows[k], d)
		}
		rows[k] = append(rows[k], entryOf(origin, k))
	}
	x := solve(rows[:], n)
	if x == nil {
		return nil
	}
	for _, v := range x {
		if v.Sign() < 0 {
			return nil
		}
	}
	if moves {
		return x[n-1]
	}
	return new(big.Rat)
}

// entryOf is coordinate k of a point, and 1 for k = 3.
func entryOf(p geom.Vec, k int) *big.Rat {
	if k == 3 {
		return big.NewRat(1, 1)
	}
	return rational(p.At(k))
}

func rational(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// solve solves rows for n unknowns by Gaussian elimination; nil unless there is exactly one
// solution.
func solve(rows [][]*big.Rat, n int) []*big.Rat {
	for col := range n {
		pivot := -1
		for r := col; r < len(rows); r++ {
			if rows[r][col].Sign() != 0 {
				pivot = r
				break
			}
		}
		if pivot < 0 {
			return nil
		}
		rows[col], rows[pivot] = rows[pivot], rows[col]
		for r := range rows {
			if r != col && rows[r][col].Sign() != 0 {
				eliminate(rows[r], rows[col], col)
			}
		}
	}
	for _, r := range rows[n:] {
		if r[n].Sign() != 0 {
			return nil
		}
	}
	x := make([]*big.Rat, n)
	for i := range x {
		x[i] = new(big.Rat).Quo(rows[i][n], rows[i][i])
	}
	return x
}

func eliminate(row, by []*big.Rat, col int) {
	f := new(big.Rat).Quo(row[col], by[col])
	for k := range row {
		row[k] = new(big.Rat).Sub(row[k], new(big.Rat).Mul(f, by[k]))
	}
}

// InBallBy reports whether origin + t·direction is in a closed ball for some t from 0 to x:
// whether the point of that segment nearest to the centre is. A ball of negative radius is
// empty.
func InBallBy(origin, direction geom.Vec, ball *geom.Sphere, x *big.Rat) bool {
	if ball.Radius < 0 {
		return false
	}
	along, dd := new(big.Rat), new(big.Rat)
	var from, d [3]*big.Rat
	for k := range 3 {
		from[k] = new(big.Rat).Sub(rational(origin.At(k)), rational(ball.Center.At(k)))
		d[k] = rational(direction.At(k))
		along.Sub(along, new(big.Rat).Mul(from[k], d[k]))
		dd.Add(dd, new(big.Rat).Mul(d[k], d[k]))
	}
	t := new(big.Rat).Quo(along, dd)
	if t.Sign() < 0 {
		t.SetInt64(0)
	} else if t.Cmp(x) > 0 {
		t.Set(x)
	}
	sum := new(big.Rat)
	for k := range 3 {
		p := new(big.Rat).Add(from[k], new(big.Rat).Mul(t, d[k]))
		sum.Add(sum, p.Mul(p, p))
	}
	r := rational(ball.Radius)
	return sum.Cmp(r.Mul(r, r)) <= 0
}
