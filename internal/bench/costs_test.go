package bench

import (
	"context"
	"testing"
)

// The calibration counts what the methods count on the same frames.
func TestCalibrationDoesWhatTheMethodsDo(t *testing.T) {
	o := &Options{quick: true, Workers: 1}
	s := crowd(t, o, 50)
	c := newCalibration(s)
	var entrants []entrant
	for _, m := range c.methods() {
		entrants = append(entrants, entrant{label: m.method, method: m.method})
	}
	r, err := o.race(context.Background(), "", s, entrants, 1)
	if err != nil {
		t.Fatal(err)
	}
	c.pose(1)
	for _, m := range c.methods() {
		var got stint
		m.pass(&got)
		l := r.lane(m.method)
		if got.volumes != l.stats.BVTests || got.primitives != l.stats.PrimitiveTests {
			t.Errorf("%s: %d volume and %d primitive tests, the method counts %d and %d", m.method, got.volumes, got.primitives, l.stats.BVTests, l.stats.PrimitiveTests)
		}
		if got.split < got.volumes/2 || got.split > 2*got.volumes || int64(got.updates) < l.stats.BVUpdates || (got.updates == 0) != (l.stats.BVUpdates == 0) {
			t.Errorf("%s: %d of %d volume tests by pieces, %d updates of %d", m.method, got.split, got.volumes, got.updates, l.stats.BVUpdates)
		}
	}
}
