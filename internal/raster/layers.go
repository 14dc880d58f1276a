package raster

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
)

// Solid adds a triangle of a closed body to those of which the picture shows the points that two bodies share (see Share).
// It has a colour for each corner.
func (p *Picture) Solid(t *geom.Triangle, normals *[3]geom.Vec, base [3]Color, body int32) {
	p.solids = p.addTinted(p.solids, t, normals, &base, body)
}

// Share marks what lies inside two solids for which clash holds: the surface of that, in the colours of the solids' triangles. A
// point is inside a body where the body's surface winds around it, whatever the orientation of its triangles. All such points lie
// within the boxes.
func (p *Picture) Share(clash func(a, b int32) bool, within ...geom.AABB) {
	p.clash, p.within = clash, EmptyWindow()
	for _, box := range within {
		for i := range 8 {
			corner := box.Corner(i)
			if p.camera.ahead(corner) < near {
				p.within = Window{math.Inf(-1), math.Inf(-1), math.Inf(1), math.Inf(1)}
				return
			}
			v := p.place(corner)
			p.within.Include(v.X, v.Y)
		}
	}
}

// thin is the difference of inverse depths up to which two surfaces are taken for one, relative to them: that of faces that lie
// in one plane, interpolated in float32, 4e-6.
const thin = 4e-6

// layers holds all faces of solids in a part of a band of rows, for each sample a list.
type layers struct {
	x0, x1, y0, y1 int     // the samples that may be shared
	head           []int32 // of a sample's list, -1 for none
	list           []crossing
	here           []crossing // those of one sample
	inside         []winding
}

// crossing is where the line of sight goes through a face.
type crossing struct {
	next, face int32
	w          float32
}

// winding is how often a body's surface winds around a point.
type winding struct{ body, times int32 }

// clear begins with what a window has of the rows [y0, y1) of a picture of a width.
func (l *layers) clear(width, y0, y1 int, within *Window) {
	l.x0, l.x1 = clampInt(math.Floor(within.X0), 0, width), clampInt(math.Ceil(within.X1), 0, width)
	l.y0, l.y1 = clampInt(math.Floor(within.Y0), y0, y1), clampInt(math.Ceil(within.Y1), y0, y1)
	l.list = l.list[:0]
	l.head = append(l.head[:0], make([]int32, max(0, l.x1-l.x0)*max(0, l.y1-l.y0))...)
	for i := range l.head {
		l.head[i] = -1
	}
}

// draw adds a face to the samples whose centres lie in it.
func (l *layers) draw(f *Face, index int32) {
	v := &f.V
	c, ok := newCover(v, l.x1, l.y0, l.y1-l.y0)
	for y := c.y0; ok && y < c.y1; y++ {
		py := float64(y) + 0.5
		lo, hi := c.span(py, max(c.x0, l.x0), c.x1)
		for x := lo; x < hi; x++ {
			s, t := c.at(float64(x)+0.5, py)
			i := (y-l.y0)*(l.x1-l.x0) + x - l.x0
			l.list = append(l.list, crossing{l.head[i], index, float32(v[0].W + s*(v[1].W-v[0].W) + t*(v[2].W-v[0].W))})
			l.head[i] = int32(len(l.list) - 1)
		}
	}
}

// share draws the nearest point of each sample that two bodies share. solids are the faces.
func (l *layers) share(mark *buffer, solids []Face, clash func(a, b int32) bool) {
	width := max(1, l.x1-l.x0)
	for i := range l.head {
		if l.head[i] < 0 || l.list[l.head[i]].next < 0 { // a line that enters a body leaves it, too
			continue
		}
		c := l.shared(i, solids, clash)
		if c == nil {
			continue
		}
		x, y := l.x0+i%width, l.y0+i/width
		if k := (y-mark.y0)*mark.width + x; c.w > mark.w[k] {
			f := &solids[c.face]
			mark.w[k], mark.color[k], mark.body[k] = c.w, f.color(x, y), f.Body
		}
	}
}

// shared returns where the line of sight enters what two bodies share, nil where it does not. It follows the line from the far
// end, where it is outside all bodies.
func (l *layers) shared(i int, solids []Face, clash func(a, b int32) bool) (entry *crossing) {
	if l.collect(i, solids) < 2 {
		return nil
	}
	l.inside = l.inside[:0]
	var from float32 // where the line came into it, 0 outside
	for k := range l.here {
		c := &l.here[k]
		l.turn(&solids[c.face])
		switch both := l.both(clash); {
		case both && from == 0:
			from = c.w
		case !both && from > 0:
			if c.w-from > thin*c.w {
				entry = c
			}
			from = 0
		}
	}
	return entry
}

// collect sorts the crossings of a sample, the farthest first, and returns of how many bodies they are, at most 2.
func (l *layers) collect(i int, solids []Face) (bodies int) {
	l.here, bodies = l.here[:0], 1
	for k := l.head[i]; k >= 0; k = l.list[k].next {
		c := l.list[k]
		if len(l.here) > 0 && solids[c.face].Body != solids[l.here[0].face].Body {
			bodies = 2
		}
		l.here = append(l.here, c)
	}
	if bodies > 1 {
		slices.SortFunc(l.here, func(a, b crossing) int { return cmp.Compare(a.w, b.w) })
	}
	return bodies
}

// turn counts a crossing.
func (l *layers) turn(f *Face) {
	sign := int32(1)
	if f.area() < 0 {
		sign = -1
	}
	k := slices.IndexFunc(l.inside, func(w winding) bool { return w.body == f.Body })
	if k < 0 {
		l.inside = append(l.inside, winding{f.Body, sign})
		return
	}
	if l.inside[k].times += sign; l.inside[k].times == 0 {
		l.inside = slices.Delete(l.inside, k, k+1)
	}
}

// both reports whether the line is inside two bodies that clash.
func (l *layers) both(clash func(a, b int32) bool) bool {
	for i, a := range l.inside {
		for _, b := range l.inside[:i] {
			if clash(min(a.body, b.body), max(a.body, b.body)) {
				return true
			}
		}
	}
	return false
}
