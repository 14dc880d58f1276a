package bench

import (
	"context"
	"strings"
	"testing"
)

// TestDissimilarTreesAreMet: the scenes of experiment 1 with round and slender bodies have
// pairs of both classes, and descents turn; those of 60 facets a body have similar pairs alone.
func TestDissimilarTreesAreMet(t *testing.T) {
	r := newReport("octree", "octree", "")
	o := &Options{quick: true}
	for _, part := range []func(context.Context, *Report) error{o.counts, o.dissimilar} {
		if err := part(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	sums := map[string]float64{}
	for _, table := range r.Tables {
		for k, name := range table.Columns {
			for _, row := range table.Rows {
				sums[table.Name+": "+name] += row[k].value
			}
		}
	}
	for name, some := range map[string]bool{
		"bodies: similar pairs": true, "bodies: dissimilar pairs": false, "bodies: turning points": false,
		"dissimilar: similar pairs": true, "dissimilar: dissimilar pairs": true, "dissimilar: turning points": true,
	} {
		if (sums[name] > 0) != some {
			t.Errorf("%s: %g", name, sums[name])
		}
	}
	if last := r.Tables[len(r.Tables)-1]; !strings.Contains(strings.Join(last.Notes, " "), "simultaneous") {
		t.Errorf("notes %v", last.Notes)
	}
}
