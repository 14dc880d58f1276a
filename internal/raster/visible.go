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

// sightSide is the side of the small renderings that tell what hides points, in pixels.
const sightSide = 128

// Sight is some points of the unit ball that cameras look at.
type Sight struct {
	points    []geom.Vec
	around    ball
	extent    float64
	tolerance float64
	depth     *buffer
}

// NewSight returns the sight of points. tolerance is the depth below a surface at which a point on it still counts as visible.
func NewSight(points []geom.Vec, tolerance float64) *Sight {
	s := &Sight{points: points, around: ballOf(points), tolerance: tolerance, depth: newBuffer(sightSide, sightSide)}
	bounds := geom.BoundsOf(points)
	s.extent = bounds.Size().Norm()
	return s
}

// window is what a camera sees of the points.
func (s *Sight) window(c *Camera) Window {
	w := EmptyWindow()
	for _, v := range s.points {
		x, y, _ := c.Project(v)
		w.Include(x, y)
	}
	return w
}

// Spread returns the area that the points cover in the picture of a camera, as a share of the square of their largest extent in
// any direction.
func (s *Sight) Spread(c *Camera) float64 {
	w := s.window(c)
	return w.Width() * w.Height() / max(s.extent*s.extent, 1e-12)
}

// From returns the sight from a camera, with nothing before it. The next call ends the use of what it returned.
func (s *Sight) From(c *Camera) *Outlook {
	p := NewPicture(image.Rect(0, 0, sightSide, sightSide), *c, s.window(c).Fit(1.2, 0.02, image.Pt(sightSide, sightSide)))
	p.scale /= Samples
	s.depth.clear(0)
	// A pixel may be seen half its diagonal from the point that it stands for, and at the far side of the unit ball is larger.
	return &Outlook{sight: s, picture: p, reach: s.around.radius + 2/p.scale}
}

// Outlook is what a camera sees of the points of a Sight.
type Outlook struct {
	sight   *Sight
	picture *Picture
	reach   float64 // of the lines of sight around the line from the eye to the middle of the points
}

// Hide puts surfaces before the camera.
func (o *Outlook) Hide(s *Screen) {
	for g := range s.groups {
		if !o.between(&s.groups[g]) {
			continue
		}
		for i := g * screenGroup; i < min((g+1)*screenGroup, len(s.tris)); i++ {
			if t := &s.tris[i]; o.between(&s.balls[i]) {
				o.sight.depth.hide(&[3]Vertex{o.picture.place(t[0]), o.picture.place(t[1]), o.picture.place(t[2])})
			}
		}
	}
}

// between reports whether something of a ball may be between the eye and the points: all lines of sight are within reach of
// the one to the middle.
func (o *Outlook) between(b *ball) bool {
	from, eye := o.sight.around.center, o.picture.camera.eye
	way := eye.Sub(from)
	d := b.center.Sub(from)
	d = d.Sub(way.Scale(min(1, max(0, d.Dot(way)/way.Dot(way)))))
	r := o.reach + b.radius
	return d.Dot(d) <= r*r
}

// Visible returns the share of the points that nothing hides so far.
func (o *Outlook) Visible() float64 {
	seen := 0
	for _, v := range o.sight.points {
		if o.sight.depth.shows(o.picture.place(v), o.sight.tolerance) {
			seen++
		}
	}
	return float64(seen) / float64(max(len(o.sight.points), 1))
}

func (b *buffer) shows(v Vertex, tolerance float64) bool {
	x, y := int(v.X), int(v.Y)
	if x < 0 || y < 0 || x >= b.width || y >= b.height {
		return true
	}
	return v.W*(1+tolerance) >= float64(b.w[y*b.width+x])
}

// hide is draw for a layer of which only the depth counts.
func (b *buffer) hide(v *[3]Vertex) {
	c, ok := newCover(v, b.width, b.y0, b.height)
	for y := c.y0; ok && y < c.y1; y++ {
		py := float64(y) + 0.5
		lo, hi := c.span(py, c.x0, c.x1)
		row := (y - b.y0) * b.width
		depths := b.w[row+lo : row+hi]
		w, step := c.depths(v, float64(lo)+0.5, py)
		for k := range depths {
			depths[k] = max(depths[k], float32(w+float64(k)*step))
		}
	}
}
