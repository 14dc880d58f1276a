// Package oracle decides what package predicate decides, slowly, and shares no code and
// no idea with it: convex combinations of corners and a simplex method in integers. Tests
// alone import it.
package oracle

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// vector is a point or a direction in integers, all of one problem scaled alike.
type vector [3]*big.Int

// integral multiplies all numbers by the power of two 2⁻ˡᵉᵃˢᵗ, which makes them integers.
func integral(points []geom.Vec, least int) []vector {
	out := make([]vector, len(points))
	for i, p := range points {
		for k := range 3 {
			out[i][k] = scaled(p.At(k), least)
		}
	}
	return out
}

// leastExponent returns an e for which all coordinates are multiples of 2ᵉ.
func leastExponent(points ...geom.Vec) int {
	least := math.MaxInt
	for _, p := range points {
		for k := range 3 {
			if x := p.At(k); x != 0 {
				_, e := math.Frexp(x)
				least = min(least, max(e-53, -1074))
			}
		}
	}
	if least == math.MaxInt {
		return 0
	}
	return least
}

// scaled returns x·2⁻ˡᵉᵃˢᵗ.
func scaled(x float64, least int) *big.Int {
	f := new(big.Float).SetFloat64(x)
	i, accuracy := f.SetMantExp(f, -least).Int(nil)
	if accuracy != big.Exact {
		panic("oracle: a coordinate is no multiple of the unit")
	}
	return i
}

func dot(a, b vector) *big.Int {
	s := new(big.Int)
	for k := range 3 {
		s.Add(s, new(big.Int).Mul(a[k], b[k]))
	}
	return s
}

func minus(a, b vector) (d vector) {
	for k := range 3 {
		d[k] = new(big.Int).Sub(a[k], b[k])
	}
	return d
}

// Meet reports whether the convex hulls of two sets of points share a point: whether there
// are weights λ, μ ≥ 0 that sum to 1 each with Σ λᵢ·pᵢ = Σ μⱼ·qⱼ.
func Meet(p, q []geom.Vec) bool {
	least := leastExponent(append(append([]geom.Vec(nil), p...), q...)...)
	return common(integral(p, least), integral(q, least)).feasible()
}

// common is the program of the points that two hulls have in common.
func common(p, q []vector) *program {
	rows := make([][]*big.Int, 5)
	for k := range 3 {
		for i := range p {
			rows[k] = append(rows[k], new(big.Int).Set(p[i][k]))
		}
		for j := range q {
			rows[k] = append(rows[k], new(big.Int).Neg(q[j][k]))
		}
		rows[k] = append(rows[k], new(big.Int))
	}
	for i := range len(p) + len(q) {
		inP, inQ := big.NewInt(1), new(big.Int)
		if i >= len(p) {
			inP, inQ = inQ, inP
		}
		rows[3], rows[4] = append(rows[3], inP), append(rows[4], inQ)
	}
	rows[3], rows[4] = append(rows[3], big.NewInt(1)), append(rows[4], big.NewInt(1))
	return newProgram(rows)
}

// SelfContact reports whether two triangles of one mesh are in contact by the project's
// contract: local are their corners in the mesh's coordinates, p and q those in the world.
// Corners at equal local positions are shared. Triangles with equal sets of corners are in
// contact, others if a point common to both in the world lies outside the hull of the
// shared corners.
func SelfContact(localP, localQ, p, q *geom.Triangle) bool {
	var shared []geom.Vec
	for i := range localP {
		if has(localQ, localP[i]) {
			shared = append(shared, p[i])
		}
	}
	if len(shared) == 3 && has(localP, localQ[0]) && has(localP, localQ[1]) && has(localP, localQ[2]) {
		return true
	}
	if len(shared) == 0 {
		return Meet(p[:], q[:])
	}
	least := leastExponent(p[0], p[1], p[2], q[0], q[1], q[2])
	return beyond(integral(p[:], least), integral(q[:], least), integral(shared, least))
}

func has(t *geom.Triangle, v geom.Vec) bool { return t[0] == v || t[1] == v || t[2] == v }

// beyond reports whether the hulls of p and q have a point in common outside the hull of s,
// a part of it. That is a point or a segment here, the intersection of half-spaces c·x ≤ m
// with m the maximum over s: the question is whether one of them is exceeded.
func beyond(p, q, s []vector) bool {
	for _, c := range functionals(s) {
		limit := dot(c, s[0])
		for _, x := range s {
			if d := dot(c, x); d.Cmp(limit) > 0 {
				limit = d
			}
		}
		objective := make([]*big.Int, 0, len(p)+len(q))
		for i := range p {
			objective = append(objective, dot(c, p[i]))
		}
		for range q {
			objective = append(objective, new(big.Int))
		}
		program := common(p, q)
		if !program.feasible() {
			panic("oracle: triangles with a common corner do not meet")
		}
		if program.maximum(objective).Cmp(new(big.Rat).SetInt(limit)) > 0 {
			return true
		}
	}
	return false
}

// functionals returns the outer normals of half-spaces whose intersection is the hull of
// s, which must be a point or a segment: both directions along it, or along each axis, and
// across it. The ends of a segment of three points are among them.
func functionals(s []vector) (c []vector) {
	along := minus(s[len(s)-1], s[0])
	if len(s) == 3 && isZero(along) {
		along = minus(s[1], s[0])
	}
	for k := range 3 {
		unit := vector{new(big.Int), new(big.Int), new(big.Int)}
		unit[k].SetInt64(1)
		if !isZero(along) {
			unit = cross(along, unit)
		}
		c = append(c, unit, negative(unit))
	}
	return append(c, along, negative(along))
}

func isZero(v vector) bool { return v[0].Sign() == 0 && v[1].Sign() == 0 && v[2].Sign() == 0 }

func negative(v vector) vector {
	return minus(vector{new(big.Int), new(big.Int), new(big.Int)}, v)
}

func cross(a, b vector) (c vector) {
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		c[k] = new(big.Int).Mul(a[i], b[j])
		c[k].Sub(c[k], new(big.Int).Mul(a[j], b[i]))
	}
	return c
}
