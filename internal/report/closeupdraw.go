package report

import (
	"context"
	"image"
	"image/draw"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/raster"
)

// pairColors are those of the two bodies of a picture, the first calm, the second warm; neither is near the colour of what they share.
var pairColors = [2]raster.Color{{0.42, 0.60, 0.84}, {0.90, 0.80, 0.55}}

// nearColor is that of the line between two bodies that are too near.
var nearColor = raster.Color{0.65, 0.10, 0.45}

// backdrop is how far around a place a picture has other bodies, as a multiple of its radius, 12.
const backdrop = 12

// stripHeight is that of the line with the names beneath a picture, in pixels.
const stripHeight = 26

// window is what a picture of a size shows of the image plane.
func (v *closeup) window(size image.Point) raster.Window {
	return raster.Window{X0: -1, Y0: -1, X1: 1, Y1: 1}.Fit(1, 0, size)
}

// draw renders the pair, in colours of their own, what they share and where their surfaces meet; other bodies are ghosts.
func (v *closeup) draw(ctx context.Context, dst *image.RGBA, rect image.Rectangle, workers int) error {
	p := raster.NewPicture(rect, v.camera, v.window(rect.Size()))
	p.XRay()
	p.Share(func(int32, int32) bool { return true }, v.common())
	v.tint = v.newTint()
	for b := range v.surfaces {
		if v.isOwn(b) {
			v.addOwn(p, b)
			continue
		}
		for _, t := range v.near(b, backdrop) {
			if n := t.Normal(); !v.oneSided[b] || faces(&v.camera, &t) {
				p.Ghost(&t, &[3]geom.Vec{n, n, n}, bodyColor(b), int32(b))
			}
		}
	}
	for i := range v.flush {
		t := v.zoomed(&v.flush[i])
		n := t.Normal()
		p.Mark(&t, &[3]geom.Vec{n, n, n}, v.flushColor())
	}
	color := curveColor
	if isNear(v.pair) {
		color = nearColor
	}
	dots := largeDots
	for _, c := range v.curves {
		dots = max(dots, dotOf(len(c)))
	}
	for _, c := range v.curves {
		points := make([]geom.Vec, len(c))
		for i := range c {
			points[i] = v.zoom.Apply(c[i])
		}
		drawCurve(p, points, color, dots)
	}
	return p.Draw(ctx, dst, workers)
}

// flushColor is that of common parts of faces, which lie on both surfaces.
func (v *closeup) flushColor() raster.Color {
	if v.tint != nil {
		return depthColor(0)
	}
	return contactColor
}

// common returns a box, as the camera sees it, in which everything is that the two bodies share.
func (v *closeup) common() geom.AABB {
	box := v.boxes[v.pair.A].Intersect(v.boxes[v.pair.B])
	return geom.AABB{Min: v.zoom.Apply(box.Min), Max: v.zoom.Apply(box.Max)}
}

// addOwn adds a body of the pair.
func (v *closeup) addOwn(p *raster.Picture, b int) {
	color := pairColors[0]
	if b == v.pair.B {
		color = pairColors[1]
	}
	normals := v.normalsOf(b)
	for i := range v.surfaces[b] {
		t := v.zoomed(&v.surfaces[b][i])
		if v.oneSided[b] && !faces(&v.camera, &t) {
			continue
		}
		p.Surface(&t, &normals[i], color, int32(b))
		switch {
		case v.tint != nil:
			v.tint.add(p, &t, &normals[i], b)
		case v.shared:
			p.Solid(&t, &normals[i], [3]raster.Color{contactColor, contactColor, contactColor}, int32(b))
		}
	}
}

// picture is a closeup with a line of names beneath it.
func (v *closeup) picture(ctx context.Context, scene image.Rectangle, workers int) (*image.RGBA, error) {
	strip := image.Rect(scene.Min.X, scene.Max.Y, scene.Max.X, scene.Max.Y+stripHeight)
	dst := image.NewRGBA(scene.Union(strip))
	draw.Draw(dst, dst.Bounds(), image.NewUniform(raster.Color{1, 1, 1}.RGBA()), image.Point{}, draw.Src)
	if err := v.draw(ctx, dst, scene, workers); err != nil {
		return nil, err
	}
	return dst, v.names(dst, strip)
}

// names writes what the colours mean.
func (v *closeup) names(dst *image.RGBA, strip image.Rectangle) error {
	p, err := newPen(dst)
	if err != nil {
		return err
	}
	type entry struct {
		color raster.Color
		text  string
	}
	name := func(b int) string { return quote.Name(v.check.Bodies[b].Name) }
	list := []entry{{pairColors[0], name(v.pair.A)}, {pairColors[1], name(v.pair.B)}}
	if sameBody(v.pair) == 1 {
		list = []entry{{pairColors[1], name(v.pair.A)}}
	}
	last, tint := 150, v.tint
	switch {
	case isNear(v.pair):
		list = append(list, entry{nearColor, "the gap"})
	case tint != nil:
		list, last = append(list, entry{depthColor(1), tint.note(v)}), 290
	case v.shared:
		list = append(list, entry{contactColor, "shared"})
	default:
		list = append(list, entry{curveColor, "where they meet"})
	}
	each := (strip.Dx() - last) / (len(list) - 1)
	for i, e := range list {
		x, width := strip.Min.X+10+i*each, each
		if i == len(list)-1 {
			width = last
			if tint != nil {
				x += p.scale(image.Rect(x, strip.Min.Y+5, x+scaleWidth, strip.Min.Y+21))
				width -= scaleWidth
			}
		}
		p.row(x, strip.Min.Y-1, width, e.color, e.text, "")
	}
	return nil
}

// scaleWidth is how wide the scale of depths is, before its last colour, in pixels.
const scaleWidth = 64

// scale draws the colours of depths and returns how wide they are.
func (p *pen) scale(rect image.Rectangle) int {
	for x := range rect.Dx() {
		c := depthColor(float64(x) / float64(rect.Dx())).RGBA()
		draw.Draw(p.dst, image.Rect(rect.Min.X+x, rect.Min.Y, rect.Min.X+x+1, rect.Max.Y), image.NewUniform(c), image.Point{}, draw.Src)
	}
	return rect.Dx()
}
