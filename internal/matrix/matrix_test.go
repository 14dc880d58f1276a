package matrix

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/robot"
)

// crane has pairs of all kinds but one: rail and hook always overlap, tip meets cart in the lower half of its way and
// never rail.
const crane = `<robot name="cr&quot;ane">
  <link name="rail"><collision><geometry><box size="10 1 1"/></geometry></collision></link>
  <link name="cart"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="hook"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="tip"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <joint name="slide" type="prismatic"><origin xyz="0 0 1.1"/><parent link="rail"/><child link="cart"/><axis xyz="1 0 0"/><limit lower="-4" upper="4" effort="1" velocity="1"/></joint>
  <joint name="fix" type="fixed"><origin xyz="0 0 -1"/><parent link="cart"/><child link="hook"/></joint>
  <joint name="lift" type="prismatic"><parent link="hook"/><child link="tip"/><axis xyz="0 0 1"/><limit lower="1" upper="3" effort="1" velocity="1"/></joint>
</robot>`

func read(t *testing.T, text string) *robot.Robot {
	t.Helper()
	r, err := robot.Read(t.Context(), strings.NewReader(text), "r.urdf")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSample(t *testing.T) {
	t.Parallel()
	r := read(t, crane)
	var first *Matrix
	for _, workers := range []int{1, 2, 8} {
		m, err := Sample(t.Context(), r, Options{States: 1000, Seed: 3, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		want := []Kind{Adjacent, Always, Never, Adjacent, Sometimes, Adjacent}
		for i, p := range m.Pairs {
			if p.Kind != want[i] {
				t.Errorf("%s and %s: %s, want %s", m.Names[p.A], m.Names[p.B], p.Kind, want[i])
			}
			if first != nil && p != first.Pairs[i] {
				t.Errorf("%d workers: %+v, one had %+v", workers, p, first.Pairs[i])
			}
		}
		if n := m.Pairs[4].Colliding; n < 400 || n > 600 || m.States != 1000 {
			t.Errorf("%d of %d states collide; expected about half", n, m.States)
		}
		first = m
	}
}

// TestSampleCutShort: what was counted are whole blocks, whatever the number of workers.
func TestSampleCutShort(t *testing.T) {
	t.Parallel()
	r := read(t, crane)
	ctx, cancel := context.WithCancel(t.Context())
	m, err := Sample(ctx, r, Options{States: 10 * block, Workers: 2, Progress: func(share float64) {
		if share >= 0.2 {
			cancel()
		}
	}})
	if !errors.Is(err, collide.ErrIncomplete) || m.States != 2*block || m.Pairs[1].Colliding != 2*block {
		t.Errorf("cancelled: %+v, %v", m, err)
	}
	m, err = Sample(ctx, r, Options{States: 1})
	if !errors.Is(err, collide.ErrIncomplete) || m.States != 0 {
		t.Errorf("cancelled before: %+v, %v", m, err)
	}
	for _, workers := range []int{1, 8} {
		m, err = Sample(t.Context(), r, Options{States: 10 * block, Workers: workers, Budget: collide.Budget{Steps: 1}})
		if !errors.Is(err, collide.ErrBudget) || m.States != block {
			t.Errorf("budget: %+v, %v", m, err)
		}
	}
	if m, err = Sample(t.Context(), r, Options{States: math.MaxInt32, Budget: collide.Budget{Time: 1}}); !errors.Is(err, collide.ErrBudget) || m.States != 0 {
		t.Errorf("budget of time: %+v, %v", m, err)
	}
}

func TestKindsOfUndecidedPairs(t *testing.T) {
	t.Parallel()
	m := Matrix{States: 4, Pairs: []Pair{{Undecided: 1}, {Colliding: 3, Undecided: 1}, {Colliding: 4}, {}, {Kind: Adjacent}}}
	m.classify()
	for i, want := range []Kind{Undecided, Sometimes, Always, Never, Adjacent} {
		if m.Pairs[i].Kind != want {
			t.Errorf("%+v, want %s", m.Pairs[i], want)
		}
	}
}

func TestIntervals(t *testing.T) {
	t.Parallel()
	const most = math.MaxFloat64
	for _, g := range []interval{{-1, 1}, {2, 2}, {-most, most}, {0.1, 0.3}, {-math.Pi, math.Pi}} {
		for _, u := range []float64{0, 0x1p-53, 0.1, 0.5, 1 - 0x1p-53} {
			if x := g.at(u); !(x >= g.lo && x <= g.hi) {
				t.Errorf("%v at %v: %v", g, u, x)
			}
		}
	}
	if _, err := Sample(t.Context(), read(t, `<robot name="r"><link name="a"/><link name="b"/>
		<joint name="j" type="floating"><parent link="a"/><child link="b"/></joint></robot>`), Options{States: 1}); err == nil || !strings.Contains(err.Error(), "joint j/trans_x has no limits") {
		t.Errorf("a floating joint: %v", err)
	}
}

// TestWriteSRDF reads what is written and counts the pairs that are disabled.
func TestWriteSRDF(t *testing.T) {
	t.Parallel()
	r := read(t, crane)
	m, err := Sample(t.Context(), r, Options{States: 100})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.WriteSRDF(&b); err != nil {
		t.Fatal(err)
	}
	s, err := r.ReadSemantics(t.Context(), &b, "r.srdf")
	if err != nil || len(s.Warnings) > 0 {
		t.Fatal(err, s.Warnings)
	}
	reasons := map[string]int{}
	for _, d := range s.Disabled {
		reasons[d.Reason]++
	}
	if len(s.Disabled) != 5 || reasons["Adjacent"] != 3 || reasons["Never"] != 1 || reasons["Always"] != 1 {
		t.Errorf("%+v", s.Disabled)
	}
}

func TestShare(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 10, 10000, 1e9} {
		if p := Share(n); math.Abs(math.Pow(1-p, float64(n))-0.05) > 1e-6 {
			t.Errorf("%d states: %v", n, p)
		}
	}
}
