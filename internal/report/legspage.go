package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html"
	"io"
	"strings"
)

// legsPage collects the lines of scenes and motions, and the drawings of motions, for one page without scripts.
type legsPage struct {
	to    io.Writer
	lines bytes.Buffer // of the text that is not yet in the body
	body  strings.Builder
	title string
	// clearance is drawn.
	clearance float64
}

// legsStyle is the style of the page, and legsHead what stands before its body.
const (
	legsStyle = `body { font: 15px/1.45 system-ui, sans-serif; max-width: 64em; margin: 2em auto; padding: 0 1em; }
p { margin: 0.6em 0; overflow-wrap: anywhere; white-space: pre-line; }
svg { display: block; width: 100%; height: auto; }
figure { margin: 0 0 1.5em; }
p:last-child { font-weight: 600; }
`
	legsHead = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-`
)

// NewLegsPage writes a page, at the end: each line of the text, and a drawing of each motion with the clearance, 0 for none.
func NewLegsPage(w io.Writer, title string, asked bool, clearance float64, names []string, permitted int) *Legs {
	p := &legsPage{to: w, title: title, clearance: clearance}
	l := NewLegs(&p.lines, false, false, asked, names, permitted)
	l.page = p
	return l
}

// take moves the line that was written to the body of the page, where there is one.
func (l *Legs) take() {
	if l.page == nil {
		return
	}
	_ = l.flush() // a buffer takes everything
	l.page.body.WriteString("<p>" + html.EscapeString(strings.TrimSuffix(l.page.lines.String(), "\n")) + "</p>\n")
	l.page.lines.Reset()
}

// draw adds the drawing of a motion.
func (l *Legs) draw(s *Segment) {
	if l.page != nil {
		l.page.body.WriteString("<figure>\n" + chartOf(s, l.names, l.page.clearance) + "</figure>\n")
	}
}

// end writes the page.
func (p *legsPage) end() error {
	hash := sha256.Sum256([]byte(legsStyle))
	_, err := io.WriteString(p.to, legsHead+base64.StdEncoding.EncodeToString(hash[:])+"'; base-uri 'none'; form-action 'none'\">\n<title>"+
		html.EscapeString(p.title)+" – collide</title>\n<style>"+legsStyle+"</style>\n</head>\n<body>\n"+p.body.String()+"</body>\n</html>\n")
	return err
}
