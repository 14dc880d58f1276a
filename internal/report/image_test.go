package report

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/shape"
)

// drawn runs a check of shapes at poses and returns its picture.
func drawn(t *testing.T, up geom.Vec, shapes []collide.Shape, poses []geom.Pose, allow ...[2]int) image.Image {
	t.Helper()
	c, surfaces := checkOf(t, shapes, poses, allow)
	var b bytes.Buffer
	if err := Image(context.Background(), &b, c, surfaces, up); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if want := image.Rect(0, 0, sceneWidth+panelWidth, pictureHeight); img.Bounds() != want {
		t.Fatalf("picture of %v, want %v", img.Bounds(), want)
	}
	return img
}

func checkOf(t *testing.T, shapes []collide.Shape, poses []geom.Pose, allow [][2]int) (*Check, Shapes) {
	t.Helper()
	var bodies []collide.Body
	c := &Check{}
	for i, s := range shapes {
		bodies = append(bodies, collide.Body{Name: string(rune('a' + i)), Shape: s, Pose: poses[i]})
		b := Body{Name: bodies[i].Name}
		if m, ok := s.(*collide.Model); ok {
			b.Triangles = len(m.Mesh().Triangles)
		}
		c.Bodies = append(c.Bodies, b)
	}
	surfaces := ShapesOf(bodies)
	det, err := collide.NewDetector(bodies, collide.Options{Allow: allow})
	if err != nil {
		t.Fatal(err)
	}
	c.World = det
	if c.Result, err = det.Detect(context.Background()); err != nil {
		t.Fatal(err)
	}
	return c, surfaces
}

// tally counts the pixels of the scene that are background, and red as lit triangles are.
func tally(img image.Image) (background, red, amber int) {
	for y := range pictureHeight {
		for x := range sceneWidth {
			r, g, b, _ := img.At(x, y).RGBA()
			switch {
			case r > g*2 && r > b*2:
				red++
			case r > b*2 && g > b*3/2:
				amber++
			case min(r, g, b) > 0xe000:
				background++
			}
		}
	}
	return background, red, amber
}

func shifted(x float64) geom.Pose { return geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x}} }

// grid is the square of gridMesh as a shape.
func grid(upright bool) *collide.Model {
	return collide.NewModel(gridMesh(8, upright))
}

func TestImageLightsContacts(t *testing.T) {
	up := geom.Vec{Z: 1}
	flat, upright := grid(false), grid(true)
	at := []geom.Pose{geom.Identity, shifted(0)}
	apart := []geom.Pose{geom.Identity, shifted(3)}
	background, red, amber := tally(drawn(t, up, []collide.Shape{flat, upright}, at))
	if red < 2000 || amber > red || background < 100_000 {
		t.Errorf("touching: %d red, %d amber, %d background pixels", red, amber, background)
	}
	_, red, amber = tally(drawn(t, up, []collide.Shape{flat, upright}, apart))
	if red > 0 || amber > 0 {
		t.Errorf("apart: %d red, %d amber pixels", red, amber)
	}
	_, red, amber = tally(drawn(t, up, []collide.Shape{flat, upright}, at, [2]int{0, 1}))
	if red > 0 || amber < 2000 {
		t.Errorf("permitted: %d red, %d amber pixels", red, amber)
	}
}

// TestImageShowsBuriedContacts hides the contacts in a closed shell.
func TestImageShowsBuriedContacts(t *testing.T) {
	shell := shape.Box{Center: geom.Vec{X: 0.5, Y: 0.5}, Size: geom.Vec{X: 4, Y: 4, Z: 4}}
	shapes := []collide.Shape{grid(false), grid(true), shell}
	at := []geom.Pose{geom.Identity, geom.Identity, geom.Identity}
	_, red, _ := tally(drawn(t, geom.Vec{Y: 1}, shapes, at, [2]int{0, 2}, [2]int{1, 2}))
	if red < 200 {
		t.Errorf("%d red pixels show through the shell", red)
	}
}

// TestImageOfExtremes draws scenes at the ends of the range of doubles.
func TestImageOfExtremes(t *testing.T) {
	all := map[string][]collide.Shape{
		"huge":  {shape.Box{Size: geom.Vec{X: 1e308, Y: 1e308, Z: 1e308}}, shape.Sphere{Radius: 1e307}},
		"tiny":  {shape.Box{Size: geom.Vec{X: 1e-310, Y: 1e-310, Z: 1e-310}}, shape.Sphere{Radius: 1e-311}},
		"point": {shape.Box{}, shape.Sphere{}},
		"far":   {shape.Box{Center: geom.Vec{X: 1e9}, Size: geom.Vec{X: 1, Y: 1, Z: 1}}, shape.Sphere{Center: geom.Vec{X: 1e9}, Radius: 0.7}},
	}
	for _, name := range sampleOf(all, 1) {
		s := all[name]
		background, _, _ := tally(drawn(t, geom.Vec{Z: 1}, s, []geom.Pose{geom.Identity, geom.Identity}))
		if all := sceneWidth * pictureHeight; name != "point" && background > all*9/10 {
			t.Errorf("%s: %d of %d pixels are background", name, background, all)
		}
	}
}

func TestImageStopsWithItsContext(t *testing.T) {
	c, surfaces := checkOf(t, []collide.Shape{shape.Sphere{Radius: 1}}, []geom.Pose{geom.Identity}, nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var b bytes.Buffer
	if err := Image(ctx, &b, c, surfaces, geom.Vec{Z: 1}); !errors.Is(err, context.Canceled) || b.Len() > 0 {
		t.Errorf("error %v after %d bytes", err, b.Len())
	}
}

func TestSurfaceOf(t *testing.T) {
	for _, s := range []struct {
		shape collide.Shape
		box   geom.AABB
	}{
		{shape.Sphere{Center: geom.Vec{X: 1}, Radius: 2}, geom.AABB{Min: geom.Vec{X: -1, Y: -2, Z: -2}, Max: geom.Vec{X: 3, Y: 2, Z: 2}}},
		{shape.Box{Center: geom.Vec{Y: 1}, Size: geom.Vec{X: 2, Y: 4, Z: 6}}, geom.AABB{Min: geom.Vec{X: -1, Y: -1, Z: -3}, Max: geom.Vec{X: 1, Y: 3, Z: 3}}},
		{shape.Convex{Points: []geom.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}, {X: 0.25, Y: 0.25, Z: 0.25}, {X: 1}, {X: 0.5}, {Y: 0.5}, {Z: 0.5}}}, geom.AABB{Max: geom.Vec{X: 1, Y: 1, Z: 1}}},
		{shape.Capsule{A: geom.Vec{Z: 1}, B: geom.Vec{Z: 3}, Radius: 1}, geom.AABB{Min: geom.Vec{X: -1, Y: -1}, Max: geom.Vec{X: 1, Y: 1, Z: 4}}},
		{shape.Cylinder{A: geom.Vec{X: 1}, B: geom.Vec{X: 3}, Radius: 1}, geom.AABB{Min: geom.Vec{X: 1, Y: -1, Z: -1}, Max: geom.Vec{X: 3, Y: 1, Z: 1}}},
		{shape.Cone{Base: geom.Vec{X: 1}, Apex: geom.Vec{X: 3}, Radius: 1}, geom.AABB{Min: geom.Vec{X: 1, Y: -1, Z: -1}, Max: geom.Vec{X: 3, Y: 1, Z: 1}}},
	} {
		box, area := geom.EmptyAABB(), geom.Vec{}
		for _, tri := range SurfaceOf(s.shape, geom.Identity, Room{}) {
			box = box.Union(tri.Bounds())
			area = area.Add(tri.Normal())
		}
		if box.Min.Sub(s.box.Min).MaxAbs() > 1e-9 || box.Max.Sub(s.box.Max).MaxAbs() > 1e-9 {
			t.Errorf("%T spans %v, want %v", s.shape, box, s.box)
		}
		// The vector area of a closed, consistently oriented surface is zero.
		if area.MaxAbs() > 1e-9 {
			t.Errorf("%T: vector area %v, want 0", s.shape, area)
		}
	}
}
