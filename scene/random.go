package scene

import (
	"math/bits"
	"math/rand/v2"

	"github.com/collide-go/collide/geom"
)

// random draws from PCG with steps of its own: package rand promises the bits of
// its generators for ever, but not what it makes of them.
type random struct{ bits *rand.PCG }

func newRandom(seed uint64) *random {
	return &random{rand.NewPCG(seed, 0x6d6f74696f6e)}
}

// unit returns a multiple of 2⁻⁵³ in [0, 1).
func (r *random) unit() float64 { return float64(r.bits.Uint64()>>11) * 0x1p-53 }

// below returns an integer in [0, n). Its bias of n/2⁶⁴ does not matter here.
func (r *random) below(n int) int {
	hi, _ := bits.Mul64(r.bits.Uint64(), uint64(n))
	return int(hi)
}

// inBall returns a point of the unit ball in 3 or 4 dimensions, not near its
// middle, by rejection: unlike sines and logarithms, that rounds everywhere alike.
func (r *random) inBall(dimensions int) (p [4]float64) {
	for {
		sum := 0.0
		for i := range dimensions {
			p[i] = 2*r.unit() - 1
			sum += float64(p[i] * p[i])
		}
		if 0.01 < sum && sum <= 1 {
			return p
		}
	}
}

// direction returns a vector of length 1.
func (r *random) direction() geom.Vec {
	p := r.inBall(3)
	v := geom.Vec{X: p[0], Y: p[1], Z: p[2]}
	return v.Scale(1 / v.Norm())
}

// rotation returns a uniformly distributed rotation: the directions of the unit
// ball in four dimensions are those of unit quaternions (Shoemake, "Uniform Random
// Rotations", Graphics Gems III, 1992).
func (r *random) rotation() geom.Mat {
	p := r.inBall(4)
	return geom.Quat{W: p[0], X: p[1], Y: p[2], Z: p[3]}.Normalized().Matrix()
}
