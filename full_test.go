package collide_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods/multiprocess"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// coincident is a mesh of n triangles in one place.
func coincident(n int) *collide.Model {
	m := &mesh.Mesh{Vertices: []geom.Vec{{}, {X: 1}, {Y: 1}}}
	for range n {
		m.Triangles = append(m.Triangles, [3]uint32{0, 1, 2})
	}
	return collide.NewModel(m)
}

// Bodies of crowdedFew triangles touch as many, of crowdedOwn themselves, of crowdedMany one solid: three or four times as often as may be listed.
var crowdedFew, crowdedOwn, crowdedMany = require.Cases(60, 32), require.Cases(90, 45), require.Cases(4000, 1000)

// crowds are bodies with 3,000 to 5,000 contacts, in samples about 1,000, by what has them.
var crowds = map[string]func() []collide.Body{
	"two meshes": func() []collide.Body {
		return []collide.Body{{Shape: coincident(crowdedFew), Pose: geom.Identity}, {Shape: coincident(crowdedFew), Pose: geom.Identity}}
	},
	"a mesh with itself": func() []collide.Body {
		return []collide.Body{{Shape: coincident(crowdedOwn), Pose: geom.Identity}}
	},
	"a mesh and a ball": func() []collide.Body {
		return []collide.Body{{Shape: coincident(crowdedMany), Pose: geom.Identity}, {Shape: shape.Sphere{Radius: 3}, Pose: geom.Identity}}
	},
	"a mesh and a box": func() []collide.Body {
		return []collide.Body{{Shape: shape.Box{Size: geom.Vec{X: 3, Y: 3, Z: 3}}, Pose: at(0.1, 0, 0)}, {Shape: coincident(crowdedMany), Pose: geom.Identity}}
	},
	"a mesh and a half space": func() []collide.Body {
		return []collide.Body{{Shape: coincident(crowdedMany), Pose: geom.Identity}, {Shape: shape.HalfSpace{Normal: geom.Vec{Z: 1}}, Pose: geom.Identity}}
	},
	"solids": func() []collide.Body {
		return slices.Repeat([]collide.Body{{Shape: shape.Sphere{Radius: 1}, Pose: geom.Identity}}, crowdedOwn)
	},
	"half spaces": func() []collide.Body {
		return slices.Repeat([]collide.Body{{Shape: shape.HalfSpace{Normal: geom.Vec{Z: 1}}, Pose: geom.Identity}}, crowdedOwn)
	},
}

// mostListed is the limit of tests, 1,000 contacts and 300 in samples, and moreListed by how much a worker may exceed it: two leaves of triangles.
const moreListed = 64

var mostListed = require.Cases(1000, 300)

// TestListsOfContactsEnd: whatever has more contacts than a worker may list, by any method, ends the query with the limit in words; what was
// found by then is exact. Whatever has as many as it may is complete.
func TestListsOfContactsEnd(t *testing.T) {
	t.Parallel()
	all := append(slices.Clone(table),
		multiprocess.New(multiprocess.Options{Worker: workerCommand, Search: "oocda"}), multiprocess.New(multiprocess.Options{Worker: workerCommand, Search: "pipelining"}))
	for crowd, bodies := range crowds {
		for _, self := range []bool{false, true} {
			if self != (crowd == "a mesh with itself") {
				continue
			}
			r, err := detector(t, bodies(), collide.Options{Self: self}).Detect(context.Background())
			if err != nil || len(r.Contacts) < 3*mostListed {
				t.Fatalf("%s: %d contacts, %v", crowd, len(r.Contacts), err)
			}
			want := r.Clone()
			for k, m := range all {
				t.Run(fmt.Sprintf("%s/%s/%d", crowd, nameOf(m), k), func(t *testing.T) {
					t.Parallel()
					endsFull(t, bodies(), m, k, self, want)
				})
			}
		}
	}
}

// endsFull checks a method, the kth one, with a limit, and with one that suffices. Methods share out the numbers of workers in samples.
func endsFull(t *testing.T, bodies []collide.Body, m collide.Method, k int, self bool, want *collide.Result) {
	t.Helper()
	ctx := context.Background()
	for _, workers := range []int{1, 2} {
		if workers != 1+(k+len(want.Contacts))%2 && !require.Full() {
			continue
		}
		d, err := collide.NewDetector(bodies, collide.Options{Method: conformance.Limited{Method: m, Limits: narrow.Limits{Contacts: mostListed}}, Workers: workers, Self: self})
		if errors.Is(err, collide.ErrUnsupported) {
			t.Skip(err)
		} else if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		for range 2 {
			r, err := d.Detect(ctx)
			if r == nil || !errors.Is(err, collide.ErrBudget) || !strings.Contains(err.Error(), fmt.Sprintf("more than %d contacts", mostListed)) {
				t.Fatalf("%d workers: error %v, want a list with more than %d contacts", workers, err, mostListed)
			}
			if n := len(r.Contacts); n <= mostListed || n > 2*workers*(mostListed+moreListed) {
				t.Errorf("%d workers: %d contacts, want %d and few more, of each", workers, n, mostListed)
			}
			for _, c := range r.Contacts {
				if _, ok := slices.BinarySearchFunc(want.Contacts, c, collide.Contact.Compare); !ok {
					t.Fatalf("%d workers: %v is no contact", workers, c)
				}
			}
		}
		d = detector(t, bodies, collide.Options{Method: conformance.Limited{Method: m, Limits: narrow.Limits{Contacts: len(want.Contacts)}}, Workers: workers, Self: self})
		for range 3 { // a count that went on from query to query would end the second
			if r, err := d.Detect(ctx); err != nil || r.Hash() != want.Hash() {
				t.Fatalf("%d workers, room for all contacts: %v", workers, err)
			}
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestListsOfClearancesEnd: so do the lists of what is near enough, be the bodies in contact or apart.
func TestListsOfClearancesEnd(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for crowd, bodies := range crowds {
		if crowd == "a mesh with itself" {
			continue
		}
		for k, name := range measuring {
			for i, up := range []float64{0, 0.125} {
				if (i+k/2+len(crowd))%2 > 0 && !require.Full() {
					continue // methods share out contact and no contact
				}
				t.Run(fmt.Sprintf("%s/%s/%g", crowd, name, up), func(t *testing.T) {
					t.Parallel()
					all := bodies()
					if len(all) == 2 {
						all[0].Pose.T.Z += up
					}
					near, err := detector(t, all, collide.Options{Workers: 1}).Within(ctx, 0.25)
					if err != nil || len(near.Contacts) < 3*mostListed {
						t.Fatalf("%d pairs within, %v", len(near.Contacts), err)
					}
					want := near.Hash()
					workers := 1 + k%2
					d := detector(t, all, collide.Options{Method: conformance.Limited{Method: named(name), Limits: narrow.Limits{Contacts: mostListed}}, Workers: workers})
					r, err := d.Within(ctx, 0.25)
					if r == nil || !errors.Is(err, collide.ErrBudget) || !strings.Contains(err.Error(), fmt.Sprintf("more than %d ", mostListed)) || len(r.Contacts) > 2*workers*(mostListed+moreListed) {
						t.Errorf("a limit of %d: %v", mostListed, err)
					}
					d = detector(t, all, collide.Options{Method: conformance.Limited{Method: named(name), Limits: narrow.Limits{Contacts: len(near.Contacts)}}, Workers: workers})
					for range 2 {
						if r, err := d.Within(ctx, 0.25); err != nil || r.Hash() != want {
							t.Errorf("room for all: %v", err)
						}
					}
				})
			}
		}
	}
}

// TestListsOfPairsEnd: the lists of pairs that may be near enough end for the few bodies that can move, too.
func TestListsOfPairsEnd(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ball := collide.Body{Shape: shape.Sphere{Radius: 1}, Pose: geom.Identity}
	still := ball
	still.Immovable = true
	for name, bodies := range map[string][]collide.Body{
		"all movable": slices.Repeat([]collide.Body{ball}, 120),
		"few movable": append(slices.Repeat([]collide.Body{still}, 400), ball, ball, ball, ball),
	} {
		d := detector(t, bodies, collide.Options{Method: conformance.Limited{Method: named("auto"), Limits: narrow.Limits{Pairs: mostListed}}, Workers: 1})
		_, within := d.Within(ctx, 0.5)
		_, distances := d.Distances(ctx, 0.5, nil)
		for query, err := range map[string]error{"clearance": within, "distances": distances} {
			if !errors.Is(err, collide.ErrBudget) || !strings.Contains(err.Error(), fmt.Sprintf("more than %d pairs of bodies", mostListed)) {
				t.Errorf("%s, %s: error %v, want a limit of pairs", name, query, err)
			}
		}
	}
}

// TestMovesPastManyHalfSpacesEnd: what a motion looks at are steps, and what it lists ends where there are more pairs than may be listed.
func TestMovesPastManyHalfSpacesEnd(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	bodies := slices.Repeat([]collide.Body{{Shape: shape.HalfSpace{Normal: geom.Vec{X: 0.5, Z: 1}}, Pose: geom.Identity, Immovable: true}}, 40)
	paths := make([]motion.Path, len(bodies))
	for i := range 100 {
		from := at(-9, 90*float64(i), 9)
		bodies, paths = append(bodies, collide.Body{Shape: shape.Sphere{Radius: 1}, Pose: from}), append(paths, straight(t, from, at(9, 90*float64(i), 2)))
	}
	for _, c := range []struct {
		height        float64
		listed        int
		steps         int64
		want, because string
	}{
		{0, 4000, 0, "free", ""}, {0, 3999, 0, "unknown", "more than 3999 pairs of bodies"}, {0, 1, 0, "unknown", "more than 1 pairs of bodies"},
		{0, 4000, 1000, "unknown", "budget of 1000 steps"}, {-50, 1, 0, "free", ""}, {-50, 1, 1000, "unknown", "budget of 1000 steps"},
	} {
		for i := range bodies {
			if h, ok := bodies[i].Shape.(shape.HalfSpace); ok {
				h.Point = geom.Vec{Z: c.height}
				bodies[i].Shape = h
			}
		}
		d := detector(t, bodies, collide.Options{Method: conformance.Limited{Method: named("auto"), Limits: narrow.Limits{Pairs: c.listed}}, Budget: collide.Budget{Steps: c.steps}, Workers: 1})
		r, err := d.Move(ctx, paths, collide.Gaps{}, 1e-3)
		if r.Verdict.String() != c.want || (c.because == "") != (err == nil) || err != nil && (!errors.Is(err, collide.ErrBudget) || !strings.Contains(err.Error(), c.because)) {
			t.Errorf("half spaces at %v, %d listed, %d steps: %v, %v; want %s, %q", c.height, c.listed, c.steps, r.Verdict, err, c.want, c.because)
		}
	}
}

// TestHalfSpacesShareAPoint: half spaces and empty places are on no list of pairs, however many share a point and whatever encloses it.
func TestHalfSpacesShareAPoint(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	floor := collide.Body{Shape: shape.HalfSpace{Normal: geom.Vec{Z: 1}}, Pose: geom.Identity, Immovable: true}
	bodies := slices.Repeat([]collide.Body{floor}, 100)
	for i := range 30 {
		bodies = append(bodies, collide.Body{Shape: shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, Pose: at(0, 0, 0.625+0.001*float64(i)), Immovable: true})
	}
	bodies = append(bodies, collide.Body{Shape: shape.Sphere{Radius: 1}, Pose: at(0, 0, 5)})
	for _, m := range table {
		d := detector(t, bodies, collide.Options{Method: conformance.Limited{Method: m, Limits: narrow.Limits{Pairs: 1000}}, Workers: 1})
		check := func(when string) {
			t.Helper()
			if r, err := d.Detect(ctx); err != nil || r.Verdict != collide.Free {
				t.Errorf("%s, %s: %v, %v", nameOf(m), when, r, err)
			}
		}
		check("half spaces")
		if _, err := d.Within(ctx, 0.5); err != nil && !errors.Is(err, collide.ErrUnsupported) {
			t.Errorf("%s: clearance: %v", nameOf(m), err)
		}
		for i := range 100 {
			d.Remove(i)
		}
		check("empty places")
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}
