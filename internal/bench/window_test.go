package bench

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/sim"
)

// madeUp is a meter whose windows are given; the last one repeats.
type madeUp struct {
	cores           []float64
	unknown         bool
	starts, windows int
}

func (m *madeUp) Start() { m.starts++ }

func (m *madeUp) Others() (float64, bool) {
	c := m.cores[min(m.windows, len(m.cores)-1)]
	m.windows++
	return c, !m.unknown
}

func TestWindow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		meter       *madeUp
		tries, undo int
		note        string
	}{
		{"idle", &madeUp{cores: []float64{0.1}}, 1, 0, ""},
		{"busy once", &madeUp{cores: []float64{0.11, 0}}, 2, 1, ""},
		{"busy twice", &madeUp{cores: []float64{1, 2, 0.05}}, 3, 2, ""},
		{"busy", &madeUp{cores: []float64{1, 1, 0.25}}, 3, 2, "not idle: others kept 0.250 cores busy"},
		{"unknown", &madeUp{cores: []float64{9}, unknown: true}, 1, 0, "load not known"},
	} {
		tries, undone := 0, 0
		o := &Options{quick: true, load: c.meter}
		d, err := o.window(func() error { tries++; return nil }, func() error { undone++; return nil })
		if err != nil || tries != c.tries || undone != c.undo || c.meter.starts != tries || d.note() != c.note {
			t.Errorf("%s: %d tries, %d undone, %d starts, %q, %v; want %d, %d, %q", c.name, tries, undone, c.meter.starts, d.note(), err, c.tries, c.undo, c.note)
		}
	}
	failed := errors.New("failed")
	fail, pass := func() error { return failed }, func() error { return nil }
	o := &Options{quick: true, load: &madeUp{cores: []float64{1}}}
	if _, err := o.window(fail, pass); !errors.Is(err, failed) {
		t.Errorf("a try that failed: %v", err)
	}
	if _, err := o.window(pass, fail); !errors.Is(err, failed) {
		t.Errorf("a try that could not be undone: %v", err)
	}
	if _, ok := (&Options{}).meter().(interface{ Start() }); !ok || (&Options{quick: true}).meter() != nil {
		t.Error("a run that is not quick has no meter, or a quick one has")
	}
}

func TestDisturbance(t *testing.T) {
	t.Parallel()
	var d disturbance
	for _, x := range []float64{0.05, 0.7, 0.3} {
		d = d.with(disturbance{cores: x})
	}
	if d.note() != "not idle: others kept 0.700 cores busy" {
		t.Errorf("note %q", d.note())
	}
	if d = d.with(disturbance{unknown: true}); d.note() != "load not known" {
		t.Errorf("note %q", d.note())
	}
}

// A report names the tables that were not measured on an idle machine.
func TestReportNotesDisturbance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		notes [2]disturbance
		want  string
	}{
		{[2]disturbance{{cores: 0.1}, {cores: 0.05}}, ""}, {[2]disturbance{{unknown: true}, {}}, ""},
		{[2]disturbance{{}, {cores: 0.5}}, "third try: second."}, {[2]disturbance{{cores: 1}, {cores: 0.5}}, "third try: first, second."},
	} {
		r := &Report{}
		for i, name := range []string{"first", "second"} {
			table := r.table(name, "", "method", "note")
			table.Add(Text("a"), Text(""))
			table.Add(Text("b"), Text(c.notes[i].note()))
		}
		r.noteDisturbance()
		if (len(r.Notes) > 0) != (c.want != "") || c.want != "" && !strings.Contains(r.Notes[0], c.want) {
			t.Errorf("%+v: notes %q, want %q", c.notes, r.Notes, c.want)
		}
	}
	name, tables := "oocda", "small, large, ants, triangles, slabs, complexity, parallel, split, balance, processes"
	if require.Full() {
		name, tables = "octree", "bodies, density, dissimilar, traversals, volumes, costs"
	}
	r, err := runOf(name)(context.Background(), &Options{quick: true, load: &madeUp{cores: []float64{1}}})
	if err != nil || len(r.Notes) == 0 || !strings.Contains(r.Notes[len(r.Notes)-1], tables) {
		t.Errorf("%s on a busy machine: notes %q, %v", name, r.Notes, err)
	}
}

// A race whose windows are busy runs the same frames again, and its answers stay equal for
// methods that keep what they know from frame to frame.
func TestRaceRunsWindowsAgain(t *testing.T) {
	t.Parallel()
	meter := &madeUp{cores: []float64{1, 1, 0.4, 1, 0}}
	o := &Options{quick: true, load: meter}
	entrants := []entrant{{label: "bvh", method: "bvh"}, {label: "i-collide", method: "i-collide"}, {label: "octree-hybrid", method: "octree-hybrid"}, {label: "oocda", method: "oocda"}, {label: "brute", method: "brute", limit: 2}}
	s := crowd(t, o, 40)
	r, err := o.race(context.Background(), "", s, entrants, 6)
	if err != nil {
		t.Fatal(err)
	}
	if meter.windows < 3 || r.disturbed.cores != 0.4 || r.note(nil).text != "not idle: others kept 0.400 cores busy" {
		t.Errorf("%d windows, %+v", meter.windows, r.disturbed)
	}
	plain, err := (&Options{quick: true}).race(context.Background(), "", s, entrants, 6)
	if err != nil {
		t.Fatal(err)
	}
	if r.answered != 6 || r.contacts != plain.contacts {
		t.Errorf("%d frames with %d contacts, without repeats %d with %d", r.answered, r.contacts, plain.answered, plain.contacts)
	}
	for i, l := range r.lanes {
		p := plain.lanes[i]
		if len(l.spent) != 6 || len(l.moved) != 6 || len(l.each) != 6 || l.frames != p.frames || l.ran != p.ran {
			t.Errorf("%s: %d frames recorded, %d count, %d ran; without repeats %d and %d", l.label, len(l.spent), l.frames, l.ran, p.frames, p.ran)
		}
		if l.stats.BodyPairs != p.stats.BodyPairs || p.label == "bvh" && l.stats.BVTests != p.stats.BVTests {
			t.Errorf("%s counts %d pairs, without repeats %d", l.label, l.stats.BodyPairs, p.stats.BodyPairs)
		}
	}
}

// A method that leaves in a window that is run again stays away.
func TestRestoreKeepsLeaversAway(t *testing.T) {
	t.Parallel()
	o := &Options{quick: true}
	s := crowd(t, o, 20)
	r := &race{scenario: s, steps: 9}
	defer r.close()
	for _, method := range []string{"bvh", "sphere"} {
		l, err := o.enter(context.Background(), s, entrant{label: method, method: method})
		if err != nil {
			t.Fatal(err)
		}
		r.lanes = append(r.lanes, l)
	}
	before := r.mark()
	if err := r.frame(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	r.lanes[1].leave("over the budget", collide.ErrBudget)
	r.restore(before)
	if r.answered != 0 || len(r.lanes[0].spent) != 0 || r.lanes[0].det == nil {
		t.Errorf("%d frames answered, %d recorded", r.answered, len(r.lanes[0].spent))
	}
	if l := r.lanes[1]; l.absent != "over the budget" || l.det != nil || l.runs(1, time.Hour) {
		t.Errorf("the method that left is back: %+v", l)
	}
}

// A slow method runs three frames whatever they take, and then as long as its patience is.
func TestSlowMethodsRunThreeFrames(t *testing.T) {
	t.Parallel()
	l := &lane{det: new(collide.Detector)}
	for k := range 6 {
		if want := k <= minFrames; l.runs(k, 5*time.Second) != want {
			t.Errorf("frame %d of a method that takes 10 s a frame runs: %v", k, !want)
		}
		l.total, l.ran = l.total+10*time.Second, l.ran+1
	}
	quick := &lane{det: new(collide.Detector), total: time.Minute, ran: 1000}
	if !quick.runs(1000, 5*time.Second) {
		t.Error("a quick method stops once its patience is used up")
	}
}

// Totals are of methods that ran every step, and of the same steps.
func TestRatiosOfTotals(t *testing.T) {
	t.Parallel()
	ran := func(label string, times ...float64) *lane {
		l := &lane{entrant: entrant{label: label}, spent: times, moved: times, each: make([]collide.Stats, len(times))}
		l.finish()
		return l
	}
	base, all, some := ran(labelOOCDA, 1, 1, 1, 9), ran("all", 2, 3, 4, 9), ran("some", 5, math.NaN(), 5, math.NaN())
	r := &race{lanes: []*lane{base, all, some, ran("none")}}
	q := r.ratios(base, 3)
	if _, ok := q["some"]; ok || len(q) != 2 || q["all"].Value != 3 {
		t.Errorf("totals over three steps: %v", q)
	}
	if q := r.ratios(base, 0); len(q) != 3 || q["some"].Value != 5 || q["all"].Value != 1.5 {
		t.Errorf("ratios over all frames: %v", q)
	}
	if q := r.ratios(some, 4); len(q) != 0 {
		t.Errorf("totals over four steps to a method that ran two: %v", q)
	}
}

// The columns of a row come from the frames that all of its methods ran.
func TestAlign(t *testing.T) {
	t.Parallel()
	ran := func(label string, spent ...float64) *lane {
		l := &lane{entrant: entrant{label: label}, spent: spent, moved: spent}
		for i := range spent {
			l.each = append(l.each, collide.Stats{BVTests: int64(i + 1), Narrow: time.Second})
		}
		l.finish()
		return l
	}
	nan := math.NaN()
	r := &race{answered: 4, lanes: []*lane{ran("a", 1, 2, 3, 4), ran("b", 5, nan, 7, nan), ran("other", 1, 1, 1, 1)}}
	r.lanes[2].limit = 4 // so that it is left out
	r.align()
	a, b, other := r.lane("a"), r.lane("b"), r.lane("other")
	if !slices.Equal(a.times(), []float64{1, 3}) || !slices.Equal(b.times(), []float64{5, 7}) || len(other.times()) != 4 {
		t.Errorf("a ran in %v, b in %v, other in %v", a.times(), b.times(), other.times())
	}
	if a.frames != 2 || a.stats.BVTests != 1+3 || a.phase(narrowTime).value != 1000 {
		t.Errorf("%d frames of a count, with %d tests", a.frames, a.stats.BVTests)
	}
	if q := a.ratio(b); q.Value != 4.0/12 {
		t.Errorf("ratio %v, want that of the totals", q)
	}
}

// A window of the fire drill that is not idle is measured again, with other frames; those
// that were left out are still compared.
func TestFireDrillRunsWindowsAgain(t *testing.T) {
	t.Parallel()
	meter := &madeUp{cores: []float64{1, 0}}
	o := &Options{quick: true, load: meter, Methods: []string{"bvh"}}
	runs, err := o.lineup(context.Background(), sim.Lineups()[0], 20*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	f := runs[0]
	if meter.windows != fireWindowCount+1 || len(f.windows) != fireWindowCount || f.disturbed.note() != "" {
		t.Errorf("%d windows measured, %d kept, %q", meter.windows, len(f.windows), f.disturbed.note())
	}
	if len(f.hashes) <= len(f.spent) {
		t.Errorf("%d frames compared, %d measured", len(f.hashes), len(f.spent))
	}
}
