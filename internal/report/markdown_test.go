package report

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/collide-go/collide"
)

// hostile names try to be commands, links, images, HTML, cells and lines.
var hostile = []string{
	"::error::pwned", "a\n::error::pwned", "%0A::error::pwned", "[click](http://example.test)", "![x](http://example.test/x.png)",
	"<img src=x onerror=alert(1)>", "a|b|c", "`tick`", "``two``", "@everyone", "#1", "\u202egnp.exe", "\x1b[31mred", strings.Repeat("A", 5000), "",
}

// hostileCheck has every hostile name collide with the first body, n times over.
func hostileCheck(n int) *Check {
	c := &Check{Result: &collide.Result{Method: "auto", Chosen: "wide", Backend: collide.CPU, Verdict: collide.InContact, Rest: collide.Free}, Bodies: []Body{{Name: "hub", File: "hub.json"}}}
	for i := range n {
		name := hostile[i%len(hostile)]
		c.Bodies = append(c.Bodies, Body{Name: name, File: name + ".stl", Triangles: 12})
		contact := collide.Contact{BodyB: uint32(i + 1)}
		c.Result.Contacts = append(c.Result.Contacts, contact)
		c.Result.Pairs = append(c.Result.Pairs, collide.Pair{A: 0, B: i + 1, Verdict: collide.InContact, Contacts: []collide.Contact{contact}})
	}
	return c
}

// TestMarkdownIsInert: whatever a body is called, the summary holds nothing outside of code
// spans but what the format itself writes.
func TestMarkdownIsInert(t *testing.T) {
	var b bytes.Buffer
	if err := Markdown(context.Background(), &b, hostileCheck(len(hostile))); err != nil {
		t.Fatal(err)
	}
	spans := regexp.MustCompile("(?s)(`+)( ?).*?[^`]\\x60+( |$)")
	rows := 0
	for line := range strings.Lines(b.String()) {
		line = strings.TrimSuffix(line, "\n")
		if !strings.HasPrefix(line, "| collision") {
			continue
		}
		rows++
		if strings.ContainsAny(line, "\x1b\r\u202e") || len([]rune(line)) > 2*(maxName+20)+80 {
			t.Errorf("row holds a control character or is too long: %q", line)
		}
		if cells := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"); cells != 5 {
			t.Errorf("%d bars: %s", cells, line)
		}
		if rest := spans.ReplaceAllString(line, ""); strings.ContainsAny(rest, "<>[]!@#:") {
			t.Errorf("outside of code spans: %q in %q", rest, line)
		}
	}
	if rows != len(hostile) {
		t.Errorf("%d rows of %d", rows, len(hostile))
	}
}

// TestAnnotationsAreOneCommandEach: a name cannot begin a command of its own.
func TestAnnotationsAreOneCommandEach(t *testing.T) {
	command := regexp.MustCompile(`^::(error|warning|notice) (file=[^:,]*,)?title=collide::[^\r\n]*$`)
	for from := range hostile {
		c := hostileCheck(len(hostile))
		c.Result.Pairs = c.Result.Pairs[from:]
		var b bytes.Buffer
		if err := Annotations(context.Background(), &b, c); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		left := len(hostile) - from - maxAnnotations
		if want := min(len(hostile)-from, maxAnnotations) + min(max(left, 0), 1); len(lines) != want {
			t.Errorf("from %d: %d lines, want %d", from, len(lines), want)
		}
		for _, line := range lines {
			if !command.MatchString(line) || strings.ContainsAny(line, "\x1b\u202e") {
				t.Errorf("not one command: %q", line)
			}
		}
	}
}

func TestSummariesSayWhatTheyLeaveOut(t *testing.T) {
	const pairs = 11000
	c := hostileCheck(pairs)
	for name, f := range map[string]struct {
		write func(*bytes.Buffer) error
		most  int
		want  string
	}{
		"markdown": {func(b *bytes.Buffer) error { return Markdown(context.Background(), b, c) }, maxSummary, `Left out to keep this summary below 1 MB: \d+ pairs\.`},
		"github":   {func(b *bytes.Buffer) error { return Annotations(context.Background(), b, c) }, 20000, fmt.Sprintf("%d pairs left out here", pairs-maxAnnotations)},
		"sarif":    {func(b *bytes.Buffer) error { return SARIF(context.Background(), b, c) }, 1 << 30, "6000 pairs left out: the log holds 5000 at most"},
	} {
		var b bytes.Buffer
		if err := f.write(&b); err != nil {
			t.Fatal(err)
		}
		if b.Len() > f.most || !regexp.MustCompile(f.want).Match(b.Bytes()) {
			t.Errorf("%s: %d bytes, no %q in its end %q", name, b.Len(), f.want, b.Bytes()[max(b.Len()-200, 0):])
		}
		if name == "sarif" && bytes.Count(b.Bytes(), []byte(`"ruleId"`)) != maxSARIF {
			t.Errorf("%d results", bytes.Count(b.Bytes(), []byte(`"ruleId"`)))
		}
	}
}
