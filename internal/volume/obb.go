package volume

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/round"
)

// OBB is a closed oriented box: the points p with |Axes.Row(i)·(p − Center)| ≤
// Half[i] for the three axes, which are orthonormal up to a few roundings.
type OBB struct {
	Center geom.Vec
	Axes   geom.Mat
	Half   [3]float64
}

// u is the unit roundoff of float64.
const u = 1.0 / (1 << 53)

// slack bounds the rounding of Axes.Row(i)·(p − Center) where |p − Center|∞ = d:
// the differences are off by u·d each, the three products and two sums by less
// than 4u·√3·d more, underflow by a few subnormals.
func slack(d float64) float64 { return float64(16*u*d) + 16*math.SmallestNonzeroFloat64 }

// SetHalf makes o the least box of its centre and axes around what each calls its
// argument with, rounded outward.
func (o *OBB) SetHalf(each func(func(geom.Vec))) {
	o.Half = [3]float64{}
	far := 0.0
	each(func(p geom.Vec) {
		d := p.Sub(o.Center)
		far = max(far, d.MaxAbs())
		o.widen(d)
	})
	o.finish(far)
}

// widen grows the half sizes to those of a point at d from the centre, rounded.
func (o *OBB) widen(d geom.Vec) {
	for i := range 3 {
		o.Half[i] = max(o.Half[i], math.Abs(o.Axes.Row(i).Dot(d)))
	}
}

// finish rounds the half sizes outward; far bounds the points' coordinates from the centre.
func (o *OBB) finish(far float64) {
	for i := range o.Half {
		o.Half[i] = round.Up(o.Half[i] + float64(2*slack(far)))
	}
}

// Contains reports whether p certainly lies in o.
func (o *OBB) Contains(p geom.Vec) bool {
	d := p.Sub(o.Center)
	s := slack(d.MaxAbs())
	for i := range 3 {
		if !(math.Abs(o.Axes.Row(i).Dot(d))+s <= o.Half[i]) {
			return false
		}
	}
	return true
}

// Girth ranks boxes by size: half the sum of the extents.
func (o *OBB) Girth() float64 { return o.Half[0] + o.Half[1] + o.Half[2] }

// Bounds returns an axis-aligned box that certainly encloses o; without bound
// where float64 overflows.
func (o *OBB) Bounds() geom.AABB {
	var e [3]float64
	for j := range 3 {
		for i := range 3 {
			e[j] += float64(math.Abs(o.Axes[3*i+j]) * o.Half[i])
		}
		// Axes off orthonormal by 16u and three rounded products.
		e[j] += float64(128*u*(o.Half[0]+o.Half[1]+o.Half[2])) + 16*math.SmallestNonzeroFloat64
		if math.IsNaN(e[j]) {
			e[j] = math.Inf(1)
		}
	}
	return around(o.Center, geom.Vec{X: e[0], Y: e[1], Z: e[2]})
}

// around returns c ± e, rounded outward.
func around(c, e geom.Vec) geom.AABB {
	lo, hi := c.Sub(e), c.Add(e)
	return geom.AABB{Min: geom.Vec{X: round.Down(lo.X), Y: round.Down(lo.Y), Z: round.Down(lo.Z)}, Max: geom.Vec{X: round.Up(hi.X), Y: round.Up(hi.Y), Z: round.Up(hi.Z)}}
}

// Turn writes o as seen after the rigid motion f, rounded.
func (o *OBB) Turn(f *geom.Pose, dst *OBB) {
	dst.Center = f.R.MulVec(o.Center).Add(f.T)
	for i := range 3 { // row i of the axes is R·axis
		a := f.R.MulVec(o.Axes.Row(i))
		dst.Axes[3*i], dst.Axes[3*i+1], dst.Axes[3*i+2] = a.X, a.Y, a.Z
	}
	dst.Half = o.Half
}

// Apart reports whether one of the 15 axes of Gottschalk, Lin and Manocha,
// "OBBTree", SIGGRAPH 1996, separates the boxes by more than pad. Written out:
// loops over the axes took twice the time.
func (o *OBB) Apart(p *OBB, pad float64) bool {
	d := p.Center.Sub(o.Center)
	m := &p.Axes
	a0, a1, a2 := o.Half[0], o.Half[1], o.Half[2]
	b0, b1, b2 := p.Half[0], p.Half[1], p.Half[2]

	// rij: axis j of p along axis i of o; nij its size; ti: the centres' distance.
	x, y, z := o.Axes[0], o.Axes[1], o.Axes[2]
	t0 := float64(x*d.X) + float64(y*d.Y) + float64(z*d.Z)
	r00 := float64(x*m[0]) + float64(y*m[1]) + float64(z*m[2])
	r01 := float64(x*m[3]) + float64(y*m[4]) + float64(z*m[5])
	r02 := float64(x*m[6]) + float64(y*m[7]) + float64(z*m[8])
	n00, n01, n02 := math.Abs(r00), math.Abs(r01), math.Abs(r02)
	if math.Abs(t0) > a0+float64(b0*n00)+float64(b1*n01)+float64(b2*n02)+pad {
		return true
	}
	x, y, z = o.Axes[3], o.Axes[4], o.Axes[5]
	t1 := float64(x*d.X) + float64(y*d.Y) + float64(z*d.Z)
	r10 := float64(x*m[0]) + float64(y*m[1]) + float64(z*m[2])
	r11 := float64(x*m[3]) + float64(y*m[4]) + float64(z*m[5])
	r12 := float64(x*m[6]) + float64(y*m[7]) + float64(z*m[8])
	n10, n11, n12 := math.Abs(r10), math.Abs(r11), math.Abs(r12)
	if math.Abs(t1) > a1+float64(b0*n10)+float64(b1*n11)+float64(b2*n12)+pad {
		return true
	}
	x, y, z = o.Axes[6], o.Axes[7], o.Axes[8]
	t2 := float64(x*d.X) + float64(y*d.Y) + float64(z*d.Z)
	r20 := float64(x*m[0]) + float64(y*m[1]) + float64(z*m[2])
	r21 := float64(x*m[3]) + float64(y*m[4]) + float64(z*m[5])
	r22 := float64(x*m[6]) + float64(y*m[7]) + float64(z*m[8])
	n20, n21, n22 := math.Abs(r20), math.Abs(r21), math.Abs(r22)
	if math.Abs(t2) > a2+float64(b0*n20)+float64(b1*n21)+float64(b2*n22)+pad {
		return true
	}
	if math.Abs(float64(t0*r00)+float64(t1*r10)+float64(t2*r20)) > b0+float64(a0*n00)+float64(a1*n10)+float64(a2*n20)+pad ||
		math.Abs(float64(t0*r01)+float64(t1*r11)+float64(t2*r21)) > b1+float64(a0*n01)+float64(a1*n11)+float64(a2*n21)+pad ||
		math.Abs(float64(t0*r02)+float64(t1*r12)+float64(t2*r22)) > b2+float64(a0*n02)+float64(a1*n12)+float64(a2*n22)+pad {
		return true
	}
	// Axis i of o × axis j of p.
	return math.Abs(float64(t2*r10)-float64(t1*r20)) > float64(a1*n20)+float64(a2*n10)+float64(b1*n02)+float64(b2*n01)+pad ||
		math.Abs(float64(t2*r11)-float64(t1*r21)) > float64(a1*n21)+float64(a2*n11)+float64(b0*n02)+float64(b2*n00)+pad ||
		math.Abs(float64(t2*r12)-float64(t1*r22)) > float64(a1*n22)+float64(a2*n12)+float64(b0*n01)+float64(b1*n00)+pad ||
		math.Abs(float64(t0*r20)-float64(t2*r00)) > float64(a0*n20)+float64(a2*n00)+float64(b1*n12)+float64(b2*n11)+pad ||
		math.Abs(float64(t0*r21)-float64(t2*r01)) > float64(a0*n21)+float64(a2*n01)+float64(b0*n12)+float64(b2*n10)+pad ||
		math.Abs(float64(t0*r22)-float64(t2*r02)) > float64(a0*n22)+float64(a2*n02)+float64(b0*n11)+float64(b1*n10)+pad ||
		math.Abs(float64(t1*r00)-float64(t0*r10)) > float64(a0*n10)+float64(a1*n00)+float64(b1*n22)+float64(b2*n21)+pad ||
		math.Abs(float64(t1*r01)-float64(t0*r11)) > float64(a0*n11)+float64(a1*n01)+float64(b0*n22)+float64(b2*n20)+pad ||
		math.Abs(float64(t1*r02)-float64(t0*r12)) > float64(a0*n12)+float64(a1*n02)+float64(b0*n21)+float64(b1*n20)+pad
}

// Radius is half the diagonal, rounded.
func (o *OBB) Radius() float64 {
	return geom.Length(geom.Vec{X: o.Half[0], Y: o.Half[1], Z: o.Half[2]})
}
