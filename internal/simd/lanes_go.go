//go:build !amd64 || noasm

package simd

func (Level) compose8(p, a *Poses, m *Affine64) { composeGo(p, a, m) }

func (Level) turn8(p *Poses, k int, s, c *Doubles) { turnGo(p, k, s, c) }

func (Level) shift8(p *Poses, d *Points) { shiftGo(p, d) }

func (Level) point8(dst *Points, p *Poses, v *[3]float64) { pointGo(dst, p, v) }

func (Level) stray8(sums *[2]Doubles, p *Poses) { strayGo(sums, p) }

func (Level) ball8(a, b *Points, most float64) uint8 { return ballsGo(a, b, most) }

func (Level) beside8(a *Points, box *[6]float64, most float64) uint8 { return besideGo(a, box, most) }

func (Level) boxes8(depths *Doubles, a *Poses, ca *Points, b *Poses, cb *Points, sides *Sides, slack float64) uint8 {
	return boxesGo(depths, a, ca, b, cb, sides, slack)
}
