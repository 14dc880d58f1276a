package backend

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide"
)

var card = Device{Name: "card", Vendor: "maker", Version: "1.3.0", Driver: 7}

// fake is a measurement in which a device takes ratio times as long as the CPU, which takes a microsecond an item.
func fake(open time.Duration, ratio float64) *Measurement {
	rows := func() (rows []Row) {
		for _, n := range sizes {
			t := time.Duration(n) * time.Microsecond
			d := time.Duration(ratio * float64(t))
			rows = append(rows, Row{N: n, CPU: Times{2 * t, t}, Device: Times{2 * d, d}})
		}
		return rows
	}
	return &Measurement{Open: open, Balls: rows(), Sheets: rows()}
}

// chooser has a device that measures as given, and counts how often it was found and measured.
type chooser struct {
	Chooser
	found, measured int
}

func newChooser(folder string, d Device, m *Measurement) *chooser {
	c := &chooser{}
	c.Folder, c.Program = folder, "test"
	c.Find = func() (Device, error) { c.found++; return d, nil }
	c.Measure = func(context.Context) (*Measurement, error) { c.measured++; return m, nil }
	return c
}

var large = Size{Bodies: 1 << 20, Triangles: 8 << 20, Queries: 1}

// TestChoose: the device is chosen where it was faster, its opening included, and the CPU otherwise.
func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name  string
		m     *Measurement
		s     Size
		want  bool
		found int
	}{
		{"faster", fake(time.Millisecond, 0.5), large, true, 1},
		{"slower", fake(time.Millisecond, 2), large, false, 1},
		{"equal", fake(0, 1), large, false, 1},
		{"opened too slowly", fake(time.Hour, 0.5), large, false, 1},
		{"opened once for many queries", fake(time.Hour, 0.5), Size{1 << 20, 0, 1 << 14}, true, 1},
		{"two meshes", fake(time.Millisecond, 0.5), Size{2, 1 << 21, 1}, true, 1},
		{"small", fake(time.Millisecond, 0.5), Size{1 << 10, 1 << 13, 1}, false, 0},
		{"nothing", fake(time.Millisecond, 0.5), Size{}, false, 0},
	} {
		h := newChooser("", card, c.m)
		got := h.Choose(t.Context(), c.s)
		if got.Device != c.want || h.found != c.found || (got.Why == "") != (c.found == 0) {
			t.Errorf("%s: %+v, devices looked for %d times", c.name, got, h.found)
		}
		if side := map[bool]string{true: "gpu: ", false: "cpu: "}[c.want]; got.Why != "" && !strings.HasPrefix(got.Why, side) {
			t.Errorf("%s: reason %q, expected %q first", c.name, got.Why, side)
		}
	}
}

// TestWorkloads: one workload speaks for many bodies, the other for large meshes.
func TestWorkloads(t *testing.T) {
	m := fake(0, 2)
	for i := range m.Sheets {
		m.Sheets[i].Device = Times{1, 1}
	}
	for s, want := range map[Size]bool{
		{1 << 20, 1 << 23, 1}: false, {2, 1 << 23, 1}: true, {1 << 13, 1 << 23, 128}: false, {1<<13 - 1, 1 << 23, 128}: true,
	} {
		if got := newChooser("", card, m).Choose(t.Context(), s); got.Device != want {
			t.Errorf("%+v: %+v", s, got)
		}
	}
}

// TestNoDevice: what is wrong with a device is a reason for the CPU, and a software driver is not measured.
func TestNoDevice(t *testing.T) {
	c := newChooser("", card, nil)
	c.Find = func() (Device, error) { return card, errors.New("no loader") }
	if got := c.Choose(t.Context(), large); got.Device || got.Why != "cpu: no loader" {
		t.Errorf("without a device: %+v", got)
	}
	c = newChooser("", Device{Name: "cores", Software: true}, fake(0, 0.1))
	if got := c.Choose(t.Context(), large); got.Device || c.measured > 0 || got.Why == "" {
		t.Errorf("software: %+v, measured %d times", got, c.measured)
	}
	c = newChooser("", card, fake(0, 0.1))
	c.Measure = func(context.Context) (*Measurement, error) { return nil, errors.New("lost") }
	if got := c.Choose(t.Context(), large); got.Device || !strings.Contains(got.Why, "lost") {
		t.Errorf("a device that fails: %+v", got)
	}
	for name, m := range map[string]*Measurement{"no rows": {}, "no time": {Balls: []Row{{N: 1}}, Sheets: []Row{{N: 1}}}} {
		if got := newChooser("", card, m).Choose(t.Context(), large); got.Device {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestKept: a measurement is made once a folder, device, driver and program, and again where the file is not one.
func TestKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "deep", "cache")
	times := func(c *chooser) int {
		t.Helper()
		if got := c.Choose(t.Context(), large); !got.Device {
			t.Errorf("chose %+v", got)
		}
		return c.measured
	}
	of := func(d Device) *chooser { return newChooser(folder, d, fake(time.Millisecond, 0.5)) }
	if a, b := times(of(card)), times(of(card)); a != 1 || b != 0 {
		t.Fatalf("measured %d times, then %d", a, b)
	}
	newer, other := card, card
	newer.Driver, other.Name = 8, "another"
	program := of(card)
	program.Program = "test 2"
	if a, b, c := times(of(newer)), times(of(other)), times(program); a != 1 || b != 1 || c != 1 {
		t.Errorf("another driver, device, program: measured %d, %d, %d times", a, b, c)
	}
	file := filepath.Join(folder, of(card).file(card))
	for _, damaged := range []func(text string) string{
		func(string) string { return "" },
		func(text string) string { return text[:len(text)/2] },
		func(text string) string { return strings.Replace(text, `"Driver": 7`, `"Driver": 9`, 1) },
		func(text string) string { return strings.Replace(text, `"test"`, `"best"`, 1) },
		func(text string) string { return strings.Replace(text, `"N": 4096`, `"N": 4096000`, 1) },
		func(text string) string { return strings.Replace(text, `"Open": `, `"Open": -`, 1) },
		func(text string) string { return strings.Replace(text, `"First": `, `"First": -`, 1) },
		func(text string) string { return strings.Replace(text, `"Next": `, `"Next": 1e99`, 1) },
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		bad := damaged(string(text))
		if bad == string(text) {
			t.Fatalf("nothing was damaged in %s", text)
		}
		if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if n := times(of(card)); n != 1 {
			t.Errorf("measured %d times beside %.200q", n, bad)
		}
		if n := times(of(card)); n != 0 {
			t.Errorf("what was measured beside %.200q was not kept", bad)
		}
	}
}

// TestTooSlow: a driver that hangs while devices are listed costs little, and one that hangs while it is measured is not measured again.
func TestTooSlow(t *testing.T) {
	c := newChooser("", card, fake(0, 0.5))
	release := make(chan struct{})
	defer close(release)
	c.Looking, c.Find = time.Millisecond, func() (Device, error) { <-release; return card, nil }
	if got := c.Choose(t.Context(), large); got.Device || got.Why != "cpu: devices were not listed in time" {
		t.Errorf("a driver that hangs: %+v", got)
	}
	folder, measured := t.TempDir(), 0
	hangs := func() *chooser {
		c := newChooser(folder, card, nil)
		c.Patience = time.Millisecond
		c.Measure = func(ctx context.Context) (*Measurement, error) { measured++; <-ctx.Done(); return nil, ctx.Err() }
		return c
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if got := hangs().Choose(stopped, large); got.Device {
		t.Errorf("stopped: %+v", got)
	}
	for range 2 {
		if got := hangs().Choose(t.Context(), large); got.Device || !strings.Contains(got.Why, "did not answer") {
			t.Errorf("a device that hangs: %+v", got)
		}
	}
	if measured > 2 { // by the one that was stopped, perhaps, and by the first
		t.Errorf("measured %d times", measured)
	}
}

// TestNotKept: without a folder, or with one that cannot be, a device is measured each time.
func TestNotKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"", file, filepath.Join(file, "below")} {
		c := newChooser(folder, card, fake(0, 0.5))
		for range 2 {
			c.Choose(t.Context(), large)
		}
		if c.measured != 2 {
			t.Errorf("folder %q: measured %d times", folder, c.measured)
		}
	}
}

// TestExpected: times between sizes lie on a line, above in proportion, below not under the first.
func TestExpected(t *testing.T) {
	rows := []Row{{N: 10, CPU: Times{Next: 100}}, {N: 20, CPU: Times{Next: 300}}}
	for n, want := range map[int]float64{1: 100, 10: 100, 15: 200, 20: 300, 40: 600, 1 << 60: 300 * (1 << 60) / 20} {
		if got := expected(rows, n, func(r *Row) time.Duration { return r.CPU.Next }); got != want {
			t.Errorf("size %d: %v, want %v", n, got, want)
		}
	}
	m := fake(0, 0.5)
	if cpu, device := m.total(balls, 1<<60, 1<<60); cpu <= 0 || device <= 0 {
		t.Errorf("too long: %v, %v", cpu, device)
	}
}

// TestMeasure measures the CPU beside itself: every row has times, and what is measured has contacts.
func TestMeasure(t *testing.T) {
	m, err := measure(t.Context(), collide.Options{}, collide.Options{}, []int{100, 300})
	if err != nil || m.check() != nil || m.Open <= 0 {
		t.Fatalf("%+v, %v, %v", m, m.check(), err)
	}
	for _, w := range workloads {
		bodies, moving, err := w.scene(1000)
		if err != nil || moving < 1 {
			t.Fatal(err)
		}
		d, err := collide.NewDetector(bodies, collide.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Detect(t.Context())
		if err != nil || len(r.Contacts) < 100 || len(r.Contacts) > 5000 {
			t.Errorf("workload %d: %d contacts, %v", w, len(r.Contacts), err)
		}
		_ = d.Close()
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := measure(stopped, collide.Options{}, collide.Options{}, sizes); !errors.Is(err, collide.ErrIncomplete) {
		t.Errorf("stopped: %v", err)
	}
}
