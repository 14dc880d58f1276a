// Package predicate decides what points, triangles and balls have in common, exactly: the
// answers are those of real arithmetic for every finite input, subnormals and 1e300
// included. No tolerance takes part.
//
// Shapes are closed: touching counts. A degenerate triangle is the segment or point it is.
//
// These are the decisions that package collide rests on. Most take a few dozen
// nanoseconds: float64 with a proven error bound settles nearly all of them, exact
// arithmetic the rest. Only exact integers allocate.
package predicate

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// Orient2D returns the sign of (a−c)×(b−c): 1 when a, b, c turn left, −1 when
// they turn right, 0 when they lie on a line.
func Orient2D(ax, ay, bx, by, cx, cy float64) int {
	return predicate.Orient2D(ax, ay, bx, by, cx, cy)
}

// Orient3D returns the sign of det(b−a, c−a, d−a): 1 when d lies on the side of
// the plane abc that (b−a)×(c−a) points to, −1 on the other, 0 in the plane or
// when a, b, c are collinear.
func Orient3D(a, b, c, d geom.Vec) int { return predicate.Orient3D(a, b, c, d) }

// Collinear reports whether a, b, c lie on a line (coincident points do), that
// is, whether the triangle is degenerate.
func Collinear(a, b, c geom.Vec) bool { return predicate.Collinear(a, b, c) }

// SegmentTriangle reports whether the segment ab and the triangle q share a point.
// Where a = b the segment is a point.
func SegmentTriangle(a, b geom.Vec, q *geom.Triangle) bool { return predicate.SegmentTriangle(a, b, q) }

// TriangleTriangle reports whether two triangles share a point.
func TriangleTriangle(p, q *geom.Triangle) bool { return predicate.TriangleTriangle(p, q) }

// SelfContact reports whether two triangles of one mesh are in contact beyond
// the corners they share. localP and localQ are their corners in the mesh's own
// coordinates, p and q the same corners in the world, in the same order.
//
// With S the set of distinct positions of corners common to both by local
// coordinates (−0 equals 0), triangles with equal corner sets are in contact;
// others iff their intersection in the world is not contained in the convex hull
// of S as posed.
func SelfContact(localP, localQ, p, q *geom.Triangle) bool {
	return predicate.SelfContact(localP, localQ, p, q)
}

// SphereSphere reports whether two balls share a point.
func SphereSphere(a, b *geom.Sphere) bool { return predicate.SphereSphere(a, b) }

// SphereTriangle reports whether a ball and a triangle share a point.
func SphereTriangle(s *geom.Sphere, q *geom.Triangle) bool { return predicate.SphereTriangle(s, q) }

// Intersect returns the common set of two triangles. The kind is exact, and Apart exactly
// when TriangleTriangle is false. Points are correctly rounded, except that the ends of a
// segment between triangles in general position may be off by 2⁻²⁹ of the length of the
// edge they lie on.
func Intersect(p, q *geom.Triangle) Intersection { return predicate.Intersect(p, q) }

// Intersection is the common set of two triangles: nothing, a point, a segment
// or a convex polygon of three to six corners, the first N of Points.
type Intersection = predicate.Intersection

// Kind is what two shapes have in common.
type Kind = predicate.Kind

// The kinds of an intersection. Intersect returns all but Overlap, which stands
// for a common volume of solids.
const (
	Apart   = predicate.Apart
	Point   = predicate.Point
	Segment = predicate.Segment
	Polygon = predicate.Polygon
	Overlap = predicate.Overlap
)
