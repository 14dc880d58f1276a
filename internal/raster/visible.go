package raster

import (
	"image"
	"math"

	"github.com/collide-go/collide/geom"
)

// Directions returns n unit vectors spread over the sphere on a spiral, starting
// with the view from the front, right and above that drawings prefer. up is +Y
// or +Z.
func Directions(n int, up geom.Vec) []geom.Vec {
	preferred := geom.Vec{X: 0.62, Y: -0.66, Z: 0.42}
	if up.Y != 0 {
		preferred = geom.Vec{X: 0.55, Y: 0.38, Z: 0.74}
	}
	dirs := []geom.Vec{unit(preferred)}
	const golden = 2.399963229728653 // π(3 − √5)
	for k := 1; k < n; k++ {
		z := 1 - (2*float64(k)-1)/float64(n-1)
		r := math.Sqrt(max(0, 1-float64(z*z)))
		s, c := math.Sincos(golden * float64(k))
		v := geom.Vec{X: r * c, Y: r * s, Z: z}
		if up.Y != 0 {
			v = geom.Vec{X: r * c, Y: z, Z: r * s}
		}
		dirs = append(dirs, v)
	}
	return dirs
}

// View judges one direction.
type View struct {
	// Visible is the share of the points that nothing hides.
	Visible float64
	// Spread is the area the points cover in the picture, as a share of the
	// square of their largest extent in any direction.
	Spread float64
}

// Judge looks at points of the unit ball from a direction, with the surfaces
// that may hide them. tolerance is the depth below a surface at which a point on
// it still counts as visible. It costs one small rendering.
func Judge(c *Camera, surfaces [][]geom.Triangle, points []geom.Vec, tolerance float64) View {
	const width, height = 128, 128
	w := EmptyWindow()
	for _, v := range points {
		x, y, _ := c.Project(v)
		w.Include(x, y)
	}
	bounds := geom.BoundsOf(points)
	extent := bounds.Size().Norm()
	p := NewPicture(image.Rect(0, 0, width, height), *c, w.Fit(1.2, 0.02, image.Pt(width, height)))
	p.scale /= Samples
	depth := newBuffer(width, height)
	depth.clear(0)
	for _, tris := range surfaces {
		for i := range tris {
			f := Face{V: [3]Vertex{p.place(tris[i][0]), p.place(tris[i][1]), p.place(tris[i][2])}}
			depth.draw(&f)
		}
	}
	seen := 0
	for _, v := range points {
		if q := p.place(v); depth.shows(q, tolerance) {
			seen++
		}
	}
	return View{
		Visible: float64(seen) / float64(max(len(points), 1)),
		Spread:  w.Width() * w.Height() / max(extent*extent, 1e-12),
	}
}

func (b *buffer) shows(v Vertex, tolerance float64) bool {
	x, y := int(v.X), int(v.Y)
	if x < 0 || y < 0 || x >= b.width || y >= b.height {
		return true
	}
	return v.W*(1+tolerance) >= float64(b.w[y*b.width+x])
}
