package report

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// pictured is a check of shapes that has what pictures need.
func pictured(t *testing.T, shapes ...collide.Shape) *Check {
	t.Helper()
	poses := make([]geom.Pose, len(shapes))
	for i := range poses {
		poses[i] = geom.Identity
	}
	c, surfaces := checkOf(t, shapes, poses, nil)
	c.Pictures = &Pictures{Shapes: func() Shapes { return surfaces }, Up: geom.Vec{Z: 1}}
	return c
}

// block is a box as a mesh, each side cut into detail² squares.
func block(size, center geom.Vec, detail int) *collide.Model {
	p := scene.Procedural{Shape: scene.ShapeBox, Size: size, Detail: detail}
	m := p.Mesh()
	for i := range m.Vertices {
		m.Vertices[i] = m.Vertices[i].Add(center)
	}
	return collide.NewModel(m)
}

// joined is several meshes as one.
func joined(parts ...*collide.Model) *collide.Model {
	m := &mesh.Mesh{}
	for _, p := range parts {
		from := uint32(len(m.Vertices))
		m.Vertices = append(m.Vertices, p.Mesh().Vertices...)
		for _, t := range p.Mesh().Triangles {
			m.Triangles = append(m.Triangles, [3]uint32{from + t[0], from + t[1], from + t[2]})
		}
	}
	return collide.NewModel(m)
}

// picture draws the first pair.
func picture(t *testing.T, c *Check) image.Image {
	t.Helper()
	look, err := c.Look(t.Context(), &c.Result.Pairs[0])
	if err != nil || look == nil {
		t.Fatal(look, err)
	}
	data, err := look.PNG(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// reds are the pixels of the scene that are red, and the box around them.
func reds(img image.Image) (n int, box image.Rectangle) {
	for y := range scenePart.Max.Y {
		for x := range scenePart.Max.X {
			if r, g, b, _ := img.At(x, y).RGBA(); r > 2*g && r > 2*b {
				n++
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return n, box
}

func closeupOf(t *testing.T, c *Check) *closeup {
	t.Helper()
	v, err := c.closeup(t.Context(), &c.Result.Pairs[0])
	if err != nil || v == nil {
		t.Fatal(v, err)
	}
	return v
}

// The curve of a picture lies on triangles of both bodies: it is where they intersect.
func TestCurveLiesOnBothBodies(t *testing.T) {
	t.Parallel()
	for name, shapes := range map[string][]collide.Shape{
		"boxes":          {block(geom.Vec{X: 2, Y: 2, Z: 2}, geom.Vec{}, 3), block(geom.Vec{X: 1, Y: 1, Z: 1}, geom.Vec{X: 1, Y: 0.3, Z: 0.2}, 2)},
		"knot and torus": {collide.NewModel(scene.Knot("knot", 2, 3, 1, 0.2, 60, 8)), collide.NewModel(scene.Torus("ring", 1, 0.4, 40, 8))},
		"far":            {block(geom.Vec{X: 2, Y: 2, Z: 2}, geom.Vec{X: 1e6}, 3), block(geom.Vec{X: 1, Y: 1, Z: 1}, geom.Vec{X: 1e6 + 1, Y: 0.3, Z: 0.2}, 2)},
	} {
		c := pictured(t, shapes...)
		v := closeupOf(t, c)
		lines := v.lines()
		want := 0
		for _, k := range c.Result.Contacts {
			if x := c.World.Witness(k); x.N == 2 {
				want++
			}
		}
		if want == 0 || len(lines) != want {
			t.Errorf("%s: %d lines, want %d", name, len(lines), want)
		}
		for _, l := range lines {
			for _, x := range append(l[:], l[0].Add(l[1]).Scale(0.5)) {
				for b := range shapes {
					if d := surfaceDistance(v, b, x); d > 1e-9*max(1, x.Norm()) {
						t.Fatalf("%s: %v of the curve is %g away from body %d", name, x, d, b)
					}
				}
			}
		}
	}
}

// surfaceDistance is how far a point is from a body's triangles.
func surfaceDistance(v *closeup, body int, x geom.Vec) float64 {
	least := math.Inf(1)
	m := v.check.World
	for i := range v.surfaces[body] {
		tri := m.Triangle(body, i)
		least = min(least, triangleDistance(&tri, x))
	}
	return least
}

// triangleDistance is that of a point from a triangle with an area, within rounding.
func triangleDistance(t *geom.Triangle, x geom.Vec) float64 {
	n := unitOf(t.Normal())
	inside := true
	least := math.Inf(1)
	for k, a := range t {
		b := t[(k+1)%3]
		d := b.Sub(a)
		inside = inside && d.Cross(x.Sub(a)).Dot(n) >= 0
		s := min(1, max(0, x.Sub(a).Dot(d)/d.Dot(d)))
		least = min(least, x.Sub(a.Add(d.Scale(s))).Norm())
	}
	if inside {
		return math.Abs(x.Sub(t[0]).Dot(n))
	}
	return least
}

// What two bodies share is in the middle of its picture, large enough to be seen, however small it is in the scene, and of
// whatever bodies around it.
func TestPictureShowsTheClash(t *testing.T) {
	t.Parallel()
	big := block(geom.Vec{X: 100, Y: 100, Z: 10}, geom.Vec{}, 2)
	pin := block(geom.Vec{X: 1, Y: 1, Z: 4}, geom.Vec{X: 30, Y: 20, Z: 6.5}, 2)
	lid := block(geom.Vec{X: 100, Y: 100, Z: 1}, geom.Vec{Z: 40}, 1)
	all := map[string][]collide.Shape{
		"pin in a plate":        {big, pin},
		"beneath a lid":         {big, pin, lid},
		"spheres":               {shape.Sphere{Radius: 1}, shape.Sphere{Center: geom.Vec{X: 1.5}, Radius: 1}},
		"flush":                 {block(geom.Vec{X: 1, Y: 1, Z: 1}, geom.Vec{}, 2), block(geom.Vec{X: 1, Y: 1, Z: 1}, geom.Vec{X: 1, Y: 0.25}, 2)},
		"tiny":                  {block(geom.Vec{X: 1e-200, Y: 1e-200, Z: 1e-200}, geom.Vec{}, 2), block(geom.Vec{X: 1e-200, Y: 1e-200, Z: 1e-200}, geom.Vec{X: 0.8e-200}, 2)},
		"huge":                  {block(geom.Vec{X: 1e200, Y: 1e200, Z: 1e200}, geom.Vec{}, 2), block(geom.Vec{X: 1e200, Y: 1e200, Z: 1e200}, geom.Vec{X: 0.8e200}, 2)},
		"a millionth of a part": {block(geom.Vec{X: 1, Y: 1, Z: 1}, geom.Vec{}, 2), block(geom.Vec{X: 1, Y: 1, Z: 1}, geom.Vec{X: 1 - 1e-6, Y: 1 - 1e-6, Z: 1 - 1e-6}, 2)},
	}
	for _, name := range sampleOf(all, 0) {
		c := pictured(t, all[name]...)
		if len(c.Result.Pairs) == 0 {
			t.Errorf("%s: no pair", name)
			continue
		}
		img := picture(t, c)
		n, box := reds(img)
		middle := image.Rect(scenePart.Max.X/4, scenePart.Max.Y/4, scenePart.Max.X*3/4, scenePart.Max.Y*3/4)
		if n < 300 || !box.Overlaps(middle) || box.Dx() > 600 {
			t.Errorf("%s: %d red pixels in %v", name, n, box)
		}
	}
}

// Of a body inside another one all is shared.
func TestPictureOfContainment(t *testing.T) {
	t.Parallel()
	c := pictured(t, block(geom.Vec{X: 4, Y: 4, Z: 4}, geom.Vec{}, 1), block(geom.Vec{X: 2, Y: 2, Z: 2}, geom.Vec{X: 0.5}, 1))
	c.Result.Pairs = []collide.Pair{{A: 0, B: 1, Verdict: collide.InContact, Inside: collide.BInside}}
	if n, box := reds(picture(t, c)); n < 20_000 || box.Dx() < 200 {
		t.Errorf("%d red pixels in %v", n, box)
	}
}

// Faces that lie in one plane have one outline, not one for each two triangles.
func TestOutline(t *testing.T) {
	t.Parallel()
	c := pictured(t, block(geom.Vec{X: 1, Y: 1, Z: 1}, geom.Vec{}, 8), block(geom.Vec{X: 1, Y: 1, Z: 1}, geom.Vec{Z: 1}, 8))
	v := closeupOf(t, c)
	length, middle := 0.0, 0.0
	for _, l := range v.lines() {
		d := l[0].Sub(l[1]).Norm()
		length += d
		if m := l[0].Add(l[1]).Scale(0.5); max(math.Abs(m.X), math.Abs(m.Y)) < 0.49 {
			middle += d
		}
	}
	if middle > 1e-9 || length < 4-1e-9 || len(v.flush) == 0 {
		t.Errorf("lines of length %g, %g of it inside the square", length, middle)
	}
}

// A picture of an open surface has no inside: it shows the curve alone.
func TestPictureOfOpenSurfaces(t *testing.T) {
	t.Parallel()
	c := pictured(t, grid(false), grid(true))
	v := closeupOf(t, c)
	if v.shared || len(v.curves) == 0 {
		t.Errorf("shared %v, %d curves", v.shared, len(v.curves))
	}
	img := picture(t, c)
	if n, _ := reds(img); n < 200 {
		t.Errorf("%d pixels of the curve", n)
	}
}

// The camera is on the side from which the place is free: a clash on the ground of a cup is looked at through its mouth.
func TestCameraIsOnTheFreeSide(t *testing.T) {
	t.Parallel()
	wall := func(x, y, z, sx, sy, sz float64) *collide.Model {
		return block(geom.Vec{X: sx, Y: sy, Z: sz}, geom.Vec{X: x, Y: y, Z: z}, 1)
	}
	ground, pin := wall(0, 0, -2, 4, 4, 0.5), wall(0, 0, -1.5, 0.6, 0.6, 0.6)
	sides := map[string]geom.Vec{"+x": {X: 1}, "-x": {X: -1}, "+y": {Y: 1}, "-y": {Y: -1}}
	walls := map[string]*collide.Model{"+x": wall(2, 0, 0, 0.2, 4, 6), "-x": wall(-2, 0, 0, 0.2, 4, 6), "+y": wall(0, 2, 0, 4, 0.2, 6), "-y": wall(0, -2, 0, 4, 0.2, 6)}
	lid := wall(0, 0, 0.5, 5, 5, 0.2)
	for open, direction := range sides {
		parts := []*collide.Model{lid}
		for name, w := range walls {
			if name != open {
				parts = append(parts, w)
			}
		}
		v := closeupOf(t, pictured(t, ground, pin, joined(parts...)))
		if _, look, _ := v.camera.Frame(); look.Dot(direction) > -0.3 {
			t.Errorf("open at %s: the camera looks along %v", open, look)
		}
	}
}

// The camera of a viewpoint is that of the picture: what it sees in the middle is the middle of the place.
func TestEyeOfAPicture(t *testing.T) {
	t.Parallel()
	c := pictured(t, block(geom.Vec{X: 2, Y: 2, Z: 2}, geom.Vec{X: 50}, 3), block(geom.Vec{X: 1, Y: 1, Z: 1}, geom.Vec{X: 51, Y: 0.3, Z: 0.2}, 2))
	v := closeupOf(t, c)
	box := geom.EmptyAABB()
	for _, l := range v.lines() {
		box.Extend(l[0])
		box.Extend(l[1])
	}
	// What the two share ends where the smaller one does.
	box = box.Union(geom.AABB{Min: geom.Vec{X: 50.5, Y: -0.2, Z: -0.3}, Max: geom.Vec{X: 51, Y: 0.8, Z: 0.7}})
	eye, look, up := v.eye()
	toward := box.Center().Sub(eye)
	if d := unitOf(toward).Sub(look).Norm(); d > 1e-9 {
		t.Errorf("the middle is off by %g", d)
	}
	if math.Abs(up.Dot(look)) > 1e-12 {
		t.Errorf("up %v, look %v", up, look)
	}
	// A point at the upper edge of the window, as high as half the angle says.
	half := v.camera.Angle(v.window(scenePart.Size()).Height()) / 2 * math.Pi / 180
	edge := eye.Add(toward).Add(up.Scale(toward.Norm() * math.Tan(half)))
	_, y, _ := v.camera.Project(v.zoom.Apply(v.norm.Apply(edge)))
	if want := v.window(scenePart.Size()).Y1; math.Abs(y-want) > 1e-9 {
		t.Errorf("the edge is at %g, want %g", y, want)
	}
}

func TestPictureEnds(t *testing.T) {
	t.Parallel()
	c := pictured(t, shape.Sphere{Radius: 1}, shape.Sphere{Center: geom.Vec{X: 1.5}, Radius: 1})
	look, err := c.Look(t.Context(), &c.Result.Pairs[0])
	if look == nil || err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if data, err := look.PNG(ended); err == nil || data != nil {
		t.Errorf("%d bytes, %v after the end of the context", len(data), err)
	}
	if look, err := c.Look(ended, &c.Result.Pairs[0]); err == nil || look != nil {
		t.Errorf("%v, %v after the end of the context", look, err)
	}
	c.Places.Time, c.Places.until = time.Nanosecond, time.Now().Add(-time.Second)
	if look, err := c.Look(t.Context(), &c.Result.Pairs[0]); err != nil || look != nil {
		t.Errorf("%v, %v after the time", look, err)
	}
	c.Places, c.Pictures = Places{}, nil
	if look, err := c.Look(t.Context(), &c.Result.Pairs[0]); err != nil || look != nil {
		t.Errorf("%v, %v without shapes", look, err)
	}
}

func TestWatertight(t *testing.T) {
	t.Parallel()
	b := boxTriangles(shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}})
	if !isWatertight(b) || isWatertight(b[1:]) || isWatertight(nil) {
		t.Error("a box is closed, without a triangle it is not")
	}
	b[3][0], b[3][1] = b[3][1], b[3][0]
	if isWatertight(b) {
		t.Error("a box with a turned triangle is closed")
	}
}

// sampleOf returns the names of scenes to draw: all under the word full, else every second one from the first or the second on.
func sampleOf(scenes map[string][]collide.Shape, first int) (names []string) {
	for i, name := range slices.Sorted(maps.Keys(scenes)) {
		if require.Full() || i%2 == first {
			names = append(names, name)
		}
	}
	return names
}
