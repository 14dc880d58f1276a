package report

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide/internal/quote"
)

// Annotations writes commands of GitHub's CI service that attach a message to a file: an
// error for each pair that fails, a warning for each that is undecided and for an incomplete
// check. The service shows ten of each; what is left out is counted in a notice.
func Annotations(ctx context.Context, w io.Writer, c *Check) error {
	b := newOutUntil(ctx, w)
	short := c.shortened()
	written := map[string]int{}
	for _, p := range short.worstFirst() {
		level := "error"
		switch short.statusOf(p) {
		case within, known:
			continue
		case open:
			level = "warning"
		case near, clash:
		}
		if written[level]++; written[level] > maxAnnotations {
			continue
		}
		b.putf("::%s file=%s,title=collide::%s\n", level, property(quote.Line(filepath.ToSlash(short.Bodies[p.B].File))), message(short.sentence(p)))
	}
	if !c.complete() {
		b.putf("::warning title=collide::%s\n", message("incomplete: "+quote.Line(shorten(c.reason(), 3*maxName))))
	}
	for i := range c.Changed {
		b.putf("::warning title=collide::%s\n", message(c.Changed[i].head()))
	}
	flaws := short.Result.Flaws
	for i := range flaws[:min(len(flaws), maxAnnotations)] {
		body := &short.Bodies[flaws[i].Body]
		b.putf("::notice file=%s,title=collide::%s\n", property(quote.Line(filepath.ToSlash(body.File))), message(shorten(short.flaw(&flaws[i]), 3*maxName)))
	}
	if n := len(c.Untested); n > 0 {
		b.putf("::notice title=collide::%s\n", message(count(n, "pair")+" not tested; the report lists them"))
	}
	left := max(written["error"]-maxAnnotations, 0) + max(written["warning"]-maxAnnotations, 0)
	if left > 0 {
		b.putf("::notice title=collide::%s\n", message(fmt.Sprintf("%s left out here; the report lists them", count(left, "pair"))))
	}
	return b.flush()
}

// message escapes the text of a command as the service's own toolkit does.
func message(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// property escapes the value of a command's property.
func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
