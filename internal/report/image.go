package report

import (
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/raster"
)

// The layout of a picture, in pixels: the scene on the left, a panel with the
// legend and, where the contacts are small, a closer view on the right.
const (
	pictureHeight = 900
	sceneWidth    = 1020
	panelWidth    = 420
	insetSide     = 400
)

// maxWitnesses bounds the intersections drawn as curves and points; their
// triangles are all lit. (More than this many cover the surface anyway.)
const maxWitnesses = 200_000

var (
	contactColor = raster.Color{0.90, 0.18, 0.14}
	allowedColor = raster.Color{0.93, 0.66, 0.16}
	curveColor   = raster.Color{0.30, 0.01, 0.05}
	ghostColor   = raster.Color{0.86, 0.87, 0.89}
)

// bodyColors are calm, distinct, and far from the colours of contacts.
var bodyColors = []raster.Color{
	{0.50, 0.65, 0.82}, {0.60, 0.76, 0.58}, {0.72, 0.64, 0.82}, {0.45, 0.74, 0.74},
	{0.80, 0.76, 0.66}, {0.62, 0.67, 0.74}, {0.74, 0.80, 0.50}, {0.58, 0.56, 0.78},
}

// Image draws a check as a PNG: all bodies, shaded, from the side from which most
// of the contacts can be seen; what colliding closed bodies share, also through what hides
// it, and the curves in which surfaces meet. Of other bodies the triangles in contact are lit. Once there is a collision, bodies that
// take no part are ghosts, and permitted contacts are not lit. up is the direction drawn upward,
// +Y or +Z. A cancelled context ends it with the context's error.
func Image(ctx context.Context, w io.Writer, c *Check, shapes Shapes, up geom.Vec) error {
	v, err := newView(ctx, c, shapes, up)
	if err != nil {
		return err
	}
	size := image.Rect(0, 0, sceneWidth+panelWidth, pictureHeight)
	dst := image.NewRGBA(size)
	panel := raster.Color{1, 1, 1}.RGBA()
	draw.Draw(dst, size, image.NewUniform(panel), image.Point{}, draw.Src)
	main := image.Rect(0, 0, sceneWidth, pictureHeight)
	window := v.all.Fit(1.10, 0.05, main.Size())
	closer := v.contacts.Fit(1.4, v.all.Width()*0.03, image.Pt(insetSide, insetSide))
	inset := v.needsInset(closer, window)
	if err := v.draw(ctx, dst, main, window); err != nil {
		return err
	}
	legendEnd := pictureHeight
	if inset {
		at := image.Pt(sceneWidth+(panelWidth-insetSide)/2, pictureHeight-insetSide-10)
		rect := image.Rectangle{at, at.Add(image.Pt(insetSide, insetSide))}
		if err := v.draw(ctx, dst, rect, closer); err != nil {
			return err
		}
		frame(dst, rect)
		frame(dst, v.framed(closer, window, main))
		legendEnd = at.Y
	}
	if err := legend(dst, v, image.Rect(sceneWidth, 0, size.Max.X, legendEnd), inset); err != nil {
		return err
	}
	if err := png.Encode(w, dst); err != nil {
		return fmt.Errorf("writing the image: %w", err)
	}
	return nil
}

// view is a scene seen by a camera.
type view struct {
	scenery
	lit map[[2]uint32]light
	// shares are the pairs of closed bodies that collide; taking are all bodies that do, but planes that collide with planes alone.
	shares map[[2]int32]bool
	taking map[int]bool
	// flush are the common parts of faces that lie in one plane.
	flush []geom.Triangle
	// dot is how large points are drawn.
	dot    dotSize
	camera raster.Camera
	// all and contacts are the places of everything and of the contacts.
	all, contacts raster.Window
}

// light reports how a triangle is shown.
type light uint8

const (
	unlit     light = iota
	permitted       // all its contacts are permitted
	colliding
)

func newView(ctx context.Context, c *Check, shapes Shapes, up geom.Vec) (*view, error) {
	v := &view{scenery: newScenery(c, shapes), lit: map[[2]uint32]light{}, shares: map[[2]int32]bool{}, taking: map[int]bool{}}
	if err := v.collect(ctx); err != nil {
		return nil, err
	}
	v.choose(up)
	return v, nil
}

// collect gathers what is lit or shared, and the curves.
func (v *view) collect(ctx context.Context) error {
	var traced []collide.Contact
	for i := range v.check.Result.Pairs {
		p := &v.check.Result.Pairs[i]
		if !p.Allowed && p.Verdict == collide.InContact && (!v.oneSided[p.A] || !v.oneSided[p.B]) {
			v.taking[p.A], v.taking[p.B] = true, true
		}
		if !p.Allowed && p.Verdict == collide.InContact {
			traced = append(traced, p.Contacts[:min(len(p.Contacts), maxWitnesses-len(traced))]...)
		}
		if !p.Allowed && v.shareable(p) {
			v.shares[[2]int32{int32(p.A), int32(p.B)}] = true
			continue
		}
		how := colliding
		if p.Allowed {
			how = permitted
		}
		for _, c := range p.Contacts {
			for _, key := range [2][2]uint32{{c.BodyA, c.TriA}, {c.BodyB, c.TriB}} {
				v.lit[key] = max(v.lit[key], how)
			}
		}
	}
	found, err := v.check.Places.Locate(ctx, v.check.World, traced, nil)
	var rings [][]geom.Vec
	for i := range found {
		curves := v.trace(traced[i], &found[i])
		v.dot = max(v.dot, dotOf(found[i].N))
		if found[i].N > 2 && v.shares[[2]int32{int32(traced[i].BodyA), int32(traced[i].BodyB)}] {
			rings = append(rings, curves...)
			continue
		}
		v.curves = append(v.curves, curves...)
	}
	v.curves, v.flush = Outline(rings, v.curves), fans(rings)
	return err
}

// fans cuts convex polygons into triangles.
func fans(rings [][]geom.Vec) (tris []geom.Triangle) {
	for _, ring := range rings {
		for k := 2; k < len(ring); k++ {
			tris = append(tris, geom.Triangle{ring[0], ring[k-1], ring[k]})
		}
	}
	return tris
}

// draw renders the view's window into a rectangle of dst. Permitted contacts are
// only coloured where they can be seen, and where nothing collides; the others show through. Spheres and
// boxes are not lit: it would be all of them.
func (v *view) draw(ctx context.Context, dst *image.RGBA, rect image.Rectangle, w raster.Window) error {
	p := raster.NewPicture(rect, v.camera, w)
	var common []geom.AABB
	for pair := range v.shares {
		common = append(common, v.boxes[pair[0]].Intersect(v.boxes[pair[1]]))
	}
	p.Share(func(a, b int32) bool { return v.shares[[2]int32{a, b}] }, common...)
	for b, tris := range v.surfaces {
		normals, shared := v.normalsOf(b), v.sharing(b)
		for i := range tris {
			if v.oneSided[b] && !faces(&v.camera, &tris[i]) {
				continue
			}
			if shared {
				p.Solid(&tris[i], &normals[i], [3]raster.Color{contactColor, contactColor, contactColor}, int32(b))
			}
			v.add(p, b, i, &normals[i])
		}
	}
	for i := range v.flush {
		n := v.flush[i].Normal()
		p.Mark(&v.flush[i], &[3]geom.Vec{n, n, n}, contactColor)
	}
	for _, c := range v.curves {
		drawCurve(p, c, curveColor, v.dot)
	}
	return p.Draw(ctx, dst, 0)
}

// add adds triangle i of body b.
func (v *view) add(p *raster.Picture, b, i int, normals *[3]geom.Vec) {
	t := &v.surfaces[b][i]
	switch light := v.lit[[2]uint32{uint32(b), uint32(i)}]; {
	case light == permitted && v.check.Bodies[b].Triangles > 0 && len(v.taking) == 0:
		color, _ := lightColor(t, bodyColor(b), allowedColor)
		p.Surface(t, normals, color, int32(b))
	case light == colliding && v.check.Bodies[b].Triangles > 0:
		color, size := lightColor(t, bodyColor(b), contactColor)
		p.Surface(t, normals, color, int32(b))
		if size < largeTriangle {
			p.Mark(t, normals, color)
		}
	case len(v.taking) > 0 && !v.taking[b]:
		p.Ghost(t, normals, bodyColor(b), int32(b))
	default:
		p.Surface(t, normals, bodyColor(b), int32(b))
	}
}

// sharing reports whether a body shares points with another one that are drawn.
func (v *view) sharing(b int) bool {
	for pair := range v.shares {
		if int(pair[0]) == b || int(pair[1]) == b {
			return true
		}
	}
	return false
}

// faces reports whether a camera is on the side of a triangle to which its normal points.
func faces(c *raster.Camera, t *geom.Triangle) bool { return t.Normal().Dot(c.Toward(t[0])) > 0 }

// largeTriangle is the size, the unit ball being the scene, from which a triangle
// is paler and does not show through: a whole floor in red hides where it is hit.
const largeTriangle = 0.5

// lightColor returns the colour of a triangle in contact, and its size.
func lightColor(t *geom.Triangle, base, lit raster.Color) (c raster.Color, size float64) {
	b := t.Bounds()
	d := b.Size()
	size = d.Norm()
	strength := min(1, max(0.35, largeTriangle/max(size, 1e-9)))
	return raster.Mix(base, lit, float32(strength)), size
}

func bodyColor(b int) raster.Color {
	c := bodyColors[b%len(bodyColors)]
	if (b/len(bodyColors))%2 == 1 { // the second round is darker
		c = raster.Mix(c, raster.Color{0.2, 0.22, 0.28}, 0.25)
	}
	return c
}
