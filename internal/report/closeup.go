package report

import (
	"context"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/raster"
	"github.com/collide-go/collide/predicate"
)

// maxTraced is the most contacts of a pair whose intersections a picture of the pair has, 20,000: at the size of such a picture
// more cover each other.
const maxTraced = 20_000

// closeup is a pair of bodies seen from near: where they meet lies in the unit ball, seen by a camera on a free side.
type closeup struct {
	*scenery
	pair *collide.Pair
	// zoom moves the unit ball of the scenery so that the sight is the unit ball.
	zoom   raster.Normalizer
	radius float64
	curves [][]geom.Vec // in the coordinates of the scenery
	flush  []geom.Triangle
	shared bool
	camera raster.Camera
	tint   *tint // nil where the depth is not known
	// encoded is the picture as PNG, once it is drawn.
	encoded []byte
}

// newCloseup finds where to look from; nil for a pair of which no place is known.
func newCloseup(ctx context.Context, s *scenery, p *collide.Pair, up geom.Vec) (*closeup, error) {
	v := &closeup{scenery: s, pair: p, shared: s.shareable(p)}
	box, err := v.sight(ctx)
	if err != nil || box.IsEmpty() {
		return nil, err
	}
	if common := v.boxes[p.A].Intersect(v.boxes[p.B]); v.shared && half(&common) <= wholeShared*half(&box) {
		box = box.Union(common)
	}
	v.radius = v.reach(&box)
	v.zoom = raster.Zoom(box.Center(), v.radius)
	v.choose(up)
	return v, ctx.Err()
}

// sight collects the curves and returns the box around what is to be seen.
func (v *closeup) sight(ctx context.Context) (geom.AABB, error) {
	c, p := v.check, v.pair
	box := geom.EmptyAABB()
	switch d := c.distanceOf(p); {
	case len(p.Contacts) > 0:
		traced := p.Contacts[:min(len(p.Contacts), maxTraced)]
		found, err := c.Places.Locate(ctx, c.World, traced, nil)
		if err != nil {
			return box, err
		}
		v.take(traced, found)
	case d != nil && d.TriA >= 0 && isNear(p):
		v.curves = append(v.curves, []geom.Vec{v.norm.Apply(d.Points[0]), v.norm.Apply(d.Points[1])})
	case p.Inside == collide.AInside:
		return v.boxes[p.A], nil
	case p.Inside == collide.BInside:
		return v.boxes[p.B], nil
	}
	for _, points := range v.curves {
		for _, x := range points {
			box.Extend(x)
		}
	}
	if box.IsEmpty() { // of bodies whose surfaces are one there is no rim
		for i := range v.flush {
			box = box.Union(v.flush[i].Bounds())
		}
	}
	return box, nil
}

// take keeps the curves of contacts, and of those in a plane the faces.
func (v *closeup) take(contacts []collide.Contact, found []predicate.Intersection) {
	var rings [][]geom.Vec
	for i := range found {
		curves := v.trace(contacts[i], &found[i])
		if found[i].N > 2 && v.shared {
			rings = append(rings, curves...)
			continue
		}
		v.curves = append(v.curves, curves...)
	}
	v.curves, v.flush = Outline(rings, v.curves), fans(rings)
}

// What a picture shows around a place, as multiples of half its diagonal: at least tight, 1.3, and up to loose, 7, as long as that
// is not more than part, 0.7, of half the diagonal of the smaller body, of which somebody is to recognise the shape.
const (
	tight = 1.3
	loose = 7
	part  = 0.7
)

// aroundInner is what a picture shows around a body that lies in another one, as a multiple of half its diagonal: up to 3, as long as that
// is not more than part of the outer body.
const aroundInner = 3

// wholeShared is how large the common box of two bodies may be, as a multiple of the place in which their surfaces meet, for a picture
// to show all of it, 2.
const wholeShared = 2

// half is half the diagonal of a box.
func half(b *geom.AABB) float64 {
	d := b.Size()
	return d.Norm() / 2
}

// reach is the radius of what the picture shows around a box.
func (v *closeup) reach(box *geom.AABB) float64 {
	place, least := half(box), math.Inf(1)
	for _, b := range []int{v.pair.A, v.pair.B} {
		if !v.oneSided[b] {
			least = min(least, half(&v.boxes[b]))
		}
	}
	if math.IsInf(least, 1) {
		least = 1
	}
	if len(v.pair.Contacts) == 0 && v.pair.Inside != collide.NotInside { // of the outer body some is to be seen
		return max(tight*place, min(aroundInner*place, part*max(half(&v.boxes[v.pair.A]), half(&v.boxes[v.pair.B]))), 1e-9)
	}
	around := part * least
	if place > 0 {
		around = min(around, loose*place)
	}
	return max(tight*place, around, 1e-9)
}

// choose finds the camera: of some directions the one from which most of the place can be seen, before the two bodies and before
// all others, and spread out most; near ties go to the views that drawings prefer.
func (v *closeup) choose(up geom.Vec) {
	pair, others, total := v.hiding()
	sight := raster.NewSight(v.samples(), seenWithin)
	dirs := raster.Directions(min(max(judgeWork/4/max(total, 1), 8), 32), up)
	var list candidates
	for _, d := range dirs {
		camera := raster.NewCamera(d, up)
		bias := 0.3*d.Dot(dirs[0]) - 0.5*max(0, -d.Dot(up)-0.1) - 0.3*max(0, d.Dot(up)-0.8)
		list = append(list, candidate{camera, bias + 0.6*math.Sqrt(sight.Spread(&camera))})
	}
	v.camera = list.best(func(c *raster.Camera, enough float64) float64 {
		from := sight.From(c)
		for _, s := range others {
			from.Hide(s)
		}
		before := 0.0
		if len(others) > 0 {
			if before = from.Visible(); 2*before < enough {
				return before // the pair hides no less
			}
		}
		for _, s := range pair {
			from.Hide(s)
		}
		return before + from.Visible()
	}, 2)
}

// seenWithin is how far beneath a surface, relative to the distance of the eye, a point of it still counts as seen, 0.004.
const seenWithin = 0.004

// samples are some hundred points of the place.
func (v *closeup) samples() []geom.Vec {
	const most = 400
	var points []geom.Vec
	for i := 0; i < len(v.curves); i += len(v.curves)/most + 1 {
		for _, x := range v.curves[i] {
			points = append(points, v.zoom.Apply(x))
		}
	}
	for i := 0; i < len(v.flush) && len(v.curves) == 0; i += len(v.flush)/most + 1 {
		f := &v.flush[i]
		points = append(points, v.zoom.Apply(f[0].Add(f[1]).Add(f[2]).Scale(1.0/3)))
	}
	if len(points) > 0 {
		return points
	}
	for _, b := range []int{v.pair.A, v.pair.B} { // one inside the other
		if inner := v.boxes[b]; (v.pair.Inside == collide.AInside) == (b == v.pair.A) {
			for i := range 8 {
				points = append(points, v.zoom.Apply(inner.Corner(i)))
			}
		}
	}
	return points
}

// surroundings is how far around a place surfaces are looked at, as a multiple of the radius of the picture, 4.5: what is
// farther than the eye hides nothing.
const surroundings = 4.5

// hiding returns the surfaces that may hide the place, those of the pair and those of others, and how many triangles they have.
func (v *closeup) hiding() (pair, others []*raster.Screen, total int) {
	for b := range v.surfaces {
		tris := v.near(b, surroundings)
		if len(tris) == 0 {
			continue
		}
		total += len(tris)
		if v.isOwn(b) {
			pair = append(pair, raster.NewScreen(tris))
		} else {
			others = append(others, raster.NewScreen(tris))
		}
	}
	return pair, others, total
}

func (v *closeup) isOwn(body int) bool { return body == v.pair.A || body == v.pair.B }

// near returns the triangles of a body that are within a multiple of the picture's radius, as the camera sees them.
func (v *closeup) near(body int, reach float64) []geom.Triangle {
	around := geom.AABB{Min: v.zoom.Restore(geom.Vec{X: -reach, Y: -reach, Z: -reach}), Max: v.zoom.Restore(geom.Vec{X: reach, Y: reach, Z: reach})}
	if !v.boxes[body].Overlaps(&around) {
		return nil
	}
	var list []geom.Triangle
	for i := range v.surfaces[body] {
		t := &v.surfaces[body][i]
		if b := t.Bounds(); b.Overlaps(&around) {
			list = append(list, v.zoomed(t))
		}
	}
	return list
}

func (v *closeup) zoomed(t *geom.Triangle) geom.Triangle {
	return geom.Triangle{v.zoom.Apply(t[0]), v.zoom.Apply(t[1]), v.zoom.Apply(t[2])}
}

// eye returns the camera in the coordinates of the check.
func (v *closeup) eye() (eye, look, up geom.Vec) {
	eye, look, up = v.camera.Frame()
	return v.norm.Restore(v.zoom.Restore(eye)), look, up
}

// lines returns the curves as segments, in the coordinates of the check.
func (v *closeup) lines() (lines [][2]geom.Vec) {
	for _, c := range v.curves {
		n := len(c)
		if n == 2 {
			n = 1
		}
		for i := 0; i < n && len(c) > 1; i++ {
			lines = append(lines, [2]geom.Vec{v.norm.Restore(c[i]), v.norm.Restore(c[(i+1)%len(c)])})
		}
	}
	return lines
}
