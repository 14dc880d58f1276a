package viewer

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/report"
)

// PlayPage describes a page that plays the states of a robot.
type PlayPage struct {
	Title, Version, Unit string
	// Shapes are what is drawn: the shapes of links, a body of the report each or several, then those of the other bodies.
	Shapes []PlayShape
	// Poses appends the poses of all shapes in a state, given its values and setting.
	Poses func(values []float64, setting int, dst []geom.Pose) []geom.Pose
	// Up is the direction drawn upward.
	Up geom.Vec
	// Options are those of the report.
	Options report.TrajectoryOptions
}

// PlayShape is a shape of a body of a report.
type PlayShape struct {
	File  string
	Shape collide.Shape
	// Body is the index of the body.
	Body int
	// Moves reports that its pose differs between states.
	Moves bool
}

const (
	// MostPlayed is the number of states that a page plays.
	MostPlayed = 10_000
	// MostLit is the number of contacts of a state whose triangles a page lights.
	MostLit = 4096
	// mostLitAll is that of all states together: 16 MB.
	mostLitAll = 1 << 20
)

// play collects states and writes the page at the end.
type play struct {
	page    *PlayPage
	to      io.Writer
	text    report.Trajectory // of the lines, which are read from lines
	lines   bytes.Buffer
	read    int             // bytes of lines
	shapes  [][]int         // of each body
	before  [][]int         // primitives of the body in front of each of its shapes
	states  int             // that were added
	values  []float64       // of the last state
	setting int             // of the last state
	waiting *report.Segment // the motion to the next state
	frames  []playFrame
	lit     int
	dark    bool // contacts of some states are not lit
}

// playFrame is a moment that the page shows.
type playFrame struct {
	values   []float64
	setting  int
	text     string
	outcome  report.Outcome
	way      string // the outcome of the motion that leads here, "" for none
	distance *float64
	verdict  collide.Verdict
	pairs    []pairRow
	contacts []collide.Contact
	count    int // of all contacts
	touching int // pairs
}

// Begin returns what takes the states, and writes the page to w at the end.
func (p *PlayPage) Begin(w io.Writer) report.Trajectory {
	o := p.Options
	o.Color = false
	r := &play{page: p, to: w}
	r.text = report.NewTrajectory("text", &r.lines, o)
	r.shapes, r.before = make([][]int, len(o.Names)), make([][]int, len(o.Names))
	primitives := make([]int, len(o.Names))
	for i := range p.Shapes {
		b := p.Shapes[i].Body
		r.shapes[b], r.before[b] = append(r.shapes[b], i), append(r.before[b], primitives[b])
		primitives[b]++
		if m := meshOf(p.Shapes[i].Shape); m != nil {
			primitives[b] += len(m.Triangles) - 1
		}
	}
	return r
}

// State adds a state, after the moment on the way there that does not pass.
func (p *play) State(s *report.State) error {
	if p.states++; p.states > MostPlayed {
		return fmt.Errorf("--format html: more than %d states; expected fewer, or text, json or junit", MostPlayed)
	}
	way := ""
	if p.waiting != nil {
		way = p.waiting.Outcome().String()
		if err := p.moment(p.waiting); err != nil {
			return err
		}
		p.waiting = nil
	}
	if err := p.text.State(s); err != nil {
		return err
	}
	f := playFrame{values: append([]float64(nil), s.Values...), setting: s.Setting, outcome: s.Outcome(), way: way, verdict: s.Verdict}
	var err error
	if f.text, err = p.line(); err != nil {
		return err
	}
	if d := s.Distance; d != nil && d.Lo == d.Hi {
		f.distance = &d.Value
	}
	p.light(&f, s)
	p.frames, p.values, p.setting = append(p.frames, f), f.values, f.setting
	return nil
}

// Segment keeps the motion to the next state, which has where it leads.
func (p *play) Segment(m report.Segment) error {
	p.waiting = &m
	return nil
}

// line returns the line that the text has gained.
func (p *play) line() (string, error) {
	if err := p.text.Flush(); err != nil {
		return "", err
	}
	s := string(bytes.TrimRight(p.lines.Bytes()[p.read:], "\n"))
	p.read = p.lines.Len()
	return s, nil
}

// light adds the pairs of a state with their contacts, bodies as shapes.
func (p *play) light(f *playFrame, s *report.State) {
	rows := map[[2]uint32]int{}
	row := func(a, b uint32, from pairRow) {
		k := [2]uint32{a, b}
		if _, ok := rows[k]; !ok {
			rows[k] = len(f.pairs)
			from.a, from.b = a, b
			f.pairs = append(f.pairs, from)
		}
	}
	of := map[[2]int]pairRow{}
	for i := range s.Pairs {
		q := &s.Pairs[i]
		r := rowOf(&collide.Pair{Verdict: q.Verdict, Allowed: q.Allowed, Inside: q.Inside})
		r.contacts = uint32(q.Contacts)
		of[[2]int{q.A, q.B}] = r
		row(uint32(p.shapes[q.A][0]), uint32(p.shapes[q.B][0]), r)
		if f.count += q.Contacts; q.Verdict == collide.InContact {
			f.touching++
		}
	}
	for _, c := range s.Contacts {
		if p.lit >= mostLitAll {
			p.dark = true
			break
		}
		p.lit++
		from := of[[2]int{int(c.BodyA), int(c.BodyB)}]
		from.contacts, from.flags = 0, from.flags|pairMore
		c.BodyA, c.TriA = p.shape(c.BodyA, c.TriA)
		c.BodyB, c.TriB = p.shape(c.BodyB, c.TriB)
		row(c.BodyA, c.BodyB, from)
		f.contacts = append(f.contacts, c)
	}
	p.dark = p.dark || f.count > len(s.Contacts)
}

// shape returns the shape of a body that has a primitive, and its number there.
func (p *play) shape(body, tri uint32) (shape, primitive uint32) {
	k := len(p.shapes[body]) - 1
	for k > 0 && uint32(p.before[body][k]) > tri {
		k--
	}
	return uint32(p.shapes[body][k]), tri - uint32(p.before[body][k])
}

// Flush does nothing: the page is written at the end.
func (p *play) Flush() error { return nil }

// End writes the page.
func (p *play) End(e *report.TrajectoryEnd) error {
	if p.waiting != nil { // the list ended within the state after it
		if err := p.text.Segment(*p.waiting); err != nil {
			return err
		}
	}
	if err := p.text.End(e); err != nil {
		return err
	}
	data, err := p.data(context.Background(), e)
	if err != nil {
		return err
	}
	return writePage(p.to, p.page.Title, p.lines.String(), nil, data)
}
