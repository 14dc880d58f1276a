package bench

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/collide-go/collide/gpu"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
)

// benched is the device as experiments see it, here as in the command.
type benched struct{ *gpu.Device }

func (d benched) Software() bool { return d.Info().Kind == gpu.Software }

func (d benched) Name() string { return d.Info().Name }

func (d benched) BodyPhase(workers int, merge bool) (BodyPhase, error) {
	p, err := d.Device.BodyPhase(workers, merge)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// onDevice are options for a quick run with the device's methods; the test is skipped
// where there is none.
func onDevice(t *testing.T) *Options {
	t.Helper()
	d, err := gpu.Default()
	if err != nil {
		require.Missing(t, require.GPU, err)
	}
	return &Options{quick: true, Table: append(methods.Table(), gpu.Table(gpu.Default)...), Device: func() (Device, error) { return benched{d}, nil }}
}

func TestRunDeviceBenches(t *testing.T) {
	for _, name := range []string{"scd", "aabb-gpu", "lbvh"}[:require.Samples(3, 3, 2)] { // TestBusyReports runs lbvh, too
		r, err := runOf(name)(t.Context(), onDevice(t))
		if err != nil {
			t.Fatal(err)
		}
		checkReport(t, r)
		for _, table := range r.Tables {
			for _, row := range table.Rows {
				if last := row[len(row)-1].String(); strings.HasPrefix(last, "no ") {
					t.Errorf("%s, table %s: %s: %s", r.Name, table.Name, row[0], last)
				}
			}
		}
	}
}

// TestBusyReports: where others are busy, no table and no claim of the experiments on a device has
// a time, no plot is drawn, and ratios and counts stay.
func TestBusyReports(t *testing.T) {
	for _, name := range []string{"lbvh", "scd", "aabb-gpu"}[:require.Cases(3, 1)] {
		o := onDevice(t)
		o.load = &madeUp{cores: []float64{1}}
		r, err := runOf(name)(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		checkReport(t, r)
		if len(r.Plots) > 0 {
			t.Errorf("%s draws plots of times that are not idle", name)
		}
		for _, table := range r.Tables {
			for _, row := range table.Rows {
				for i, c := range row[1:] {
					column := table.Columns[i+1]
					timed := strings.HasSuffix(column, "ms") && column != "paper ms" || strings.HasSuffix(column, "ms a frame") || column == "frames/s" || strings.HasPrefix(column, "ms at") || column == "s a frame"
					if timed && c.kind == number {
						t.Errorf("%s, table %s, %s: %s is %v on a busy machine", name, table.Name, row[0], column, c)
					}
				}
			}
		}
		for _, c := range r.Claims {
			if strings.Contains(c.Measured, " ms") || strings.Contains(c.Measured, " s a frame") {
				t.Errorf("%s: %s shows a time: %s", name, c.Claim, c.Measured)
			}
		}
	}
}

func TestRunWithoutDevice(t *testing.T) {
	none := errors.New("none here")
	open := func() (*gpu.Device, error) { return nil, none }
	for _, o := range []*Options{
		{quick: true},
		{quick: true, Table: append(methods.Table(), gpu.Table(open)...), Device: func() (Device, error) { return nil, none }},
	} {
		for _, run := range []func(context.Context, *Options) (*Report, error){runOf("aabb-gpu"), runOf("lbvh")} {
			r, err := run(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			checkReport(t, r)
			if !strings.HasPrefix(r.Notes[0], "No device: ") {
				t.Errorf("%s: note %q", r.Name, r.Notes[0])
			}
			for _, c := range r.Claims {
				if c.Verdict != Unmeasured {
					t.Errorf("%s: %s is %s without a device", r.Name, c.Claim, c.Verdict)
				}
			}
		}
	}
}

func TestRunSCDWithoutDevice(t *testing.T) {
	r, err := runOf("scd")(context.Background(), &Options{quick: true})
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, r)
}
