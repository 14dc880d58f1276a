package viewer

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// apart is a show of bodies along x, at places that move by velocities times the time.
func apart(t *testing.T, shapes []collide.Shape, at, velocity []float64, opt collide.Options) *Show {
	t.Helper()
	var placed []scene.Placed
	for i, s := range shapes {
		pose := geom.Identity
		pose.T.X = at[i]
		placed = append(placed, scene.Placed{Name: string(rune('a' + i)), Shape: s, Pose: pose, Motion: &motion.Rigid{Start: pose, Velocity: geom.Vec{X: velocity[i]}}})
	}
	p, err := sim.NewPlayback(t.Context(), placed, 1, opt)
	if err != nil {
		t.Fatal(err)
	}
	return &Show{Stepper: p, Options: opt, DT: 1}
}

// nears returns the distances of a run's latest frame as its page gets them, nil where the frame has
// no section of them.
func nears(t *testing.T, r *Run) *nearsJSON {
	t.Helper()
	msg, _ := r.encodeFrame(nil, &cursor{}, 0)
	if !slices.Contains(sections(t, msg), sectionNear) {
		return nil
	}
	f := &nearsJSON{}
	if err := json.Unmarshal(r.front.near, f); err != nil {
		t.Fatal(err)
	}
	return f
}

// started is a run at its first frame.
func started(t *testing.T, show *Show) *Run {
	t.Helper()
	r, err := NewRun(show)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.film.close()
		_ = show.Stepper.Close()
	})
	r.take(t.Context())
	return r
}

var balls = []collide.Shape{shape.Sphere{Radius: 1}, shape.Sphere{Radius: 1}, shape.Sphere{Radius: 1}}

// TestRunShowsDistances: the pairs within the clearance come with every frame, the nearest first,
// with lines in stage coordinates; pairs that touch have none, and nothing comes once they are
// switched off.
func TestRunShowsDistances(t *testing.T) {
	show := apart(t, balls, []float64{0, 2.25, 4.75}, []float64{0, 0, -0.375}, collide.Options{})
	show.Clearance, show.Reach, show.Unit = true, 1, "mm"
	if s := described(t, show); s.Reach != "1 mm" {
		t.Errorf("the page reads %q", s.Reach)
	}
	r := started(t, show)
	first := nears(t, r)
	if len(first.Near) != 2 || first.Near[0].Text != "0.25 mm" || first.Near[1].Text != "0.5 mm" || first.Near[1].A != 1 || first.Note != "" {
		t.Fatalf("%+v", first)
	}
	ends, scale := first.Near[0].Ends, r.stage.scale
	if ends == nil || ends[1][0]-ends[0][0] != 0.25*scale {
		t.Errorf("a line from %v, scale %v", ends, scale)
	}
	r.step(t.Context())
	if next := nears(t, r); len(next.Near) != 2 || next.Near[0].Text != "0.125 mm" || next.Near[0].A != 1 {
		t.Errorf("a frame later %+v", next)
	}
	r.step(t.Context())
	if next := nears(t, r); len(next.Near) != 1 || next.Near[0].A != 0 {
		t.Errorf("of bodies that touch %+v", next)
	}
	off := false
	r.set(t.Context(), &settings{Distances: &off})
	if next := nears(t, r); next != nil || r.film.ruler.det != nil {
		t.Errorf("switched off %+v", next)
	}
}

// TestRunShowsTheNearestPair: without a clearance there is one line, or a note why there is none.
func TestRunShowsTheNearestPair(t *testing.T) {
	cylinder := []collide.Shape{balls[0], shape.Cylinder{A: geom.Vec{}, B: geom.Vec{Z: 1}, Radius: 0.5}}
	for _, c := range []struct {
		name   string
		shapes []collide.Shape
		at     []float64
		opt    collide.Options
		near   int
		note   string
	}{
		{"apart", balls, []float64{0, 2.25, 5}, collide.Options{}, 1, ""},
		{"one touches", balls, []float64{0, 1, 5}, collide.Options{}, 0, "a and b touch, so the least distance is 0."},
		{"that one may", balls, []float64{0, 1, 5}, collide.Options{Allow: [][2]int{{0, 1}}}, 1, ""},
		{"one body", balls[:1], []float64{0}, collide.Options{}, 0, "There are no two bodies to measure."},
		{"a cylinder", cylinder, []float64{0, 5}, collide.Options{}, 1, ""},
		{"no time", balls, []float64{0, 2.25, 5}, collide.Options{Budget: collide.Budget{Time: time.Nanosecond}}, 0, "Not all distances are known"},
	} {
		t.Run(c.name, func(t *testing.T) {
			opt := c.opt
			opt.Budget = collide.Budget{}
			show := apart(t, c.shapes, c.at, make([]float64, len(c.at)), opt)
			show.Options = c.opt
			r := started(t, show)
			if nears(t, r) != nil {
				t.Error("a frame has distances that nobody asked for")
			}
			on := true
			r.set(t.Context(), &settings{Distances: &on})
			got := nears(t, r)
			if r.failed || got == nil || len(got.Near) != c.near || !strings.Contains(got.Note, c.note) || (c.note == "") != (got.Note == "") {
				t.Errorf("%+v, failed %v (%s); expected %d near, note %q", got, r.failed, r.state.Note, c.near, c.note)
			}
		})
	}
}

// TestSectionOfDistancesIsPadded: sections after it stay at multiples of four bytes, which the
// page's views need, whatever the length of names and notes.
func TestSectionOfDistancesIsPadded(t *testing.T) {
	for n := range 9 {
		f := frame{near: []byte(strings.Repeat("x", n))}
		msg := f.encode(nil, &cursor{})
		if len(msg)%4 != 0 {
			t.Errorf("%d bytes of distances: a frame of %d", n, len(msg))
		}
		if tags := sections(t, msg); slices.Contains(tags, sectionNear) != (n > 0) {
			t.Errorf("%d bytes of distances: sections %v", n, tags)
		}
	}
}
