package predicate

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/collide-go/collide/geom"
)

// arena hands out integers and takes all of them back at once: they keep their memory, so
// the same computations do not allocate it again. No result may be an argument of the
// operation that computes it.
type arena struct {
	ints []*big.Int
	used int
}

func (a *arena) reset() { a.used = 0 }

func (a *arena) next() *big.Int {
	if a.used == len(a.ints) {
		a.ints = append(a.ints, new(big.Int))
	}
	a.used++
	return a.ints[a.used-1]
}

func (a *arena) add(x, y *big.Int) *big.Int { return a.next().Add(x, y) }
func (a *arena) sub(x, y *big.Int) *big.Int { return a.next().Sub(x, y) }
func (a *arena) mul(x, y *big.Int) *big.Int { return a.next().Mul(x, y) }
func (a *arena) neg(x *big.Int) *big.Int    { return a.next().Neg(x) }

// int returns m·2ⁿ.
func (a *arena) int(m int64, n uint) *big.Int {
	x := a.next().SetInt64(m)
	return x.Lsh(x, n)
}

// of returns a multiple of the units as an integer.
func (a *arena) of(u units, x float64) *big.Int {
	m, shift := mantissa(x)
	if x < 0 {
		m = -m
	}
	if m == 0 || shift <= uint(u) {
		return a.int(m>>(uint(u)-shift), 0) // no bit is lost; 0 stays 0
	}
	return a.int(m, shift-uint(u))
}

func (a *arena) vec(u units, v geom.Vec) bigVec {
	return bigVec{a.of(u, v.X), a.of(u, v.Y), a.of(u, v.Z)}
}

func (a *arena) minus(v, w *bigVec) bigVec {
	return bigVec{a.sub(v[0], w[0]), a.sub(v[1], w[1]), a.sub(v[2], w[2])}
}

func (a *arena) dot(v, w *bigVec) *big.Int {
	return a.add(a.add(a.mul(v[0], w[0]), a.mul(v[1], w[1])), a.mul(v[2], w[2]))
}

// cross2 returns p·q − r·s.
func (a *arena) cross2(p, q, r, s *big.Int) *big.Int { return a.sub(a.mul(p, q), a.mul(r, s)) }

func (a *arena) cross(v, w *bigVec) bigVec {
	return bigVec{a.cross2(v[1], w[2], v[2], w[1]), a.cross2(v[2], w[0], v[0], w[2]), a.cross2(v[0], w[1], v[1], w[0])}
}

// commonUnits returns the largest units of which all coordinates are multiples.
func commonUnits(points ...*geom.Vec) units {
	least := uint(math.MaxUint)
	for _, v := range points {
		for _, x := range [3]float64{v.X, v.Y, v.Z} {
			if m, shift := mantissa(x); m != 0 {
				least = min(least, shift+uint(bits.TrailingZeros64(uint64(m))))
			}
		}
	}
	if least == math.MaxUint {
		return 0
	}
	return units(least)
}

// edgeSideExact is edgeSide without a filter: expansions where safeRange states that they
// are exact (the direction stands for a third difference), else integers.
func (c *RayCaster) edgeSideExact(a, b geom.Vec) int {
	o, d := c.ray.Origin, c.ray.Direction
	if !safeRange(a.X, a.Y, a.Z, b.X, b.Y, b.Z) || !safeRange(o.X, o.Y, o.Z, d.X, d.Y, d.Z) {
		return c.edgeSideScaled(a, b)
	}
	var ax, ay, az, bx, by, bz [2]float64
	eax, eay, eaz := difference(ax[:0], a.X, o.X), difference(ay[:0], a.Y, o.Y), difference(az[:0], a.Z, o.Z)
	ebx, eby, ebz := difference(bx[:0], b.X, o.X), difference(by[:0], b.Y, o.Y), difference(bz[:0], b.Z, o.Z)
	var dx, dy, dz [1]float64
	edx, edy, edz := appendNonzero(dx[:0], d.X), appendNonzero(dy[:0], d.Y), appendNonzero(dz[:0], d.Z)
	var tx, ty, tz [64]float64
	var sum [128]float64
	var det [192]float64
	ex := cofactor(tx[:0], edx, eay, ebz, eaz, eby)
	ey := cofactor(ty[:0], edy, eaz, ebx, eax, ebz)
	ez := cofactor(tz[:0], edz, eax, eby, eay, ebx)
	return signOf(expansionSum(det[:0], expansionSum(sum[:0], ex, ey), ez))
}

func (c *RayCaster) edgeSideScaled(a, b geom.Vec) int {
	n := &c.ints
	n.reset()
	u := commonUnits(&a, &b, &c.ray.Origin, &c.ray.Direction)
	o, d, p, q := n.vec(u, c.ray.Origin), n.vec(u, c.ray.Direction), n.vec(u, a), n.vec(u, b)
	p, q = n.minus(&p, &o), n.minus(&q, &o)
	m := n.cross(&p, &q)
	return n.dot(&m, &d).Sign()
}
