package viewer

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// slider is a body of a ball and a quadrilateral, which moves along x, and a box that stands still.
func slider(o report.TrajectoryOptions) *PlayPage {
	square := collide.NewModel(&mesh.Mesh{
		Vertices: []geom.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}, Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	})
	o.Names = []string{"</script>cart", "wall"}
	return &PlayPage{
		Title: "slider", Unit: "m", Up: geom.Vec{Z: 1}, Options: o,
		Shapes: []PlayShape{{Shape: shape.Sphere{Radius: 1}, Body: 0, Moves: true}, {Shape: square, Body: 0, Moves: true}, {Shape: shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, Body: 1}},
		Poses: func(v []float64, _ int, dst []geom.Pose) []geom.Pose {
			at := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: v[0]}}
			return append(dst, at, at, geom.Identity)
		},
	}
}

// played writes a page.
func played(t *testing.T, p *PlayPage, write func(r report.Trajectory)) (page []byte, s stageJSON, frames [][]byte) {
	t.Helper()
	var out bytes.Buffer
	r := p.Begin(&out)
	write(r)
	s, frames = pageData(t, out.Bytes())
	return out.Bytes(), s, frames
}

func check(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// straight is a way along a line.
func straight(from, to float64) func(t float64) []float64 {
	return func(t float64) []float64 { return []float64{from + t*(to-from)} }
}

// TestPlayPage: a page has the states, the moment on the way at which something touches, and the shapes that are in contact, not
// the bodies.
func TestPlayPage(t *testing.T) {
	p := slider(report.TrajectoryOptions{Distance: true, Continuous: true, Untested: []report.Untested{{A: 0, B: 1, Reason: "SRDF: </pre>"}}})
	touch := report.StatePair{A: 0, B: 1, Contacts: 2, Verdict: collide.InContact}
	page, s, frames := played(t, p, func(r report.Trajectory) {
		check(t,
			r.State(&report.State{Index: 0, Verdict: collide.Free, Values: []float64{8}, Distance: &collide.Distance{A: 0, B: 1, Value: 6.5, Lo: 6.5, Hi: 6.5}}),
			r.Segment(report.Segment{Index: 0, Impact: collide.Impact{Verdict: collide.InContact, T0: 0.5, T1: 0.75, A: 0, B: 1, TriA: 2, TriB: 0}, At: straight(8, 4)}),
			r.State(&report.State{Index: 1, Verdict: collide.InContact, Values: []float64{4}, Pairs: []report.StatePair{touch}, Distance: &collide.Distance{A: 0, B: 1},
				Contacts: []collide.Contact{{BodyA: 0, TriA: 0, BodyB: 1}, {BodyA: 0, TriA: 1, BodyB: 1}}}),
			r.Segment(report.Segment{Index: 1, Impact: collide.Impact{Verdict: collide.Unknown, Reason: "they graze"}, At: straight(4, 2)}),
			r.State(&report.State{Index: 2, Verdict: collide.Free, Values: []float64{2}, Distance: &collide.Distance{A: 0, B: 1, Hi: math.Inf(1)}}),
			r.End(&report.TrajectoryEnd{Verdict: collide.InContact, States: 3, Colliding: 1, Motions: report.Motions{All: 2, Touching: 1, Open: 1}}))
	})
	k := s.Track
	if k == nil || s.Film != "states" || len(frames) != 5 || k.Outcomes != "pffup" || k.Ways != "-ffuu" || k.First != 1 || k.Word != "Collision" || k.Unit != "m" {
		t.Fatalf("%d frames, track %+v", len(frames), k)
	}
	if *k.Distances[0] != 6.5 || *k.Distances[1] != 0 || *k.Distances[2] != 0 || k.Distances[3] != nil || k.Distances[4] != nil {
		t.Errorf("distances %v; expected 6.5, 0, 0 and none where only bounds are known", k.Distances)
	}
	if k.Texts[1] != "state 0 to 1: collision between t = 0.5 and 0.75: </script>cart × wall" || !strings.HasPrefix(k.Texts[2], "state 1: collision: </script>cart × wall (2 contacts)") ||
		k.Texts[3] != "state 1 to 2: undecided: they graze" {
		t.Errorf("texts %q", k.Texts)
	}
	if len(k.Notes) != 2 || !strings.HasPrefix(k.Notes[0], "not tested (SRDF: </pre>)") || !strings.HasPrefix(k.Notes[1], "3 states, 1 colliding") {
		t.Errorf("notes %q", k.Notes)
	}
	// The moment is at 8 + 0.75·(4 − 8) = 5, and what touches there is the second triangle of the square.
	if !bytes.Contains(frames[1], appendWords(nil, 1, 1, 2, 0)) || !bytes.Contains(frames[2], appendWords(nil, 0, 0, 2, 0, 1, 0, 2, 0)) {
		t.Error("the frames do not hold the contacts of the shapes")
	}
	moved := make([]uint32, len(frames))
	for i, f := range frames {
		moved[i] = binary.LittleEndian.Uint32(f[56+12:])
	}
	if moved[0] != 3 || moved[1] != 2 || moved[2] != 2 || moved[3] != 2 || moved[4] != 2 {
		t.Errorf("frames have %v poses; expected all in the first one, then those of what moves", moved)
	}
	x := func(f []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(f[56+16+4+12:])) }
	if got := float64(x(frames[0])-x(frames[1])) / s.Scale; math.Abs(got-3) > 1e-6 {
		t.Errorf("the moment is %v from the first state; expected 3", got)
	}
	if size := (s.Max[0] - s.Min[0]) / s.Scale; size != 9.5 { // from the wall at −0.5 to the ball at 8
		t.Errorf("the stage is %v wide; expected 9.5, room for all states", size)
	}
	if n := bytes.Count(page, []byte("</script>")); n != 2 || bytes.Contains(page, []byte("(SRDF: </pre>)")) {
		t.Errorf("%d ends of scripts: text of the input became markup", n)
	}
}

// TestPlayPageOfMotions: a motion that is too near or undecided has a frame at that moment with its line, and that is
// where the page opens.
func TestPlayPageOfMotions(t *testing.T) {
	near := func(v collide.Verdict, t0, t1 float64) *collide.Impact {
		return &collide.Impact{Verdict: v, T0: t0, T1: t1, A: 0, B: 1, TriA: 1, TriB: 0, Reason: map[collide.Verdict]string{collide.Unknown: "they nearly pass"}[v]}
	}
	free, graze := collide.Impact{Verdict: collide.Free}, collide.Impact{T0: 0.5, T1: 1, A: -1, B: -1, TriA: -1, TriB: -1, Reason: "they graze"}
	cases := []struct {
		segment report.Segment
		letter  string
		first   int
		moved   float64 // of a way of 4
		text    string
	}{
		{report.Segment{Impact: free, Near: near(collide.InContact, 0.5, 0.75)}, "f", 1, 3, "state 0 to 1: too near between t = 0.5 and 0.75: </script>cart × wall"},
		{report.Segment{Impact: graze, Near: near(collide.InContact, 0.125, 0.25)}, "f", 1, 1,
			"state 0 to 1: too near between t = 0.125 and 0.25: </script>cart × wall (contact undecided: they graze)"},
		{report.Segment{Impact: graze}, "u", 1, 3, "state 0 to 1: undecided: they graze"},
		{report.Segment{Impact: graze, Near: near(collide.Unknown, 0, 0.5)}, "u", 1, 3, "state 0 to 1: undecided: they graze"},
		{report.Segment{Impact: free, Near: near(collide.Unknown, 0, 0.5)}, "u", 1, 1, "state 0 to 1: undecided: free, but for the clearance they nearly pass"},
	}
	for _, c := range cases {
		c.segment.At = straight(8, 4)
		_, s, frames := played(t, slider(report.TrajectoryOptions{Continuous: true, Clearance: true, Distance: true}), func(r report.Trajectory) {
			check(t,
				r.State(&report.State{Index: 0, Verdict: collide.Free, Values: []float64{8}}), r.Segment(c.segment),
				r.State(&report.State{Index: 1, Verdict: collide.Free, Values: []float64{4}}), r.End(&report.TrajectoryEnd{States: 2}))
		})
		k := s.Track
		if len(frames) != 3 || k.Outcomes != "p"+c.letter+"p" || k.Ways != "-"+c.letter+c.letter || k.First != c.first || k.Texts[1] != c.text {
			t.Errorf("%s: %d frames, track %+v", c.text, len(frames), k)
			continue
		}
		x := func(f []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(f[56+16+4+12:])) }
		if got := float64(x(frames[0])-x(frames[1])) / s.Scale; math.Abs(got-c.moved) > 1e-6 || k.Distances[1] != nil {
			t.Errorf("%s: the moment is %v from the first state; expected %v, and no distance", c.text, got, c.moved)
		}
	}
}

// TestPlayPageLimits: a page that has no room says so, and an empty list is a page, too.
func TestPlayPageLimits(t *testing.T) {
	_, s, frames := played(t, slider(report.TrajectoryOptions{}), func(r report.Trajectory) {
		check(t, r.End(&report.TrajectoryEnd{Verdict: collide.Free}))
	})
	if len(frames) != 0 || s.Track.First != -1 || s.Track.Word != "Nothing checked" || strings.Contains(s.Track.Sum, "free") {
		t.Errorf("%d frames, track %+v", len(frames), s.Track)
	}
	_, s, _ = played(t, slider(report.TrajectoryOptions{}), func(r report.Trajectory) {
		check(t, r.State(&report.State{Values: []float64{0}, Verdict: collide.InContact, Pairs: []report.StatePair{{A: 0, B: 1, Contacts: 3, Verdict: collide.InContact}},
			Contacts: []collide.Contact{{BodyA: 0, BodyB: 1}}}), r.End(&report.TrajectoryEnd{Verdict: collide.InContact, States: 1, Colliding: 1}))
	})
	if last := s.Track.Notes[len(s.Track.Notes)-1]; !strings.HasPrefix(last, "not all triangles in contact are lit") {
		t.Errorf("notes %q", s.Track.Notes)
	}
	r := slider(report.TrajectoryOptions{}).Begin(&bytes.Buffer{})
	var err error
	for i := 0; err == nil && i <= MostPlayed; i++ {
		err = r.State(&report.State{Index: i, Values: []float64{0}, Verdict: collide.Free})
		if (err != nil) != (i == MostPlayed) {
			t.Errorf("state %d: %v", i, err)
		}
	}
}
