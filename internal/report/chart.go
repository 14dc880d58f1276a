package report

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// chart draws a motion as SVG: the curve that encloses the distance, the clearance that is asked for, and the moments of contact.
type chart struct {
	strings.Builder
	*Segment
	names []string
	// clearance is drawn where it is above 0. top is the distance at the upper edge.
	clearance, top float64
	// marks are the moments at which something happens.
	marks []mark
}

// mark is a moment of a chart: that of a contact, of two bodies that are too near, or an interval that is undecided.
type mark struct {
	*collide.Impact
	note, color string
}

// The sizes of a chart, in units of its own.
const (
	chartLeft, chartRight = 80, 960
	chartTop, chartBottom = 24, 224
	chartWide, chartHigh  = 980, 256
)

// The colours of what fails, what rules permit, and what is undecided.
const failStroke, allowedStroke, openStroke, bandStroke = "#d64545", "#3a9d5d", "#d99a2b", "#4a82c9"

// chartOf returns the drawing of a motion, with a list of its moments.
func chartOf(s *Segment, names []string, clearance float64) string {
	c := chart{Segment: s, names: names, clearance: clearance, top: clearance}
	c.moments()
	slices.SortStableFunc(c.marks, func(a, b mark) int { return cmp.Compare(a.T1, b.T1) })
	if s.Curve != nil {
		for _, r := range s.Curve.Rows {
			if c.top = max(c.top, r[2]); !math.IsInf(r[3], 1) {
				c.top = max(c.top, r[3])
			}
		}
	}
	c.draw()
	c.list()
	return c.String()
}

// moments collects the marks.
func (c *chart) moments() {
	switch w := c.Ruled; {
	case w != nil:
		for k := range w.Permitted {
			p := &w.Permitted[k]
			m := mark{impactOf(p), "as the rule permits", allowedStroke}
			if !p.Proven {
				m.note, m.color = "that the rule is kept is not proven", openStroke
			}
			c.marks = append(c.marks, m)
		}
		c.mark(&w.Impact, "breaks a rule")
		return
	case len(c.Each) > 0:
		for k := range c.Each {
			c.mark(&c.Each[k], "in contact")
		}
	default:
		c.mark(&c.Impact, "in contact")
	}
	if c.Near != nil {
		c.mark(c.Near, tooNear)
	}
}

// mark adds a moment, nothing where a motion is free.
func (c *chart) mark(i *collide.Impact, note string) {
	switch i.Verdict {
	case collide.InContact:
		c.marks = append(c.marks, mark{i, note, failStroke})
	case collide.Unknown:
		c.marks = append(c.marks, mark{i, "undecided", openStroke})
	case collide.Free:
	}
}

// at is where a time is drawn, and height where a distance is.
func (c *chart) at(t float64) float64 { return chartLeft + (chartRight-chartLeft)*t }

func (c *chart) height(d float64) float64 {
	share := 0.0
	switch {
	case math.IsInf(d, 1):
		share = 1
	case c.top > 0:
		share = min(1, d/c.top)
	}
	return chartBottom - (chartBottom-chartTop)*share
}

func (c *chart) draw() {
	c.putf(`<svg viewBox="0 0 %d %d" role="img" aria-label="What happens on the way from t = 0 to 1" font-size="12" fill="currentColor">`+"\n", chartWide, chartHigh)
	c.undecided()
	c.band()
	c.axes()
	for k := range c.marks {
		if m := &c.marks[k]; m.Verdict == collide.InContact {
			x := c.at(m.T1)
			c.putf(`<line x1="%.2f" y1="%d" x2="%.2f" y2="%d" stroke="%s" stroke-width="1.5"/><text x="%.2f" y="%d" text-anchor="middle" fill="%s">%d</text>`+"\n",
				x, chartTop, x, chartBottom, m.color, x, chartTop-6, m.color, k+1)
		}
	}
	c.WriteString("</svg>\n")
}

// undecided draws the times of which nothing is known.
func (c *chart) undecided() {
	for k := range c.marks {
		m := &c.marks[k]
		if m.Verdict != collide.Unknown {
			continue
		}
		x := c.at(m.T0)
		c.putf(`<rect x="%.2f" y="%d" width="%.2f" height="%d" fill="%s" fill-opacity="0.25"/><text x="%.2f" y="%d" fill="%s">%d</text>`+"\n",
			x, chartTop, max(1, c.at(m.T1)-x), chartBottom-chartTop, m.color, x, chartTop-6, m.color, k+1)
	}
}

// band draws the curve: the distance is within the band. Where there is none, as of a method that measures no distances, it says so.
func (c *chart) band() {
	if c.Curve == nil || len(c.Curve.Rows) == 0 {
		c.putf(`<text x="%d" y="%d" text-anchor="middle" fill-opacity="0.6">the distance is not measured</text>`+"\n", (chartLeft+chartRight)/2, (chartTop+chartBottom)/2)
		return
	}
	rows := c.Curve.Rows
	c.WriteString(`<path d="`)
	step := "M"
	for _, r := range rows {
		c.putf("%s%.2f %.2fH%.2f", step, c.at(r[0]), c.height(r[3]), c.at(r[1]))
		step = "L"
	}
	for k := len(rows) - 1; k >= 0; k-- {
		r := rows[k]
		c.putf("L%.2f %.2fH%.2f", c.at(r[1]), c.height(r[2]), c.at(r[0]))
	}
	c.putf(`Z" fill="%s" fill-opacity="0.35" stroke="%s"/>`+"\n", bandStroke, bandStroke)
}

// axes draws time and distance, and the clearance.
func (c *chart) axes() {
	c.putf(`<path d="M%d %dV%dH%d" fill="none" stroke="currentColor"/>`+"\n", chartLeft, chartTop, chartBottom, chartRight)
	for k := range 5 {
		t := 0.25 * float64(k)
		c.putf(`<text x="%.2f" y="%d" text-anchor="middle">%s</text>`, c.at(t), chartBottom+18, decimal(t))
	}
	c.putf("\n"+`<text x="%d" y="%d" text-anchor="end">t</text>`+"\n", chartLeft-8, chartBottom+18)
	if c.top == 0 {
		return
	}
	c.level(c.top, fmt.Sprintf("%.4g", c.top))
	c.level(0, "0")
	if c.clearance > 0 {
		y := c.height(c.clearance)
		c.putf(`<line x1="%d" y1="%.2f" x2="%d" y2="%.2f" stroke="%s" stroke-dasharray="6 4"/>`+"\n", chartLeft, y, chartRight, y, failStroke)
		if y < chartBottom-14 && y > chartTop+14 {
			c.level(c.clearance, fmt.Sprintf("%.4g", c.clearance))
		}
	}
}

// level names a distance at the left.
func (c *chart) level(d float64, text string) {
	c.putf(`<text x="%d" y="%.2f" text-anchor="end">%s</text>`+"\n", chartLeft-8, c.height(d)+4, text)
}

// list writes the moments in words.
func (c *chart) list() {
	if len(c.marks) == 0 {
		return
	}
	c.WriteString("<ol>\n")
	for k := range c.marks {
		c.putf("<li>%s</li>\n", html.EscapeString(c.word(&c.marks[k])))
	}
	c.WriteString("</ol>\n")
}

// word is a moment in words.
func (c *chart) word(m *mark) string {
	text := strings.TrimPrefix(timesOf(m.Impact), " ")
	if m.Verdict == collide.Unknown {
		return text + ": " + m.note + ": " + m.Reason
	}
	return text + ": " + quote.Name(c.names[m.A]) + " × " + quote.Name(c.names[m.B]) + containedNote(m.Impact) + ", " + m.note
}

func (c *chart) putf(format string, args ...any) { _, _ = fmt.Fprintf(&c.Builder, format, args...) }
