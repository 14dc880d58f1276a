package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Volume finds the sign of the volume that closed triangles enclose, the sum of
// det(a, b, c) over them: 1 if their normals point outward, −1 if inward. The zero value is
// ready; Add all, then ask for the Sign.
//
// Each determinant has six terms of two products; with the five additions within and the
// one to the sum no value sees more than 8+n roundings, n being the number of triangles. So
// the error is below ((1+u)^(n+8)−1)·P for P the exact sum of the absolute terms, and P is below
// its computed sum times (1−u)^−(n+8). While n ≤ 2³⁰ both powers are within 1 ± 2⁻²²: (n+16)u times the
// computed P bounds the error if nothing underflows; products that do lose less than
// 2⁻¹⁰⁷⁴·|x| ≤ 2⁻¹⁰⁷⁴·2³⁰⁰ each, nothing next to u·P for P ≥ 2⁻⁷⁰⁰. Beyond that, and where the bound
// does not decide, integers do.
type Volume struct {
	sum, size, greatest float64
	n                   int
}

// Add adds a triangle.
func (v *Volume) Add(q *geom.Triangle) {
	a, b, c := q[0], q[1], q[2]
	x1, x2 := float64(b.Y*c.Z), float64(b.Z*c.Y)
	y1, y2 := float64(b.Z*c.X), float64(b.X*c.Z)
	z1, z2 := float64(b.X*c.Y), float64(b.Y*c.X)
	v.sum += float64(a.X*(x1-x2)) + float64(a.Y*(y1-y2)) + float64(a.Z*(z1-z2))
	v.size += float64(math.Abs(a.X)*(math.Abs(x1)+math.Abs(x2))) + float64(math.Abs(a.Y)*(math.Abs(y1)+math.Abs(y2))) +
		float64(math.Abs(a.Z)*(math.Abs(z1)+math.Abs(z2)))
	v.greatest = max(v.greatest, a.MaxAbs(), b.MaxAbs(), c.MaxAbs())
	v.n++
}

const (
	volumeLeast    = 0x1p-700
	volumeGreatest = 0x1p+300
	volumeMost     = 1 << 30
)

// Sign returns the sign; at returns the triangle that was added as number i.
func (v *Volume) Sign(at func(i int) geom.Triangle) int {
	if v.sure() {
		return signOfNonzero(v.sum)
	}
	sum := new(big.Int)
	for i := range v.n {
		q := at(i)
		a, b, c := integers(q[0]), integers(q[1]), integers(q[2])
		n := b.cross(&c)
		sum.Add(sum, a.dot(&n))
	}
	return sum.Sign()
}

// sure reports whether the sum has the sign of the volume.
func (v *Volume) sure() bool {
	return v.n <= volumeMost && v.greatest <= volumeGreatest && v.size >= volumeLeast && math.Abs(v.sum) > v.bound()
}

// bound returns that of the sum's error.
func (v *Volume) bound() float64 { return float64(v.n+16) * u * v.size }

func integers(a geom.Vec) bigVec { return bigVec{integer(a.X), integer(a.Y), integer(a.Z)} }
