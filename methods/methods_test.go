package methods_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/methods"
)

func TestFind(t *testing.T) {
	table := methods.Table()
	for _, c := range []struct {
		name string
		on   collide.Backend
		want error
	}{
		{"magic", "", methods.ErrUnknown}, {"magic", collide.GPU, methods.ErrUnknown},
		{"", collide.GPU, collide.ErrNoBackend}, {"bvh", "tpu", collide.ErrNoBackend},
		{"", "", nil}, {"bvh", collide.CPU, nil},
	} {
		m, err := methods.Find(table, c.name, c.on)
		if !errors.Is(err, c.want) || (m == nil) != (err != nil) {
			t.Errorf("%q on %q: %v, error %v, expected %v", c.name, c.on, m, err, c.want)
		}
	}
}

// TestPhasesAddUp: no phase of a query takes less than no time, in the query that builds
// hierarchies, too; each moment belongs to one of them.
func TestPhasesAddUp(t *testing.T) {
	for _, m := range methods.Table() {
		if m.About().Name == "multiprocess" {
			continue // needs a command line
		}
		for _, first := range []bool{false, true} {
			d := conformance.Detector(t, conformance.SmallTori(1), collide.Options{Method: m, First: first})
			for frame := range 2 {
				r, err := d.Detect(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if s := r.Stats; min(s.Build, s.Update, s.Broad, s.Narrow) < 0 {
					t.Errorf("%s, first %v, frame %d: build %v, update %v, broad %v, narrow %v", m.About().Name, first, frame, s.Build, s.Update, s.Broad, s.Narrow)
				}
			}
		}
	}
}

// TestOptionsOutOfRange: a method is not made with a number that it could not finish with.
func TestOptionsOutOfRange(t *testing.T) {
	for _, c := range []struct{ method, option, want string }{
		{"pipelining", "tasks=-1", "Tasks is -1, expected 0 to 1024"},
		{"pipelining", "tasks=1025", "Tasks is 1025, expected 0 to 1024"},
		{"ants", "walks=1025", "walks is 1025, expected 1 to 1024"},
		{"oocda", "walks=2147483647", "expected 1 to 1024"},
		{"oocda", "rounds=1048577", "expected 1 to 1048576"},
		{"ants", "rho=0", ""}, {"ants", "walks=1024", ""}, {"pipelining", "tasks=1024", ""},
	} {
		m, err := methods.Find(methods.Table(), c.method, "")
		if err == nil {
			m, err = methods.With(m, c.option)
		}
		if err != nil {
			t.Fatal(err)
		}
		d, err := collide.NewDetector(nil, collide.Options{Method: m})
		if c.want == "" && err == nil {
			d.Close()
			continue
		}
		if !errors.Is(err, collide.ErrOption) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s.%s: %v, expected %q", c.method, c.option, err, c.want)
		}
	}
}

// TestOptionsByName: each option of each method takes its own default and refuses what is
// no value of its type; an option that is set is the default from then on.
func TestOptionsByName(t *testing.T) {
	options := 0
	for _, m := range methods.Table() {
		name := m.About().Name
		for _, o := range m.About().Options {
			options++
			if o.Name == "" || o.Type == "" || o.Default == "" || o.Help == "" {
				t.Errorf("%s: %+v lacks something", name, o)
			}
			same, err := methods.With(m, o.Name+"="+o.Default)
			if err != nil {
				t.Fatalf("%s.%s=%s: %v", name, o.Name, o.Default, err)
			}
			if got := same.About(); !slices.Contains(got.Options, o) {
				t.Errorf("%s: %+v is not among %+v", name, o, got.Options)
			}
			if _, err := m.With(o.Name, "maybe"); !errors.Is(err, collide.ErrOption) {
				t.Errorf("%s.%s=maybe: %v", name, o.Name, err)
			}
		}
		if _, err := m.With("nothing", "1"); !errors.Is(err, collide.ErrOption) {
			t.Errorf("%s.nothing: %v", name, err)
		}
		if _, err := methods.With(m, "seed"); !errors.Is(err, collide.ErrOption) {
			t.Errorf("%s: seed without a value: %v", name, err)
		}
	}
	if options < 10 {
		t.Errorf("%d options", options)
	}
	m, err := methods.Find(methods.Table(), "ants", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []string{"walks=0x10", "walks=1_0", "walks=0b11", "alpha=0x1p0", "alpha=1_0"} {
		if _, err := methods.With(m, o); !errors.Is(err, collide.ErrOption) {
			t.Errorf("ants.%s: %v", o, err)
		}
	}
	if m, err = methods.With(m, "walks=010"); err != nil || !slices.ContainsFunc(m.About().Options, func(o collide.Option) bool { return o.Name == "walks" && o.Default == "10" }) {
		t.Errorf("ants.walks=010: %v, %+v", err, m.About().Options)
	}
	m, err = methods.Find(methods.Table(), "oocda", "")
	if err == nil {
		m, err = methods.With(m, "ants=off", "rounds=3")
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range m.About().Options {
		if o.Name == "ants" && o.Default != "off" || o.Name == "rounds" && o.Default != "3" {
			t.Errorf("%+v was not set", o)
		}
	}
}
