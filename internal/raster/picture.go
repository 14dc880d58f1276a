package raster

import (
	"context"
	"image"
	"image/color"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
)

// Samples is the number of samples per pixel and axis.
const Samples = 3

// margin is how many rows beyond a band its outlines look at.
const margin = 2

// Picture is a view of a scene, to be drawn into a rectangle of an image.
type Picture struct {
	rect   image.Rectangle
	camera Camera
	light  Light
	window Window
	scale  float64 // supersampled pixels per unit of the image plane
	faces  []Face
	marks  []Face
	ghosts []Face
	solids []Face
	clash  func(a, b int32) bool
	within Window // where something may be shared, in samples
	xray   bool
}

// NewPicture returns an empty picture of what the camera sees in the window.
func NewPicture(rect image.Rectangle, c Camera, w Window) *Picture {
	return &Picture{
		rect: rect, camera: c, light: NewLight(&c), window: w,
		scale: float64(rect.Dx()*Samples) / w.Width(),
	}
}

// place projects a point of the unit ball into the supersampled picture.
func (p *Picture) place(v geom.Vec) Vertex {
	x, y, w := p.camera.Project(v)
	return Vertex{X: (x - p.window.X0) * p.scale, Y: (p.window.Y1 - y) * p.scale, W: w}
}

// Surface adds a triangle of a body. normals are those of its corners, as of
// Normals.
func (p *Picture) Surface(t *geom.Triangle, normals *[3]geom.Vec, base Color, body int32) {
	p.faces = p.add(p.faces, t, normals, base, body)
}

// Ghost adds a triangle of a body of which little more than outlines is to be seen, and what lies behind it.
func (p *Picture) Ghost(t *geom.Triangle, normals *[3]geom.Vec, base Color, body int32) {
	from := len(p.ghosts)
	p.ghosts = p.add(p.ghosts, t, normals, base, body)
	for i := from; i < len(p.ghosts); i++ {
		f := &p.ghosts[i]
		f.flat, f.V[0].Color = true, blend(&f.V, 1.0/3, 1.0/3) // so little of it is seen that its middle will do
	}
}

// Mark adds a triangle to the layer that shows through.
func (p *Picture) Mark(t *geom.Triangle, normals *[3]geom.Vec, base Color) {
	from := len(p.marks)
	p.marks = p.add(p.marks, t, normals, base, 0)
	// The least bit nearer, or rounding would bury a mark in its own surface.
	for i := from; i < len(p.marks); i++ {
		for k := range p.marks[i].V {
			p.marks[i].V[k].W *= 1 + 1e-5
		}
	}
}

// XRay lets marks show through what hides them as a whole, not in stripes.
func (p *Picture) XRay() { p.xray = true }

// add appends a triangle of one colour, projected and shaded, as the faces that are in the picture.
func (p *Picture) add(dst []Face, t *geom.Triangle, n *[3]geom.Vec, base Color, body int32) []Face {
	return p.addTinted(dst, t, n, &[3]Color{base, base, base}, body)
}

// addTinted is add for a triangle with a colour for each corner.
func (p *Picture) addTinted(dst []Face, t *geom.Triangle, n *[3]geom.Vec, base *[3]Color, body int32) []Face {
	if cut := p.camera.before(t, n, base); cut != nil {
		for k := 2; k < len(cut); k++ {
			a, b, c := &cut[0], &cut[k-1], &cut[k]
			if f, ok := p.face(&geom.Triangle{a.at, b.at, c.at}, &[3]geom.Vec{a.normal, b.normal, c.normal}, &[3]Color{a.base, b.base, c.base}, body); ok {
				dst = append(dst, f)
			}
		}
	} else if f, ok := p.face(t, n, base, body); ok {
		dst = append(dst, f)
	}
	return dst
}

// face projects and shades a triangle before the eye; ok is false where it is out of the picture.
func (p *Picture) face(t *geom.Triangle, n *[3]geom.Vec, base *[3]Color, body int32) (f Face, ok bool) {
	f.Body = body
	v := &f.V
	for k := range t {
		v[k] = p.place(t[k])
	}
	w, h := float64(p.rect.Dx()*Samples), float64(p.rect.Dy()*Samples)
	if max(v[0].X, v[1].X, v[2].X) < 0 || min(v[0].X, v[1].X, v[2].X) > w ||
		max(v[0].Y, v[1].Y, v[2].Y) < -margin || min(v[0].Y, v[1].Y, v[2].Y) > h+margin {
		return f, false
	}
	for k := range t {
		v[k].Color = p.light.Shade(base[k], n[k], p.camera.Toward(t[k]))
	}
	return f, true
}

// lift is how much nearer lines are drawn, relative to their distance: curves on
// surfaces must not sink into them between samples.
const lift = 1.0015

// Line adds a line of the given width in pixels, with round ends, to the marks.
func (p *Picture) Line(a, b geom.Vec, width float64, c Color) {
	a, b, ok := p.camera.beforeLine(a, b)
	if !ok {
		return
	}
	u, v := p.place(a), p.place(b)
	u.Color, v.Color = c, c
	u.W, v.W = u.W*lift, v.W*lift
	r := width * Samples / 2
	d := geom.Vec{X: v.X - u.X, Y: v.Y - u.Y}
	if n := d.Norm(); n > 1e-6 {
		nx, ny := -d.Y/n*r, d.X/n*r
		q := [4]Vertex{u, v, v, u}
		q[0].X, q[0].Y, q[1].X, q[1].Y = u.X+nx, u.Y+ny, v.X+nx, v.Y+ny
		q[2].X, q[2].Y, q[3].X, q[3].Y = v.X-nx, v.Y-ny, u.X-nx, u.Y-ny
		p.marks = append(p.marks, Face{V: [3]Vertex{q[0], q[1], q[2]}, flat: true}, Face{V: [3]Vertex{q[0], q[2], q[3]}, flat: true})
		p.disc(v, r)
	}
	p.disc(u, r)
}

// Dot adds a disc of the given width in pixels to the marks.
func (p *Picture) Dot(a geom.Vec, width float64, c Color) {
	if p.camera.ahead(a) < near {
		return
	}
	v := p.place(a)
	v.Color = c
	v.W *= lift
	p.disc(v, width*Samples/2)
}

// disc approximates a disc by eight faces.
func (p *Picture) disc(c Vertex, r float64) {
	const d = 0.7071067811865476
	rim := [...][2]float64{{1, 0}, {d, d}, {0, 1}, {-d, d}, {-1, 0}, {-d, -d}, {0, -1}, {d, -d}}
	for k := range rim {
		a, b := c, c
		l := (k + 1) % len(rim)
		a.X, a.Y = c.X+r*rim[k][0], c.Y+r*rim[k][1]
		b.X, b.Y = c.X+r*rim[l][0], c.Y+r*rim[l][1]
		p.marks = append(p.marks, Face{V: [3]Vertex{c, a, b}, flat: true})
	}
}

// Draw renders the picture into its rectangle of dst. Bands of rows are drawn
// apart, which bounds the memory and lets workers share the job. The image does
// not depend on their number.
func (p *Picture) Draw(ctx context.Context, dst *image.RGBA, workers int) error {
	const band = 24 // rows of pixels
	w := p.rect.Dx() * Samples
	bands := (p.rect.Dy() + band - 1) / band
	workers = min(par.Workers(workers), bands)
	painters := make([]*painter, workers)
	par.For(bands, workers, 1, func(worker, lo, _ int) {
		if ctx.Err() != nil {
			return
		}
		if painters[worker] == nil {
			h := band*Samples + 2*margin
			painters[worker] = newPainter(p, w, h)
		}
		painters[worker].band(dst, lo*band, min(lo*band+band, p.rect.Dy()))
	})
	return ctx.Err()
}

// painter draws bands with buffers of its own. ghost and layers are nil where nothing needs them.
type painter struct {
	p                 *Picture
	base, mark, ghost *buffer
	layers            *layers
	crease            float32
	seen              [2]struct { // the colours of the last face of base and ghost in this pixel
		face  int32
		color Color
	}
}

func newPainter(p *Picture, width, height int) *painter {
	t := &painter{p: p, base: newFaces(width, height), mark: newBuffer(width, height), crease: p.crease()}
	if len(p.ghosts) > 0 {
		t.ghost = newFaces(width, height)
	}
	if len(p.solids) > 0 {
		t.layers = &layers{}
	}
	return t
}

// band draws the pixel rows [y0, y1) of the rectangle.
func (t *painter) band(dst *image.RGBA, y0, y1 int) {
	t.base.clear(y0*Samples - margin)
	t.mark.clear(y0*Samples - margin)
	for i := range t.p.faces {
		t.base.draw(&t.p.faces[i], int32(i))
	}
	if t.layers != nil { // before the marks, which lie on what is shared
		t.layers.mark(t.mark, &t.p.within, t.p.solids, t.p.clash)
	}
	for i := range t.p.marks {
		t.mark.draw(&t.p.marks[i], int32(i))
	}
	if t.ghost != nil {
		t.ghost.clear(y0*Samples - margin)
		for i := range t.p.ghosts {
			t.ghost.draw(&t.p.ghosts[i], int32(i))
		}
	}
	for y := y0; y < y1; y++ {
		for x := range t.p.rect.Dx() {
			c := t.pixel(x, y)
			dst.SetRGBA(t.p.rect.Min.X+x, t.p.rect.Min.Y+y, c)
		}
	}
}

func (c Color) rgba(scale float32) color.RGBA {
	b := func(v float32) uint8 { return uint8(min(max(v*scale, 0), 1)*255 + 0.5) }
	return color.RGBA{b(c[0]), b(c[1]), b(c[2]), 255}
}

// RGBA returns the colour as the image packages have it, opaque.
func (c Color) RGBA() color.RGBA { return c.rgba(1) }

// Background is the colour behind everything at height t in [0, 1] from the top.
func Background(t float32) Color {
	return Mix(Color{0.975, 0.978, 0.982}, Color{0.895, 0.905, 0.918}, t)
}
