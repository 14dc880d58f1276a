package simd

import "math"

// Doubles are a number of each of eight states.
type Doubles [8]float64

// Points are a point of each of eight states.
type Points [3]Doubles

// Poses are a pose in each of eight states: nine numbers row by row, and a translation. Every sum, difference and product below is
// rounded, the same bits at every level.
type Poses [12]Doubles

// Compose sets p to a·m, T to R·m.T + T: each entry summed from left to right.
func (l Level) Compose(p, a *Poses, m *Affine64) { l.compose8(p, a, m) }

// Turn multiplies poses by turns about the axis k (0, 1 or 2), given sines and cosines: columns i = k+1 and j = k+2 become i·c + j·s and
// j·c − i·s, and k is multiplied by c + (1 − c).
func (l Level) Turn(p *Poses, k int, s, c *Doubles) { l.turn8(p, k, s, c) }

// Shift adds R·d to the translations.
func (l Level) Shift(p *Poses, d *Points) { l.shift8(p, d) }

// Point sets dst to ((R₀·x + R₁·y) + R₂·z) + T.
func (l Level) Point(dst *Points, p *Poses, v *[3]float64) { l.point8(dst, p, v) }

// Stray adds |RᵀR − I|, the six different entries, to sums[0] and |T|, the three coordinates, to sums[1].
func (l Level) Stray(sums *[2]Doubles, p *Poses) { l.stray8(sums, p) }

// Balls returns the states in which the square of the distance of two points is not above most.
func (l Level) Balls(a, b *Points, most float64) uint8 { return l.ball8(a, b, most) }

// Beside returns those in which that of a point from a box, given its middle and half sizes, is not.
func (l Level) Beside(a *Points, box *[6]float64, most float64) uint8 { return l.beside8(a, box, most) }

// Sides are the half sizes of two boxes.
type Sides [6]float64

// Boxes returns the states in which none of the 15 axes parts two boxes by more than slack, and sets depths to how deep they reach
// into each other along their edges, slack added, negative where an edge parts them. The columns of R are the axes of a box. All numbers
// must be finite, and the sums and products of them.
func (l Level) Boxes(depths *Doubles, a *Poses, ca *Points, b *Poses, cb *Points, sides *Sides, slack float64) uint8 {
	return l.boxes8(depths, a, ca, b, cb, sides, slack)
}

func composeGo(p, a *Poses, m *Affine64) {
	for k := range Lanes {
		for i := 0; i < 9; i += 3 {
			x, y, z := a[i][k], a[i+1][k], a[i+2][k]
			for j := range 3 {
				p[i+j][k] = float64(x*m[j]) + float64(y*m[3+j]) + float64(z*m[6+j])
			}
			p[9+i/3][k] = float64(x*m[9]) + float64(y*m[10]) + float64(z*m[11]) + a[9+i/3][k]
		}
	}
}

func turnGo(p *Poses, axis int, s, c *Doubles) {
	for k := range Lanes {
		up := c[k] + (1 - c[k])
		for row := 0; row < 9; row += 3 {
			i, j, n := row+(axis+1)%3, row+(axis+2)%3, row+axis
			x, y := p[i][k], p[j][k]
			p[i][k], p[j][k] = float64(x*c[k])+float64(y*s[k]), float64(y*c[k])-float64(x*s[k])
			p[n][k] = float64(p[n][k] * up)
		}
	}
}

func shiftGo(p *Poses, d *Points) {
	for k := range Lanes {
		for i := range 3 {
			p[9+i][k] = (float64(p[3*i][k]*d[0][k]) + float64(p[3*i+1][k]*d[1][k]) + float64(p[3*i+2][k]*d[2][k])) + p[9+i][k]
		}
	}
}

func pointGo(dst *Points, p *Poses, v *[3]float64) {
	for k := range Lanes {
		for i := range 3 {
			dst[i][k] = (float64(p[3*i][k]*v[0]) + float64(p[3*i+1][k]*v[1]) + float64(p[3*i+2][k]*v[2])) + p[9+i][k]
		}
	}
}

func strayGo(sums *[2]Doubles, p *Poses) {
	for k := range Lanes {
		for i := range 3 {
			for j := i; j < 3; j++ {
				x := float64(p[i][k]*p[j][k]) + float64(p[3+i][k]*p[3+j][k]) + float64(p[6+i][k]*p[6+j][k])
				if i == j {
					x--
				}
				sums[0][k] += math.Abs(x)
			}
		}
		for i := range 3 {
			sums[1][k] += math.Abs(p[9+i][k])
		}
	}
}

func ballsGo(a, b *Points, most float64) (near uint8) {
	for k := range Lanes {
		x, y, z := a[0][k]-b[0][k], a[1][k]-b[1][k], a[2][k]-b[2][k]
		if !(float64(x*x)+float64(y*y)+float64(z*z) > most) {
			near |= 1 << k
		}
	}
	return near
}

func besideGo(a *Points, box *[6]float64, most float64) (near uint8) {
	for k := range Lanes {
		var d [3]float64
		for i := range d {
			d[i] = max(0, math.Abs(a[i][k]-box[i])-box[3+i])
		}
		if !(float64(d[0]*d[0])+float64(d[1]*d[1])+float64(d[2]*d[2]) > most) {
			near |= 1 << k
		}
	}
	return near
}

func boxesGo(depths *Doubles, a *Poses, ca *Points, b *Poses, cb *Points, sides *Sides, slack float64) (near uint8) {
	for k := range Lanes {
		if least := boxGo(&depths[k], k, a, ca, b, cb, sides, slack); !(least < 0) {
			near |= 1 << k
		}
	}
	return near
}

// boxGo returns the least of the radii less the distances over all axes.
func boxGo(depth *float64, lane int, a *Poses, ca *Points, b *Poses, cb *Points, sides *Sides, slack float64) float64 {
	var d, t [3]float64
	var c [3][3]float64
	for i := range d {
		d[i] = cb[i][lane] - ca[i][lane]
	}
	along := func(p *Poses, i int) float64 {
		return float64(p[i][lane]*d[0]) + float64(p[3+i][lane]*d[1]) + float64(p[6+i][lane]*d[2])
	}
	for i := range t {
		t[i] = along(a, i)
		for j := range 3 {
			c[i][j] = float64(a[i][lane]*b[j][lane]) + float64(a[3+i][lane]*b[3+j][lane]) + float64(a[6+i][lane]*b[6+j][lane])
		}
	}
	h, n := sides[:3], sides[3:]
	deep := math.Inf(1)
	for i := range 3 {
		onA, onB := h[i], n[i]
		for j := range 3 {
			onA += float64(math.Abs(c[i][j]) * n[j])
			onB += float64(math.Abs(c[j][i]) * h[j])
		}
		deep = min(deep, onA-math.Abs(t[i]), onB-math.Abs(along(b, i)))
	}
	*depth = deep + slack
	return min(*depth, crossGo(&t, &c, h, n, slack))
}

// crossGo is the least over the cross products of edges.
func crossGo(t *[3]float64, c *[3][3]float64, h, n []float64, slack float64) float64 {
	least := math.Inf(1)
	for i := range 3 {
		u, v := (i+1)%3, (i+2)%3
		for j := range 3 {
			p, q := (j+1)%3, (j+2)%3
			r := slack + float64(math.Abs(c[v][j])*h[u])
			r += float64(math.Abs(c[u][j]) * h[v])
			r += float64(math.Abs(c[i][q]) * n[p])
			r += float64(math.Abs(c[i][p]) * n[q])
			least = min(least, r-math.Abs(float64(t[v]*c[u][j])-float64(t[u]*c[v][j])))
		}
	}
	return least
}
