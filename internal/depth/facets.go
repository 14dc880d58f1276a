package depth

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/kind"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// SetAxial takes a mesh of n sides around the axis, a power of two from 16 on, in place of a capsule, a cylinder or a cone: every point of the mesh is at most the
// slack away from the solid's surface. It returns false where scaling would round a coordinate, or the solid is too thin beside its coordinates.
//
// A map from the mesh onto the surface, straight away from or toward the axis or the middle of a capsule's end, moves no point by more than the slack. So a point that is farther from
// the surface has the same winding number in both, and each point of the surface has one of the mesh that near. Since the solid is convex, the distances of any point from the two, with their
// signs, differ by no more than the slack, and so do the depths of the two in another solid; widths differ by twice that.
//
//   - An edge of a rim between corners at the distance R from the axis comes as near to it as R·cos(π/n). With R = r·2/(1+cos(π/n)) both are off r by as much.
//   - A point of a triangle whose corners are at the distance R from the middle of an end is Σλᵢ·vᵢ. Its squared distance is R² less the sum of λᵢλⱼ|vᵢ−vⱼ|², which is at
//     most a third of the square of the longest edge, q·R². With R = r·2/(1+√(1−q)) both are off r by as much. Along the axis the edges are nearer to it.
//   - A corner is off by less than 32u of the magnitudes of the ends and R together, in every coordinate: the axis' direction by 4u of one, those square to it by 8u, the
//     unit vectors around it by 8u, and three products and sums. facetError covers √3 of that, and R's own error.
func (s *Solid) SetAxial(a *predicate.Axial, n, exponent int) bool {
	at := geom.Triangle{a.A, a.B, {X: a.Radius}}
	if exponent != 0 && !scale(&at, exponent) {
		return false
	}
	f := facets{n: n, a: at[0], b: at[1], flat: a.Flat, pointed: a.Pointed, around: halved(n)}
	r := at[2].X
	f.radius = 2 * r / (1 + f.cosine())
	f.error = facetError * (f.a.MaxAbs() + f.b.MaxAbs() + f.radius)
	if d := f.b.Sub(f.a); !(f.error < 0x1p-22*min(r, d.Norm())) {
		return false
	}
	f.build()
	boxes := make([]geom.AABB, len(f.m.Triangles))
	for i := range boxes {
		q := f.m.Triangle(i)
		boxes[i] = q.Bounds()
	}
	surface := narrow.NewSurface(&f.m, tree.BuildSAH(boxes, tree.SAHOptions{Workers: 1}))
	body := kind.Body{Surface: &surface, Shells: kind.NewShells(&f.m, &surface)}
	if body.Shells.Flaw != "" || !s.Set(&body, 0) {
		return false
	}
	s.slack = (f.radius-r)*(1+16*u) + f.error
	s.setAxes(&f.frame)
	return true
}

const facetError = 64 * u

// facets makes the mesh.
type facets struct {
	n             int
	a, b          geom.Vec
	radius, error float64
	flat, pointed bool
	frame         geom.Mat // its last column is along the axis
	around        [][2]float64
	m             mesh.Mesh
}

// cosine is how near to the axis an edge comes or, for a capsule, whose triangles are at most 2π/n wide and high as seen from the middle of an end, √(1−q) for
// a triangle, in units of R.
func (f *facets) cosine() float64 {
	if f.flat {
		return math.Sqrt((1 + f.around[1][0]) / 2)
	}
	x := 2 * math.Pi / float64(f.n)
	return math.Sqrt(1 - 2*float64(x*x)/3)
}

// build makes rings around the axis, and closes them by a corner at either end.
func (f *facets) build() {
	f.turn()
	up := f.frame.Col(2)
	switch {
	case f.pointed:
		f.ring(f.a, f.radius)
		f.close(f.a, f.b)
	case f.flat:
		f.ring(f.a, f.radius)
		f.ring(f.b, f.radius)
		f.close(f.a, f.b)
	default:
		rings := f.n / 4
		for k := 1 - rings; k <= 0; k++ {
			f.parallel(f.a, -1, k+rings)
		}
		for k := rings; k >= 1; k-- {
			f.parallel(f.b, 1, k)
		}
		f.close(f.a.Sub(up.Scale(f.radius)), f.b.Add(up.Scale(f.radius)))
	}
}

// parallel makes a ring around an end of a capsule, which is the k-th from its pole.
func (f *facets) parallel(end geom.Vec, sign float64, k int) {
	c := f.around[k]
	f.ring(end.Add(f.frame.Col(2).Scale(sign*f.radius*c[0])), f.radius*c[1])
}

// turn sets the frame.
func (f *facets) turn() {
	d := unitVector(f.b.Sub(f.a))
	e := geom.Vec{X: 1}
	if m := d.Abs(); m.X > m.Y || m.X > m.Z {
		if e = (geom.Vec{Y: 1}); m.Y > m.Z {
			e = geom.Vec{Z: 1}
		}
	}
	x := unitVector(d.Cross(e))
	y := unitVector(d.Cross(x))
	f.frame = geom.Mat{x.X, y.X, d.X, x.Y, y.Y, d.Y, x.Z, y.Z, d.Z}
}

// halved returns n unit vectors around the origin, by halving the angle between neighbours: the same on every machine.
func halved(n int) [][2]float64 {
	at := [][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	for len(at) < n {
		next := make([][2]float64, 0, 2*len(at))
		for i, p := range at {
			q := at[(i+1)%len(at)]
			x, y := p[0]+q[0], p[1]+q[1]
			l := math.Sqrt(float64(x*x) + float64(y*y))
			next = append(next, p, [2]float64{x / l, y / l})
		}
		at = next
	}
	return at
}

// ring adds corners around a point of the axis, and what is between them and the ring before.
func (f *facets) ring(middle geom.Vec, radius float64) {
	first, n := uint32(len(f.m.Vertices)), uint32(f.n)
	x, y := f.frame.Col(0), f.frame.Col(1)
	for _, c := range f.around {
		f.m.Vertices = append(f.m.Vertices, middle.Add(x.Scale(radius*c[0]).Add(y.Scale(radius*c[1]))))
	}
	for i := range n {
		if j := (i + 1) % n; first > 0 {
			a, b, c, d := first-n+i, first-n+j, first+j, first+i
			f.m.Triangles = append(f.m.Triangles, [3]uint32{a, b, c}, [3]uint32{a, c, d})
		}
	}
}

// close adds a corner at either end, and what is between it and the ring there.
func (f *facets) close(low, high geom.Vec) {
	end, n := uint32(len(f.m.Vertices)), uint32(f.n)
	f.m.Vertices = append(f.m.Vertices, low, high)
	for i := range n {
		j := (i + 1) % n
		f.m.Triangles = append(f.m.Triangles, [3]uint32{end, j, i}, [3]uint32{end + 1, end - n + i, end - n + j})
	}
}
