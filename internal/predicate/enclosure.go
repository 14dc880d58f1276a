package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/round"
)

// enclosure is an interval that holds a real number. Every operation rounds its ends outward to enclosureBits, so that it holds the result whatever its
// operands hold; where all values have no more bits nothing is rounded, and both ends are the number itself.
type enclosure struct{ lo, hi *big.Float }

// enclosureBits is the number of bits of an end. Exponents of big.Float have 32 bits, so that no product of float64 is out of range.
const enclosureBits = 320

func down() *big.Float {
	return new(big.Float).SetPrec(enclosureBits).SetMode(big.ToNegativeInf)
}

func up() *big.Float { return new(big.Float).SetPrec(enclosureBits).SetMode(big.ToPositiveInf) }

// enclosed holds a finite float64 alone.
func enclosed(x float64) enclosure {
	f := down().SetFloat64(x)
	return enclosure{f, f}
}

func (a enclosure) plus(b enclosure) enclosure {
	return enclosure{down().Add(a.lo, b.lo), up().Add(a.hi, b.hi)}
}

func (a enclosure) minus(b enclosure) enclosure {
	return enclosure{down().Sub(a.lo, b.hi), up().Sub(a.hi, b.lo)}
}

func (a enclosure) times(b enclosure) (r enclosure) {
	for _, x := range a.ends() {
		for _, y := range b.ends() {
			if lo := down().Mul(x, y); r.lo == nil || lo.Cmp(r.lo) < 0 {
				r.lo = lo
			}
			if hi := up().Mul(x, y); r.hi == nil || hi.Cmp(r.hi) > 0 {
				r.hi = hi
			}
		}
	}
	return r
}

// ends are both ends, or the one that there is.
func (a *enclosure) ends() []*big.Float {
	if a.lo.Cmp(a.hi) == 0 {
		return []*big.Float{a.lo}
	}
	return []*big.Float{a.lo, a.hi}
}

// over divides a number of at least 0 by one above 0.
func (a enclosure) over(b enclosure) enclosure {
	return enclosure{down().Quo(a.lo, b.hi), up().Quo(a.hi, b.lo)}
}

// square has no end below 0.
func (a enclosure) square() enclosure {
	r := a.times(a)
	if a.lo.Sign() < 0 && a.hi.Sign() > 0 || r.lo.Sign() < 0 {
		r.lo = down()
	}
	return r
}

// positive is the greater of a number and 0.
func (a enclosure) positive() enclosure {
	if a.lo.Sign() < 0 {
		a.lo = down()
	}
	if a.hi.Sign() < 0 {
		a.hi = up()
	}
	return a
}

// least is the lesser of two numbers.
func (a enclosure) least(b enclosure) enclosure {
	if b.lo.Cmp(a.lo) < 0 {
		a.lo = b.lo
	}
	if b.hi.Cmp(a.hi) < 0 {
		a.hi = b.hi
	}
	return a
}

// rootStep moves a root of enclosureBits by a few units in its last place.
var rootStep = new(big.Float).SetMantExp(big.NewFloat(1), 4-enclosureBits)

// root is the root of a number of at least 0. The library promises no direction of rounding for roots, so squares decide: a product
// of two ends has twice their bits.
func (a enclosure) root() enclosure {
	p := a.positive()
	lo, hi := nearRoot(p.lo), nearRoot(p.hi)
	for squareOf(lo).Cmp(p.lo) > 0 {
		lo = down().Sub(lo, down().Mul(lo, rootStep))
	}
	for squareOf(hi).Cmp(p.hi) < 0 {
		hi = up().Add(hi, up().Mul(hi, rootStep))
	}
	return enclosure{lo, hi}
}

// nearRoot is about the root, and exact where that has few bits: Sqrt takes over the rounding of its operand, also for what it computes on the way.
func nearRoot(x *big.Float) *big.Float {
	z := new(big.Float).SetPrec(enclosureBits).Set(x)
	return z.Sqrt(z)
}

func squareOf(x *big.Float) *big.Float { return new(big.Float).SetPrec(2*enclosureBits).Mul(x, x) }

// bounds returns float64 that enclose a number of at least 0: hi is +Inf beyond their range.
func (a enclosure) bounds() (lo, hi float64) {
	lo, acc := a.lo.Float64()
	switch {
	case !(lo > 0):
		lo = 0
	case acc == big.Above:
		lo = min(round.Down(lo), math.MaxFloat64)
	}
	hi, acc = a.hi.Float64()
	if acc == big.Below {
		hi = round.Up(hi)
	}
	return lo, max(hi, 0)
}

// enclosedVec is a vector of which each coordinate is enclosed.
type enclosedVec [3]enclosure

func enclosedVecOf(v geom.Vec) enclosedVec {
	return enclosedVec{enclosed(v.X), enclosed(v.Y), enclosed(v.Z)}
}

func (a *enclosedVec) minus(b *enclosedVec) (c enclosedVec) {
	for k := range c {
		c[k] = a[k].minus(b[k])
	}
	return c
}

func (a *enclosedVec) plus(b *enclosedVec) (c enclosedVec) {
	for k := range c {
		c[k] = a[k].plus(b[k])
	}
	return c
}

func (a *enclosedVec) scale(s enclosure) (c enclosedVec) {
	for k := range c {
		c[k] = a[k].times(s)
	}
	return c
}

func (a *enclosedVec) dot(b *enclosedVec) enclosure {
	return a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]))
}

// square is the squared length.
func (a *enclosedVec) square() enclosure {
	return a[0].square().plus(a[1].square()).plus(a[2].square())
}

func (a *enclosedVec) cross(b *enclosedVec) (c enclosedVec) {
	for k := range c {
		i, j := (k+1)%3, (k+2)%3
		c[k] = a[i].times(b[j]).minus(a[j].times(b[i]))
	}
	return c
}
