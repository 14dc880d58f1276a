package report

import (
	"strconv"
	"strings"
	"testing"
)

// TestStandingIsBounded: 100,000 bodies, with 5 · 10⁹ pairs, are one line for people, and as many names for programs, not their pairs.
func TestStandingIsBounded(t *testing.T) {
	t.Parallel()
	names := []string{"link"}
	for i := range 100_000 {
		names = append(names, strconv.Itoa(i))
	}
	o := TrajectoryOptions{Names: names, Standing: names[1:]}
	line := o.standingLine()
	want := "not tested (stand still): all 4999950000 pairs of the 100000 bodies around the robot: 0, 1, 2, 3, 4, 5, 6, 7, … and 99992 more"
	if line != want {
		t.Errorf("%s, want %s", line, want)
	}
	if n := strings.Count(o.standingJSON(), `"`); n != 2*100_001 {
		t.Errorf("%d quotes", n)
	}
	for n := range 2 {
		if o.Standing = names[:n]; o.standingLine()+o.standingJSON() != "" {
			t.Errorf("%d bodies that stand still: %s", n, o.standingLine())
		}
	}
}
