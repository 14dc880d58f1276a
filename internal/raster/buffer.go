package raster

import "math"

// Vertex is a projected corner: pixels of the supersampled picture, y downward,
// and the inverse depth of Camera.Project.
type Vertex struct {
	X, Y, W float64
	Color   Color
}

// Face is a projected triangle of the body with index Body.
type Face struct {
	V    [3]Vertex
	Body int32
	// flat is a face of one colour, that of the first corner.
	flat bool
	tint *tint // nil for the colours of the corners
}

// nobody marks a pixel that no face covers.
const nobody = -1

// buffer is one layer of a band of rows, starting at row y0.
type buffer struct {
	width, height, y0 int
	color             []Color   // nil for a layer of which the faces are kept, and coloured where they are seen
	face              []int32   // nobody where nothing is; nil for a layer of colours
	w                 []float32 // inverse depth, 0 where nothing is
	body              []int32
}

// newFaces returns a layer of faces.
func newFaces(width, height int) *buffer {
	n := width * height
	return &buffer{width: width, height: height, face: make([]int32, n), w: make([]float32, n), body: make([]int32, n)}
}

func newBuffer(width, height int) *buffer {
	n := width * height
	return &buffer{width: width, height: height, color: make([]Color, n), w: make([]float32, n), body: make([]int32, n)}
}

func (b *buffer) clear(y0 int) {
	b.y0 = y0
	for i := range b.w {
		b.w[i], b.body[i] = 0, nobody
	}
	for i := range b.face {
		b.face[i] = nobody
	}
}

// draw fills the pixels whose centres lie in f, the face with an index, and where f is nearer than what
// is there. Faces without area cover no pixel.
func (b *buffer) draw(f *Face, index int32) {
	v := &f.V
	c, ok := newCover(v, b.width, b.y0, b.height)
	for y := c.y0; ok && y < c.y1; y++ {
		py := float64(y) + 0.5
		lo, hi := c.span(py, c.x0, c.x1)
		row := (y - b.y0) * b.width
		depths := b.w[row+lo : row+hi]
		w, step := c.depths(v, float64(lo)+0.5, py)
		for k := range depths {
			if near := float32(w + float64(k)*step); near > depths[k] {
				depths[k] = near
				i := row + lo + k
				if b.body[i] = f.Body; b.face != nil {
					b.face[i] = index
					continue
				}
				color := v[0].Color
				if !f.flat {
					s, t := c.at(float64(lo+k)+0.5, py)
					color = blend(v, float32(s), float32(t))
				}
				b.color[i] = color
			}
		}
	}
}

// cover is where a face is: rows [y0, y1) and, in each, a span within [x0, x1).
type cover struct {
	edges
	area           float64
	x0, x1, y0, y1 int
}

// newCover returns the place of a face in a layer of a width whose rows are [top, top+height); ok is false for one without
// area, and one that is elsewhere.
func newCover(v *[3]Vertex, width, top, height int) (c cover, ok bool) {
	c.area = areaOf(v)
	if c.area == 0 || math.IsNaN(c.area) || math.IsInf(c.area, 0) {
		return c, false
	}
	c.x0 = clampInt(math.Ceil(min(v[0].X, v[1].X, v[2].X)-0.5), 0, width)
	c.x1 = clampInt(math.Floor(max(v[0].X, v[1].X, v[2].X)-0.5)+1, 0, width)
	c.y0 = clampInt(math.Ceil(min(v[0].Y, v[1].Y, v[2].Y)-0.5), top, top+height)
	c.y1 = clampInt(math.Floor(max(v[0].Y, v[1].Y, v[2].Y)-0.5)+1, top, top+height)
	if c.x0 >= c.x1 || c.y0 >= c.y1 {
		return c, false
	}
	c.edges = newEdges(v, c.area)
	return c, true
}

// areaOf returns twice the area of a projected triangle, with its orientation.
func areaOf(v *[3]Vertex) float64 {
	return (v[1].X-v[0].X)*(v[2].Y-v[0].Y) - (v[2].X-v[0].X)*(v[1].Y-v[0].Y)
}

func (f *Face) area() float64 { return areaOf(&f.V) }

func blend(v *[3]Vertex, s, t float32) Color {
	var c Color
	for i := range c {
		a := v[0].Color[i]
		c[i] = a + s*(v[1].Color[i]-a) + t*(v[2].Color[i]-a)
	}
	return c
}

func clampInt(x float64, lo, hi int) int {
	return int(min(max(x, float64(lo)), float64(hi)))
}

// edges evaluates the barycentric coordinates s (of corner 1) and t (of corner 2).
type edges struct {
	ox, oy         float64
	sx, sy, tx, ty float64
	corners        [3][2]float64
}

func newEdges(v *[3]Vertex, area float64) edges {
	return edges{
		ox: v[0].X, oy: v[0].Y,
		sx: (v[2].Y - v[0].Y) / area, sy: -(v[2].X - v[0].X) / area,
		tx: -(v[1].Y - v[0].Y) / area, ty: (v[1].X - v[0].X) / area,
		corners: [3][2]float64{{v[0].X, v[0].Y}, {v[1].X, v[1].Y}, {v[2].X, v[2].Y}},
	}
}

func (e *edges) at(x, y float64) (s, t float64) {
	dx, dy := x-e.ox, y-e.oy
	return dx*e.sx + dy*e.sy, dx*e.tx + dy*e.ty
}

// depths returns the inverse depth at a place, and by how much it grows from there to the next pixel of the row.
func (e *edges) depths(v *[3]Vertex, x, y float64) (w, step float64) {
	s, t := e.at(x, y)
	ds, dt := v[1].W-v[0].W, v[2].W-v[0].W
	return v[0].W + s*ds + t*dt, e.sx*ds + e.tx*dt
}

// span returns the pixels of a row whose centres lie inside, within [x0, x1).
func (e *edges) span(y float64, x0, x1 int) (lo, hi int) {
	left, right := math.Inf(1), math.Inf(-1)
	for k := range 3 {
		a, b := e.corners[k], e.corners[(k+1)%3]
		if (a[1] <= y) == (b[1] <= y) {
			continue
		}
		x := a[0] + (y-a[1])/(b[1]-a[1])*(b[0]-a[0])
		left, right = min(left, x), max(right, x)
	}
	if left > right {
		return 0, 0
	}
	return clampInt(math.Ceil(left-0.5), x0, x1), clampInt(math.Ceil(right-0.5), x0, x1)
}
