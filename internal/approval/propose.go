package approval

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/baseline"
	"github.com/collide-go/collide/internal/quote"
)

// head begins a proposed file.
const head = `# What was decided about clashes. To approve one, write approved for open and add by AUTHOR "NOTE".
# clash  bodies  status  limit  place  author  note
`

// Propose writes a file with an entry for each clash, all open: a person has to decide. Lengths are in a unit, "" where
// it is not known. Names that a file cannot hold are comments.
func Propose(w io.Writer, clashes []baseline.Clash, unit string) error {
	b := bufio.NewWriter(w)
	_, _ = b.WriteString(head) // the buffer keeps its error
	if unit != "" {
		_, _ = fmt.Fprintf(b, "%s %s\n", unitWord, unit)
	}
	for i := range clashes {
		_, _ = fmt.Fprintln(b, line(&clashes[i], unit))
	}
	return b.Flush()
}

// line returns the entry of a clash.
func line(c *baseline.Clash, unit string) string {
	a, okA := written(c.A)
	b, okB := written(c.B)
	if !okA || !okB {
		return "# " + quote.Name(c.A) + " and " + quote.Name(c.B) + ": no line can hold these names"
	}
	limit, ok := limitOf(c, unit)
	text := baseline.Fingerprint(c.A, c.B) + " " + a + " " + b + " " + string(Open) + " " + limit
	switch {
	case len(text) > maxLine/2: // room for an author and a note
		return "# " + a + " " + b + ": no line can hold " + strconv.Itoa(len(c.Places)) + " places"
	case !ok:
		return "# " + text
	}
	return text
}

// limitOf returns the limit and the place that hold a clash, and false with the reason where none does.
func limitOf(c *baseline.Clash, unit string) (string, bool) {
	deepest := max(c.Depth[1], c.Width[1])
	measured := !math.IsInf(deepest, 1)
	depth := depthWord + " <= " + above(deepest) + unit
	switch {
	case len(c.Places) == 0 && !c.Apart():
		return "is of kind " + string(c.Kind) + ", in a place that is not known", false
	case c.Near:
		return clearanceWord + " > " + below(c.Distance) + unit, true
	case c.Kind == collide.Inside && measured:
		return insideWord + " " + depth, true
	case c.Kind == collide.Inside:
		return insideWord, true
	case c.Kind == collide.Touch:
		return touchWord + place(c.Places), true
	case c.Kind == collide.Penetrate && measured && deepest > 0:
		return depth + place(c.Places), true
	case c.Hidden:
		return "is in a solid: how deep is not measured, so no limit holds it", false
	case c.Kind == collide.Penetrate && !measured:
		return anyDepthWord + place(c.Places), true
	case c.Kind == collide.SurfaceContact && c.Crossing && !c.Inside:
		return crossingWord + place(c.Places), true
	case c.Kind == collide.SurfaceContact && !c.Inside:
		return surfaceWord + place(c.Places), true
	}
	return "is of kind " + string(c.Kind) + ", which no limit holds", false
}

// written returns a name as a line holds it, and false where no line does.
func written(name string) (string, bool) {
	if visible(name) != nil || strings.Contains(name, "\t") || len(name) > maxLine/8 {
		return "", false
	}
	if name == "" || name == unitWord || strings.ContainsAny(name, " \"\\#") {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`, true
	}
	return name, true
}

// place writes a box for each piece, which holds it.
func place(pieces baseline.Places) string {
	var s strings.Builder
	for i := range pieces {
		s.WriteString(at(&pieces[i]))
	}
	return s.String()
}

// at writes a box that holds another.
func at(b *geom.AABB) string {
	lo := func(x float64) string { return short(x, func(y float64) bool { return y <= x }) }
	hi := func(x float64) string { return short(x, func(y float64) bool { return y >= x }) }
	return " at " + lo(b.Min.X) + "," + lo(b.Min.Y) + "," + lo(b.Min.Z) + ".." + hi(b.Max.X) + "," + hi(b.Max.Y) + "," + hi(b.Max.Z)
}

// above writes a number that is at least x, below one that is less. A limit that is hardly above a depth would take long to decide: where four digits of x
// do not do, it is larger by 1/2048 or so.
func above(x float64) string {
	fits := func(y float64) bool { return y >= x && !math.IsInf(y, 1) }
	if s := strconv.FormatFloat(x, 'g', 4, 64); s == short(x, fits) {
		return s
	}
	if s := short(x+x/2048, fits); s != "" {
		return s
	}
	return short(x, fits)
}
func below(x float64) string {
	if s := short(x-x/4096, func(y float64) bool { return y < x }); s != "" {
		return s
	}
	return strconv.FormatFloat(math.Nextafter(x, 0), 'g', -1, 64)
}

// short writes a number near x with as few digits, four or more, as fit. It is "" where none does.
func short(x float64, fits func(float64) bool) string {
	for digits := 4; digits <= 17; digits++ {
		s := strconv.FormatFloat(x+0, 'g', digits, 64)
		if y, err := strconv.ParseFloat(s, 64); err == nil && fits(y) {
			return s
		}
	}
	return ""
}
