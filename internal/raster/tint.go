package raster

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// tint is the colour of a triangle that depends on the place. It is computed at points of a lattice and in between mixed from them.
type tint struct {
	tri     geom.Triangle
	normals [3]geom.Vec
	n       float64 // pieces of an edge
	color   func(geom.Vec) Color
	camera  *Camera
	light   *Light
}

func newTint(p *Picture, t *geom.Triangle, normals *[3]geom.Vec, step float64, color func(geom.Vec) Color) *tint {
	longest := 0.0
	for k := range t {
		longest = max(longest, t[(k+1)%3].Sub(t[k]).Norm())
	}
	return &tint{tri: *t, normals: *normals, n: max(1, math.Ceil(longest/step)), color: color, camera: &p.camera, light: &p.light}
}

// latticeAt is a point of the lattice of a face.
type latticeAt struct{ face, i, j int32 }

// color returns the colour of a sample of a face with an area.
func (l *layers) color(f *Face, face int32, x, y int) Color {
	e := newEdges(&f.V, f.area())
	if f.tint == nil {
		s, t := e.at(float64(x)+0.5, float64(y)+0.5)
		return blend(&f.V, float32(s), float32(t))
	}
	s, t := f.tint.shares(&f.V, &e, x, y)
	return mixed(s*f.tint.n, t*f.tint.n, func(i, j int32) Color { return l.tinted(f, latticeAt{face, i, j}) })
}

// shares returns the place of a sample as shares of corners 1 and 2 of the triangle in space: those in the picture times the inverse
// depths of the corners.
func (t *tint) shares(v *[3]Vertex, e *edges, x, y int) (s, u float64) {
	s, u = e.at(float64(x)+0.5, float64(y)+0.5)
	rest := (1 - s - u) * v[0].W
	s, u = s*v[1].W, u*v[2].W
	sum := s + u + rest
	return min(1, max(0, s/sum)), min(1, max(0, u/sum))
}

// tinted returns the colour of a point of the lattice, which is computed once.
func (l *layers) tinted(f *Face, at latticeAt) Color {
	c, known := l.tints[at]
	if !known {
		c = f.tint.at(float64(at.i)/f.tint.n, float64(at.j)/f.tint.n)
		if l.tints == nil {
			l.tints = map[latticeAt]Color{}
		}
		l.tints[at] = c
	}
	return c
}

// at returns the colour of a point, with the light there.
func (t *tint) at(s, u float64) Color {
	x := t.point(s, u)
	n := t.normals[0].Scale(1 - s - u).Add(t.normals[1].Scale(s)).Add(t.normals[2].Scale(u))
	return t.light.Shade(t.color(x), n, t.camera.Toward(x))
}

// point returns the point of the triangle's plane with some shares of corners 1 and 2.
func (t *tint) point(s, u float64) geom.Vec {
	return t.tri[0].Scale(1 - s - u).Add(t.tri[1].Scale(s)).Add(t.tri[2].Scale(u))
}

// mixed returns the colour of a place on a lattice from those of the corners of the triangle of the lattice that it is in.
func mixed(x, y float64, corner func(i, j int32) Color) Color {
	i, j := int32(x), int32(y)
	s, t := float32(x-float64(i)), float32(y-float64(j))
	a, b := corner(i+1, j), corner(i, j+1)
	di := int32(0)
	if s+t > 1 {
		di, s, t = 1, 1-t, 1-s
	}
	c := corner(i+di, j+di)
	for k := range c {
		c[k] += s*(a[k]-c[k]) + t*(b[k]-c[k])
	}
	return c
}
