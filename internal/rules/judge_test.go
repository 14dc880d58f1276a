package rules

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// cube is a closed cube of edge 1 around the origin; scaled.
func cube(scale float64) *mesh.Mesh {
	box := scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 1, Y: 1, Z: 1}, Detail: 1}
	m := box.Mesh()
	for i, v := range m.Vertices {
		m.Vertices[i] = v.Scale(scale)
	}
	return m
}

// opened is a cube without its last triangle.
func opened(scale float64) *mesh.Mesh {
	m := cube(scale)
	m.Triangles = m.Triangles[:len(m.Triangles)-1]
	return m
}

// asker asks without a budget.
func asker(d *collide.Detector) Asker {
	return Asker{Detector: d, Ask: func(query func() error) error { return query() }}
}

// judged judges a list of bodies by rules.
func judged(t *testing.T, text string, opt collide.Options, bodies ...collide.Body) *Judgement {
	t.Helper()
	opt.Kinds = true
	d, err := collide.NewDetector(bodies, opt)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, b := range bodies {
		names = append(names, b.Name)
	}
	r, err := d.Detect(context.Background())
	if r == nil {
		t.Fatal(err)
	}
	before, contacts := r.Clone(), r.Contacts
	j, err := bound(t, text, names...).Judge(context.Background(), asker(d), r, err, "mm")
	if err != nil {
		t.Fatal(err)
	}
	if unchanged(t, before, j); len(contacts) > 0 && &contacts[0] != &j.Result.Contacts[0] {
		t.Error("the contacts were copied")
	}
	return j
}

// unchanged fails where contacts or pieces of a result have changed.
func unchanged(t *testing.T, before *collide.Result, j *Judgement) {
	t.Helper()
	if !slices.Equal(before.Contacts, j.Result.Contacts) {
		t.Error("the contacts have changed")
	}
	for i := range before.Pairs {
		p := &before.Pairs[i]
		k := slices.IndexFunc(j.Result.Pairs, func(q collide.Pair) bool { return q.A == p.A && q.B == p.B })
		if k < 0 || !slices.Equal(p.Contacts, j.Result.Pairs[k].Contacts) || len(p.Pieces) != len(j.Result.Pairs[k].Pieces) {
			t.Errorf("pair %d, %d has changed", p.A, p.B)
		}
	}
}

func at(name string, s collide.Shape, x, y, z float64) collide.Body {
	p := geom.Identity
	p.T = geom.Vec{X: x, Y: y, Z: z}
	return collide.Body{Name: name, Shape: s, Pose: p}
}

// The status of two cubes at each place under each rule, in three sizes.
func TestStatuses(t *testing.T) {
	t.Parallel()
	for _, scale := range []float64{1, 0x1p300, 0x1p-300} {
		whole, hollow, large := collide.NewModel(cube(scale)), collide.NewModel(opened(scale)), collide.NewModel(cube(3*scale))
		u := func(x float64) float64 { return x * scale }
		b := at("b", whole, 0, 0, 0)
		for _, c := range []struct {
			name string
			a    collide.Body
			want map[string]Status
		}{
			{"apart by 1", at("a", whole, u(2), 0, 0), map[string]Status{
				"": Pass, "touch": Pass, "inside": Pass, "ignore": Pass, "depth <= 1": Pass, "clearance > 0": Pass,
				"clearance > 1": Fail, "clearance > 0.9999999999999999": Pass, "touch, clearance > 1": Fail, "depth <= 1, clearance > 2": Fail,
			}},
			{"flush", at("a", whole, u(1), 0, 0), map[string]Status{
				"": Fail, "touch": Pass, "inside": Fail, "ignore": Pass, "depth <= 0": Pass, "clearance > 0": Fail, "touch, clearance > 2": Pass,
			}},
			{"cutting by 1/4", at("a", whole, u(0.75), 0, 0), map[string]Status{
				"": Fail, "touch": Fail, "inside": Fail, "ignore": Pass, "depth <= 0.2": Fail, "depth <= 0.3": Pass, "inside, depth <= 0.3": Pass, "clearance > 0": Fail,
				"touch, inside": Fail, "depth <= 0.3, clearance > 1": Pass,
			}},
			{"inside", at("a", large, 0, 0, 0), map[string]Status{
				"": Fail, "touch": Fail, "inside": Pass, "ignore": Pass, "inside, depth <= 0.5": Fail, "inside, depth <= 2": Pass, "depth <= 2": Pass, "clearance > 0": Fail,
			}},
			{"equal", at("a", whole, 0, 0, 0), map[string]Status{
				"": Fail, "touch": Fail, "inside": Fail, "ignore": Pass, "depth <= 9": Fail, "clearance > 0": Fail,
			}},
			{"an open one through it", at("a", hollow, u(0.75), u(0.25), u(0.25)), map[string]Status{
				"": Fail, "touch": Fail, "inside": Fail, "ignore": Pass, "depth <= 9": Fail, "clearance > 0": Fail,
			}},
			{"an open one that touches", at("a", hollow, u(1), u(1), 0), map[string]Status{
				"": Fail, "touch": Undecided, "inside": Undecided, "ignore": Pass, "depth <= 9": Undecided, "clearance > 0": Fail,
			}},
			{"an open one apart", at("a", hollow, u(2), 0, 0), map[string]Status{"touch": Pass, "clearance > 0.5": Pass, "clearance > 1": Fail}},
		} {
			for condition, want := range c.want {
				text := ""
				if condition != "" {
					text = "a b " + scaled(condition, scale)
				}
				j := judged(t, text, collide.Options{}, c.a, b)
				got := Pass
				if f := j.Of(0, 1); f != nil {
					got = f.Status
				}
				if got != want {
					t.Errorf("%s, scale %g, %q: %v, expected %v (%v)", c.name, scale, text, got, want, j.Findings)
				}
				checkJudgement(t, j)
			}
		}
	}
}

// scaled multiplies the limits of conditions.
func scaled(text string, scale float64) string {
	words := strings.Fields(text)
	for i, w := range words {
		number, comma := strings.CutSuffix(w, ",")
		if x, err := limit(number); err == nil {
			v, _ := x.length.In("")
			words[i] = length(v*scale, "")
			if comma {
				words[i] += ","
			}
		}
	}
	return strings.Join(words, " ")
}

// checkJudgement checks what holds of every judgement.
func checkJudgement(t *testing.T, j *Judgement) {
	t.Helper()
	open, bad := 0, false
	for i, f := range j.Findings {
		p := &j.Result.Pairs[i]
		if p.A != f.A || p.B != f.B || p.Allowed != (f.Status == Pass) || (f.Status == Pass) != (f.Why == "") {
			t.Errorf("pair %+v has the finding %+v", p, f)
		}
		if f.Status == Undecided {
			open++
		}
		bad = bad || f.Status != Pass && p.Verdict == collide.InContact
	}
	if j.Result.Rest == collide.Free && (open > 0) != (j.Err != nil) || j.Err != nil && !errors.Is(j.Err, collide.ErrIncomplete) {
		t.Errorf("%d undecided, error %v", open, j.Err)
	}
	if bad != (j.Result.Verdict == collide.InContact) {
		t.Errorf("verdict %v of %+v", j.Result.Verdict, j.Findings)
	}
}

// A distance that rounds to the limit is compared exactly: √3 is above its float64, √2 below.
func TestClearanceIsExact(t *testing.T) {
	t.Parallel()
	m := collide.NewModel(cube(1))
	b, far := at("b", m, 0, 0, 0), at("far", m, 90, 0, 0)
	for _, c := range []struct {
		a     collide.Body
		limit float64
		want  Status
	}{
		{at("a", m, 2, 2, 2), math.Sqrt(3), Pass}, {at("a", m, 2, 2, 2), math.Nextafter(math.Sqrt(3), 2), Fail},
		{at("a", m, 2, 2, 0), math.Sqrt2, Fail}, {at("a", m, 2, 2, 0), math.Nextafter(math.Sqrt2, 1), Pass},
	} {
		for _, other := range []string{"", "far * clearance > 5\n"} {
			j := judged(t, other+"a b clearance > "+length(c.limit, ""), collide.Options{}, c.a, b, far)
			if got := j.Of(0, 1); (got == nil) != (c.want == Pass) || got != nil && got.Status != c.want {
				t.Errorf("%v, limit %v: %+v, expected %v", c.a.Pose.T, c.limit, got, c.want)
			}
			checkJudgement(t, j)
		}
	}
}

// What the deviations of the meshes leave open is neither a clash nor free.
func TestDeviations(t *testing.T) {
	t.Parallel()
	m := collide.NewModel(cube(1))
	b := at("b", m, 0, 0, 0)
	for _, c := range []struct {
		x     float64
		rules string
		want  Status
		grey  bool
	}{
		{0.95, "", Undecided, true}, {0.95, "a b touch", Undecided, true}, {0.95, "a b depth <= 0.06", Pass, false},
		{0.95, "a b depth <= 0.01", Undecided, true}, {0.85, "", Fail, false}, {0.85, "a b touch", Fail, false},
		{1, "", Undecided, true}, {1, "a b touch", Pass, false}, {0, "", Fail, false}, {0, "a b depth <= 5", Fail, false},
		{1, "a b clearance > 0", Fail, false}, {0.95, "a b clearance > 0", Fail, false},
		{1.05, "", Undecided, true}, {1.05, "a b touch", Pass, false}, {1.05, "a b inside", Undecided, true}, {1.5, "", Pass, false},
		{1.25, "a b clearance > 0.2", Fail, false}, {1.375, "a b clearance > 0.25", Pass, false}, {1.35, "a b clearance > 0.25", Fail, false},
		{1.05, "a b ignore", Pass, false},
	} {
		j := judged(t, "deviation a 0.06\ndeviation b 0.04\n"+c.rules, collide.Options{}, at("a", m, c.x, 0, 0), b)
		got := &Finding{Status: Pass}
		if f := j.Of(0, 1); f != nil {
			got = f
		}
		if got.Status != c.want || got.WithinDeviation != c.grey {
			t.Errorf("at %v under %q: %+v, expected %v", c.x, c.rules, got, c.want)
		}
		checkJudgement(t, j)
	}
}

// Two balls have depth and width 1, and so do two capsules.
func TestSpheres(t *testing.T) {
	t.Parallel()
	rod := shape.Capsule{B: geom.Vec{Z: 1}, Radius: 1}
	for text, want := range map[string]Status{"a b depth <= 5": Pass, "a b depth <= 1": Pass, "a b depth <= 0.99": Fail} {
		rods := judged(t, text, collide.Options{}, at("a", rod, 0, 0, 0), at("b", rod, 1, 0, 0))
		if got := rods.Of(0, 1); got.Status != want {
			t.Errorf("capsules, %s: %+v", text, got)
		}
		checkJudgement(t, rods)
	}
	ball := shape.Sphere{Radius: 1}
	for text, want := range map[string]Status{"a b depth <= 5": Pass, "a b depth <= 1.01": Pass, "a b depth <= 0.99": Fail, "a b touch": Fail, "a b ignore": Pass, "": Fail} {
		j := judged(t, text, collide.Options{}, at("a", ball, 0, 0, 0), at("b", ball, 1, 0, 0))
		if got := j.Of(0, 1); got.Status != want {
			t.Errorf("%q: %+v, expected %v", text, got, want)
		}
		checkJudgement(t, j)
	}
	j := judged(t, "a b touch", collide.Options{}, at("a", ball, 0, 0, 0), at("b", ball, 2, 0, 0))
	if got := j.Of(0, 1); got.Status != Pass {
		t.Errorf("%+v", got)
	}
}

// Containment in an open mesh is undecided under Solid, and no rule but ignore makes it free.
func TestUndecidedContainment(t *testing.T) {
	t.Parallel()
	small, large := collide.NewModel(cube(1)), collide.NewModel(opened(3))
	for text, want := range map[string]Status{"": Undecided, "a b inside": Undecided, "a b ignore": Pass, "a b clearance > 0.1": Undecided} {
		j := judged(t, text, collide.Options{Solid: true}, at("a", small, 0, 0, 0), at("b", large, 0, 0, 0))
		if got := j.Of(0, 1); got == nil || got.Status != want {
			t.Errorf("%q: %+v, expected %v", text, got, want)
		}
		checkJudgement(t, j)
	}
}

// A budget that is used up leaves undecided what it did not come to, and contacts that no rule permits
// fail all the same.
func TestUsedUpBudget(t *testing.T) {
	t.Parallel()
	m := collide.NewModel(cube(1))
	bodies := []collide.Body{at("a", m, 0.75, 0, 0), at("b", m, 0, 0, 0), at("c", m, 0, 0.75, 0), at("d", m, 0, 0, 1.5)}
	d, err := collide.NewDetector(bodies, collide.Options{Kinds: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	spent := &collide.IncompleteError{Reason: "spent", Cause: collide.ErrBudget}
	by := Asker{Detector: d, Ask: func(func() error) error { return spent }}
	j, err := bound(t, "a b depth <= 9\nb d clearance > 0.1\na c touch", "a", "b", "c", "d").Judge(context.Background(), by, r, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if f := j.Of(0, 1); f.Status != Undecided || f.Why != "spent" {
		t.Errorf("%+v", f)
	}
	if f := j.Of(1, 2); f.Status != Fail {
		t.Errorf("%+v", f)
	}
	if !errors.Is(j.Err, collide.ErrBudget) || j.Result.Rest != collide.Unknown {
		t.Errorf("error %v, rest %v", j.Err, j.Result.Rest)
	}
	broken := errors.New("broken")
	by.Ask = func(func() error) error { return broken }
	if _, err := bound(t, "a b depth <= 9", "a", "b", "c", "d").Judge(context.Background(), by, r, nil, ""); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// A proposal permits what was found, and nothing that needs a person's thought.
func TestProposal(t *testing.T) {
	t.Parallel()
	m, hollow := collide.NewModel(cube(1)), collide.NewModel(opened(1))
	bodies := []collide.Body{at("a 1", m, 0, 0, 0), at("b*", m, 0.75, 0, 0), at("c", m, 0, 1, 0), at("d", m, 0, 1, 0), at("e", hollow, 0, 0, 1), at("f", collide.NewModel(cube(3)), 20, 0, 0), at("g", m, 20, 0, 0)}
	var of []Body
	for _, b := range bodies {
		of = append(of, Body{Name: b.Name})
	}
	d, err := collide.NewDetector(bodies, collide.Options{Depths: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Propose(&b, r, of, "mm", "cut"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# Lengths are in mm.\n", "# Incomplete, pairs may be missing: cut\n", "\"a 1\" b\\* depth <= 0.25", "\n\"a 1\" c touch\n", "\n# c d ignore  # two equal bodies", "\n# \"a 1\" e ignore  # ", "\nf g inside\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("proposal lacks %q:\n%s", want, b.String())
		}
	}
	set, err := Read(context.Background(), strings.NewReader(b.String()), "proposed")
	if err != nil {
		t.Fatal(err)
	}
	if err := set.Settle("mm"); err != nil {
		t.Fatal(err)
	}
	bind, err := set.Bind(context.Background(), of)
	if err != nil {
		t.Fatal(err)
	}
	j, err := bind.Judge(context.Background(), asker(d), r, nil, "mm")
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range j.Findings {
		if f.Rule != nil && f.Status != Pass || f.Rule == nil && f.Status == Pass {
			t.Errorf("pair %+v: %+v", j.Result.Pairs[i], f)
		}
	}
}

func TestRoundedUp(t *testing.T) {
	t.Parallel()
	for x, want := range map[float64]string{0.25: "0.25", 0.25000000001: "0.251", 0.1234567: "0.124", 1e-300: "1e-300", math.MaxFloat64: "1.8e+308", 1.0049: "1.005"} {
		got := roundedUp(x)
		l, err := limit(got)
		if err != nil {
			t.Errorf("%v is written %s: %v", x, got, err)
			continue
		}
		if y, _ := l.length.In(""); y < x || math.Abs(y-x) > 0.01*x || len(got) > len(want)+20 || x < 1 && got != want {
			t.Errorf("%v is written %s", x, got)
		}
	}
}
