package viewer

import (
	"cmp"
	"fmt"
	"html"
	"path/filepath"
	"strings"
	"time"

	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
)

// made is the part of a page that says which program made it, when, and from which files: for people who have the print alone.
func made(c *report.Check) []byte {
	date := c.Date
	if date.IsZero() {
		date = time.Now()
	}
	by := cmp.Or(c.MadeBy(date), "collide "+c.Version+", "+report.DateText(date))
	var b strings.Builder
	fmt.Fprintf(&b, "<footer id=\"made\" class=\"made\"><p>%s</p>\n", html.EscapeString(by))
	if len(c.Inputs) > 0 {
		b.WriteString("<table><tr><th>SHA-256</th><th>input file</th></tr>\n")
		for i := range c.Inputs {
			fmt.Fprintf(&b, "<tr><td>%s</td><td>%s</td></tr>\n", c.Inputs[i].Hex(), html.EscapeString(quote.Name(filepath.ToSlash(c.Inputs[i].Path))))
		}
		b.WriteString("</table>\n")
	}
	b.WriteString("</footer>\n")
	return []byte(b.String())
}
