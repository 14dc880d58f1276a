package raster

import (
	"bytes"
	"context"
	"image"
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
)

var (
	gray = Color{0.5, 0.5, 0.5}
	hot  = Color{1, 0, 0}
)

// facing returns a camera on +Z with +Y up and a triangle around the origin at
// height z that it sees.
func facing(z float64) (Camera, geom.Triangle, [3]geom.Vec) {
	n := geom.Vec{Z: 1}
	return NewCamera(geom.Vec{Z: 1}, geom.Vec{Y: 1}),
		geom.Triangle{{X: -0.5, Y: -0.5, Z: z}, {X: 0.5, Y: -0.5, Z: z}, {Y: 0.5, Z: z}}, [3]geom.Vec{n, n, n}
}

func render(t *testing.T, p *Picture, workers int) *image.RGBA {
	t.Helper()
	dst := image.NewRGBA(p.rect)
	if err := p.Draw(context.Background(), dst, workers); err != nil {
		t.Fatal(err)
	}
	return dst
}

func TestNearerSurfaceHides(t *testing.T) {
	c, far, n := facing(-0.2)
	_, near, _ := facing(0.2)
	for _, order := range [][2]*geom.Triangle{{&far, &near}, {&near, &far}} {
		p := NewPicture(image.Rect(0, 0, 60, 60), c, Window{-1, -1, 1, 1})
		for _, tri := range order {
			color := gray
			if tri == &near {
				color = hot
			}
			p.Surface(tri, &n, color, 0)
		}
		if r, g, _, _ := render(t, p, 1).At(30, 30).RGBA(); r < 2*g {
			t.Errorf("the farther surface covers the nearer one: red %x, green %x", r, g)
		}
	}
}

func TestMarksShowThrough(t *testing.T) {
	c, hidden, n := facing(-0.2)
	_, cover, _ := facing(0.2)
	p := NewPicture(image.Rect(0, 0, 60, 60), c, Window{-1, -1, 1, 1})
	p.Surface(&cover, &n, gray, 0)
	plain := render(t, p, 1)
	p.Mark(&hidden, &n, hot)
	marked := render(t, p, 1)
	before, _, _, _ := plain.At(30, 30).RGBA()
	after, _, _, _ := marked.At(30, 30).RGBA()
	if after <= before {
		t.Errorf("a hidden mark does not show: red %x, was %x", after, before)
	}
	open := NewPicture(image.Rect(0, 0, 60, 60), c, Window{-1, -1, 1, 1})
	open.Mark(&hidden, &n, hot)
	if full, _, _, _ := render(t, open, 1).At(30, 30).RGBA(); full <= after {
		t.Errorf("a hidden mark is as strong as a visible one: %x, %x", after, full)
	}
}

// TestCoverage compares the area drawn with the area of the triangle.
func TestCoverage(t *testing.T) {
	c, tri, n := facing(0)
	p := NewPicture(image.Rect(0, 0, 200, 200), c, Window{-1, -1, 1, 1})
	p.Surface(&tri, &n, gray, 0)
	img := render(t, p, 0)
	covered := 0
	for y := range 200 {
		for x := range 200 {
			if r, _, _, _ := img.At(x, y).RGBA(); r < 0xc000 {
				covered++
			}
		}
	}
	if want := 5000.0; math.Abs(float64(covered)-want) > 150 {
		t.Errorf("%d pixels covered, want about %g", covered, want)
	}
}

func TestWorkersDrawTheSame(t *testing.T) {
	c, tri, n := facing(0.1)
	p := NewPicture(image.Rect(0, 0, 90, 130), c, Window{-0.7, -1, 0.7, 1})
	p.Surface(&tri, &n, gray, 0)
	p.Line(tri[0], tri[2], 3, hot)
	p.Dot(geom.Vec{}, 5, hot)
	want := render(t, p, 1)
	for _, workers := range []int{2, 5} {
		if got := render(t, p, workers); !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("%d workers draw another picture than one", workers)
		}
	}
}

// TestSharedEdgeHasNoGap draws a square of two triangles under every sample.
func TestSharedEdgeHasNoGap(t *testing.T) {
	b := newBuffer(64, 64)
	b.clear(0)
	v := func(x, y float64) Vertex { return Vertex{X: x, Y: y, W: 1} }
	p, q, r, s := v(3.3, 5.1), v(60.7, 9.9), v(57.2, 61.4), v(2.5, 55.8)
	b.draw(&Face{V: [3]Vertex{p, q, r}}, 0)
	for i := range b.w {
		b.w[i] *= 2 // drawn twice shows as a pixel nearer than the second face
	}
	b.draw(&Face{V: [3]Vertex{p, r, s}, Body: 1}, 1)
	for y := 15; y < 50; y++ {
		for x := 10; x < 50; x++ {
			if b.body[y*64+x] == nobody {
				t.Fatalf("gap at %d, %d", x, y)
			}
		}
	}
}

func TestDegenerateFacesCoverNothing(t *testing.T) {
	b := newBuffer(8, 8)
	b.clear(0)
	nan := math.NaN()
	for _, f := range []Face{
		{V: [3]Vertex{{X: 1, Y: 1, W: 1}, {X: 5, Y: 5, W: 1}, {X: 7, Y: 7, W: 1}}},
		{V: [3]Vertex{{X: nan, Y: 1, W: 1}, {X: 5, Y: 5, W: 1}, {X: 7, Y: 2, W: 1}}},
	} {
		b.draw(&f, 0)
	}
	for i, id := range b.body {
		if id != nobody {
			t.Fatalf("pixel %d is covered", i)
		}
	}
}

func TestNormalsSmoothAndCrease(t *testing.T) {
	// Two triangles folded by 10° share smooth normals; by 90° they keep their own.
	fold := func(angle float64) [][3]geom.Vec {
		s, c := math.Sincos(angle)
		a, b := geom.Vec{}, geom.Vec{Y: 1}
		return Normals([]geom.Triangle{{a, {X: 1}, b}, {a, b, {X: -c, Z: s}}})
	}
	smooth, sharp := fold(10*math.Pi/180), fold(math.Pi/2)
	if smooth[0][0] != smooth[1][0] || smooth[0][0] == smooth[0][1] {
		t.Errorf("a fold of 10° is not smooth: %v", smooth)
	}
	if sharp[0][0] == sharp[1][0] {
		t.Errorf("an edge of 90° is smooth: %v", sharp)
	}
}

func TestNormalizer(t *testing.T) {
	for _, b := range []geom.AABB{
		{Min: geom.Vec{X: -1.7e308, Y: -1.7e308, Z: -1.7e308}, Max: geom.Vec{X: 1.7e308, Y: 1.7e308, Z: 1.7e308}},
		{Min: geom.Vec{X: 1e9, Y: 1e9, Z: 1e9}, Max: geom.Vec{X: 1e9 + 1, Y: 1e9 + 1, Z: 1e9 + 1}},
		{Max: geom.Vec{X: 5e-324}},
	} {
		n := NewNormalizer(b)
		lo, hi := n.Apply(b.Min), n.Apply(b.Max)
		if math.Abs(lo.Norm()-1) > 1e-6 || math.Abs(hi.Norm()-1) > 1e-6 || lo.Add(hi).Norm() > 1e-6 {
			t.Errorf("%v: corners go to %v and %v, want opposite points of the unit sphere", b, lo, hi)
		}
	}
	point := NewNormalizer(geom.AABB{Min: geom.Vec{X: 7}, Max: geom.Vec{X: 7}})
	if got := point.Apply(geom.Vec{X: 7}); got != (geom.Vec{}) {
		t.Errorf("a single point goes to %v", got)
	}
}

func TestJudgeSeesWhatIsInFront(t *testing.T) {
	_, wall, _ := facing(0.3)
	behind := []geom.Vec{{Z: 0.1}, {X: 0.05, Y: -0.05, Z: 0.1}}
	front, back := NewCamera(geom.Vec{Z: 1}, geom.Vec{Y: 1}), NewCamera(geom.Vec{Z: -1}, geom.Vec{Y: 1})
	for name, want := range map[string]struct {
		camera  Camera
		visible float64
	}{"behind a wall": {front, 0}, "on the open side": {back, 1}} {
		from := NewSight(behind, 0.001).From(&want.camera)
		from.Hide(NewScreen([]geom.Triangle{wall}))
		if v := from.Visible(); v != want.visible {
			t.Errorf("%s %g of the points are visible, want %g", name, v, want.visible)
		}
	}
}

func TestDirections(t *testing.T) {
	for _, up := range []geom.Vec{{Y: 1}, {Z: 1}} {
		dirs := Directions(40, up)
		var sum geom.Vec
		for _, d := range dirs {
			if math.Abs(d.Norm()-1) > 1e-12 {
				t.Errorf("direction %v is not a unit vector", d)
			}
			sum = sum.Add(d)
		}
		if sum.Norm() > 3 {
			t.Errorf("directions lean to %v", sum)
		}
		if dirs[0].Dot(up) <= 0 {
			t.Errorf("the preferred view %v looks from below", dirs[0])
		}
	}
}
