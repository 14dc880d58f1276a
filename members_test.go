package collide_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// household is a detector whose bodies come and go, with what is in its places.
type household struct {
	*collide.Detector
	places  []collide.Body
	empty   []bool
	allowed map[[2]int]bool
}

// compact returns a detector by brute force for those who are there, and their places.
func (h *household) compact(t *testing.T, self bool) (*collide.Detector, []int) {
	var bodies []collide.Body
	var places []int
	where := map[int]int{}
	for i, b := range h.places {
		if !h.empty[i] {
			where[i] = len(bodies)
			bodies, places = append(bodies, b), append(places, i)
		}
	}
	var allow [][2]int
	for p := range h.allowed {
		allow = append(allow, [2]int{where[p[0]], where[p[1]]})
	}
	return detector(t, bodies, collide.Options{Method: named("brute"), Self: self, Solid: true, Allow: allow}), places
}

// check compares the answer with that of brute force.
func (h *household) check(t *testing.T, where string, self bool) {
	t.Helper()
	brute, places := h.compact(t, self)
	want, wantErr := brute.Detect(context.Background())
	got, err := h.Detect(context.Background())
	if got == nil || want == nil {
		t.Fatalf("%s: %v, brute %v", where, err, wantErr)
	}
	var contacts []collide.Contact
	for _, c := range want.Contacts {
		contacts = append(contacts, collide.Contact{BodyA: uint32(places[c.BodyA]), TriA: c.TriA, BodyB: uint32(places[c.BodyB]), TriB: c.TriB})
	}
	if !slices.Equal(got.Contacts, contacts) || got.Verdict != want.Verdict || len(got.Pairs) != len(want.Pairs) {
		t.Fatalf("%s: %v with %d contacts in %d pairs (%v), brute %v with %d in %d (%v)", where, got.Verdict, len(got.Contacts), len(got.Pairs), err, want.Verdict, len(contacts), len(want.Pairs), wantErr)
	}
	for i, p := range got.Pairs {
		q := want.Pairs[i]
		if p.A != places[q.A] || p.B != places[q.B] || p.Allowed != q.Allowed || p.Inside != q.Inside {
			t.Fatalf("%s: pair %+v, brute %+v", where, p, q)
		}
	}
}

// TestBodiesComeAndGo: after any sequence of additions, removals, moves and allowances every
// method finds what brute force finds for those who are there.
func TestBodiesComeAndGo(t *testing.T) {
	t.Parallel()
	shapes := []collide.Shape{
		collide.NewModel(scene.Torus("torus", 1, 0.4, 9, 5)), collide.NewModel(cube()), collide.NewModel(scene.Torus("ring", 2, 0.1, 12, 3)),
		shape.Sphere{Radius: 0.6}, shape.Box{Size: geom.Vec{X: 1, Y: 0.5, Z: 2}},
	}
	for _, m := range table {
		t.Run(nameOf(m), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(3, 4))
			body := func() collide.Body {
				return collide.Body{Shape: shapes[r.IntN(len(shapes))], Pose: at(4*r.Float64(), 4*r.Float64(), 4*r.Float64()), Immovable: r.IntN(4) == 0}
			}
			self := r.IntN(2) == 0
			h := &household{allowed: map[[2]int]bool{}}
			for range 6 {
				h.places, h.empty = append(h.places, body()), append(h.empty, false)
			}
			h.Detector = detector(t, h.places, collide.Options{Method: m, Self: self, Solid: true, Workers: 2})
			defer func() { _ = h.Close() }()
			rounds := require.Cases(80, 15)
			if nameOf(m) == "multiprocess" { // starts its processes each time
				rounds = 6
			}
			for round := range rounds {
				for range 1 + r.IntN(3) {
					h.change(t, r, body)
				}
				h.check(t, fmt.Sprintf("round %d", round), self)
			}
		})
	}
}

// change does one thing to a household.
func (h *household) change(t *testing.T, r *rand.Rand, body func() collide.Body) {
	t.Helper()
	i := r.IntN(len(h.places))
	switch kind := r.IntN(8); {
	case kind < 3:
		b := body()
		k, err := h.Add(b)
		if err != nil {
			t.Fatal(err)
		}
		if free := slices.Index(h.empty, true); k == len(h.places) && free < 0 {
			h.places, h.empty = append(h.places, b), append(h.empty, false)
		} else if k < len(h.places) && h.empty[k] {
			h.places[k], h.empty[k] = b, false
		} else {
			t.Fatalf("a body was put in place %d of %v", k, h.empty)
		}
	case h.empty[i]:
	case kind < 6 && len(h.places) > 4:
		h.Remove(i)
		h.empty[i] = true
		for p := range h.allowed {
			if p[0] == i || p[1] == i {
				delete(h.allowed, p)
			}
		}
	case kind == 6:
		j := r.IntN(len(h.places))
		if j == i || h.empty[j] {
			return
		}
		p := [2]int{min(i, j), max(i, j)}
		if h.allowed[p] {
			delete(h.allowed, p)
		} else {
			h.allowed[p] = true
		}
		h.Allow(j, i, h.allowed[p])
	default:
		h.places[i].Pose.T.X += 0.3 * (r.Float64() - 0.5)
		if err := h.SetPose(i, h.places[i].Pose); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRemovedBodiesPanic: nothing can be asked of an empty place, and what comes there next
// inherits no permission.
func TestRemovedBodiesPanic(t *testing.T) {
	t.Parallel()
	ball := collide.Body{Name: "a", Shape: shape.Sphere{Radius: 1}}
	d := detector(t, []collide.Body{ball, ball}, collide.Options{Allow: [][2]int{{0, 1}}})
	d.Remove(1)
	for name, call := range map[string]func(){
		"SetPose": func() { _ = d.SetPose(1, geom.Identity) }, "Remove": func() { d.Remove(1) }, "Bounds": func() { d.Bounds(1) },
		"Allow": func() { d.Allow(0, 1, true) }, "Witness": func() { d.Witness(collide.Contact{BodyB: 1}) },
	} {
		if got := panicOf(call); !strings.HasPrefix(got, "collide: "+name+" of body 1, which was removed") {
			t.Errorf("%s: panic %q", name, got)
		}
	}
	if _, err := d.SetPoses([]geom.Pose{geom.Identity, geom.Identity}); err != nil {
		t.Error(err)
	}
	if r, err := d.Detect(t.Context()); err != nil || r.Verdict != collide.Free {
		t.Errorf("alone: %v, %v", r.Verdict, err)
	}
	if _, err := d.Add(collide.Body{Name: "bad", Shape: shape.Sphere{Radius: -1}}); err == nil || d.Len() != 2 {
		t.Errorf("a bad body: %v, %d places", err, d.Len())
	}
	if _, err := d.Add(collide.Body{Name: "bad", Shape: shape.Sphere{}, Pose: geom.Pose{R: geom.Mat{2}}}); err == nil {
		t.Error("a bad pose was taken")
	}
	if i, err := d.Add(ball); i != 1 || err != nil {
		t.Errorf("place %d, %v", i, err)
	}
	if r, err := d.Detect(t.Context()); err != nil || r.Verdict != collide.InContact || r.Pairs[0].Allowed {
		t.Errorf("two: %v, %v, %+v", r.Verdict, err, r.Pairs)
	}
}

// moody is a method that cannot make an engine at times.
type moody struct {
	fixed
	ready *bool
}

func (m moody) Make(w *world.World) (world.Engine, error) {
	if !*m.ready {
		return nil, collide.ErrNoBackend
	}
	return named("bvh").(world.Maker).Make(w)
}

// foreign hides what an engine can do but find.
type foreign struct{ world.Engine }

// TestEngineThatCannotBeMadeAgain: the engine of other bodies is not asked in its place.
func TestEngineThatCannotBeMadeAgain(t *testing.T) {
	t.Parallel()
	ready := true
	ball := collide.Body{Name: "a", Shape: shape.Sphere{Radius: 1}}
	d := detector(t, []collide.Body{ball}, collide.Options{Method: stubborn{moody{ready: &ready}}})
	if _, err := d.Add(ball); err != nil {
		t.Fatal(err)
	}
	ready = false
	for range 2 {
		if r, err := d.Detect(t.Context()); r != nil || !errors.Is(err, collide.ErrNoBackend) {
			t.Errorf("%+v, %v", r, err)
		}
	}
	ready = true
	if r, err := d.Detect(t.Context()); err != nil || r.Verdict != collide.InContact {
		t.Errorf("%+v, %v", r, err)
	}
}

// stubborn is a method whose engines do not follow bodies that come and go.
type stubborn struct{ moody }

func (m stubborn) Make(w *world.World) (world.Engine, error) {
	e, err := m.moody.Make(w)
	return foreign{e}, err
}
