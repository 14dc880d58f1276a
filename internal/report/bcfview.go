package report

import (
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/unit"
)

// The camera of a viewpoint: a field of view of 60°, in degrees, a picture of 4:3, and a direction downward from the
// front right, of length 1.
const (
	bcfField  = 60
	bcfAspect = 4.0 / 3
)

var (
	bcfDirection = geom.Vec{X: -0.48, Y: 0.64, Z: -0.6}
	bcfUp        = geom.Vec{X: -0.36, Y: 0.48, Z: 0.8}
)

// bcfRoom is how many times larger than a clash what the camera shows is, 4: what is around it, too.
const bcfRoom = 4

// look returns the viewpoint of a pair, nil where its place is not known or no number of metres, and the picture of what is seen
// from there. why is the reason why there is a viewpoint without a picture.
func (b *bcfWriter) look(p *collide.Pair, guid string) (v *bcfViewpoint, snapshot []byte, why string) {
	c := b.c
	if v = c.viewpoint(p, guid); v == nil || c.Pictures == nil || b.err != nil {
		return v, nil, ""
	}
	if b.drawn == MaxPictures {
		return v, nil, fmt.Sprintf("this file has %d at most, of the worst", MaxPictures)
	}
	if c.Places.begin(); c.Places.over(b.ctx) {
		b.err = b.ctx.Err()
		return v, nil, fmt.Sprintf("not drawn within %v", c.Places.Time)
	}
	near, err := c.closeup(b.ctx, p)
	if b.err = err; near == nil {
		return v, nil, "its place is not known"
	}
	if !v.seeFrom(near, unit.Unit(c.Unit).To("m")) {
		return v, nil, "the camera is at no number of metres"
	}
	b.drawn++
	snapshot, b.err = near.png(b.ctx)
	return v, snapshot, ""
}

// viewpoint looks at a pair from above and the front right, nil where its place is not known or no number of metres.
func (c *Check) viewpoint(p *collide.Pair, guid string) *bcfViewpoint {
	box, lines := c.sight(p)
	if c.Unit == "" || box == geom.EmptyAABB() {
		return nil
	}
	meters := unit.Unit(c.Unit).To("m")
	box = geom.AABB{Min: inMeters(meters, box.Min), Max: inMeters(meters, box.Max)}
	at := box.Center()
	radius := box.Size().Norm() / 2
	if radius == 0 {
		radius = 1e-3 // of a point: a millimetre
	}
	eye := at.Sub(bcfDirection.Scale(bcfRoom * radius / math.Sin(bcfField*math.Pi/360)))
	if math.IsInf(eye.MaxAbs(), 0) || math.IsNaN(eye.MaxAbs()) {
		return nil
	}
	v := &bcfViewpoint{GUID: guid, Camera: bcfCamera{Eye: bcfPoint(eye), Direction: bcfPoint(bcfDirection), Up: bcfPoint(bcfUp), FieldOfView: bcfField, Aspect: bcfAspect}}
	v.draw(meters, lines)
	v.Components.Visibility.Default = true
	for _, body := range []int{p.A, p.B}[:2-sameBody(p)] {
		v.Components.Selection = append(v.Components.Selection, bcfComponent{"collide", quote.Name(c.Bodies[body].Name)})
	}
	return v
}

// draw sets the lines.
func (v *bcfViewpoint) draw(meters unit.Ratio, lines [][2]geom.Vec) {
	v.Lines = nil
	for _, l := range lines {
		v.Lines = append(v.Lines, bcfLine{bcfPoint(inMeters(meters, l[0])), bcfPoint(inMeters(meters, l[1]))})
	}
}

func inMeters(meters unit.Ratio, v geom.Vec) geom.Vec {
	return geom.Vec{X: meters.Times(v.X), Y: meters.Times(v.Y), Z: meters.Times(v.Z)}
}

// maxLines is the most lines of a viewpoint by which the curve is drawn in which surfaces meet, 2,000; of a longer one the lines are
// the edges of a box.
const maxLines = 2000

// seeFrom takes the camera of a picture, and its curves. It returns false, and changes nothing, where the eye is at no number of metres.
func (v *bcfViewpoint) seeFrom(near *closeup, meters unit.Ratio) bool {
	eye, look, up := near.eye()
	if eye = inMeters(meters, eye); !eye.IsFinite() {
		return false
	}
	w := near.window(scenePart.Size())
	v.Camera = bcfCamera{Eye: bcfPoint(eye), Direction: bcfPoint(look), Up: bcfPoint(up), FieldOfView: near.camera.Angle(w.Height()), Aspect: w.Width() / w.Height()}
	if lines := near.lines(); len(lines) > 0 && len(lines) <= maxLines {
		v.draw(meters, lines)
	}
	return true
}

// sameBody is 1 for a body with itself, 0 for two.
func sameBody(p *collide.Pair) int {
	if p.A == p.B {
		return 1
	}
	return 0
}

// sight is what to look at: a box, and the lines that mark it.
func (c *Check) sight(p *collide.Pair) (geom.AABB, [][2]geom.Vec) {
	box := geom.EmptyAABB()
	if c.World == nil {
		return box, nil
	}
	d := c.distanceOf(p)
	switch {
	case len(p.Contacts) > 0:
		box = c.around(p)
	case d != nil && d.TriA >= 0 && isNear(p):
		box.Extend(d.Points[0])
		box.Extend(d.Points[1])
		return box, [][2]geom.Vec{d.Points}
	case p.Inside == collide.AInside:
		box = c.World.Bounds(p.A)
	case p.Inside == collide.BInside:
		box = c.World.Bounds(p.B)
	default:
		return box, nil
	}
	return box, edges(&box)
}

// around is a box around all contacts of a pair, whose pieces may not have been asked for.
func (c *Check) around(p *collide.Pair) geom.AABB {
	box := placeOf(p).box
	if box != geom.EmptyAABB() {
		return box
	}
	for _, k := range p.Contacts {
		box = box.Union(c.common(k))
	}
	return box
}

// edges are the 12 edges of a box.
func edges(b *geom.AABB) [][2]geom.Vec {
	var list [][2]geom.Vec
	for i := range 8 {
		for bit := 1; bit < 8; bit <<= 1 {
			if i&bit == 0 {
				list = append(list, [2]geom.Vec{b.Corner(i), b.Corner(i | bit)})
			}
		}
	}
	return list
}
