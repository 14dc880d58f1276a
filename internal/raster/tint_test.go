package raster

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// Between points of the lattice a colour that changes by no more than one moves is off by the step at most, wherever the triangle is
// seen from and however deep its corners are.
func TestTintIsAsFineAsItClaims(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 0))
	vec := func(s float64) geom.Vec { return at(s*(2*r.Float64()-1), s*(2*r.Float64()-1), s*(2*r.Float64()-1)) }
	looked := 0
	for _, d := range Directions(30, geom.Vec{Z: 1}) {
		const step = 0.05
		camera, center := NewCamera(d, geom.Vec{Z: 1}), vec(1)
		distance := func(x geom.Vec) float64 { return x.Sub(center).Norm() }
		p := NewPicture(image.Rect(0, 0, 90, 90), camera, Window{-1, -1, 1, 1})
		tri, n := geom.Triangle{vec(1), vec(1), vec(1)}, geom.Vec{Z: 1}
		p.Tinted(&tri, &[3]geom.Vec{n, n, n}, step, func(x geom.Vec) Color { return Color{float32(distance(x))} }, 0)
		f := &p.solids[0]
		c, ok := newCover(&f.V, 90*Samples, 0, 90*Samples)
		for y := c.y0; ok && y < c.y1; y += 7 {
			lo, hi := c.span(float64(y)+0.5, c.x0, c.x1)
			for x := lo; x < hi; x += 5 {
				// The place of the sample: where its line of sight meets the plane.
				px, py := p.window.X0+(float64(x)+0.5)/p.scale, p.window.Y1-(float64(y)+0.5)/p.scale
				way := camera.right.Scale(px).Add(camera.up.Scale(py)).Sub(camera.eye)
				normal := tri.Normal()
				if math.Abs(normal.Dot(way)) < 0.05*normal.Norm() {
					continue // seen from the side
				}
				place := camera.eye.Add(way.Scale(tri[0].Sub(camera.eye).Dot(normal) / way.Dot(normal)))
				looked++
				if shown := shownAt(f, x, y); math.Abs(shown-distance(place)) > step+1e-6 {
					t.Fatalf("the colour stands for %g, the distance is %g, farther than %g", shown, distance(place), step)
				}
			}
		}
	}
	if looked < 3000 {
		t.Errorf("%d samples are too few", looked)
	}
}

// shownAt is color without light.
func shownAt(f *Face, x, y int) float64 {
	e := newEdges(&f.V, f.area())
	u, w := f.tint.shares(&f.V, &e, x, y)
	return float64(mixed(u*f.tint.n, w*f.tint.n, func(i, j int32) Color {
		return f.tint.color(f.tint.point(float64(i)/f.tint.n, float64(j)/f.tint.n))
	})[0])
}

// A triangle of one colour looks as if it were no tinted one, before the eye and beside it.
func TestTintOfOneColor(t *testing.T) {
	t.Parallel()
	draw := func(tinted bool) *image.RGBA {
		camera := NewCamera(at(0.4, 0.3, 1), geom.Vec{Y: 1})
		p := NewPicture(image.Rect(0, 0, 60, 60), camera, Window{-1, -1, 1, 1})
		p.Share(func(a, b int32) bool { return a < b }, geom.AABB{Min: at(-9, -9, -9), Max: at(9, 9, 9)})
		for body, tris := range [][]geom.Triangle{cube(at(-0.6, -0.3, -0.3), at(0.1, 0.3, 30), false), cube(at(-0.1, -0.2, -0.2), at(0.6, 0.2, 0.2), false)} {
			normals := Normals(tris)
			for i := range tris {
				if tinted {
					p.Tinted(&tris[i], &normals[i], 0.1, func(geom.Vec) Color { return hot }, int32(body))
				} else {
					p.Solid(&tris[i], &normals[i], [3]Color{hot, hot, hot}, int32(body))
				}
			}
		}
		return render(t, p, 1)
	}
	got, want := draw(true), draw(false)
	red := 0
	for i := range want.Pix {
		if d := int(got.Pix[i]) - int(want.Pix[i]); max(d, -d) > 12 {
			t.Fatalf("byte %d is %d, expected %d", i, got.Pix[i], want.Pix[i])
		}
		if i%4 == 0 && int(want.Pix[i]) > 2*int(want.Pix[i+1]) {
			red++
		}
	}
	if red < 100 {
		t.Errorf("%d red pixels are too few", red)
	}
}
