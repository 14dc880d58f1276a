package narrow

import (
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// TestFoundEndsFullLists: a worker goes on until it has listed more than the limit, from Begin on, and not beyond one contact with
// First. Limits that are not set are those of memory.
func TestFoundEndsFullLists(t *testing.T) {
	t.Parallel()
	c := control()
	if got, want := c.Limits(), (Limits{Pairs: 1 << 26, Contacts: 1 << 27}); got != want {
		t.Errorf("limits %+v, want %+v", got, want)
	}
	c.Limit(Limits{Contacts: 5})
	if got, want := c.Limits(), (Limits{Pairs: 1 << 26, Contacts: 5}); got != want {
		t.Errorf("limits %+v, want %+v", got, want)
	}
	w := Worker{Control: c}
	for range 2 {
		w.Begin()
		for i := range 5 {
			if !w.Step() || !w.Found() || c.Cause() != Running {
				t.Fatalf("it ends at contact %d of 5", i+1)
			}
		}
	}
	if w.Found() || c.Cause() != OutOfContacts || w.Step() {
		t.Errorf("beyond the limit: cause %v", c.Cause())
	}
	c = control()
	w = Worker{Control: c, First: true}
	if !w.Step() || w.Found() || c.Cause() != Found || w.Step() {
		t.Errorf("with First: cause %v", c.Cause())
	}
}

// TestCandidatesEndFullLists: candidates that are as many as they may be are all kept; one more ends the search at once.
func TestCandidatesEndFullLists(t *testing.T) {
	t.Parallel()
	m := &mesh.Mesh{Vertices: []geom.Vec{{}, {X: 1}, {Y: 1}}}
	const n = 40
	for range n {
		m.Triangles = append(m.Triangles, [3]uint32{0, 1, 2})
	}
	a, b := surfaceOf(m), surfaceOf(m)
	a.SetPose(&geom.Identity)
	b.SetPose(&geom.Pose{R: geom.Identity.R, T: geom.Vec{Z: 0.125}})
	for _, most := range []int{n * n, n*n - 1, 100} {
		c := control()
		c.Limit(Limits{Contacts: most})
		near := Near{Worker: &Worker{Control: c}}
		near.Start(NearBody{Surface: &a}, NearBody{Surface: &b}, 0.25)
		all := near.Within(0.25, false)
		want := Running
		if most < n*n {
			want = OutOfCandidates
		}
		if c.Cause() != want || all && most < n*n-1 {
			t.Errorf("at most %d: done %v, cause %v", most, all, c.Cause())
		}
		if got := len(near.found); got != min(most+1, n*n) {
			t.Errorf("at most %d: %d candidates", most, got)
		}
	}
}
