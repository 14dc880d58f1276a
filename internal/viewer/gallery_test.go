package viewer

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"image/png"
	"regexp"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/report"
)

// illustrated is a check with what pictures need.
func illustrated(t *testing.T) *CheckPage {
	t.Helper()
	p := checked(t)
	p.Check.Pictures = &report.Pictures{Up: p.Up, Shapes: func() report.Shapes {
		var bodies []collide.Body
		for _, b := range p.Placed {
			bodies = append(bodies, collide.Body{Shape: b.Shape, Pose: b.Pose})
		}
		return report.ShapesOf(bodies)
	}}
	return p
}

var figure = regexp.MustCompile(`<figure id="(clash-[0-9a-f]{16})" data-pair="0-1"><a href="#(clash-[0-9a-f]{16})"><img alt="([^"]*)" width="640" height="506" src="data:image/png;base64,([^"]+)">`)

// A page has a picture of each pair, outside of scripts, in which the clash is to be seen, and says where to fly.
func TestCheckPageHasPictures(t *testing.T) {
	t.Parallel()
	p := illustrated(t)
	var page bytes.Buffer
	if err := p.Write(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	found := figure.FindAllStringSubmatch(page.String(), -1)
	if len(found) != 1 || found[0][1] != found[0][2] || !strings.Contains(found[0][3], "&lt;/script&gt;&lt;b&gt;") {
		t.Fatalf("%.300q", found)
	}
	data, err := base64.StdEncoding.DecodeString(found[0][4])
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil || img.Bounds().Dx() != 640 || img.Bounds().Dy() != 506 {
		t.Fatal(err, img.Bounds())
	}
	red := 0
	for y := range 480 {
		for x := range 640 {
			if r, g, b, _ := img.At(x, y).RGBA(); r > 2*g && r > 2*b {
				red++
			}
		}
	}
	if red < 1000 {
		t.Errorf("%d red pixels", red)
	}
	if s, _ := unpacked(t, p); len(s.Check.Looks) != 1 || s.Check.Looks[0].B != 1 || s.Check.Looks[0].Radius <= 0 || s.Check.Looks[0].Radius > 20 {
		t.Errorf("%+v", s.Check.Looks)
	}
	if strings.Contains(page.String(), "Without a picture") {
		t.Error("it says that pictures are missing")
	}
}

// Pairs without a picture are counted.
func TestGalleryCountsWhatIsMissing(t *testing.T) {
	t.Parallel()
	p := illustrated(t)
	p.Check.Result = p.Check.Result.Clone()
	p.Check.Result.Pairs = append(p.Check.Result.Pairs, collide.Pair{A: 0, B: 1, Reason: "undecided", Verdict: collide.Unknown})
	g, err := newGallery(t.Context(), p.Check, p.stage())
	if err != nil || len(g.looks) != 1 || !strings.Contains(g.html.String(), "Without a picture: 1 of 2 pairs.") {
		t.Errorf("%v, %d looks, %.200s", err, len(g.looks), g.html.String())
	}
	p = illustrated(t)
	pair := p.Check.Result.Pairs[0]
	p.Check.Result.Pairs = nil
	for range mostPictures + 3 {
		p.Check.Result.Pairs = append(p.Check.Result.Pairs, collide.Pair{A: pair.A, B: pair.B, Verdict: collide.Unknown})
	}
	if g, err = newGallery(t.Context(), p.Check, p.stage()); err != nil || !strings.Contains(g.html.String(), "Without a picture: 53 of 53 pairs. A page has 50 at most") {
		t.Errorf("%v, %.200s", err, g.html.String())
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newGallery(ended, illustrated(t).Check, p.stage()); err == nil {
		t.Error("drawn after the end of the context")
	}
}

// A depth without an upper bound is a number in the page all the same.
func TestDepthsOfPageAreNumbers(t *testing.T) {
	t.Parallel()
	p := collide.Pair{Depth: [2]float64{2, geom.EmptyAABB().Min.X}}
	if d := depthOf(&p); d != [2]float64{2, 2} {
		t.Error(d)
	}
	if _, err := json.Marshal(checkJSON{Depths: [][2]float64{depthOf(&p)}}); err != nil {
		t.Error(err)
	}
}
