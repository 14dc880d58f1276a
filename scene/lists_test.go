package scene

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
)

func TestReadPoses(t *testing.T) {
	text := "# path\r\n\n  1 0 0 0.5\t0 1 0 0 0 0 1 0  \r\n#\n0 1 2 3 4 5 6 7 8 9 1e1 -1.1e+1"
	r := NewPoseReader(strings.NewReader(text), "p.txt")
	want := []struct {
		pose geom.Pose
		line int
	}{
		{geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.5}}, 3},
		{geom.Pose{R: geom.Mat{0, 1, 2, 4, 5, 6, 8, 9, 10}, T: geom.Vec{X: 3, Y: 7, Z: -11}}, 5},
	}
	for _, w := range want {
		p, err := r.Next()
		if err != nil || p != w.pose || r.Line() != w.line {
			t.Errorf("got %v from line %d, %v; want %v from line %d", p, r.Line(), err, w.pose, w.line)
		}
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the last pose: %v, want io.EOF", err)
	}
}

func TestPoseErrors(t *testing.T) {
	const twelve = "1 0 0 0 0 1 0 0 0 0 1 "
	for _, c := range []struct{ text, want string }{
		{"1 2 3", "p.txt:1: 3 numbers; expected 12, the 3×4 matrix [R|t] row by row"},
		{"\n# x\n" + twelve + "0 0", "p.txt:3: 13 numbers; expected 12"},
		{twelve + "NaN", `p.txt:1: entry 12 is "NaN"; expected a finite number`},
		{twelve + "-inf", `p.txt:1: entry 12 is "-inf"; expected a finite number`},
		{twelve + "1e999", `p.txt:1: entry 12 is "1e999"; expected a finite number`},
		{"x " + twelve, `p.txt:1: entry 1 is "x"; expected a finite number`},
		{twelve + strings.Repeat("9", 300) + "x", `p.txt:1: entry 12 is "` + strings.Repeat("9", 40) + `…"`},
		{strings.Repeat(" ", 1<<17), "p.txt:1: line of more than 65536 bytes"},
	} {
		_, err := ReadPoses(strings.NewReader(c.text), "p.txt")
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.40q: got %v, want %s", c.text, err, c.want)
		}
	}
}

func TestReadAllow(t *testing.T) {
	names := []string{"base", "upper arm", `say "hi"`, "part#2", "back\\slash"}
	text := `# neighbours
base "upper arm"   # a joint
	"say \"hi\"" part#2

"part#2" "part#2"# itself
back\slash "back\\slash"
`
	got, err := ReadAllow(strings.NewReader(text), "n.allow", names)
	want := [][2]int{{0, 1}, {2, 3}, {3, 3}, {4, 4}}
	if err != nil || !reflect.DeepEqual(got, &Allowed{Pairs: want}) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

// TestAllowUnmatched asserts that names of no body are data, each once, and that their
// lines permit nothing.
func TestAllowUnmatched(t *testing.T) {
	text := "base lid\nbase arm\nlid base\narm \"\x1b[31m\"\nlid lid\nBase ARM\n"
	got, err := ReadAllow(strings.NewReader(text), "n.allow", []string{"base", "arm"})
	want := &Allowed{
		Pairs:     [][2]int{{0, 1}},
		Unmatched: []Unmatched{{"n.allow", 1, "lid"}, {"n.allow", 4, "\x1b[31m"}, {"n.allow", 6, "Base"}, {"n.allow", 6, "ARM"}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v, %v; want %v", got, err, want)
	}
	if s := got.Unmatched[1].String(); s != `n.allow:4: no body is named "\x1b[31m"; the line permits nothing` {
		t.Errorf("in words: %s", s)
	}
}

func TestAllowErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"base", "n.allow:1: 1 names; expected the names of two bodies"},
		{"\nbase base base", "n.allow:2: 3 names"},
		{`base "arm`, "n.allow:1: quote without an end"},
		{`base "arm\`, "n.allow:1: quote without an end"},
	} {
		_, err := ReadAllow(strings.NewReader(c.text), "n.allow", []string{"base", "arm"})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	var n Names
	for _, c := range [][2]string{
		{"a", "a"}, {"a", "a#2"}, {"b", "b"}, {"a", "a#3"}, {"a#2", "a#2#2"}, {"b#2", "b#2"}, {"b", "b#3"},
	} {
		if got := n.Unique(c[0]); got != c[1] {
			t.Errorf("Unique(%q) = %q, want %q", c[0], got, c[1])
		}
	}
	for _, c := range [][2]string{
		{"x/part.stl", "part"}, {`x\part.stl`, "part"}, {"part", "part"}, {".hidden", ".hidden"}, {"a.b.obj", "a.b"},
	} {
		if got := BaseName(c[0]); got != c[1] {
			t.Errorf("BaseName(%q) = %q, want %q", c[0], got, c[1])
		}
	}
}

func FuzzPoses(f *testing.F) {
	f.Add("1 0 0 0 0 1 0 0 0 0 1 0\n\n# c\n1e308 -0 0x1p-3 4 5 6 7 8 9 10 11 12")
	f.Add("1 2\r\n\x00")
	f.Fuzz(func(t *testing.T, text string) {
		r := NewPoseReader(strings.NewReader(text), "f.txt")
		for {
			p, err := r.Next()
			var e *Error
			switch {
			case err == nil && p.IsFinite():
			case errors.Is(err, io.EOF):
				return
			case errors.As(err, &e) && e.Line >= 1 && e.Line <= 1+strings.Count(text, "\n"):
				return
			default:
				t.Fatalf("pose %v, error %v", p, err)
			}
		}
	})
}

func FuzzAllow(f *testing.F) {
	f.Add("a \"b c\" # d\n\"\\\"\" a")
	f.Fuzz(func(t *testing.T, text string) {
		allowed, err := ReadAllow(strings.NewReader(text), "f.allow", []string{"a", "b c", `"`})
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Fatalf("error %v tells no line", err)
		}
		if err != nil {
			return
		}
		for _, p := range allowed.Pairs {
			if min(p[0], p[1]) < 0 || max(p[0], p[1]) > 2 {
				t.Fatalf("pair %v of 3 bodies", p)
			}
		}
	})
}
