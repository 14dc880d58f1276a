package raster

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide/geom"
)

// Solid adds a triangle of a closed body to those of which the picture shows the points that two bodies share (see Share).
func (p *Picture) Solid(t *geom.Triangle, normals *[3]geom.Vec, base Color, body int32) {
	p.solids = p.add(p.solids, t, normals, base, body)
}

// Share marks what lies inside two solids for which clash holds: the surface of that, in the colours of the solids' triangles. A
// point is inside a body where the body's surface winds around it, whatever the orientation of its triangles.
func (p *Picture) Share(clash func(a, b int32) bool) { p.clash = clash }

// thin is the difference of inverse depths up to which two surfaces are taken for one, relative to them: that of faces that lie
// in one plane, interpolated in float32, 4e-6.
const thin = 4e-6

// layers holds all faces of solids in a band of rows, for each sample a list.
type layers struct {
	width, height, y0 int
	head              []int32 // of a sample's list, -1 for none
	list              []crossing
	here              []crossing // those of one sample
	inside            []winding
}

// crossing is where the line of sight goes through a face. sign is its orientation, as seen from the eye.
type crossing struct {
	next, body, sign int32
	w                float32
	color            Color
}

// winding is how often a body's surface winds around a point.
type winding struct{ body, times int32 }

func newLayers(width, height int) *layers {
	return &layers{width: width, height: height, head: make([]int32, width*height)}
}

func (l *layers) clear(y0 int) {
	l.y0, l.list = y0, l.list[:0]
	for i := range l.head {
		l.head[i] = -1
	}
}

// draw adds a face to the samples whose centres lie in it.
func (l *layers) draw(f *Face) {
	v := &f.V
	c, ok := newCover(v, l.width, l.y0, l.height)
	sign := int32(1)
	if c.area < 0 {
		sign = -1
	}
	for y := c.y0; ok && y < c.y1; y++ {
		py := float64(y) + 0.5
		lo, hi := c.span(py, c.x0, c.x1)
		for x := lo; x < hi; x++ {
			s, t := c.at(float64(x)+0.5, py)
			w := float32(v[0].W + s*(v[1].W-v[0].W) + t*(v[2].W-v[0].W))
			i := (y-l.y0)*l.width + x
			l.list = append(l.list, crossing{l.head[i], f.Body, sign, w, blend(v, float32(s), float32(t))})
			l.head[i] = int32(len(l.list) - 1)
		}
	}
}

// share draws the nearest point of each sample that two bodies share.
func (l *layers) share(mark *buffer, clash func(a, b int32) bool) {
	for i := range l.head {
		if l.head[i] < 0 {
			continue
		}
		if c := l.shared(i, clash); c != nil && c.w > mark.w[i] {
			mark.w[i], mark.color[i], mark.body[i] = c.w, c.color, c.body
		}
	}
}

// shared returns where the line of sight enters what two bodies share, nil where it does not. It follows the line from the far
// end, where it is outside all bodies.
func (l *layers) shared(i int, clash func(a, b int32) bool) (entry *crossing) {
	l.here, l.inside = l.here[:0], l.inside[:0]
	for k := l.head[i]; k >= 0; k = l.list[k].next {
		l.here = append(l.here, l.list[k])
	}
	slices.SortFunc(l.here, func(a, b crossing) int { return cmp.Compare(a.w, b.w) })
	var from float32 // where the line came into it, 0 outside
	for k := range l.here {
		c := &l.here[k]
		l.turn(c)
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

// turn counts a crossing.
func (l *layers) turn(c *crossing) {
	k := slices.IndexFunc(l.inside, func(w winding) bool { return w.body == c.body })
	if k < 0 {
		l.inside = append(l.inside, winding{c.body, c.sign})
		return
	}
	if l.inside[k].times += c.sign; l.inside[k].times == 0 {
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
