package report

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
)

// TestTrajectoryBounds writes pairs of which the distance is not known to be one number: it must not read as if it were.
func TestTrajectoryBounds(t *testing.T) {
	var b bytes.Buffer
	o := NewTrajectory("json", &b, TrajectoryOptions{Names: []string{"arm", "table", "wall"}})
	s := State{Verdict: collide.Free, Near: []collide.Distance{
		{A: 0, B: 1, Value: 0.5, Lo: 0.5, Hi: 0.5},
		{A: 0, B: 2, Value: 0.25, Lo: 0.25, Hi: 0.75},
		{A: 1, B: 2, Value: 0.25, Lo: 0.25, Hi: math.Inf(1)},
	}}
	if err := o.State(&s); err != nil {
		t.Fatal(err)
	}
	if err := o.End(&TrajectoryEnd{States: 1}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"b": "table", "contacts": 0, "kind": "near", "distance": 0.5}`, `"kind": "near", "distance": [0.25, 0.75]}`, `"kind": "near", "distance": null}`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s; expected %s in it", b.String(), want)
		}
	}
}
