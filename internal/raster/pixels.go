package raster

import "math"

// apart is the difference of inverse depths from which two pixels beside each other show different surfaces, 0.003: a pixel of a
// picture of the unit ball is some 0.004 wide.
const apart = 0.003

// findMiddles looks at the middles of all pixels.
func (l *layers) findMiddles(solids []Face, clash func(a, b int32) bool) {
	l.middles = l.middles[:0]
	for i := range l.head {
		c := crossing{face: -1}
		if found := l.shared(i, solids, clash); found != nil {
			c = *found
		}
		l.middles = append(l.middles, c)
	}
}

// findMixed finds the pixels beside which something else is shared. Of the buffer's first and last row not all neighbours are known.
func (l *layers) findMixed(solids []Face) {
	l.mixed = append(l.mixed[:0], make([]bool, len(l.middles))...)
	width := l.px1 - l.px0
	for i := range l.middles {
		x, y := i%width, l.py0+i/width
		l.mixed[i] = y == l.top || y == l.bottom-1
		for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			neighbour := crossing{face: -1} // beside the window nothing is shared
			if u, v := x+d[0], y+d[1]-l.py0; u >= 0 && u < width && v >= 0 && v < l.py1-l.py0 {
				neighbour = l.middles[v*width+u]
			}
			l.mixed[i] = l.mixed[i] || differ(&l.middles[i], &neighbour, d, solids)
		}
	}
}

// differ reports whether the middles of two pixels show different surfaces. The second is d pixels away.
func differ(a, b *crossing, d [2]int, solids []Face) bool {
	if a.face < 0 || b.face < 0 {
		return a.face >= 0 || b.face >= 0
	}
	f := &solids[a.face]
	if f.Body != solids[b.face].Body {
		return true
	}
	e := newEdges(&f.V, f.area())
	sx, sy := e.slope(&f.V)
	return math.Abs(float64(b.w)-float64(a.w)-Samples*(float64(d[0])*sx+float64(d[1])*sy)) > apart
}

// slope is by how much the inverse depth of a face grows from a sample to the next one to the right, and below.
func (e *edges) slope(v *[3]Vertex) (x, y float64) {
	ds, dt := v[1].W-v[0].W, v[2].W-v[0].W
	return e.sx*ds + e.tx*dt, e.sy*ds + e.ty*dt
}

// fill draws the pixels of which all samples show what the middle does.
func (l *layers) fill(b *buffer, solids []Face) {
	width := l.px1 - l.px0
	for i := range l.middles {
		c := &l.middles[i]
		if c.face < 0 || l.mixed[i] {
			continue
		}
		f := &solids[c.face]
		x, y := (l.px0+i%width)*Samples+Samples/2, (l.py0+i/width)*Samples+Samples/2
		color, e := l.color(f, c.face, x, y), newEdges(&f.V, f.area())
		sx, sy := e.slope(&f.V)
		for dy := -Samples / 2; dy <= Samples/2; dy++ {
			for dx := -Samples / 2; dx <= Samples/2; dx++ {
				b.put(x+dx, y+dy, c.w+float32(float64(dx)*sx+float64(dy)*sy), color, f.Body)
			}
		}
	}
}

// put draws a sample where nothing nearer is, the least bit nearer than it is, or rounding would bury it in the surface it lies on.
func (b *buffer) put(x, y int, w float32, color Color, body int32) {
	w *= 1 + 5e-6
	if row := y - b.y0; row >= 0 && row < b.height {
		if k := row*b.width + x; w > b.w[k] {
			b.w[k], b.color[k], b.body[k] = w, color, body
		}
	}
}
