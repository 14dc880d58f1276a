package gpu

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

func convex(size geom.Vec) *collide.Model {
	p := scene.Procedural{Shape: scene.ShapeEllipsoid, Size: size, Around: 16, Section: 7}
	return collide.NewModel(p.Mesh())
}

// TestRecode: the answer is the exact one whatever the picture shows.
func TestRecode(t *testing.T) {
	d := vulkantest.Device(t)
	ball, box := convex(v(2, 2, 2)), collide.NewModel((&scene.Procedural{Shape: scene.ShapeBox, Size: v(2, 2, 2), Detail: 2}).Mesh())
	for _, c := range []struct {
		name       string
		a, b       *collide.Model
		at         geom.Pose
		resolution int
		verdict    collide.Verdict
		image      string
	}{
		{"far apart", ball, ball, gputest.Moved(v(5, 0, 0)), 0, collide.Free, "free"},
		{"boxes overlap, bodies do not", ball, ball, gputest.Moved(v(1.4, 1.4, 1.4)), 0, collide.Free, "free"},
		{"deep", ball, box, gputest.Moved(v(1, 0.5, 0.25)), 0, collide.InContact, "colliding"},
		{"one within the other", convex(v(1, 1, 1)), box, gputest.Moved(v(0.1, 0, 0)), 0, collide.Free, "colliding"}, // surfaces apart, solids not
		{"touching in a point between the pixels", box, box, gputest.Moved(v(2, 2, 2)), 1, collide.InContact, "free"},
		{"faces touch, seen edge on", box, box, gputest.Moved(v(2, 0.3, 0.2)), 0, collide.InContact, "free"},
		{"at one pixel", ball, box, gputest.Moved(v(1, 0.5, 0.25)), 1, collide.InContact, "colliding"},
	} {
		bodies := []collide.Body{{Name: "a", Shape: c.a}, {Name: "b", Shape: c.b, Pose: c.at}}
		opt := collide.Options{Method: Recode(always(d), RecodeOptions{Resolution: c.resolution})}
		got, want := gputest.Detect(t, bodies, opt), gputest.Detect(t, bodies, collide.Options{Method: conformance.Named(methods.Table(), "brute")})
		if got.Hash() != want.Hash() || got.Verdict != c.verdict || got.Stats.ImageVerdict != c.image {
			t.Errorf("%s: %d contacts, want %d; %v, want %v; the image says %s, want %s", c.name,
				len(got.Contacts), len(want.Contacts), got.Verdict, c.verdict, got.Stats.ImageVerdict, c.image)
		}
	}
}

// TestRecodeOrder: many bodies, more pictures than one image takes; first the pairs
// that the image shows.
func TestRecodeOrder(t *testing.T) {
	d := vulkantest.Device(t)
	r := rand.New(rand.NewPCG(1, 2))
	var bodies []collide.Body
	for range 24 {
		at := geom.Pose{R: volume.Eigenvectors(gputest.Symmetric(r)), T: gputest.Uniform(r, 2)}
		bodies = append(bodies, collide.Body{Shape: convex(v(1+r.Float64(), 1, 0.5)), Pose: at})
	}
	bodies = append(bodies, collide.Body{Shape: shape.Sphere{Radius: 1}})
	opt := collide.Options{Method: Recode(always(d), RecodeOptions{Resolution: 512})}
	got, want := gputest.Detect(t, bodies, opt), gputest.Detect(t, bodies, collide.Options{Method: conformance.Named(methods.Table(), "bvh")})
	if got.Hash() != want.Hash() || got.Stats.ImageVerdict != "colliding" || got.Stats.BodyPairs < 17 {
		t.Errorf("%d contacts, want %d; image %s; %d pairs", len(got.Contacts), len(want.Contacts), got.Stats.ImageVerdict, got.Stats.BodyPairs)
	}
	opt.First, opt.Workers = true, 1
	if first := gputest.Detect(t, bodies, opt); first.Verdict != collide.InContact || len(first.Contacts) != 1 || first.Stats.PrimitiveTests > got.Stats.PrimitiveTests/4 {
		t.Errorf("first contact: %v after %d tests of %d", first.Verdict, first.Stats.PrimitiveTests, got.Stats.PrimitiveTests)
	}
}

// TestRecodeDomain: what is not convex, or not any more, is an error.
func TestRecodeDomain(t *testing.T) {
	d := vulkantest.Device(t)
	opt := collide.Options{Method: Recode(always(d), RecodeOptions{})}
	model := convex(v(2, 2, 2))
	det, err := collide.NewDetector([]collide.Body{{Name: "a", Shape: model}, {Name: "b", Shape: convex(v(3, 1, 1))}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer det.Close()
	if _, err := det.Detect(context.Background()); err != nil {
		t.Fatal(err)
	}
	moved := append([]geom.Vec(nil), model.Mesh().Vertices...)
	moved[len(moved)/2] = moved[len(moved)/2].Scale(0.5)
	if err := model.SetVertices(moved); err != nil {
		t.Fatal(err)
	}
	if _, err := det.Detect(context.Background()); !errors.Is(err, collide.ErrUnsupported) {
		t.Errorf("a dent: %v", err)
	}
	opt.Method = Recode(always(d), RecodeOptions{Resolution: -1})
	if _, err := collide.NewDetector([]collide.Body{{Shape: model}}, opt); !errors.Is(err, collide.ErrUnsupported) {
		t.Errorf("resolution −1: %v", err)
	}
}

func v(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }
