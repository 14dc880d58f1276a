package sim

import (
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
)

// Frictionless impulses. With u the velocities of A against B along the normals of
// a manifold, M the masses and J the map from the bodies' velocities to u, impulses
// λ ≥ 0 along the normals change u to u + Wλ, W = J·M⁻¹·Jᵀ. Newton's law of
// restitution asks for u + Wλ = −e·u where λ > 0. For any λ ≥ 0 that obeys it the
// energy changes by −(1−e)/(1+e)·½λᵀWλ ≤ 0, momentum and angular momentum of the two
// together not at all. Four corners of a face give a W of rank 3; the λ of least
// norm is then W⁺·(−(1+e)u), and the velocities after it are the same for all λ.

// mostRows bounds a manifold; those of meshes are thinned out to it.
const mostRows = 16

// row is one point of a manifold in the equations.
type row struct {
	touch
	u      float64  // velocity of A against B along n
	ta, tb geom.Vec // (p−x)×n
	wa, wb geom.Vec // the angular velocities an impulse of 1 gives
}

// collision is the impact of two bodies, with room for its equations.
type collision struct {
	a, b    *rigid
	touches []touch
	rows    []row
	fastest float64                      // approach of all rows
	w, e    [mostRows * mostRows]float64 // W and, after solve, eigenvectors
	lambda  [mostRows]float64
}

// setRows turns the touches into rows; points that part or slide are left out.
// slow is a speed below which nothing approaches.
func (c *collision) setRows(now, slow float64) {
	c.thin()
	c.rows = c.rows[:0]
	least := 0.0
	for i := range c.touches {
		r := row{touch: c.touches[i]}
		r.u = c.a.velocity(now, r.p).Sub(c.b.velocity(now, r.p)).Dot(r.n) + r.drift
		least = min(least, r.u)
		c.rows = append(c.rows, r)
	}
	c.fastest = -least
	limit := min(-slow, 1e-9*least)
	c.rows = slices.DeleteFunc(c.rows, func(r row) bool { return r.u >= limit })
	for i := range c.rows {
		r := &c.rows[i]
		r.ta, r.wa = c.a.lever(r.p, r.n)
		r.tb, r.wb = c.b.lever(r.p, r.n)
	}
}

// lever returns the torque of an impulse of 1 along n at p and the angular
// velocity it gives.
func (b *rigid) lever(p, n geom.Vec) (torque, turn geom.Vec) {
	if b.fixed || b.form == ball {
		return geom.Vec{}, geom.Vec{}
	}
	torque = p.Sub(b.x).Cross(n)
	return torque, b.angular(torque)
}

// thin drops touches that stand twice and, of more than mostRows, keeps those
// farthest from each other.
func (c *collision) thin() {
	if len(c.touches) <= 1 {
		return
	}
	same := float64(atOnce * (c.a.reach + c.b.reach))
	if c.a.fixed != c.b.fixed { // the other may be as large as the scene
		same = float64(atOnce * max(float64(c.a.inv*c.a.reach), float64(c.b.inv*c.b.reach)) / max(c.a.inv, c.b.inv))
	}
	kept := c.touches[:0]
	for _, t := range c.touches {
		if !slices.ContainsFunc(kept, func(o touch) bool {
			return o.p.Sub(t.p).MaxAbs() <= same && o.n.Sub(t.n).MaxAbs() <= 1e-9
		}) {
			kept = append(kept, t)
		}
	}
	c.touches = kept
	for k := 1; k < len(kept) && len(kept) > mostRows; k++ {
		if k == mostRows {
			c.touches = kept[:mostRows]
			return
		}
		far, most := k, -1.0
		for i := k; i < len(kept); i++ {
			d := math.Inf(1)
			for _, o := range kept[:k] {
				v := kept[i].p.Sub(o.p)
				d = min(d, v.Dot(v))
			}
			if d > most {
				far, most = i, d
			}
		}
		kept[k], kept[far] = kept[far], kept[k]
	}
}

func (c *collision) coefficient(i, j *row) float64 {
	return float64(i.n.Dot(j.n)*(c.a.inv+c.b.inv)) + i.ta.Dot(j.wa) + i.tb.Dot(j.wb)
}

// solve finds the impulses for restitution e. False means that there is nothing
// to push against: two fixed bodies.
func (c *collision) solve(e float64) bool {
	clear(c.lambda[:])
	if len(c.rows) == 1 {
		w := c.coefficient(&c.rows[0], &c.rows[0])
		if !(w > 0) {
			return false
		}
		c.lambda[0] = -(1 + e) * c.rows[0].u / w
		return true
	}
	active := (uint32(1) << len(c.rows)) - 1
	for active != 0 {
		worst := c.leastNorm(active, e)
		if worst < 0 {
			return c.loses()
		}
		active &^= 1 << worst
	}
	return false
}

// leastNorm solves for the active rows by the eigenvectors of W and returns the
// row that pulls most, −1 if none does.
func (c *collision) leastNorm(active uint32, e float64) (worst int) {
	var rows [mostRows]int
	k := 0
	for i := range c.rows {
		if active>>i&1 != 0 {
			rows[k] = i
			k++
		}
	}
	for i := range k {
		for j := range i + 1 {
			w := c.coefficient(&c.rows[rows[i]], &c.rows[rows[j]])
			c.w[i*mostRows+j], c.w[j*mostRows+i] = w, w
		}
	}
	diagonalise(c.w[:], c.e[:], mostRows, k)
	most := 0.0
	for i := range k {
		most = max(most, c.w[i*mostRows+i])
	}
	clear(c.lambda[:])
	for j := range k {
		value := c.w[j*mostRows+j]
		if !(value > 1e-11*most) {
			continue // W has no such direction
		}
		s := 0.0
		for i := range k {
			s += float64(c.e[i*mostRows+j] * c.rows[rows[i]].u)
		}
		s = -(1 + e) * s / value
		for i := range k {
			c.lambda[rows[i]] += float64(c.e[i*mostRows+j] * s)
		}
	}
	worst = -1
	least, size := 0.0, 0.0
	for i := range k {
		x := c.lambda[rows[i]]
		size = max(size, math.Abs(x))
		if x < least {
			worst, least = rows[i], x
		}
	}
	if least >= -1e-13*size {
		return -1
	}
	return worst
}

// loses makes sure that the impulses take energy or, except for rounding, leave it:
// λ·u + ½λᵀWλ ≤ 0.
func (c *collision) loses() bool {
	linear, square := 0.0, 0.0
	for i := range c.rows {
		li := c.lambda[i]
		linear += float64(li * c.rows[i].u)
		for j := range c.rows {
			square += float64(float64(li*c.lambda[j]) * c.coefficient(&c.rows[i], &c.rows[j]))
		}
	}
	return linear < 0 && linear+float64(0.5*square) <= -1e-14*linear
}

// one solves for the row that approaches fastest alone, which never fails unless
// both bodies are fixed.
func (c *collision) one(e float64) bool {
	fastest := 0
	for i := range c.rows {
		if c.rows[i].u < c.rows[fastest].u {
			fastest = i
		}
	}
	c.rows[0] = c.rows[fastest]
	c.rows = c.rows[:1]
	return c.solve(e)
}

// apply pushes the bodies apart and returns the sum of the impulses, and where
// they act on the whole.
func (c *collision) apply() (total, point geom.Vec) {
	sum := 0.0
	for i := range c.rows {
		l, r := c.lambda[i], &c.rows[i]
		if l == 0 {
			continue
		}
		j := r.n.Scale(l)
		c.a.push(j, r.p)
		c.b.push(j.Scale(-1), r.p)
		total, point, sum = total.Add(j), point.Add(r.p.Scale(l)), sum+l
	}
	return total, point.Scale(1 / sum)
}

// diagonalise turns the k×k symmetric matrix w, with rows of the given stride,
// into its eigenvalues on the diagonal, and sets the columns of e to the
// eigenvectors, by cyclic Jacobi rotations (Golub and Van Loan, "Matrix
// Computations", section 8.5).
func diagonalise(w, e []float64, stride, k int) {
	for i := range k {
		for j := range k {
			e[i*stride+j] = 0
		}
		e[i*stride+i] = 1
	}
	for range 30 {
		off, all := 0.0, 0.0
		for i := range k {
			for j := range k {
				x := float64(w[i*stride+j] * w[i*stride+j])
				all += x
				if i != j {
					off += x
				}
			}
		}
		if off <= 1e-34*all {
			return
		}
		for p := range k {
			for q := p + 1; q < k; q++ {
				rotatePlane(w, e, stride, k, p, q)
			}
		}
	}
}

// rotatePlane makes w[p][q] zero.
func rotatePlane(w, e []float64, stride, k, p, q int) {
	x := w[p*stride+q]
	if x == 0 {
		return
	}
	theta := (w[q*stride+q] - w[p*stride+p]) / (2 * x)
	t := math.Copysign(1, theta) / (math.Abs(theta) + math.Sqrt(1+float64(theta*theta)))
	c := 1 / math.Sqrt(1+float64(t*t))
	s := float64(t * c)
	turn := func(m []float64, i, j int) {
		a, b := m[i], m[j]
		m[i], m[j] = float64(c*a)-float64(s*b), float64(s*a)+float64(c*b)
	}
	for i := range k {
		turn(w, i*stride+p, i*stride+q)
	}
	for i := range k {
		turn(w, p*stride+i, q*stride+i)
	}
	w[p*stride+q], w[q*stride+p] = 0, 0
	for i := range k {
		turn(e, i*stride+p, i*stride+q)
	}
}
