package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Kind states what two shapes have in common.
type Kind uint8

// The kinds of an intersection. Intersect returns all but Overlap, which stands
// for a common volume of solids.
const (
	Apart Kind = iota
	Point
	Segment
	Polygon
	Overlap
)

// String returns the kind in lower case.
func (k Kind) String() string {
	names := [...]string{"apart", "point", "segment", "polygon", "overlap"}
	if int(k) < len(names) {
		return names[k]
	}
	return "invalid"
}

// Intersection is the common set of two triangles: nothing, a point, a segment
// or a convex polygon of three to six corners. Kind is exact, the points are
// rounded to float64.
type Intersection struct {
	Kind Kind
	// N is how many of Points count; corners of a polygon are in order around
	// it, turning the way the first triangle does.
	N      int
	Points [6]geom.Vec
}

// Intersect returns the common set of two closed triangles. The kind is exact for
// every finite input, and Apart exactly when TriangleTriangle is false. Points
// are correctly rounded, except that the ends of a segment between triangles in
// general position may be off by 2⁻²⁹ of the length of the edge they lie on.
func Intersect(p, q *geom.Triangle) Intersection {
	var t Tally
	return t.Intersect(p, q)
}

// Intersect is the package's Intersect, counted.
func (t *Tally) Intersect(p, q *geom.Triangle) Intersection {
	f, decided := t.transversal(p, q)
	if decided {
		return f
	}
	var room [6]ratPoint
	points := t.extremes(p, q, room[:0])
	if len(points) > 2 {
		w, o := t.projection(p) // a polygon lies in p, which is no segment then
		t.ring(points, w, o)
	}
	r := Intersection{Kind: min(Kind(len(points)), Polygon), N: len(points)}
	for i := range points {
		r.Points[i] = points[i].vec()
	}
	return r
}

// transversal handles triangles apart, those with no more than a corner in common, and those in general position: where each
// crosses the plane of the other without a zero sign, the common segment ends
// where an edge of one passes through the inside of the other.
func (t *Tally) transversal(p, q *geom.Triangle) (r Intersection, decided bool) {
	switch m, _, _ := t.Meet(p, q); m {
	case MeetNowhere:
		return r, true
	case MeetDegenerate:
		return r, !t.TriangleTriangle(p, q)
	case MeetPoint:
		return commonCorner(p, q)
	case MeetAcross:
		if t.ends(p, q, &r) && t.ends(q, p, &r) && r.N == 2 {
			r.Kind = Segment
			return r, true
		}
	case MeetLine, MeetArea:
	}
	return Intersection{}, false
}

// commonCorner returns the point that two triangles have in common if it is a corner of both.
func commonCorner(p, q *geom.Triangle) (r Intersection, known bool) {
	for i := range p {
		for j := range q {
			if p[i] == q[j] {
				r.Kind, r.N, r.Points[0] = Point, 1, p[i].Add(geom.Vec{}) // −0 is 0
				return r, true
			}
		}
	}
	return r, false
}

// steep is how far beyond its error bound a difference of two plane distances
// must be for the point between them to be good to 2⁻²⁹ of their edge: each
// distance is off by less than the bound, their quotient by less than twice that
// over the difference.
const steep = 1 << 30

// ends appends the points where edges of p pass through the inside of q. It
// returns false where a sign is zero, a point would be inaccurate, or there is
// no room for another.
func (t *Tally) ends(p, q *geom.Triangle, r *Intersection) bool {
	f := filterOf(q[0], q[1], q[2])
	var d [3]float64
	worst := 0.0
	for k := range 3 {
		var bound float64
		if d[k], bound = f.distance(p[k]); !(float64(d[k]*d[k]) > bound) {
			return false
		}
		worst = max(worst, bound)
	}
	for k := range 3 {
		l := (k + 1) % 3
		if (d[k] > 0) == (d[l] > 0) {
			continue
		}
		inside, certain := t.strictlyInside(p[k], p[l], q)
		if !certain || inside && math.Abs(d[k]-d[l]) < steep*math.Sqrt(worst) {
			return false
		}
		if inside {
			r.Points[r.N] = p[k].Add(p[l].Sub(p[k]).Scale(d[k] / (d[k] - d[l])))
			r.N++
		}
	}
	return true
}

// strictlyInside reports whether the line ab passes through the inside of q, and
// whether no sign was zero.
func (t *Tally) strictlyInside(a, b geom.Vec, q *geom.Triangle) (inside, certain bool) {
	o0, o1, o2 := t.Orient3D(a, b, q[0], q[1]), t.Orient3D(a, b, q[1], q[2]), t.Orient3D(a, b, q[2], q[0])
	return o0 == o1 && o1 == o2, o0 != 0 && o1 != 0 && o2 != 0
}
