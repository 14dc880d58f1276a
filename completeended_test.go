package collide_test

import (
	"context"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
)

// TestDistancesThatEndAtOnceForgetContacts: where a mesh was deformed after Detect, and the question has ended before the mesh is looked at,
// nothing is known of its distance. The contacts that it had are not.
func TestDistancesThatEndAtOnceForgetContacts(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, ask := range map[string]func(d *collide.Detector) (collide.Distance, bool, error){
		"cancelled": func(d *collide.Detector) (collide.Distance, bool, error) { return d.Distance(ended) },
		"budget": func(d *collide.Detector) (collide.Distance, bool, error) {
			d.SetBudget(collide.Budget{Time: 1})
			return d.Distance(context.Background())
		},
		"unlimited": func(d *collide.Detector) (collide.Distance, bool, error) { return d.Distance(context.Background()) },
	} {
		a, b := collide.NewModel(scene.Torus("a", 1, 0.4, 16, 8)), collide.NewModel(scene.Torus("b", 1, 0.4, 16, 8))
		aside := geom.Identity
		aside.T.X = 0.5
		d := detector(t, []collide.Body{{Shape: a}, {Shape: b, Pose: aside}}, collide.Options{})
		if r := answer(t, d); len(r.Contacts) == 0 {
			t.Fatal("the tori do not touch")
		}
		v := slices.Clone(a.Mesh().Vertices)
		for i := range v {
			v[i].X += 100
		}
		if err := a.SetVertices(v); err != nil {
			t.Fatal(err)
		}
		x, found, err := ask(d)
		if found && x.Hi < 90 {
			t.Errorf("%s: at most %g apart, with %v; they are 98 apart", name, x.Hi, err)
		}
		if name == "unlimited" && (err != nil || !found || x.Lo < 90) {
			t.Errorf("%s: %+v, %v", name, x, err)
		}
	}
}

// TestDistanceAfterSelf: a contact of a mesh with itself, or the first one alone, says nothing about the distance of two bodies.
func TestDistanceAfterSelf(t *testing.T) {
	t.Parallel()
	m := scene.Torus("a", 1, 0.4, 16, 8)
	m.Vertices[3].X -= 3
	far := geom.Identity
	far.T.X = 20
	model := collide.NewModel(m)
	bodies := []collide.Body{{Shape: model}, {Shape: model, Pose: far}, {Shape: model, Pose: far}}
	for _, opt := range []collide.Options{{Self: true}, {First: true}, {Self: true, First: true}} {
		used, fresh := detector(t, bodies, opt), detector(t, bodies, opt)
		if r := answer(t, used); len(r.Contacts) == 0 {
			t.Fatal("no contacts")
		}
		got, found, err := used.Distance(t.Context())
		want, exists, wrong := fresh.Distance(t.Context())
		if got.A != want.A || got.B != want.B || got.Lo != want.Lo || got.Hi != want.Hi || found != exists || err != nil || wrong != nil {
			t.Errorf("%+v: %+v %v, want %+v %v", opt, got, err, want, wrong)
		}
		many, err := used.Distances(t.Context(), 30, nil)
		all, wrong := fresh.Distances(t.Context(), 30, nil)
		if err != nil || wrong != nil || !slices.Equal(many, all) {
			t.Errorf("%+v: %+v %v, want %+v %v", opt, many, err, all, wrong)
		}
	}
}
