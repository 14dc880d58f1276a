package collide_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
)

// fitsTruth reads the exact class of every pair: free, touch, penetrate or inside.
func fitsTruth(t *testing.T) map[[2]string]string {
	t.Helper()
	data, err := os.ReadFile(sharedData + "/fits/truth.json")
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Pairs []struct{ A, B, Class string }
	}
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(err)
	}
	classes := map[[2]string]string{}
	for _, p := range truth.Pairs {
		classes[[2]string{p.A, p.B}] = p.Class
	}
	return classes
}

// fits loads the parts, as written and turned inside out.
func fits(t *testing.T) (written, inverted []collide.Body) {
	t.Helper()
	var loader scene.Loader
	placed, err := loader.File(context.Background(), sharedData+"/fits/scene.json")
	if err != nil {
		t.Fatal(err)
	}
	for i := range placed {
		p := &placed[i]
		written = append(written, collide.Body{Name: p.Name, Shape: p.Shape, Pose: p.Pose})
		inverted = append(inverted, collide.Body{Name: p.Name, Shape: collide.NewModel(insideOut(p.Mesh())), Pose: p.Pose})
	}
	return written, inverted
}

// moved returns the bodies as a whole moved, exactly: signs, swaps, powers of two.
func moved(bodies []collide.Body, m geom.Pose) []collide.Body {
	list := append([]collide.Body(nil), bodies...)
	for i := range list {
		p := &list[i].Pose
		*p = geom.Pose{R: m.R.Mul(&p.R), T: m.R.MulVec(p.T).Add(m.T)}
	}
	return list
}

// TestFits: which of 17 parts touch and which lies in the material of another, as exact
// Nef polyhedra have it; turned, mirrored and scaled copies and inverted files the same.
func TestFits(t *testing.T) {
	t.Parallel()
	require.File(t, sharedData+"/fits/truth.json")
	classes := fitsTruth(t)
	written, inverted := fits(t)
	mixed := append([]collide.Body(nil), written...)
	for i := 0; i < len(mixed); i += 2 {
		mixed[i] = inverted[i]
	}
	for name, parts := range map[string][]collide.Body{"as written": written, "inside out": inverted, "every other inside out": mixed} {
		for _, move := range append(exactPoses()[:4:4], geom.Pose{R: geom.Mat{0x1p-30, 0, 0, 0, 0x1p-30, 0, 0, 0, -0x1p-30}}) {
			bodies := moved(parts, move)
			r, err := detector(t, bodies, collide.Options{Solid: true, Kinds: true, Workers: 1}).Detect(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			listed := 0
			for _, p := range r.Pairs {
				class := classes[[2]string{bodies[p.A].Name, bodies[p.B].Name}]
				inside := p.Inside != collide.NotInside
				if class == "free" || inside != (class == "inside") || inside == (len(p.Contacts) > 0) {
					t.Errorf("%s, %v: %s and %s: %d contacts, inside %q; they are %s", name, move, bodies[p.A].Name, bodies[p.B].Name, len(p.Contacts), p.Inside, class)
				}
				if string(p.Kind) != class {
					t.Errorf("%s, %v: %s and %s are of kind %q (%s); they are %s", name, move, bodies[p.A].Name, bodies[p.B].Name, p.Kind, p.Reason, class)
				}
				if twins := class == "penetrate" && bodies[p.A].Name == "twin_a" && bodies[p.B].Name == "twin_b"; p.Equal != twins {
					t.Errorf("%s, %v: %s and %s: equal is %v", name, move, bodies[p.A].Name, bodies[p.B].Name, p.Equal)
				}
				listed++
			}
			if listed != 16 || len(classes) != 136 {
				t.Errorf("%s, %v: %d of %d pairs listed, want 16 of 136", name, move, listed, len(classes))
			}
		}
	}
}
