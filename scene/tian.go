package scene

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/decimal"
	"github.com/collide-go/collide/internal/quote"
)

// The text scenes of Tian's simulator (collidables.txt) have a body a line:
//
//	s px py pz vx vy vz m c r        a sphere: position, velocity, mass, restitution, radius
//	c px py pz vx vy vz m c l w h    a box: … and its extents along x, y, z
//
// Walls enclose the bodies and all masses attract each other.

// newtonG is the constant of gravitation in SI units (CODATA 2018), that of text
// scenes.
const newtonG = 6.6743e-11

// wallShare is how far, as a share of the largest extent of all bodies together,
// walls stand off.
const wallShare = 1e-3

var tianFields = map[string][]string{
	"s": {"px", "py", "pz", "vx", "vy", "vz", "m", "c", "r"},
	"c": {"px", "py", "pz", "vx", "vy", "vz", "m", "c", "l", "w", "h"},
}

// isTian reports whether text starts like a text scene: with s or c and three
// numbers, in the first line that is not blank or a comment.
func isTian(start []byte) bool {
	for line := range strings.Lines(string(start)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		if tianFields[words[0]] == nil || len(words) < 4 {
			return false
		}
		for _, w := range words[1:4] {
			if _, ok := decimal.Parse(w); !ok {
				return false
			}
		}
		return true
	}
	return false
}

// parseTian reads a text scene. Blank lines and lines that start with # do not
// count.
func parseTian(ctx context.Context, r *bufio.Reader, file string) (*Scene, error) {
	l := newLineReader(r, file)
	s := &Scene{Physics: Physics{G: newtonG}}
	var names Names
	for n := 1; ; n++ {
		if n%restValues == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("%s: %w", quote.Name(file), ctx.Err())
		}
		line, err := l.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		t := tianLine{lines: l, text: line}
		kind, at := t.word()
		if kind == "" || kind[0] == '#' {
			continue
		}
		b, err := t.body(kind, at)
		if err != nil {
			return nil, err
		}
		b.Name = names.Unique(fmt.Sprintf("%s %d", b.Name, len(s.Bodies)))
		b.line, b.poseLine = l.line, l.line
		s.Bodies = append(s.Bodies, b)
	}
	if len(s.Bodies) == 0 {
		return nil, l.errorf("no bodies; expected lines that start with s or c")
	}
	s.enclose()
	if !s.Walls.Min.IsFinite() || !s.Walls.Max.IsFinite() {
		return nil, l.errorf("bodies reach beyond the range of a double")
	}
	return s, nil
}

// tianLine reads words off a line.
type tianLine struct {
	lines *lineReader
	text  string
	pos   int
}

// word returns the next word, "" for none, and its 1-based column.
func (t *tianLine) word() (w string, column int) {
	for t.pos < len(t.text) && (t.text[t.pos] == ' ' || t.text[t.pos] == '\t') {
		t.pos++
	}
	from := t.pos
	for t.pos < len(t.text) && t.text[t.pos] != ' ' && t.text[t.pos] != '\t' {
		t.pos++
	}
	return t.text[from:t.pos], from + 1
}

func (t *tianLine) errorf(column int, format string, args ...any) error {
	return &Error{File: t.lines.file, Line: t.lines.line, Column: column, Msg: fmt.Sprintf(format, args...)}
}

// body reads what follows the kind.
func (t *tianLine) body(kind string, at int) (Body, error) {
	fields := tianFields[kind]
	if fields == nil {
		return Body{}, t.errorf(at, "%q; expected s (sphere) or c (box)", shorten(kind))
	}
	var v [11]float64
	for i, name := range fields {
		w, column := t.word()
		if w == "" {
			return Body{}, t.errorf(column, "the line ends before %s; expected %s %s", name, kind, strings.Join(fields, " "))
		}
		x, ok := decimal.Parse(w)
		if !ok {
			return Body{}, t.errorf(column, "%s is %q; expected a finite number", name, shorten(w))
		}
		if what := tianFault(name, x); what != "" {
			return Body{}, t.errorf(column, "%s is %s; expected %s", name, shorten(w), what)
		}
		v[i] = x
	}
	if w, column := t.word(); w != "" {
		return Body{}, t.errorf(column, "%q after the last number; expected the end of the line", shorten(w))
	}
	b := Body{Name: "sphere", Pose: geom.Identity, Restitution: &v[7]}
	b.Pose.T = geom.Vec{X: v[0], Y: v[1], Z: v[2]}
	b.Dynamics = &Dynamics{Mass: v[6], Velocity: geom.Vec{X: v[3], Y: v[4], Z: v[5]}}
	if kind == "s" {
		b.Sphere = &Sphere{Radius: v[8]}
	} else {
		b.Name, b.Box = "box", &Box{Size: geom.Vec{X: v[8], Y: v[9], Z: v[10]}}
	}
	return b, nil
}

// tianFault states what a number should have been, "" for one that is right.
func tianFault(name string, x float64) string {
	switch {
	case name == "m" && !(x > 0):
		return "a mass above 0"
	case name == "c" && !(x >= 0 && x <= 1):
		return "a coefficient from 0 to 1"
	case x < 0 && (name == "r" || name == "l" || name == "w" || name == "h"):
		return "a length of at least 0"
	}
	return ""
}

// enclose puts walls around the bodies of a text scene.
func (s *Scene) enclose() {
	box := geom.EmptyAABB()
	for i := range s.Bodies {
		b := &s.Bodies[i]
		var half geom.Vec
		if b.Sphere != nil {
			half = geom.Vec{X: b.Sphere.Radius, Y: b.Sphere.Radius, Z: b.Sphere.Radius}
		} else {
			half = b.Box.Size.Scale(0.5)
		}
		box.Include(&geom.AABB{Min: b.Pose.T.Sub(half), Max: b.Pose.T.Add(half)})
	}
	size := box.Size()
	s.WallThickness = size.MaxAbs()
	walls := box.Inflated(float64(wallShare * s.WallThickness))
	s.Walls = &walls
}

// WriteTian writes a scene of spheres and boxes with masses as text.
func WriteTian(w io.Writer, s *Scene) error {
	b := bufio.NewWriter(w)
	for i := range s.Bodies {
		body := &s.Bodies[i]
		if body.Dynamics == nil || body.Restitution == nil || body.Pose.R != geom.Identity.R || body.Dynamics.Spin != (geom.Vec{}) {
			return fmt.Errorf("scene: %q has no place in a text scene: it needs a mass and a restitution, and no rotation or spin", body.Name)
		}
		p, v := body.Pose.T, body.Dynamics.Velocity
		numbers := []float64{p.X, p.Y, p.Z, v.X, v.Y, v.Z, body.Dynamics.Mass, *body.Restitution}
		kind := "s"
		switch {
		case body.Sphere != nil && body.Sphere.Center == (geom.Vec{}):
			numbers = append(numbers, body.Sphere.Radius)
		case body.Box != nil && body.Box.Center == (geom.Vec{}):
			kind, numbers = "c", append(numbers, body.Box.Size.X, body.Box.Size.Y, body.Box.Size.Z)
		default:
			return fmt.Errorf("scene: %q has no place in a text scene: it is not a sphere or a box around its origin", body.Name)
		}
		b.WriteString(kind)
		for _, x := range numbers {
			b.WriteByte(' ')
			b.WriteString(numberJSON(x))
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}
