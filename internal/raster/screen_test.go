package raster

import (
	"bytes"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// scattered are triangles of a size around the unit ball, some of them between the eye and the middle.
func scattered(r *rand.Rand, n int, size float64) (tris []geom.Triangle) {
	vec := func(s float64) geom.Vec { return at(s*(2*r.Float64()-1), s*(2*r.Float64()-1), s*(2*r.Float64()-1)) }
	for range n {
		c := vec(2)
		tris = append(tris, geom.Triangle{c.Add(vec(size)), c.Add(vec(size)), c.Add(vec(size))})
	}
	return tris
}

// What is passed over as too far from the lines of sight hides nothing: the points seen are those that a rendering of all
// triangles shows.
func TestScreensPassOverWhatHidesNothing(t *testing.T) {
	t.Parallel()
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	partly, skipped := 0, 0
	for k, d := range Directions(60, geom.Vec{Z: 1}) {
		tris := scattered(r, 300, []float64{0.1, 0.3, 0.6}[k%3])
		var points []geom.Vec
		middle, size := at(r.Float64()*0.5, 0.2, -0.1), []float64{0.001, 0.1, 0.5}[k/3%3]
		for range 50 {
			points = append(points, middle.Add(at(r.Float64()*size, r.Float64()*size, r.Float64()*size)))
		}
		camera, sight := NewCamera(d, geom.Vec{Z: 1}), NewSight(points, 0.004)
		from := sight.From(&camera)
		for i := range tris {
			b := ballOf(tris[i][:])
			if !from.between(&b) {
				skipped++
			}
			v := [3]Vertex{from.picture.place(tris[i][0]), from.picture.place(tris[i][1]), from.picture.place(tris[i][2])}
			sight.depth.draw(&Face{V: v}, 0)
		}
		want := from.Visible()
		from = sight.From(&camera)
		from.Hide(NewScreen(tris))
		if got := from.Visible(); got != want {
			t.Fatalf("seed %d, direction %d: %g of the points are visible, a rendering of all triangles shows %g", seed, k, got, want)
		}
		if want > 0 && want < 1 {
			partly++
		}
	}
	if partly < 15 || skipped < 10_000 {
		t.Errorf("%d of 60 views are partly hidden, and %d of 18000 triangles are passed over: too few to compare", partly, skipped)
	}
}

// The boxes of Share save work and change no pixel.
func TestShareWithinBoxes(t *testing.T) {
	t.Parallel()
	lo, hi := at(-0.1, -0.2, -0.2), at(0.1, 0.2, 0.2)
	draw := func(boxes ...geom.AABB) []byte {
		camera := NewCamera(at(0.4, 0.3, 1), geom.Vec{Y: 1})
		p := NewPicture(image.Rect(0, 0, 120, 90), camera, Window{-1, -0.75, 1, 0.75})
		p.XRay()
		p.Share(func(a, b int32) bool { return a < b }, boxes...)
		for body, tris := range [][]geom.Triangle{cube(at(-0.6, -0.3, -0.3), at(0.1, 0.3, 0.3), false), cube(lo, at(0.6, 0.2, 0.2), false)} {
			normals := Normals(tris)
			for i := range tris {
				p.Surface(&tris[i], &normals[i], gray, int32(body))
				p.Solid(&tris[i], &normals[i], [3]Color{hot, hot, hot}, int32(body))
			}
		}
		return render(t, p, 0).Pix
	}
	inf := math.Inf(1)
	all := draw(geom.AABB{Min: at(-1, -1, -1), Max: at(1, 1, 1)})
	if !bytes.Equal(draw(geom.AABB{Min: lo, Max: hi}), all) {
		t.Error("a picture within the common box differs from one within a large box")
	}
	if !bytes.Equal(draw(geom.AABB{Min: at(-inf, -inf, -inf), Max: at(inf, inf, inf)}), all) {
		t.Error("a picture within a box around the eye differs from one within a large box")
	}
	if bytes.Equal(draw(), all) {
		t.Error("nothing shared is drawn at all")
	}
}

// The distance from a screen is that from the nearest of its triangles, those without area among them, and 0 on the surface.
func TestScreenDistance(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 0))
	for _, size := range []float64{0, 0.05, 1} {
		tris := scattered(r, 200, size)
		s := NewScreen(tris)
		for range 100 {
			p := at(4*r.Float64()-2, 4*r.Float64()-2, 4*r.Float64()-2)
			want := math.Inf(1)
			for i := range tris {
				want = min(want, distanceTo(&tris[i], p))
			}
			if got := s.Distance(p); got != want {
				t.Fatalf("size %g: distance %g, want %g", size, got, want)
			}
			c := &tris[r.IntN(len(tris))]
			if d := s.Distance(c[0].Scale(0.5).Add(c[1].Scale(0.3)).Add(c[2].Scale(0.2))); d > 1e-12 {
				t.Fatalf("size %g: a point of a triangle has distance %g", size, d)
			}
		}
	}
	square := []geom.Triangle{{at(0, 0, 0), at(1, 0, 0), at(0, 1, 0)}}
	for p, want := range map[geom.Vec]float64{at(0.2, 0.2, 3): 3, at(-3, -4, 0): 5, at(0.5, -2, 0): 2, at(1, 1, 0): math.Sqrt(0.5)} {
		if got := NewScreen(square).Distance(p); math.Abs(got-want) > 1e-12 {
			t.Errorf("distance of %v: %g, want %g", p, got, want)
		}
	}
}
