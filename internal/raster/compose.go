package raster

import "image/color"

// How much of a mark shows through the surface that hides it, on the stripes and
// between them, and how dark outlines are. Stripes tell hidden from visible.
const (
	stripe  = 0.72
	between = 0.42
	outline = 0.55
)

// xray is how much of a mark shows through under XRay, 0.78. veil is how much of its colour a ghost lays over
// what is behind it, 0.13, and veilEdge how dark its outlines are, 0.45.
const (
	xray     = 0.78
	veil     = 0.13
	veilEdge = 0.45
)

// stripeWidth is that of a stripe, in samples.
const stripeWidth = 4 * Samples

// pixel averages the samples of a pixel of the rectangle.
func (t *painter) pixel(x, y int) color.RGBA {
	back := Background(float32(y) / float32(t.p.rect.Dy()))
	t.seen[0].face, t.seen[1].face = nobody, nobody
	if c, ok := t.plain(x, y, back); ok {
		return c.rgba(1)
	}
	var sum Color
	for j := range Samples {
		for i := range Samples {
			c := t.sample(x*Samples+i, y*Samples+j-t.base.y0, back)
			for k := range sum {
				sum[k] += c[k]
			}
		}
	}
	const n = Samples * Samples
	return sum.rgba(1.0 / n)
}

// plain returns the colour of a pixel with one face, or none, in it and around it, and nothing before that.
func (t *painter) plain(x, y int, back Color) (c Color, ok bool) {
	i := (y*Samples-t.base.y0)*t.base.width + x*Samples
	if x == 0 || x == t.p.rect.Dx()-1 || !t.base.alike(i) || t.ghost != nil && !t.ghost.alike(i) {
		return c, false
	}
	ghost := t.ghost != nil && t.ghost.face[i] != nobody
	for j := range Samples {
		for k := i + j*t.base.width; k < i+j*t.base.width+Samples; k++ {
			if t.mark.w[k] != 0 || ghost && t.ghost.w[k] > t.base.w[k] != (t.ghost.w[i] > t.base.w[i]) {
				return c, false
			}
		}
	}
	if c = back; t.base.face[i] != nobody {
		c = t.surface(0, t.p.faces, t.base.face[i], x*Samples, y*Samples)
	}
	if ghost && t.ghost.w[i] > t.base.w[i] {
		c = Mix(c, t.surface(1, t.p.ghosts, t.ghost.face[i], x*Samples, y*Samples), veil)
	}
	return c, true
}

// alike reports whether the samples of a pixel, the first of which is i, and those beside them are of one face. They have no outlines then.
func (b *buffer) alike(i int) bool {
	f := b.face[i]
	for j := -1; j <= Samples; j++ {
		row := b.face[i+j*b.width-1 : i+j*b.width+Samples+1]
		if j < 0 || j == Samples {
			row = row[1 : Samples+1]
		}
		for _, g := range row {
			if g != f {
				return false
			}
		}
	}
	return true
}

// surface returns the colour of a face in the pixel of a sample: that of its middle. layer is 0 for surfaces, 1 for ghosts.
func (t *painter) surface(layer int, faces []Face, face int32, x, y int) Color {
	last := &t.seen[layer]
	if last.face != face {
		f := &faces[face]
		last.face, last.color = face, f.V[0].Color
		if !f.flat {
			e := newEdges(&f.V, f.area())
			const half = Samples / 2.0
			s, t := e.at(float64(x/Samples*Samples)+half, float64(y/Samples*Samples)+half)
			last.color = blend(&f.V, float32(s), float32(t))
		}
	}
	return last.color
}

// sample composes one sample: background, surface, outline, marks. row counts
// from the first row of the band's buffers.
func (t *painter) sample(x, row int, back Color) Color {
	i := row*t.base.width + x
	c := back
	if f := t.base.face[i]; f != nobody {
		c = t.surface(0, t.p.faces, f, x, row+t.base.y0)
	}
	if dark := t.edge(t.base, x, row); dark > 0 {
		c = Mix(c, Color{0.13, 0.15, 0.19}, dark)
	}
	if t.ghost != nil {
		c = t.veiled(c, x, row)
	}
	if t.mark.w[i] == 0 {
		return c
	}
	if t.mark.w[i] >= t.base.w[i] {
		return t.mark.color[i]
	}
	if t.p.xray {
		return Mix(c, t.mark.color[i], xray)
	}
	if (x+row+t.base.y0)/stripeWidth%2 == 0 {
		return Mix(c, t.mark.color[i], stripe)
	}
	return Mix(c, t.mark.color[i], between)
}

// veiled lays a ghost over a colour, where one is before the surface.
func (t *painter) veiled(c Color, x, row int) Color {
	i := row*t.base.width + x
	if t.ghost.w[i] <= t.base.w[i] {
		return c
	}
	c = Mix(c, t.surface(1, t.p.ghosts, t.ghost.face[i], x, row+t.base.y0), veil)
	return Mix(c, Color{0.3, 0.33, 0.38}, t.edge(t.ghost, x, row)*veilEdge)
}

// edge returns how dark the outline is here: between bodies, against the
// background, and where a surface jumps or folds. Inverse depth is linear across
// the picture of a plane, so its second difference tells a jump from a slope.
func (t *painter) edge(b *buffer, x, row int) float32 {
	i := row*b.width + x
	if x < margin || x >= b.width-margin || row < margin || row >= b.height-margin {
		return 0
	}
	for _, d := range [2]int{1, b.width} {
		if b.body[i-d] != b.body[i] || b.body[i+d] != b.body[i] {
			return outline
		}
	}
	if b.body[i] == nobody {
		return 0
	}
	for _, d := range [2]int{1, b.width} {
		bend := b.w[i-d] + b.w[i+d] - 2*b.w[i]
		if bend < 0 {
			bend = -bend
		}
		if bend > t.crease {
			return outline * 0.7
		}
	}
	return 0
}

// crease is the second difference of inverse depth above which an outline is
// drawn: a step of some dozen samples in depth.
func (p *Picture) crease() float32 { return float32(8 / p.scale) }
