package viewer

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/sim"
)

// trackJSON is the time line of a page that plays states: a value for each frame in each column.
type trackJSON struct {
	// Texts are lines for people.
	Texts []string `json:"texts"`
	// Outcomes and Ways have a letter for each frame: p for pass, f for fail, u for unknown; Ways are about the motion that leads
	// to a frame, - for none.
	Outcomes string `json:"outcomes"`
	Ways     string `json:"ways"`
	// Distances are there where they were asked for, null where there is none.
	Distances []*float64 `json:"distances,omitempty"`
	Unit      string     `json:"unit,omitempty"`
	// First is the first frame that fails, or is undecided where none fails; -1 for none.
	First int `json:"first"`
	// Word is the outcome of the list and Sum a line about it; Notes are lines about what the page does not show and what was not
	// tested.
	Word  string   `json:"word"`
	Sum   string   `json:"sum"`
	Notes []string `json:"notes"`
}

// data returns the scene message and the frames, compressed, in base64.
func (p *play) data(ctx context.Context, e *report.TrajectoryEnd) ([]byte, error) {
	s, poses := p.stage()
	msg, err := s.encode(&stageJSON{
		Title: p.page.Title, Version: p.page.Version, Film: "states", Frames: len(p.frames), DT: paceOf(len(p.frames)), Up: vectorOf(p.page.Up),
		Methods: []methodJSON{}, Cameras: []cameraJSON{}, Track: p.track(e),
	})
	if err != nil {
		return nil, err
	}
	parts := [][]byte{msg}
	var at cursor
	for i := range p.frames {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		parts = append(parts, p.encode(i, s, poses[i], &at))
	}
	return pack(parts...)
}

// paceOf is how many seconds a frame is shown: short lists take a few seconds, long ones run at the pace of the screen.
func paceOf(frames int) float64 { return min(max(12/float64(max(frames, 1)), 1.0/60), 0.25) }

// stage takes stock of the shapes in all states, and of where they are.
func (p *play) stage() (*stage, [][]geom.Pose) {
	page := p.page
	bodies, files := make([]sim.Body, len(page.Shapes)), make([]string, len(page.Shapes))
	for i, b := range page.Shapes {
		bodies[i] = sim.Body{Name: page.Options.Names[b.Body], Shape: b.Shape, Immovable: !b.Moves}
		files[i] = b.File
	}
	poses, box := make([][]geom.Pose, len(p.frames)), geom.EmptyAABB()
	for k := range p.frames {
		poses[k] = page.Poses(p.frames[k].values, p.frames[k].setting, nil)
		for i := range page.Shapes {
			if page.Shapes[i].Moves && !endless(bodies[i].Shape) {
				local := localBox(bodies[i].Shape)
				box.Include(posedBox(&poses[k][i], &local))
			}
		}
	}
	first := make([]geom.Pose, len(bodies))
	for i := range first {
		first[i] = geom.Identity
	}
	if len(poses) > 0 {
		first = poses[0]
	}
	return newStageAround(bodies, first, files, nil, &box), poses
}

// encode returns the message of a frame. Poses of what moves are whole in each: a page jumps.
func (p *play) encode(i int, s *stage, poses []geom.Pose, at *cursor) []byte {
	from := &p.frames[i]
	f := frame{index: i, time: float64(i), pairs: from.pairs, contacts: from.contacts}
	for k := range poses {
		f.poses = s.appendPose(f.poses, k, &poses[k])
	}
	for k := range at.poses {
		if p.page.Shapes[k/12].Moves {
			at.poses[k] = float32(math.NaN())
		}
	}
	side := &f.sides[0]
	side.complete, side.verdict = true, from.verdict
	side.counters[countTouching], side.counters[countContacts] = float64(from.touching), float64(from.count)
	return f.encode(nil, at)
}

// track is the time line.
func (p *play) track(e *report.TrajectoryEnd) *trackJSON {
	t := &trackJSON{Texts: []string{}, Unit: p.page.Unit, Word: wordOf(e)}
	var outcomes, ways strings.Builder
	for i := range p.frames {
		f := &p.frames[i]
		t.Texts = append(t.Texts, f.text)
		outcomes.WriteString(letterOf(f.outcome.String()))
		ways.WriteString(letterOf(f.way))
		if p.page.Options.Distance {
			t.Distances = append(t.Distances, f.distance)
		}
	}
	t.First = p.first()
	t.Outcomes, t.Ways = outcomes.String(), ways.String()
	lines := strings.Split(strings.TrimRight(p.lines.String()[p.read:], "\n"), "\n")
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "result: "); ok {
			t.Sum = rest + "."
			continue
		}
		t.Notes = append(t.Notes, line)
	}
	if len(p.frames) == 0 && t.Word == "Free" {
		t.Word, t.Sum = "Nothing checked", "nothing checked: the list has no state."
	}
	if p.dark {
		t.Notes = append(t.Notes, "not all triangles in contact are lit: a page has room for so many")
	}
	return t
}

// first is the frame that a page opens at: the first that fails, else the first that is undecided, -1 for none.
func (p *play) first() int {
	is := func(o report.Outcome) int {
		return slices.IndexFunc(p.frames, func(f playFrame) bool { return f.outcome == o })
	}
	if i := is(report.Fail); i >= 0 {
		return i
	}
	return is(report.Undecided)
}

// wordOf is the outcome of a list in a word.
func wordOf(e *report.TrajectoryEnd) string {
	switch o := e.Outcome(); {
	case e.Verdict == collide.InContact && o == report.Fail:
		return "Collision"
	case o == report.Fail:
		return "Too near"
	case o == report.Pass:
		return "Free"
	}
	return "Undecided"
}

// letterOf shortens an outcome.
func letterOf(outcome string) string {
	if outcome == "" {
		return "-"
	}
	return outcome[:1]
}
