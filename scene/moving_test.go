package scene

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/predicate"
)

const movingLine = "vf 1 0.5 0.5 -  0.25 0.25 1  0 0 0  1 0 0  0 1 0   0.25 0.25 -1  0 0 0  1 0 0  0 1 0"

func TestMovingReader(t *testing.T) {
	t.Parallel()
	r := NewMovingReader(strings.NewReader("# kind …\n\n"+movingLine+"\r\n"+strings.Replace(movingLine, "vf", "ee", 1)), "q.txt")
	q, err := r.Next()
	if err != nil || q.Kind != predicate.VertexFace || q.Start[0] != (geom.Vec{X: 0.25, Y: 0.25, Z: 1}) || q.End[3] != (geom.Vec{Y: 1}) || r.Line() != 3 {
		t.Fatalf("%+v, %v, line %d", q, err, r.Line())
	}
	if t0, t1, touch := q.First(); !touch || t0 != 0.5 || t1 != 0.5 {
		t.Errorf("touch %v at %v to %v, want 0.5", touch, t0, t1)
	}
	if q, err = r.Next(); err != nil || q.Kind != predicate.EdgeEdge {
		t.Errorf("%+v, %v", q, err)
	}
	if _, err = r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the last query: %v", err)
	}
}

func TestMovingReaderRefuses(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"vf 1 2 3": "q.txt:1: 4 words; expected 29: kind, label, t0, t1, planar and 24 numbers",
		strings.Replace(movingLine, "vf", "fv", 1):   `q.txt:1: kind "fv"; expected ee or vf`,
		strings.Replace(movingLine, " 1 0 ", " ", 1): "q.txt:1: 27 words",
		movingLine + " 7": "q.txt:1: 30 words",
		strings.Replace(movingLine, "-1", "-1e999", 1): `q.txt:1: number 15 is "-1e999"; expected a finite number`,
		strings.Replace(movingLine, "0.25", "NaN", 1):  `q.txt:1: number 1 is "NaN"; expected a finite number`,
		strings.Repeat("x", maxLine+1):                 "q.txt:1: line of more than",
	} {
		if _, err := NewMovingReader(strings.NewReader(line), "q.txt").Next(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %s", line, err, want)
		}
	}
}

// FuzzMovingReader: a query that is read can be answered, and anything else is an *Error.
func FuzzMovingReader(f *testing.F) {
	f.Add(movingLine)
	f.Add("ee - - - - 5e-324 0 0 1e308 0 0 -1e308 0 0 0 0 0 1 1 1 1 1 1 1 1 1 2 2 2")
	f.Fuzz(func(t *testing.T, text string) {
		r := NewMovingReader(strings.NewReader(text), "q.txt")
		for range 8 {
			q, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				var bad *Error
				if !errors.As(err, &bad) || bad.Line == 0 {
					t.Fatalf("%v", err)
				}
				return
			}
			if t0, t1, touch := q.First(); touch && !(0 <= t0 && t0 <= t1 && t1 <= 1) || !touch && (t0 != 0 || t1 != 0) {
				t.Fatalf("%+v: %v at %v to %v", q, touch, t0, t1)
			}
		}
	})
}
