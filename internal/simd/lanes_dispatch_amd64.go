//go:build !noasm

package simd

// columnBytes is how far the columns of Poses are apart.
const columnBytes = 64

func (l Level) compose8(p, a *Poses, m *Affine64) {
	if l < AVX512 {
		composeGo(p, a, m)
		return
	}
	compose8AVX512(&p[0][0], &a[0][0], &m[0])
}

func (l Level) turn8(p *Poses, k int, s, c *Doubles) {
	if l < AVX512 {
		turnGo(p, k, s, c)
		return
	}
	turn8AVX512(&p[0][0], (k+1)%3*columnBytes, (k+2)%3*columnBytes, k*columnBytes, &s[0], &c[0])
}

func (l Level) shift8(p *Poses, d *Points) {
	if l < AVX512 {
		shiftGo(p, d)
		return
	}
	shift8AVX512(&p[0][0], &d[0][0])
}

func (l Level) point8(dst *Points, p *Poses, v *[3]float64) {
	if l < AVX512 {
		pointGo(dst, p, v)
		return
	}
	point8AVX512(&dst[0][0], &p[0][0], &v[0])
}

func (l Level) stray8(sums *[2]Doubles, p *Poses) {
	if l < AVX512 {
		strayGo(sums, p)
		return
	}
	stray8AVX512(&sums[0][0], &p[0][0])
}

func (l Level) ball8(a, b *Points, most float64) uint8 {
	if l < AVX512 {
		return ballsGo(a, b, most)
	}
	return ball8AVX512(&a[0][0], &b[0][0], most)
}

func (l Level) beside8(a *Points, box *[6]float64, most float64) uint8 {
	if l < AVX512 {
		return besideGo(a, box, most)
	}
	return beside8AVX512(&a[0][0], &box[0], most)
}

func (l Level) boxes8(depths *Doubles, a *Poses, ca *Points, b *Poses, cb *Points, sides *Sides, slack float64) uint8 {
	if l < AVX512 {
		return boxesGo(depths, a, ca, b, cb, sides, slack)
	}
	return boxes8AVX512(&depths[0], &a[0][0], &ca[0][0], &b[0][0], &cb[0][0], &sides[0], slack)
}
