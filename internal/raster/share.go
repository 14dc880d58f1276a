package raster

import (
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
)

// Solid adds a triangle of a closed body to those of which the picture shows the points that two bodies share (see Share).
// It has a colour for each corner.
func (p *Picture) Solid(t *geom.Triangle, normals *[3]geom.Vec, base [3]Color, body int32) {
	p.solids = p.addTinted(p.solids, t, normals, &base, body)
}

// Tinted is Solid for a triangle whose colour depends on the place. It is asked for at points that are at most step apart, by several
// goroutines at once, and only where what is shared is seen.
func (p *Picture) Tinted(t *geom.Triangle, normals *[3]geom.Vec, step float64, color func(geom.Vec) Color, body int32) {
	add := func(t *geom.Triangle, n *[3]geom.Vec) {
		if f, ok := p.face(t, n, &[3]Color{}, body); ok {
			f.tint = newTint(p, t, n, step, color)
			p.solids = append(p.solids, f)
		}
	}
	cut := p.camera.before(t, normals, &[3]Color{})
	if cut == nil {
		add(t, normals)
	}
	for k := 2; k < len(cut); k++ {
		a, b, c := &cut[0], &cut[k-1], &cut[k]
		add(&geom.Triangle{a.at, b.at, c.at}, &[3]geom.Vec{a.normal, b.normal, c.normal})
	}
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

// shared returns where the line of sight enters what two bodies share, nil where it does not. It follows the line from the far
// end, where it is outside all bodies.
func (l *layers) shared(i int, solids []Face, clash func(a, b int32) bool) (entry *crossing) {
	if l.head[i] < 0 || l.list[l.head[i]].next < 0 || l.collect(i, solids) < 2 { // a line that enters a body leaves it, too
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
		sortByDepth(l.here)
	}
	return bodies
}

// sortByDepth sorts crossings, of which there are few, the farthest first.
func sortByDepth(list []crossing) {
	for i := range list {
		for k := i; k > 0 && list[k].w < list[k-1].w; k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
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
