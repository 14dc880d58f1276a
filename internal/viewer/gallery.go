package viewer

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"html"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/report"
)

// Limits of a page's pictures: mostPictures, 50, of the worst pairs, and gallerySize, 6 MiB, of PNG files together.
const (
	mostPictures = 50
	gallerySize  = 6 << 20
)

// lookJSON is where a page flies when a pair is chosen, in stage coordinates.
type lookJSON struct {
	A      int        `json:"a"`
	B      int        `json:"b"`
	Center [3]float64 `json:"center"`
	From   [3]float64 `json:"from"`
	Radius float64    `json:"radius"`
}

// gallery is a picture of each pair that fails, is known or undecided, the worst first, as a part of a page that needs no script.
type gallery struct {
	html  bytes.Buffer
	looks []lookJSON
	bytes int
}

// newGallery draws the pictures.
func newGallery(ctx context.Context, c *report.Check, s *stage) (*gallery, error) {
	g := &gallery{}
	if c.Pictures == nil {
		return g, nil
	}
	pairs := c.Pictured()
	missing := 0
	for i, p := range pairs {
		if i == mostPictures || g.bytes > gallerySize {
			missing += len(pairs) - i
			break
		}
		ok, err := g.add(ctx, c, s, p)
		if err != nil {
			return nil, err
		}
		if !ok {
			missing++
		}
	}
	if len(pairs) > 0 {
		g.end(missing, c)
	}
	return g, nil
}

// add draws a pair; ok is false where its place is not known.
func (g *gallery) add(ctx context.Context, c *report.Check, s *stage, p *collide.Pair) (ok bool, err error) {
	look, err := c.Look(ctx, p)
	if look == nil {
		return false, err
	}
	data, err := look.PNG(ctx)
	if err != nil {
		return false, err
	}
	g.bytes += len(data)
	g.looks = append(g.looks, lookJSON{p.A, p.B, vectorOf(s.point(look.Center)), vectorOf(look.From), look.Radius * s.scale})
	names, text := c.Caption(p, look)
	id := "clash-" + c.Fingerprint(p)[:16]
	_, err = fmt.Fprintf(&g.html, `<figure id="%s" data-pair="%d-%d"><a href="#%s"><img alt="%s" width="640" height="506" src="data:image/png;base64,%s"></a><figcaption><b>%s</b> %s</figcaption></figure>`+"\n",
		id, p.A, p.B, id, html.EscapeString("Where "+names+" meet"), base64.StdEncoding.EncodeToString(data), html.EscapeString(names), html.EscapeString(text))
	return true, err
}

// end writes the frame around the pictures, and how many pairs have none.
func (g *gallery) end(missing int, c *report.Check) {
	body := g.html.String()
	g.html.Reset()
	fmt.Fprintf(&g.html, "<section class=\"gallery\" id=\"clashes\" aria-label=\"Pictures\">\n%s", body)
	if missing > 0 {
		fmt.Fprintf(&g.html, "<p class=\"quiet\">Without a picture: %d of %d pairs. A page has %d at most, of the worst, of places that are known%s.</p>\n",
			missing, missing+len(g.looks), mostPictures, html.EscapeString(within(c)))
	}
	g.html.WriteString("</section>\n")
}

// within is the time that pictures and places have, after a blank.
func within(c *report.Check) string {
	if c.Places.Time == 0 {
		return ""
	}
	return fmt.Sprintf(" within %v", c.Places.Time)
}
