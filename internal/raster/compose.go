package raster

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

// sample composes one sample: background, surface, outline, marks. row counts
// from the first row of the band's buffers.
func (t *painter) sample(x, row int, back Color) Color {
	i := row*t.base.width + x
	c := back
	if t.base.body[i] != nobody {
		c = t.base.color[i]
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
	c = Mix(c, t.ghost.color[i], veil)
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
		if bend > t.p.crease() {
			return outline * 0.7
		}
	}
	return 0
}

// crease is the second difference of inverse depth above which an outline is
// drawn: a step of some dozen samples in depth.
func (p *Picture) crease() float32 { return float32(8 / p.scale) }
