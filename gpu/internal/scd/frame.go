package scd

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/internal/volume"
)

// edgeFrame is the frame of a body whose edges are drawn.
type edgeFrame struct{ models.BodyFrame }

func newEdgeFrame(points []geom.Vec) edgeFrame { return edgeFrame{models.NewBodyFrame(points)} }

// What a frame takes: coordinates up to mostTame, sizes from leastTame on. Beyond,
// bounds could overflow or drown in underflow: such triangles take the path around
// the device, such boxes always hit.
const (
	mostTame  = 0x1p20
	leastTame = 0x1p-30
	// leastEdge is the shortest edge that a stream takes.
	leastEdge = 0x1p-60
	// leastNormal is the least |n|₁/(|e12|₁·|e13|₁) of a triangle: its normal,
	// computed in float64, is then off by less than 2⁻³⁰·|n|₁.
	leastNormal = 0x1p-20
)

// edge writes the edge from a to b; false means that it is too short or that
// float64 does not hold its length.
func (f *edgeFrame) edge(a, b geom.Vec, dst *edgeTexel) bool {
	d := f.Vector(b.Sub(a))
	l := d.Norm()
	if !(l >= leastEdge) || !(l <= 4) {
		*dst = edgeTexel{len: -1}
		return false
	}
	*dst = edgeTexel{orig: models.Vec32(f.Point(a)), dir: models.Vec32(d.Scale(1 / l)), len: above32(l)}
	return true
}

// triangle writes a triangle's record; false means that the frame does not take it.
func (f *edgeFrame) triangle(t *geom.Triangle, far float32, dst *record) bool {
	v1 := f.Point(t[0])
	e12, e13 := f.Vector(t[1].Sub(t[0])), f.Vector(t[2].Sub(t[0]))
	n := e12.Cross(e13)
	s12, s13, sn := sum(e12), sum(e13), sum(n)
	if !(v1.MaxAbs() <= mostTame && max(s12, s13) <= mostTame && min(s12, s13) >= leastTame && sn >= float64(leastNormal*s12*s13)) {
		return false
	}
	dst.put(0, v1, far)
	dst.put(4, e12, above32(s12))
	dst.put(8, e13, above32(s13))
	dst.put(12, n, above32(sn))
	return true
}

// box writes a box's record: one around everything where the frame does not take it.
func (f *edgeFrame) box(o *volume.OBB, far float32, dst *record) {
	c := f.Point(o.Center)
	h := f.Vector(geom.Vec{X: o.Half[0], Y: o.Half[1], Z: o.Half[2]})
	if !(c.MaxAbs() <= mostTame && h.MaxAbs() <= mostTame) {
		*dst = record{3: far, 4: 1, 7: 0x1p60, 9: 1, 11: 0x1p60, 14: 1, 15: 0x1p60}
		return
	}
	dst.put(0, c, far)
	for i := range 3 {
		dst.put(4+4*i, o.Axes.Row(i), above32(h.At(i)))
	}
}

func (r *record) put(at int, v geom.Vec, w float32) {
	r[at], r[at+1], r[at+2], r[at+3] = float32(v.X), float32(v.Y), float32(v.Z), w
}

func sum(v geom.Vec) float64 { return math.Abs(v.X) + math.Abs(v.Y) + math.Abs(v.Z) }

// above32 rounds up, with room for the float64 rounding of x itself.
func above32(x float64) float32 {
	return math.Nextafter32(float32(x), math.MaxFloat32)
}
