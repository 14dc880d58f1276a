package bench

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestFireDrillReport(t *testing.T) {
	r, err := quickly["fire-drill"]()
	if err != nil {
		t.Fatal(err)
	}
	w, f := &r.Tables[0], &r.Tables[1]
	if len(w.Rows) != 6 || len(f.Rows) != 6 || len(r.Claims) != 4 || len(r.Plots[0].Lines) != 7 {
		t.Fatalf("%d windows, %d frames, %d claims, %d lines", len(w.Rows), len(f.Rows), len(r.Claims), len(r.Plots[0].Lines))
	}
	checkReport(t, r)
	for _, row := range w.Rows {
		last := len(row) - 1
		for _, c := range row[1:last] {
			if c.kind != number || !(c.value > 0) {
				t.Errorf("row %v", row)
			}
		}
		if row[last].text != "" {
			t.Errorf("note %q without a meter", row[last].text)
		}
	}
	for _, row := range f.Rows {
		sum := 0.0
		for k, name := range f.Columns {
			if slices.Contains(fireParts, name) {
				sum += row[k].value
				if row[k].value < -1e-3 { // the rest may be less than nothing by the clock's grain
					t.Errorf("%s is %g", name, row[k].value)
				}
			}
		}
		if mean := row[slices.Index(f.Columns, "mean")].value; math.Abs(sum-mean) > 1e-9*mean || !(mean > 0) {
			t.Errorf("the columns add up to %g ms of %g", sum, mean)
		}
	}
	var b bytes.Buffer
	if err := r.Markdown(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"several-one, octree-hybrid", "![Frames per second over 20ms windows](fire-drill-windows.svg)", "at no time under 30", "octree-hybrid is never below 30 frames per second"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// TestFireDrillFindsAWrongMethod has a contact forgotten in a frame. Which line-up has
// the first frame with a contact depends on the machine's speed.
func TestFireDrillFindsAWrongMethod(t *testing.T) {
	o := &Options{quick: true, Table: withLiar(), Methods: []string{"bvh", "liar"}}
	if _, err := runFireDrill(context.Background(), o); !errors.Is(err, ErrDisagree) {
		t.Errorf("error %v", err)
	}
}
