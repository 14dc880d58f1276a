package raster

import (
	"image"
	"testing"

	"github.com/collide-go/collide/geom"
)

// cube appends the triangles of a cube, turned outward or inward.
func cube(lo, hi geom.Vec, inward bool) (tris []geom.Triangle) {
	b := geom.AABB{Min: lo, Max: hi}
	for _, q := range [6][4]int{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		c := [4]geom.Vec{b.Corner(q[0]), b.Corner(q[1]), b.Corner(q[2]), b.Corner(q[3])}
		if inward {
			c[1], c[3] = c[3], c[1]
		}
		tris = append(tris, geom.Triangle{c[0], c[1], c[2]}, geom.Triangle{c[0], c[2], c[3]})
	}
	return tris
}

// shareOf counts the pixels of red in a picture of solids of which each shares with each other.
func shareOf(t *testing.T, solids ...[]geom.Triangle) (pixels int, box image.Rectangle) {
	t.Helper()
	c := NewCamera(geom.Vec{Z: 1}, geom.Vec{Y: 1})
	p := NewPicture(image.Rect(0, 0, 200, 200), c, Window{-1, -1, 1, 1})
	p.XRay()
	p.Share(func(a, b int32) bool { return a < b }, geom.AABB{Min: at(-1, -1, -1), Max: at(1, 1, 1)})
	for body, tris := range solids {
		normals := Normals(tris)
		for i := range tris {
			p.Surface(&tris[i], &normals[i], gray, int32(body))
			p.Solid(&tris[i], &normals[i], [3]Color{hot, hot, hot}, int32(body))
		}
	}
	img := render(t, p, 0)
	for y := range 200 {
		for x := range 200 {
			if r, g, _, _ := img.At(x, y).RGBA(); r > 2*g {
				pixels++
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return pixels, box
}

func at(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }

// What two bodies share is drawn where it is, and nothing else, whatever way their triangles are turned.
func TestShareIsWhatTwoBodiesShare(t *testing.T) {
	t.Parallel()
	a := cube(at(-0.6, -0.3, -0.3), at(0.1, 0.3, 0.3), false)
	for _, inward := range []bool{false, true} {
		b := cube(at(-0.1, -0.2, -0.2), at(0.6, 0.2, 0.2), inward)
		n, box := shareOf(t, a, b)
		// The common box is 0.2 wide and 0.4 high, seen from the front with its near face a little larger: 20 by 40 pixels.
		if n < 750 || n > 1000 || !box.In(image.Rect(88, 77, 113, 123)) {
			t.Errorf("inward %v: %d red pixels in %v", inward, n, box)
		}
	}
}

func TestShareOfBodiesThatShareNothing(t *testing.T) {
	t.Parallel()
	a := cube(at(-0.6, -0.3, -0.3), at(0, 0.3, 0.3), false)
	for name, b := range map[string][]geom.Triangle{
		"apart":         cube(at(0.1, -0.3, -0.3), at(0.6, 0.3, 0.3), false),
		"flush":         cube(at(0, -0.3, -0.3), at(0.6, 0.3, 0.3), false),
		"behind":        cube(at(-0.6, -0.3, -0.7), at(0, 0.3, -0.3), false), // flush, along the line of sight
		"in the cavity": cube(at(-0.4, -0.1, -0.1), at(-0.2, 0.1, 0.1), false),
	} {
		body := a
		if name == "in the cavity" {
			body = append(append([]geom.Triangle{}, a...), cube(at(-0.5, -0.2, -0.2), at(-0.1, 0.2, 0.2), true)...)
		}
		if n, box := shareOf(t, body, b); n > 0 {
			t.Errorf("%s: %d red pixels in %v", name, n, box)
		}
	}
}

// A body inside another one is shared as a whole; so is what the eye itself is in front of by nothing.
func TestShareOfContainedBody(t *testing.T) {
	t.Parallel()
	n, _ := shareOf(t, cube(at(-0.6, -0.6, -0.6), at(0.6, 0.6, 0.6), false), cube(at(-0.2, -0.2, -0.2), at(0.2, 0.2, 0.2), false))
	if n < 1600 || n > 2100 {
		t.Errorf("%d red pixels of a square of 40 and more", n)
	}
}

// What is behind the eye is not drawn; a surface that goes past it is drawn up to there.
func TestBehindTheEye(t *testing.T) {
	t.Parallel()
	c := NewCamera(geom.Vec{Z: 1}, geom.Vec{Y: 1})
	n := [3]geom.Vec{{Y: 1}, {Y: 1}, {Y: 1}}
	draw := func(tri geom.Triangle) (below, above int) {
		p := NewPicture(image.Rect(0, 0, 100, 100), c, Window{-1, -1, 1, 1})
		p.Surface(&tri, &n, gray, 0)
		p.Line(tri[0], tri[1], 2, hot)
		img := render(t, p, 1)
		for y := range 100 {
			for x := range 100 {
				if r, _, _, _ := img.At(x, y).RGBA(); r < 0xc000 && y < 45 {
					above++
				} else if r < 0xc000 && y > 55 {
					below++
				}
			}
		}
		return below, above
	}
	if below, above := draw(geom.Triangle{at(-9, -0.5, -1), at(9, -0.5, -1), at(0, -0.5, 90)}); above > 0 || below < 1500 {
		t.Errorf("a floor beneath the eye: %d pixels below the middle, %d above", below, above)
	}
	if below, above := draw(geom.Triangle{at(-9, -0.5, 10), at(9, -0.5, 10), at(0, -0.5, 90)}); above+below > 0 {
		t.Errorf("a floor behind the eye: %d pixels below the middle, %d above", below, above)
	}
}

func TestGhostsLetSee(t *testing.T) {
	t.Parallel()
	c, hidden, n := facing(-0.2)
	_, cover, _ := facing(0.2)
	p := NewPicture(image.Rect(0, 0, 60, 60), c, Window{-1, -1, 1, 1})
	p.Surface(&hidden, &n, hot, 0)
	p.Ghost(&cover, &n, gray, 1)
	if r, g, _, _ := render(t, p, 1).At(30, 30).RGBA(); r < 2*g {
		t.Errorf("a ghost hides what is behind it: red %x, green %x", r, g)
	}
	p.Ghost(&hidden, &n, gray, 1)
	if r, g, _, _ := render(t, p, 1).At(30, 30).RGBA(); r < 2*g {
		t.Errorf("a ghost within a surface is drawn over it: red %x, green %x", r, g)
	}
}

func TestRestoreIsTheInverse(t *testing.T) {
	t.Parallel()
	for _, b := range []geom.AABB{{Min: at(-1, 2, 3), Max: at(4, 5, 9)}, {Min: at(1e9, 0, 0), Max: at(1e9+1, 1, 1)}, {Min: at(1e-9, 0, 0), Max: at(2e-9, 1e-9, 0)}} {
		n := NewNormalizer(b)
		for i := range 8 {
			v := b.Corner(i)
			if d := n.Restore(n.Apply(v)).Sub(v).Norm(); d > 1e-14*v.Norm() {
				t.Errorf("%v comes back %g away", v, d)
			}
		}
	}
}
