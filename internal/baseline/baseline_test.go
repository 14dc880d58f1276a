package baseline

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

func box(lo, hi float64) geom.AABB {
	return geom.AABB{Min: geom.Vec{X: lo, Y: lo, Z: lo}, Max: geom.Vec{X: hi, Y: hi, Z: hi}}
}

// clash is one of two bodies a and b whose depth and width have the same bounds.
func clash(a, b string, kind collide.Kind, lo, hi float64, places ...geom.AABB) Clash {
	return Clash{A: a, B: b, Kind: kind, Depth: [2]float64{lo, hi}, Width: [2]float64{lo, hi}, Places: places}
}

func bodies(names ...string) []Body {
	var list []Body
	for i, n := range names {
		list = append(list, Body{Name: n, Triangles: 10 + i})
	}
	return list
}

// What becomes of one clash between bodies a and b.
func TestChanges(t *testing.T) {
	t.Parallel()
	inf, here := math.Inf(1), box(0, 1)
	near := func(d float64) Clash {
		return Clash{A: "a", B: "b", Kind: "near", Near: true, Distance: d}
	}
	deep := func(lo, hi float64) Clash { return clash("a", "b", collide.Penetrate, lo, hi, here) }
	surface := func(places ...geom.AABB) Clash { return clash("a", "b", collide.SurfaceContact, 0, inf, places...) }
	pieces := func(places ...geom.AABB) Clash { return clash("a", "b", collide.Penetrate, 1, 1.01, places...) }
	crossing := surface(here)
	crossing.Crossing = true
	inside := surface(here)
	inside.Inside = true
	hidden := func(posed string, at geom.AABB) Clash { // in a half space
		c := surface(at)
		c.Hidden, c.Posed = true, posed
		return c
	}
	wide := func(lo, hi float64) Clash { // of unknown width
		c := deep(lo, hi)
		c.Width = Unmeasured()
		return c
	}
	for i, c := range []struct {
		old, now Clash
		want     Change
	}{
		{deep(1, 1.01), deep(1, 1.01), Same}, {deep(1, 1.01), deep(1.005, 1.02), Same}, {deep(1, 1.01), deep(1.01, 1.02), Same},
		{deep(1, 1.01), deep(1.0101, 1.02), Worse}, {deep(1, 1.01), deep(0.9, 0.99), Better}, {deep(1, 1.01), deep(0.9, 1), Same},
		{deep(1, 1.01), deep(1, inf), Worse}, {deep(1, inf), deep(500, 501), Worse}, {deep(1, inf), deep(1, inf), Same},
		{deep(1, 1.01), clash("b", "a", collide.Penetrate, 3, 3.1, box(0.5, 2)), Worse},
		{deep(1, 1.01), clash("a", "b", collide.Penetrate, 1, 1.01, box(1, 2)), Same}, // one corner in common
		{deep(1, 1.01), clash("a", "b", collide.Penetrate, 1, 1.01, box(1.5, 2)), New},
		{deep(1, inf), clash("a", "b", collide.Penetrate, 1, inf, box(0.5, 1.5)), Worse},
		{deep(1, 1.01), clash("a", "b", collide.Touch, 0, 0, here), Better}, {clash("a", "b", collide.Touch, 0, 0, here), deep(1, 1.01), New},
		{clash("a", "b", collide.Touch, 0, 0, here), clash("a", "b", collide.Touch, 0, 0, here), Same},
		{clash("a", "b", collide.Inside, 1, 1), clash("a", "b", collide.Inside, 1, 1), Same},
		{clash("a", "b", collide.Inside, 1, 1), deep(1, 1), New},
		{surface(here), surface(box(0.2, 0.8)), Same}, {surface(here), surface(box(0.2, 1.1)), Worse}, {surface(), surface(), Worse},
		{surface(here), crossing, Worse}, {crossing, crossing, Same}, {crossing, surface(here), Better}, {crossing, surface(box(0.5, 2)), Worse},
		{surface(here), inside, Worse}, {inside, inside, Same},
		{hidden("x", here), hidden("x", here), Same}, {hidden("x", here), hidden("y", here), Worse}, {hidden("x", here), hidden("y", box(0.2, 0.8)), Worse},
		{hidden("", here), hidden("", here), Worse}, {surface(here), hidden("x", here), Worse}, {hidden("x", here), hidden("", here), Worse},
		{wide(1, 1.01), wide(5, 5.01), Worse}, {wide(1, 1.01), wide(1, 1.01), Same}, {wide(1, 1.01), wide(1, inf), Worse}, {wide(1, 1.01), deep(1, 1.01), Worse},
		{pieces(box(10, 12)), pieces(box(1, 3), box(80, 82)), New}, // none is where the old one was, the box around them is
		{pieces(box(10, 12)), pieces(box(10, 12), box(80, 82)), Worse}, {pieces(box(10, 12)), pieces(box(80, 82), box(9, 11)), Worse},
		{pieces(box(1, 3), box(80, 82)), pieces(box(10, 12)), New}, {pieces(box(1, 3), box(80, 82)), pieces(box(80, 81)), Same},
		{pieces(box(1, 3), box(80, 82)), pieces(box(81, 83), box(2, 2), box(1, 1)), Same}, {pieces(box(10, 12)), pieces(), New}, {pieces(), pieces(), Worse},
		{pieces(box(10, 12)), clash("a", "b", collide.Touch, 0, 0, box(10, 12), box(80, 82)), Worse},
		{surface(box(0, 1), box(5, 6)), surface(box(5, 6), box(0, 1)), Same}, {surface(box(0, 1), box(5, 6)), surface(box(0, 1), box(1, 5)), Worse},
		{near(1), near(1), Same}, {near(1), near(0.999), Worse}, {near(1), near(1.5), Better}, {near(1), deep(1, 1), New}, {deep(1, 1), near(1), New},
		{deep(1, 1.01), clash("a", "c", collide.Penetrate, 1, 1.01, here), New},
	} {
		old := Report{Bodies: bodies("a", "b", "c"), Clashes: []Clash{c.old}, Complete: true}
		got := old.Compare(&Now{Bodies: bodies("a", "b", "c"), Clashes: []Clash{c.now}, Whole: true})
		if got.Changes[0] != c.want || (len(got.Resolved) == 1) != (c.want == New) {
			t.Errorf("case %d: %+v, then %+v: %s, expected %s (%d resolved)", i, c.old, c.now, got.Changes[0], c.want, len(got.Resolved))
		}
	}
}

// Bodies that were renamed are found by their triangles; what is ambiguous is new.
func TestRenamedBodies(t *testing.T) {
	t.Parallel()
	at := func(a, b string) Clash { return clash(a, b, collide.Penetrate, 1, 1.01, box(0, 1)) }
	for i, c := range []struct {
		old, now     []Body
		was, is      []Clash
		want         []Change
		resolvedLeft int
	}{
		{bodies("a", "b"), bodies("x", "b"), []Clash{at("a", "b")}, []Clash{at("x", "b")}, []Change{Same}, 0},
		{bodies("a", "b"), bodies("x", "y"), []Clash{at("a", "b")}, []Clash{at("x", "y")}, []Change{Same}, 0},
		{bodies("a", "b"), []Body{{"x", 99}, {"b", 11}}, []Clash{at("a", "b")}, []Clash{at("x", "b")}, []Change{New}, 1},            // another mesh
		{bodies("a", "b"), []Body{{"x", 10}, {"b", 11}, {"a", 10}}, []Clash{at("a", "b")}, []Clash{at("x", "b")}, []Change{New}, 1}, // a is still there
		{bodies("a", "b"), []Body{{"x", 10}, {"y", 10}, {"b", 11}}, []Clash{at("a", "b")}, []Clash{at("x", "b"), at("y", "b")}, []Change{New, New}, 1},
		{[]Body{{"a", 10}, {"c", 10}, {"b", 11}}, []Body{{"x", 10}, {"b", 11}}, []Clash{at("a", "b"), at("c", "b")}, []Clash{at("x", "b")}, []Change{New}, 2},
		{[]Body{{"a", 10}, {"a", 10}, {"b", 11}}, []Body{{"a", 10}, {"b", 11}}, []Clash{at("a", "b")}, []Clash{at("a", "b")}, []Change{New}, 1}, // two of one name
		{[]Body{{"a", 10}, {"b", 11}}, []Body{{"a", 10}, {"a", 10}, {"b", 11}}, []Clash{at("a", "b")}, []Clash{at("a", "b")}, []Change{New}, 1},
		{[]Body{{"a", 0}, {"b", 11}}, []Body{{"x", 0}, {"b", 11}}, []Clash{at("a", "b")}, []Clash{at("x", "b")}, []Change{New}, 1}, // spheres have no triangles
		{bodies("a", "b"), []Body{{"a", 77}, {"b", 11}}, []Clash{at("a", "b")}, []Clash{at("a", "b")}, []Change{Same}, 0},          // re-tessellated
		{bodies("a", "b", "c"), bodies("a", "b"), []Clash{at("a", "b"), at("b", "c")}, []Clash{at("a", "b")}, []Change{Same}, 1},   // removed
	} {
		old := Report{Bodies: c.old, Clashes: c.was}
		got := old.Compare(&Now{Bodies: c.now, Clashes: c.is, Whole: true})
		if !slices.Equal(got.Changes, c.want) || len(got.Resolved) != c.resolvedLeft {
			t.Errorf("case %d: %v and %d resolved, expected %v and %d", i, got.Changes, len(got.Resolved), c.want, c.resolvedLeft)
		}
	}
}

// A clash is resolved only where its pair was looked at and decided.
func TestNotCompared(t *testing.T) {
	t.Parallel()
	old := Report{Bodies: bodies("a", "b", "c"), Clashes: []Clash{clash("a", "b", collide.Penetrate, 1, 1.01, box(0, 1))}}
	for i, c := range []struct {
		now  Now
		open int
	}{
		{Now{Bodies: bodies("a", "b", "c"), Whole: true}, 0},
		{Now{Bodies: bodies("a", "b", "c")}, 1},
		{Now{}, 1}, // interrupted while reading
		{Now{Bodies: bodies("a", "b", "c"), Open: [][2]string{{"b", "a"}}, Whole: true}, 1},
		{Now{Bodies: bodies("a", "b", "c"), Open: [][2]string{{"a", "c"}}, Whole: true}, 0},
		{Now{Bodies: bodies("x", "b", "c"), Open: [][2]string{{"b", "x"}}, Whole: true}, 1}, // renamed
		{Now{Bodies: bodies("x", "b", "c"), Open: [][2]string{{"c", "x"}}, Whole: true}, 0},
		{Now{Bodies: bodies("a", "b", "c"), Clashes: old.Clashes}, 0}, // it is there
	} {
		got := old.Compare(&c.now)
		if resolved := 1 - c.open - len(c.now.Clashes); len(got.Open) != c.open || len(got.Resolved) != resolved {
			t.Errorf("case %d: %d not compared and %d resolved, expected %d and %d", i, len(got.Open), len(got.Resolved), c.open, resolved)
		}
	}
}

const head = `{"schema": 1, "complete": true, "bodies": [{"name": "a", "triangles": 12}, {"name": "b", "triangles": 4}], "pairs": [`

func TestRead(t *testing.T) {
	t.Parallel()
	r, err := Read(strings.NewReader(head+`
		{"a": 0, "b": 1, "verdict": "contact", "allowed": false, "kind": "penetrate", "depth": [1, 2], "width": [0.5, null], "box": [[0, 0, 0], [1, 1, 1]]},
		{"a": 0, "b": 1, "verdict": "contact", "allowed": true, "kind": "touch"},
		{"a": 0, "b": 0, "verdict": "contact", "allowed": false},
		{"a": 0, "b": 1, "verdict": "contact", "allowed": false, "kind": "surface", "status": "undecided"},
		{"a": 1, "b": 0, "verdict": "contact", "allowed": false, "inside": "a", "kind": "surface", "crossing": true},
		{"a": 0, "b": 1, "verdict": "unknown", "allowed": false},
		{"a": 0, "b": 1, "verdict": "free", "allowed": false, "kind": "near", "distance": 0.25},
		{"a": 0, "b": 1, "verdict": "contact", "kind": "touch", "box": [[0, 0, 0], [9, 9, 9]], "pieces": [{"contacts": 3, "box": [[0, 0, 0], [1, 1, 1]]}, {"box": [[8, 8, 8], [9, 9, 9]]}]}]}`), "r.json")
	if err != nil {
		t.Fatal(err)
	}
	want := []Clash{clash("a", "b", collide.Penetrate, 1, 2, box(0, 1)), clash("b", "a", collide.SurfaceContact, 0, math.Inf(1)), {A: "a", B: "b", Kind: "near", Near: true, Distance: 0.25, Depth: Unmeasured(), Width: Unmeasured()}, clash("a", "b", collide.Touch, 0, math.Inf(1), box(0, 1), box(8, 9))}
	want[0].Width = [2]float64{0.5, math.Inf(1)}
	want[1].Crossing, want[1].Inside = true, true
	if !reflect.DeepEqual(r.Clashes, want) || !r.Complete || len(r.Bodies) != 2 || r.Bodies[0] != (Body{"a", 12}) {
		t.Errorf("%+v", r)
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	pair := func(s string) string { return head + `{"a": 0, "b": 1, "verdict": "contact", ` + s + `}]}` }
	for text, want := range map[string]string{
		"":                                     "expected a JSON report of check: EOF",
		"[]":                                   "expected a JSON report of check",
		"{}":                                   `no field "schema"`,
		`{"schema": 2}`:                        "schema 2; expected 1",
		`{"schema": 1}`:                        "with complete, bodies and pairs",
		head + "]} {}":                         "more follows it",
		head + `{"a": 0, "b": 2}]}`:            "pair 0: bodies 0 and 2 of 2",
		head + `{"a": -1, "b": 1}]}`:           "pair 0: bodies -1 and 1 of 2",
		pair(`"kind": ""`):                     "no kind; expected a report made with --kinds or --rules",
		pair(`"kind": "inside", "depth": [1]`): "depth: expected [lo, hi]",
		pair(`"kind": "inside", "depth": [2, 1]`):                     "depth: expected [lo, hi]",
		pair(`"kind": "inside", "depth": [-1, 1]`):                    "depth: expected [lo, hi]",
		pair(`"kind": "inside", "width": [null, 1]`):                  "width: expected [lo, hi]",
		pair(`"kind": "inside", "depth": [1e999, 1]`):                 "cannot unmarshal",
		pair(`"kind": "inside", "box": [[1, 2, 3]]`):                  "a box is two corners",
		pair(`"kind": "touch", "pieces": [{"contacts": 3}]`):          "a box is two corners",
		pair(`"kind": "inside", "box": []`):                           "a box is two corners",
		pair(`"kind": "inside", "box": [[-9], [9]]`):                  "a box is two corners",
		pair(`"kind": "inside", "box": [[1, 2, 3, 4], [1, 2, 3, 4]]`): "a box is two corners",
		`{"schema": 2, "SCHEMA": 1}`:                                  `field "SCHEMA"; expected "schema"`,
		`{"schema": 2, "schema": 1}`:                                  `field "schema" is there twice`,
		`{"schema": 1, "Unit": "m"}`:                                  `field "Unit"; expected "unit"`,
		`{"schema": 1, "pairs": [], "pairs": []}`:                     `field "pairs" is there twice`,
		pair(`"kind": "near"`):                                        "a near pair without a distance",
		pair(`"kind": "near", "distance": [1, 2]`):                    "a near pair without a distance",
		pair(`"kind": "near", "distance": -1`):                        "a near pair without a distance",
		"{\"schema\": \"\x1b[31m\"}":                                  "expected a JSON report",
		strings.Repeat(`{"a":`, 20_000):                               "exceeded max depth",
		fmt.Sprintf(`{"schema": 1, "x": %s`, strings.Repeat(" ", 99)): "EOF",
	} {
		_, err := Read(strings.NewReader(text), "r.json")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "r.json: ") || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%.60q: %v, expected %q", text, err, want)
		}
	}
}
