package bench

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/methods"
)

// liar is a method that forgets a contact in frame 2.
type liar struct {
	world.Engine
	calls int
}

func (l *liar) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	dst, err := l.Engine.Find(w, dst)
	if l.calls++; l.calls == 3 && !w.First && len(dst) > 0 { // a boolean query without its contact is incomplete
		dst = dst[1:]
	}
	return dst, err
}

// withLiar is the table of methods and one that is wrong.
func withLiar() []collide.Method {
	return append(methods.Table(), lying{methods.BVH(), "liar"})
}

// lying is a method whose engines are liars.
type lying struct {
	collide.Method
	name string
}

func (m lying) About() collide.About { return collide.About{Name: m.name, Backend: collide.CPU} }

func (m lying) With(string, string) (collide.Method, error) { return m, nil }

func (m lying) Make(w *world.World) (world.Engine, error) {
	e, err := m.Method.(world.Maker).Make(w)
	return &liar{Engine: e}, err
}

func crowd(t *testing.T, o *Options, n int) *scenario {
	t.Helper()
	s, err := newScenario(context.Background(), o.crowd(n, 0, 4))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRaceFindsAWrongMethod(t *testing.T) {
	o := &Options{quick: true, Table: withLiar()}
	_, err := o.race(context.Background(), "", crowd(t, o, 40), []entrant{{label: "truth", method: "bvh"}, {label: "lies", method: "liar"}}, 4)
	if !errors.Is(err, ErrDisagree) || !strings.Contains(err.Error(), "frame 2") || !strings.Contains(err.Error(), "lies") {
		t.Errorf("error %v", err)
	}
}

func TestRace(t *testing.T) {
	o := &Options{quick: true, Methods: []string{"bvh", "brute", "multiprocess", "later"}}
	r, err := o.race(context.Background(), "", crowd(t, o, 30), []entrant{
		{label: "trees", method: "bvh"}, {label: "pairs", method: "brute", limit: 2},
		{label: "later", method: "later"}, {label: "messages", method: "multiprocess"}, {label: "balls", method: "sphere"},
	}, 5)
	if err != nil {
		t.Fatal(err)
	}
	trees, pairs := r.lane("trees"), r.lane("pairs")
	if trees.frames != 5 || pairs.frames != 2 || len(pairs.spent) != 5 || !math.IsNaN(pairs.spent[4]) {
		t.Errorf("trees ran %d frames, pairs %d: %v", trees.frames, pairs.frames, pairs.spent)
	}
	if got, want := pairs.ratio(trees), measure.Ratio(pairs.spent[:2], trees.spent[:2]); got != want || !(got.Value > 0) {
		t.Errorf("ratio %v, want that of the two frames that both ran, %v", got, want)
	}
	if c := trees.whole(5); c.kind != number || math.Abs(c.value-floats.Sum(trees.spent)) > 1e-12 {
		t.Errorf("5 steps took %v", c)
	}
	if c := pairs.whole(5); c.kind != empty {
		t.Errorf("2 of 5 steps are said to be %v: a total is measured or there is none", c)
	}
	for i, want := range map[int]string{2: "no such method", 3: "no command line", 4: "not asked for"} {
		if l := r.lanes[i]; !strings.HasPrefix(l.absent, want) || r.lane(l.label) != nil {
			t.Errorf("%s is absent because %q", l.label, l.absent)
		}
	}
}

// TestRaceOfFewFrames: figures a frame are by the frames that some method answered.
func TestRaceOfFewFrames(t *testing.T) {
	o := &Options{quick: true}
	s := crowd(t, o, 40)
	few, err := o.race(context.Background(), "", s, []entrant{{label: "pairs", method: "brute", limit: 2}}, 8)
	if err != nil {
		t.Fatal(err)
	}
	two, err := o.race(context.Background(), "", s, []entrant{{label: "pairs", method: "brute"}}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if few.answered != 2 || two.contactsAFrame() == 0 || few.contactsAFrame() != two.contactsAFrame() {
		t.Errorf("%g contacts a frame over %d frames of 8, %g over 2 of 2", few.contactsAFrame(), few.answered, two.contactsAFrame())
	}
	none, err := o.race(context.Background(), "", s, []entrant{{label: "pairs", method: "brute", limit: -1}}, 2)
	if err != nil || !math.IsNaN(none.contactsAFrame()) {
		t.Errorf("%g contacts a frame over none, error %v", none.contactsAFrame(), err)
	}
}

func TestRaceInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := &Options{quick: true}
	s := crowd(t, o, 30)
	o.Progress = func(string, float64) { cancel() }
	if _, err := o.race(ctx, "", s, []entrant{{label: "trees", method: "bvh"}}, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// A method that goes over the budget leaves the race without figures, and the others
// go on.
func TestRaceWithABudget(t *testing.T) {
	t.Parallel()
	var over []string
	o := &Options{quick: true, Budget: collide.Budget{Steps: 20_000}, Over: func(what string) { over = append(over, what) }}
	r, err := o.race(context.Background(), "crowd", crowd(t, o, 40), []entrant{{label: "trees", method: "bvh"}, {label: "pairs", method: "brute"}}, 3)
	if err != nil {
		t.Fatal(err)
	}
	if r.lane("trees") == nil || r.lane("pairs") != nil || r.lanes[1].absent != "over the budget" || len(r.lanes[1].times()) > 0 {
		t.Errorf("trees %+v, pairs %+v", r.lanes[0], r.lanes[1])
	}
	if len(over) != 1 || !strings.HasPrefix(over[0], "crowd: pairs in frame 0: incomplete: budget of 20000 steps used up") {
		t.Errorf("told %q", over)
	}
}
