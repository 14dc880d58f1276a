package report

import (
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

// viewpoint looks at a pair, nil where its place is not known or no number of metres.
func (c *Check) viewpoint(p *collide.Pair, guid string) *bcfViewpoint {
	box, lines := c.sight(p)
	if c.Unit == "" || box == geom.EmptyAABB() {
		return nil
	}
	meters := unit.Unit(c.Unit).To("m")
	scaled := func(v geom.Vec) geom.Vec {
		return geom.Vec{X: meters.Times(v.X), Y: meters.Times(v.Y), Z: meters.Times(v.Z)}
	}
	box = geom.AABB{Min: scaled(box.Min), Max: scaled(box.Max)}
	at := box.Center()
	radius := box.Size().Norm() / 2
	if radius == 0 {
		radius = 1e-3 // of a point: a millimetre
	}
	eye := at.Sub(bcfDirection.Scale(bcfRoom * radius / math.Sin(bcfField*math.Pi/360)))
	v := &bcfViewpoint{GUID: guid, Camera: bcfCamera{Eye: bcfPoint(eye), Direction: bcfPoint(bcfDirection), Up: bcfPoint(bcfUp), FieldOfView: bcfField, Aspect: bcfAspect}}
	for _, l := range lines {
		v.Lines = append(v.Lines, bcfLine{bcfPoint(scaled(l[0])), bcfPoint(scaled(l[1]))})
	}
	if math.IsInf(eye.MaxAbs(), 0) || math.IsNaN(eye.MaxAbs()) {
		return nil
	}
	v.Components.Visibility.Default = true
	for _, body := range []int{p.A, p.B}[:2-sameBody(p)] {
		v.Components.Selection = append(v.Components.Selection, bcfComponent{"collide", quote.Name(c.Bodies[body].Name)})
	}
	return v
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
