package report

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/raster"
	"github.com/collide-go/collide/shape"
)

// like counts the pixels of the scene whose hue is about that of a colour.
func like(img image.Image, c raster.Color) (n int) {
	ratio := func(x, y float64) float64 { return x / max(y, 1) }
	for y := range pictureHeight {
		for x := range sceneWidth {
			r, g, b, _ := img.At(x, y).RGBA()
			red := math.Abs(ratio(float64(r), float64(g)) - float64(c[0]/c[1]))
			blue := math.Abs(ratio(float64(b), float64(g)) - float64(c[2]/c[1]))
			if red < 0.03 && blue < 0.03 {
				n++
			}
		}
	}
	return n
}

// TestImageDrawsFloors: a floor is there, seen from above, in any place of the list and wherever its point is.
func TestImageDrawsFloors(t *testing.T) {
	floor := shape.HalfSpace{Point: geom.Vec{X: 1e6, Y: -3e5}, Normal: geom.Vec{Z: 3}}
	for _, height := range []float64{1.5, 1} {
		ball := shape.Sphere{Center: geom.Vec{X: 4, Z: height}, Radius: 1}
		img := drawn(t, geom.Vec{Z: 1}, []collide.Shape{floor, ball}, []geom.Pose{geom.Identity, geom.Identity})
		plane, solid := like(img, bodyColor(0)), like(img, bodyColor(1))
		if plane < 100_000 || solid < 50_000 || solid > plane*2 {
			t.Errorf("ball at %v: %d pixels of the floor, %d of the ball", height, plane, solid)
		}
	}
}

// TestImageLooksIntoRooms: six walls around a ball do not hide it; those behind which the camera is have a rim alone.
func TestImageLooksIntoRooms(t *testing.T) {
	var shapes []collide.Shape
	var poses []geom.Pose
	for axis := range 3 {
		for _, side := range []float64{-2, 2} {
			var n [3]float64
			n[axis] = side
			v := geom.Vec{X: n[0], Y: n[1], Z: n[2]}
			shapes = append(shapes, shape.HalfSpace{Point: v, Normal: v.Scale(-1)})
		}
	}
	shapes = append(shapes, shape.Sphere{Radius: 1})
	for range shapes {
		poses = append(poses, geom.Identity)
	}
	img := drawn(t, geom.Vec{Z: 1}, shapes, poses)
	if ball := like(img, bodyColor(6)); ball < 30_000 {
		t.Errorf("%d pixels of the ball", ball)
	}
	if floor := like(img, bodyColor(4)); floor < 50_000 {
		t.Errorf("%d pixels of the floor", floor)
	}
}

// TestImageMarksPlanesAlone: of a mesh that reaches through a wall the curve in the plane is drawn, and no mark on each triangle
// behind it.
func TestImageMarksPlanesAlone(t *testing.T) {
	wall := shape.HalfSpace{Point: geom.Vec{X: 0.5}, Normal: geom.Vec{X: 1}}
	c, surfaces := checkOf(t, []collide.Shape{wall, grid(false)}, []geom.Pose{geom.Identity, geom.Identity}, nil)
	v, err := newView(t.Context(), c, surfaces, geom.Vec{Z: 1})
	if err != nil {
		t.Fatal(err)
	}
	at := v.norm.Apply(geom.Vec{X: 0.5}).X
	if len(v.curves) == 0 {
		t.Error("no curve")
	}
	for _, curve := range v.curves {
		for _, p := range curve {
			if math.Abs(p.X-at) > 1e-9 {
				t.Fatalf("a curve at %v, want x %v", p, at)
			}
		}
	}
}

// TestPlanesFaceOut: the triangles of the plane look out of the half space, those of the rim into it, all lie in the plane and in
// the room, and none lies in another half space that is fixed.
func TestPlanesFaceOut(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	vec := func() geom.Vec { return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
	drawn := 0
	for range 500 {
		box := geom.BoundsOf([]geom.Vec{vec(), vec()})
		halves := []shape.HalfSpace{{Point: vec(), Normal: vec()}, {Point: vec(), Normal: vec()}}
		room := NewRoom(box, halves, halves[1:])
		tris := room.plane(halves[0])
		n := unitOf(halves[0].Normal)
		var area float64
		whole, inside := 0.0, 0.0
		for _, tri := range tris {
			a := tri.Normal().Dot(n) / 2
			area = max(area, a)
			for _, v := range tri {
				whole = max(whole, math.Abs(v.Sub(halves[0].Point).Dot(n)))
				inside = max(inside, halves[1].Point.Sub(v).Dot(unitOf(halves[1].Normal)))
				if grown := room.box.Inflated(1e-9); !grown.Contains(v) {
					t.Fatalf("%v is outside %v", v, room.box)
				}
			}
		}
		if len(tris) > 0 {
			drawn++
		}
		if whole > 1e-9 || len(tris) > 0 && area <= 0 {
			t.Fatalf("a vertex %v away from the plane, the largest area %v", whole, area)
		}
		if b := (&Room{box: room.box}).plane(halves[0]); len(b) == 0 || inside > 1e-4 && len(tris) != len(b) {
			t.Fatalf("%v inside the fixed half space; %d triangles, %d without it", inside, len(tris), len(b))
		}
	}
	if drawn != 500 {
		t.Errorf("%d of 500 planes drawn", drawn)
	}
}
