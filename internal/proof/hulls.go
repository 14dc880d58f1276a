package proof

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// exactVec is a point or a difference in rational numbers.
type exactVec [3]*big.Rat

func exactly(v geom.Vec) exactVec {
	return exactVec{new(big.Rat).SetFloat64(v.X), new(big.Rat).SetFloat64(v.Y), new(big.Rat).SetFloat64(v.Z)}
}

func (v *exactVec) dot(w *exactVec) *big.Rat {
	sum := new(big.Rat)
	for k := range v {
		sum.Add(sum, new(big.Rat).Mul(v[k], w[k]))
	}
	return sum
}

// corner is a difference of a point of one hull and a point of the other, with its weight.
type corner struct {
	place [2]int
	at    exactVec
	share *big.Rat
}

// nearest is the shortest difference of two hulls, as a sum of at most four differences of their points.
type nearest struct {
	at      exactVec
	corners []corner
}

// closestHulls returns the shortest difference q − p of a point p of the hull of a and a point q of that of b, exactly, by Wolfe's method:
// Finding the nearest point in a polytope, Mathematical Programming 11 (1976). The differences in use are affinely independent, so that
// they are at most four, and each step comes nearer, so that it ends.
func closestHulls(a, b []geom.Vec) *nearest {
	p, q := make([]exactVec, len(a)), make([]exactVec, len(b))
	for i := range a {
		p[i] = exactly(a[i])
	}
	for j := range b {
		q[j] = exactly(b[j])
	}
	n := &nearest{}
	n.add(p, q, [2]int{})
	n.corners[0].share = big.NewRat(1, 1)
	n.sum()
	for {
		place := [2]int{farthest(&n.at, p, 1), farthest(&n.at, q, -1)}
		x := new(big.Rat).Sub(n.at.dot(&q[place[1]]), n.at.dot(&p[place[0]]))
		if x.Cmp(n.square()) >= 0 {
			return n
		}
		n.add(p, q, place)
		n.shrink()
	}
}

// farthest returns which point is farthest along d, or for a sign of −1 against it.
func farthest(d *exactVec, list []exactVec, sign int) (at int) {
	var most *big.Rat
	for i := range list {
		if x := d.dot(&list[i]); most == nil || x.Cmp(most)*sign > 0 {
			most, at = x, i
		}
	}
	return at
}

func (n *nearest) square() *big.Rat { return n.at.dot(&n.at) }

// add adds a difference of two points, with a weight of 0.
func (n *nearest) add(p, q []exactVec, place [2]int) {
	c := corner{place: place, share: new(big.Rat)}
	for k := range c.at {
		c.at[k] = new(big.Rat).Sub(q[place[1]][k], p[place[0]][k])
	}
	n.corners = append(n.corners, c)
}

// sum makes the weighed sum of the differences the nearest point.
func (n *nearest) sum() {
	for k := range n.at {
		n.at[k] = new(big.Rat)
		for i := range n.corners {
			n.at[k].Add(n.at[k], new(big.Rat).Mul(n.corners[i].share, n.corners[i].at[k]))
		}
	}
}

// shrink goes to the nearest point of the plane through the differences, and leaves out those that this would give a negative weight.
func (n *nearest) shrink() {
	for {
		to := n.affine()
		step := big.NewRat(1, 1)
		for i, x := range to {
			if w := n.corners[i].share; x.Sign() < 0 {
				if t := new(big.Rat).Quo(w, new(big.Rat).Sub(w, x)); t.Cmp(step) < 0 {
					step = t
				}
			}
		}
		kept := n.corners[:0]
		for i, c := range n.corners {
			c.share = new(big.Rat).Add(c.share, new(big.Rat).Mul(step, new(big.Rat).Sub(to[i], c.share)))
			if c.share.Sign() > 0 {
				kept = append(kept, c)
			}
		}
		whole := step.Cmp(big.NewRat(1, 1)) == 0
		if n.corners = kept; whole {
			n.sum()
			return
		}
	}
}

// affine returns the weights, of sum 1, of the point of the plane through the differences that is nearest to the origin. The products with
// all differences are equal there: a linear system, which Gauss's elimination solves.
func (n *nearest) affine() []*big.Rat {
	m := len(n.corners)
	rows := make([][]*big.Rat, m+1) // weights, the common product, the right side
	for i := range rows {
		rows[i] = make([]*big.Rat, m+2)
		for j := range rows[i] {
			rows[i][j] = new(big.Rat)
		}
	}
	for i := range m {
		for j := range m {
			rows[i][j] = n.corners[i].at.dot(&n.corners[j].at)
		}
		rows[i][m].SetInt64(-1)
		rows[m][i].SetInt64(1)
	}
	rows[m][m+1].SetInt64(1)
	eliminate(rows)
	to := make([]*big.Rat, m)
	for i := range to {
		to[i] = rows[i][m+1]
	}
	return to
}

// eliminate solves a linear system whose matrix has an inverse; the last column becomes the solution.
func eliminate(rows [][]*big.Rat) {
	for k := range rows {
		for i := k; i < len(rows); i++ {
			if rows[i][k].Sign() != 0 {
				rows[i], rows[k] = rows[k], rows[i]
				break
			}
		}
		inverse := new(big.Rat).Inv(rows[k][k])
		for j := range rows[k] {
			rows[k][j] = new(big.Rat).Mul(rows[k][j], inverse)
		}
		for i := range rows {
			if f := rows[i][k]; i != k && f.Sign() != 0 {
				for j := range rows[i] {
					rows[i][j] = new(big.Rat).Sub(rows[i][j], new(big.Rat).Mul(f, rows[k][j]))
				}
			}
		}
	}
}

// weights returns which points of a hull, 0 or 1, make the closest point, at most four, and their weights.
func (n *nearest) weights(side int) (places []int, w []*big.Rat) {
	at := map[int]int{}
	for i := range n.corners {
		c := &n.corners[i]
		k, known := at[c.place[side]]
		if !known {
			k = len(places)
			at[c.place[side]] = k
			places, w = append(places, c.place[side]), append(w, new(big.Rat))
		}
		w[k].Add(w[k], c.share)
	}
	return places, w
}
