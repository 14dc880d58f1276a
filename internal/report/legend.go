package report

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"sort"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/raster"
)

var (
	ink   = color.RGBA{32, 36, 44, 255}
	faded = color.RGBA{108, 116, 128, 255}
	line  = color.RGBA{70, 78, 92, 255}
)

// rowHeight is the distance of the legend's lines, in pixels.
const rowHeight = 26

// pen writes text into an image.
type pen struct {
	dst            *image.RGBA
	plain, heading font.Face
}

func newPen(dst *image.RGBA) (*pen, error) {
	plain, err := face(goregular.TTF, 15)
	if err != nil {
		return nil, err
	}
	heading, err := face(gobold.TTF, 20)
	if err != nil {
		return nil, err
	}
	return &pen{dst, plain, heading}, nil
}

func face(ttf []byte, size float64) (font.Face, error) {
	f, err := opentype.Parse(ttf)
	if err != nil {
		return nil, fmt.Errorf("font of the legend: %w", err)
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
}

// write puts text with its baseline at (x, y), shortened to width.
func (p *pen) write(f font.Face, x, y, width int, c color.Color, text string) {
	d := font.Drawer{Dst: p.dst, Src: image.NewUniform(c), Face: f, Dot: fixed.P(x, y)}
	if d.MeasureString(text).Ceil() > width {
		runes := []rune(text)
		for len(runes) > 0 && d.MeasureString(string(runes)+"…").Ceil() > width {
			runes = runes[:len(runes)-1]
		}
		text = string(runes) + "…"
	}
	d.DrawString(text)
}

// legend writes the verdict, what the colours mean and the bodies' names.
func legend(dst *image.RGBA, v *view, rect image.Rectangle, inset bool) error {
	c := v.check
	p, err := newPen(dst)
	if err != nil {
		return err
	}
	x, y := rect.Min.X+24, rect.Min.Y+44
	width := rect.Max.X - x - 20
	p.write(p.heading, x, y, width, ink, title(c))
	y += rowHeight
	p.write(p.plain, x, y, width, faded, subtitle(c))
	y += rowHeight/2 + 6
	if inset {
		p.write(p.plain, x, rect.Max.Y-10, width, faded, "The contacts, closer")
		rect.Max.Y -= 30
	}
	for _, k := range keys(v) {
		next := p.row(x, y, width, k.color, k.text, "")
		if k.hidden {
			p.hatch(x, y)
		}
		y = next
	}
	y += 10
	p.bodies(c, image.Rect(x, y, x+width, rect.Max.Y))
	return nil
}

// hatch stripes a row's swatch as marks behind a surface are.
func (p *pen) hatch(x, y int) {
	for j := range 16 {
		for i := range 16 {
			if (i+j)/4%2 == 1 {
				p.dst.SetRGBA(x+i, y+6+j, color.RGBA{236, 214, 214, 255})
			}
		}
	}
}

// row writes a swatch and a text and returns the height of the next row.
func (p *pen) row(x, y, width int, c raster.Color, text, note string) int {
	box := image.Rect(x, y+6, x+16, y+22)
	draw.Draw(p.dst, box, image.NewUniform(c.RGBA()), image.Point{}, draw.Src)
	d := font.Drawer{Face: p.plain}
	noteWidth := d.MeasureString(note).Ceil()
	p.write(p.plain, x+26, y+19, width-36-noteWidth, ink, text)
	p.write(p.plain, x+width-noteWidth, y+19, noteWidth+1, faded, note)
	return y + rowHeight
}

// bodies lists the bodies, those in contact first when there is not room for all.
func (p *pen) bodies(c *Check, rect image.Rectangle) {
	order, touching := ranked(c)
	rows := rect.Dy() / rowHeight
	y := rect.Min.Y
	for i, b := range order {
		if i == rows-1 && len(order) > rows {
			p.write(p.plain, rect.Min.X+26, y+19, rect.Dx(), faded, fmt.Sprintf("and %s more", bodies(len(order)-i)))
			return
		}
		note := ""
		if touching[b] {
			note = "collides"
		}
		y = p.row(rect.Min.X, y, rect.Dx(), bodyColor(b), quote.Name(c.Bodies[b].Name), note)
	}
}

// ranked returns the bodies in order with the colliding ones first.
func ranked(c *Check) (order []int, touching map[int]bool) {
	touching = map[int]bool{}
	for i := range c.Result.Pairs {
		if p := &c.Result.Pairs[i]; !p.Allowed && p.Verdict == collide.InContact {
			touching[p.A], touching[p.B] = true, true
		}
	}
	for b := range c.Bodies {
		order = append(order, b)
	}
	sort.SliceStable(order, func(i, j int) bool { return touching[order[i]] && !touching[order[j]] })
	return order, touching
}

func title(c *Check) string {
	switch c.Result.Verdict {
	case collide.InContact:
		return count(c.colliding(), "pair") + " in collision"
	case collide.Free:
		return "Free of collisions"
	case collide.Unknown:
	}
	return "Undecided"
}

// subtitle counts, and names a pair that is the only one.
func subtitle(c *Check) string {
	contacts, pairs := 0, 0
	var only *collide.Pair
	for i := range c.Result.Pairs {
		if p := &c.Result.Pairs[i]; !p.Allowed && p.Verdict == collide.InContact {
			contacts += len(p.Contacts)
			pairs++
			only = p
		}
	}
	text := bodies(len(c.Bodies))
	switch {
	case pairs == 1:
		text = c.sentence(only)
	case contacts > 0:
		text = fmt.Sprintf("%s, %s", text, count(contacts, "contact"))
	}
	if !c.complete() {
		text += " (incomplete: " + c.reason() + ")"
	}
	return text
}

type key struct {
	color  raster.Color
	text   string
	hidden bool
}

// keys explains the colours that occur.
func keys(v *view) []key {
	c := v.check
	var lit, curves, allowed, ghosts bool
	for i := range c.Result.Pairs {
		p := &c.Result.Pairs[i]
		meshes := c.Bodies[p.A].Triangles+c.Bodies[p.B].Triangles > 0 && len(p.Contacts) > 0
		lit = lit || meshes && !p.Allowed && !v.shareable(p)
		allowed = allowed || meshes && p.Allowed && len(v.taking) == 0
		curves = curves || len(p.Contacts) > 0 && !p.Allowed
	}
	for b := range c.Bodies {
		ghosts = ghosts || len(v.taking) > 0 && !v.taking[b]
	}
	var list []key
	if len(v.shares) > 0 {
		list = append(list, key{contactColor, "what bodies share", false})
	}
	if lit {
		list = append(list, key{contactColor, "triangles in contact", false})
	}
	if len(v.shares) > 0 || lit {
		list = append(list, key{contactColor, "the same, behind a surface", true})
	}
	if curves {
		list = append(list, key{curveColor, "where surfaces intersect", false})
	}
	if allowed {
		list = append(list, key{allowedColor, "triangles in permitted contact", false})
	}
	if ghosts {
		list = append(list, key{ghostColor, "outlines only: takes no part", false})
	}
	return list
}

// frame draws a thin rectangle.
func frame(dst *image.RGBA, r image.Rectangle) {
	u := image.NewUniform(line)
	for _, side := range []image.Rectangle{
		image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+1), image.Rect(r.Min.X, r.Max.Y-1, r.Max.X, r.Max.Y),
		image.Rect(r.Min.X, r.Min.Y, r.Min.X+1, r.Max.Y), image.Rect(r.Max.X-1, r.Min.Y, r.Max.X, r.Max.Y),
	} {
		draw.Draw(dst, side, u, image.Point{}, draw.Src)
	}
}
