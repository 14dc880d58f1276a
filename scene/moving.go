package scene

import (
	"io"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/decimal"
	"github.com/collide-go/collide/predicate"
)

// MovingReader reads queries of continuous collision detection, one a line: kind, label, t0,
// t1 and planar, of which only the kind is read, ee or vf, then 24 numbers: four points at the
// start, the same four at the end. Blank lines and lines that start with # do not count.
type MovingReader struct {
	lines *lineReader
}

// movingWords is the number of words of a query: five fields and eight points.
const movingWords = 5 + 8*3

// NewMovingReader reads queries from r; file is its name in errors.
func NewMovingReader(r io.Reader, file string) *MovingReader {
	return &MovingReader{lines: newLineReader(r, file)}
}

// Next returns the next query, io.EOF after the last, and an *Error for a line that is not one.
func (m *MovingReader) Next() (predicate.Moving, error) {
	for {
		line, err := m.lines.next()
		if err != nil {
			return predicate.Moving{}, err
		}
		if words := strings.Fields(line); len(words) > 0 && words[0][0] != '#' {
			return m.parse(words)
		}
	}
}

// Line returns the 1-based line of the query Next returned last.
func (m *MovingReader) Line() int { return m.lines.line }

func (m *MovingReader) parse(words []string) (q predicate.Moving, err error) {
	if len(words) != movingWords {
		return q, m.lines.errorf("%d words; expected %d: kind, label, t0, t1, planar and 24 numbers", len(words), movingWords)
	}
	switch words[0] {
	case "ee":
	case "vf":
		q.Kind = predicate.VertexFace
	default:
		return q, m.lines.errorf("kind %q; expected ee or vf", shorten(words[0]))
	}
	var v [24]float64
	for i, w := range words[5:] {
		x, ok := decimal.Parse(w)
		if !ok {
			return q, m.lines.errorf("number %d is %q; expected a finite number", i+1, shorten(w))
		}
		v[i] = x
	}
	for i := range 4 {
		q.Start[i] = geom.Vec{X: v[3*i], Y: v[3*i+1], Z: v[3*i+2]}
		q.End[i] = geom.Vec{X: v[12+3*i], Y: v[12+3*i+1], Z: v[12+3*i+2]}
	}
	return q, nil
}

// Buffered reports whether more of the input is at hand, so that Next is unlikely to wait.
func (m *MovingReader) Buffered() bool { return m.lines.r.Buffered() > 0 }

// File returns the name of the list in errors.
func (m *MovingReader) File() string { return m.lines.file }
