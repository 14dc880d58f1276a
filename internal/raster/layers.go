package raster

import "math"

// layers holds all faces of solids in a part of a band of rows, for each sample a list. It looks at the middles of pixels first, and at
// all samples only of pixels beside which something else is shared. What is narrower than a pixel may get lost; the curves around it do not.
type layers struct {
	px0, px1, py0, py1 int     // the pixels that may be shared
	top, bottom        int     // the rows of pixels of the buffer
	step, offset       int     // samples in use are step apart and begin at offset in their pixel
	perPixel           int     // along an axis
	width              int     // samples in use along a row
	head               []int32 // of a sample's list, -1 for none
	list               []crossing
	here               []crossing // those of one sample
	inside             []winding
	middles            []crossing // of each pixel where the line of sight through its middle enters what is shared; face is -1 where it does not
	mixed              []bool     // of each pixel, whether all its samples are looked at
	tints              map[latticeAt]Color
}

// crossing is where the line of sight goes through a face.
type crossing struct {
	next, face int32
	w          float32
}

// winding is how often a body's surface winds around a point.
type winding struct{ body, times int32 }

// mark draws the nearest point of each sample that two bodies share. solids are the faces.
func (l *layers) mark(b *buffer, within *Window, solids []Face, clash func(a, b int32) bool) {
	l.frame(b, within)
	if l.px0 >= l.px1 || l.py0 >= l.py1 {
		return
	}
	l.begin(Samples, Samples/2)
	l.drawAll(solids)
	l.findMiddles(solids, clash)
	l.findMixed(solids)
	l.fill(b, solids)
	l.begin(1, 0)
	l.drawAll(solids)
	for y := l.py0 * Samples; y < l.py1*Samples; y++ {
		for x := l.px0 * Samples; x < l.px1*Samples; x++ {
			if l.isMixed(x, y) {
				if c := l.shared(l.at(x, y), solids, clash); c != nil {
					f := &solids[c.face]
					b.put(x, y, c.w, l.color(f, c.face, x, y), f.Body)
				}
			}
		}
	}
}

// frame finds the pixels of a window in the rows of a buffer.
func (l *layers) frame(b *buffer, within *Window) {
	pixel := func(x float64, round func(float64) float64, lo, hi int) int {
		return clampInt(round(x/Samples), lo, hi)
	}
	top, bottom := floorDiv(b.y0, Samples), floorDiv(b.y0+b.height-1, Samples)+1
	l.px0, l.px1 = pixel(within.X0, math.Floor, 0, b.width/Samples), pixel(within.X1, math.Ceil, 0, b.width/Samples)
	l.py0, l.py1 = pixel(within.Y0, math.Floor, top, bottom), pixel(within.Y1, math.Ceil, top, bottom)
	l.top, l.bottom = top, bottom
}

func floorDiv(a, b int) int {
	if a < 0 {
		return -((b - 1 - a) / b)
	}
	return a / b
}

// begin empties the lists of the samples in use.
func (l *layers) begin(step, offset int) {
	l.step, l.offset, l.perPixel = step, offset, Samples/step
	l.width = (l.px1 - l.px0) * l.perPixel
	l.list = l.list[:0]
	l.head = append(l.head[:0], make([]int32, l.width*(l.py1-l.py0)*l.perPixel)...)
	for i := range l.head {
		l.head[i] = -1
	}
}

// at returns the number of a sample in use.
func (l *layers) at(x, y int) int {
	return (y-l.py0*Samples)/l.step*l.width + (x-l.px0*Samples)/l.step
}

// next returns the first coordinate in use from one on; first is the first pixel along the axis.
func (l *layers) next(from, first int) int {
	start := first*Samples + l.offset
	return start + (max(from-start, 0)+l.step-1)/l.step*l.step
}

// isMixed reports whether all samples of the pixel of a sample are looked at.
func (l *layers) isMixed(x, y int) bool {
	return l.mixed[(y-l.py0*Samples)/Samples*(l.px1-l.px0)+(x-l.px0*Samples)/Samples]
}

func (l *layers) drawAll(solids []Face) {
	for i := range solids {
		l.draw(&solids[i], int32(i))
	}
}

// draw adds a face to the samples in use whose centres lie in it.
func (l *layers) draw(f *Face, index int32) {
	v := &f.V
	c, ok := newCover(v, l.px1*Samples, l.py0*Samples, (l.py1-l.py0)*Samples)
	for y := l.next(c.y0, l.py0); ok && y < c.y1; y += l.step {
		py := float64(y) + 0.5
		lo, hi := c.span(py, c.x0, c.x1)
		w, step := c.depths(v, float64(lo)+0.5, py)
		for x := l.next(max(lo, l.px0*Samples), l.px0); x < hi; x += l.step {
			if l.step > 1 || l.isMixed(x, y) {
				i := l.at(x, y)
				l.list = append(l.list, crossing{l.head[i], index, float32(w + float64(x-lo)*step)})
				l.head[i] = int32(len(l.list) - 1)
			}
		}
	}
}
