package collide_test

import (
	"context"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// knotted is three bodies that touch, and one that does not.
func knotted(t *testing.T) []collide.Body {
	t.Helper()
	knot, ring := sharedModel(t, "testdata/example/knot.obj"), sharedModel(t, "testdata/example/ring.obj")
	far := geom.Identity
	far.T.X = 7
	return []collide.Body{{Name: "a", Shape: knot}, {Name: "b", Shape: ring}, {Name: "c", Shape: ring, Pose: far}, {Name: "d", Shape: knot, Immovable: true}}
}

// Distances after Detect begin with its contacts, and are those of a detector that has found none before, whatever moved in between.
func TestDistancesAfterDetect(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, change := range map[string]func(d *collide.Detector){
		"nothing": func(*collide.Detector) {},
		"pose": func(d *collide.Detector) {
			p := geom.Identity
			p.T.X = 0.25
			if err := d.SetPose(1, p); err != nil {
				t.Error(err)
			}
		},
		"far": func(d *collide.Detector) {
			p := geom.Identity
			p.T.X = 40
			if err := d.SetPose(1, p); err != nil {
				t.Error(err)
			}
		},
		"removed": func(d *collide.Detector) { d.Remove(1) },
		"added": func(d *collide.Detector) {
			if _, err := d.Add(collide.Body{Name: "e", Shape: sharedModel(t, "testdata/example/ring.obj")}); err != nil {
				t.Error(err)
			}
		},
		"allowed": func(d *collide.Detector) { d.Allow(0, 1, true) },
	} {
		for k, opt := range []collide.Options{{}, {Kinds: true}, {First: true}, {Self: true}, {Workers: 2}} {
			if (k+len(name)+int(name[0]))%3 == 0 && !require.CI() {
				continue // each change has three options or four, each option three changes and more
			}
			used, fresh := detector(t, knotted(t), opt), detector(t, knotted(t), opt)
			found, err := used.Detect(ctx)
			if err != nil {
				t.Fatal(err)
			}
			contacts, kept := found.Contacts, found.Clone()
			change(used)
			change(fresh)
			for range 2 {
				got, err := used.Distances(ctx, 0.5, nil)
				want, wrong := fresh.Distances(ctx, 0.5, nil)
				if err != nil || wrong != nil || !slices.Equal(got, want) {
					t.Errorf("%s, %+v: %v %v, expected %v %v", name, opt, got, err, want, wrong)
				}
			}
			if !slices.Equal(contacts, kept.Contacts) {
				t.Errorf("%s, %+v: the contacts of the last result have changed", name, opt)
			}
		}
	}
}

// The contacts that Detect found are not searched again, and what Detect returned stays.
func TestDistancesReuseContacts(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := detector(t, knotted(t), collide.Options{Workers: 1, Kinds: true})
	r, err := d.Detect(ctx)
	if err != nil {
		t.Fatal(err)
	}
	hash := r.Hash()
	if _, err := d.Distances(ctx, 0.01, nil); err != nil {
		t.Fatal(err)
	}
	after := d.Steps()
	if err := d.SetPose(0, geom.Identity); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Distances(ctx, 0.01, nil); err != nil {
		t.Fatal(err)
	}
	if again := d.Steps(); after*2 > again {
		t.Errorf("%d steps with the contacts of Detect, %d without them", after, again)
	}
	if r, err = d.Detect(ctx); err != nil || r.Hash() != hash {
		t.Errorf("%v, %v", r, err)
	}
}
