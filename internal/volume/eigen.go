package volume

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Eigenvectors returns the unit eigenvectors of a symmetric matrix as rows, by
// cyclic Jacobi rotations: ten sweeps bring 3×3 matrices to rounding. The rows
// are orthonormal up to a few roundings; a matrix with entries that are not
// finite gives the axes.
func Eigenvectors(c geom.Mat) geom.Mat {
	v := geom.Identity.R
	for range 10 {
		// What is below this no longer turns the axes by anything float64 can tell.
		if off := math.Abs(c[1]) + math.Abs(c[2]) + math.Abs(c[5]); off <= 0x1p-80*(math.Abs(c[0])+math.Abs(c[4])+math.Abs(c[8])) {
			break
		}
		for _, pq := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			rotate(&c, &v, pq[0], pq[1])
		}
	}
	// Rounding piles up over the rotations: make the rows orthonormal again.
	x := v.Row(0).Scale(1 / v.Row(0).Norm())
	y := v.Row(1).Sub(x.Scale(x.Dot(v.Row(1))))
	y = y.Scale(1 / y.Norm())
	z := x.Cross(y)
	z = z.Scale(1 / z.Norm())
	m := geom.Mat{x.X, x.Y, x.Z, y.X, y.Y, y.Z, z.X, z.Y, z.Z}
	if p := (geom.Pose{R: m}); !(p.OrthonormalDefect() <= 16*u) {
		return geom.Identity.R
	}
	return m
}

// rotate zeroes entry (p, q).
func rotate(c, v *geom.Mat, p, q int) {
	off := c[3*p+q]
	if off == 0 {
		return
	}
	theta := (c[3*q+q] - c[3*p+p]) / (2 * off)
	t := 1 / (math.Abs(theta) + math.Sqrt(float64(theta*theta)+1))
	if theta < 0 {
		t = -t
	}
	cos := 1 / math.Sqrt(float64(t*t)+1)
	sin := float64(t * cos)
	for k := range 3 {
		a, b := c[3*k+p], c[3*k+q]
		c[3*k+p], c[3*k+q] = float64(cos*a)-float64(sin*b), float64(sin*a)+float64(cos*b)
	}
	for k := range 3 {
		a, b := c[3*p+k], c[3*q+k]
		c[3*p+k], c[3*q+k] = float64(cos*a)-float64(sin*b), float64(sin*a)+float64(cos*b)
		a, b = v[3*p+k], v[3*q+k]
		v[3*p+k], v[3*q+k] = float64(cos*a)-float64(sin*b), float64(sin*a)+float64(cos*b)
	}
}
