package oracle

import (
	"math/big"
	"math/rand/v2"

	"github.com/collide-go/collide/geom"
)

// Winding returns how often a closed surface goes around p, which must not lie on it:
// crossings from the inside outward less those inward, along a segment from p to a point
// far away that passes no edge. A degenerate triangle has no inside to cross.
func Winding(p geom.Vec, triangles []geom.Triangle) int {
	points := []geom.Vec{p}
	for i := range triangles {
		points = append(points, triangles[i][:]...)
	}
	v := integral(points, leastExponent(points...))
	for seed := uint64(0); ; seed++ {
		if n, ok := along(v[0], faraway(v, seed), v[1:]); ok {
			return n
		}
	}
}

// faraway returns v[0] moved in a random direction, beyond all points.
func faraway(v []vector, seed uint64) (far vector) {
	bits := 0
	for _, x := range v {
		for k := range 3 {
			bits = max(bits, x[k].BitLen())
		}
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for k := range 3 {
		d := big.NewInt(r.Int64N(1<<40) - 1<<39)
		far[k] = d.Add(d.Lsh(d, uint(bits+3)), v[0][k])
	}
	return far
}

// along sums the crossings of the segment from p to far; false where it meets an edge.
func along(p, far vector, corners []vector) (sum int, ok bool) {
	way := []vector{p, far}
	for i := 0; i < len(corners); i += 3 {
		t := corners[i : i+3]
		if !common(way, t).feasible() {
			continue
		}
		for k := range 3 {
			if common(way, []vector{t[k], t[(k+1)%3]}).feasible() {
				return 0, false
			}
		}
		n := cross(minus(t[1], t[0]), minus(t[2], t[0]))
		sum += dot(n, minus(far, p)).Sign()
	}
	return sum, true
}
