package world

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
)

// enclosed is a body in a ball and an oriented box, both in the world.
type enclosed struct {
	center geom.Vec
	radius float64
	half   geom.Vec
	r      *geom.Mat
	// reach bounds world coordinates, defect |RᵀR − I| by entry.
	reach, defect float64
	// boxed bodies have a world box that is up to date, of which these are the middle and the half sizes. rigid ones have an oriented box.
	middle, sides geom.Vec
	boxed, rigid  bool
	// placed surfaces have the body's pose.
	placed bool
	// stamp is that of the pose, version that of the mesh.
	stamp, version int
}

// rigidMost is the largest defect of what counts as rigid here.
const rigidMost = 0x1p-20

// enclose brings a body's ball and boxes up to date. What has not moved since the last query gets a world box, too: it may be a table, of
// which the ball says nothing. It reports whether the body has moved since.
func (w *World) enclose(i int) (anew bool, err error) {
	b, e := &w.bodies[i], &w.few.bodies[i]
	if b.model == nil {
		return e.solid(w.stamps[i], &w.boxes[i]), nil
	}
	if anew = e.stamp != w.stamps[i] || e.version != b.model.version; anew {
		box := b.model.localBox()
		if b.version != b.model.version {
			if e.version != b.model.version {
				b.surface.SetMesh(b.model.mesh, &box.AABB, box.extent)
			}
		}
		e.mesh(b, w.stamps[i], box)
		if b.version == b.model.version {
			e.box(&w.boxes[i])
			return true, nil
		}
		if e.rigid {
			return true, nil
		}
	}
	if e.boxed {
		return anew, nil
	}
	w.moves++
	_, err = w.updateSurface(i)
	e.box(&w.boxes[i])
	return anew, err
}

// box gives a body its world box.
func (e *enclosed) box(box *geom.AABB) {
	e.boxed, e.middle, e.sides = true, box.Center(), box.Size().Scale(0.5)
}

// solid encloses what is no mesh, whose world box is always up to date. The box of a body without an end, which nothing is apart from,
// has no finite reach. It reports whether the body has moved.
func (e *enclosed) solid(stamp int, box *geom.AABB) bool {
	if e.stamp == stamp && e.boxed {
		return false
	}
	e.box(box)
	e.center, e.half, e.r = e.middle, e.sides, &geom.Identity.R
	e.reach, e.defect = max(box.Min.MaxAbs(), box.Max.MaxAbs()), 0
	e.rigid, e.stamp = true, stamp
	return true
}

// mesh encloses a mesh.
//
// With |RᵀR − I| ≤ δ an entry |R|₂² ≤ 1 + 3δ, so that R makes no length longer than by 1 + 1.5δ. A posed vertex is off by less than a
// worldPad on each axis, as the posed centre is; √3·worldPad for both since that is 20 times what either takes.
func (e *enclosed) mesh(b *body, stamp int, box *localBox) {
	e.reach, e.defect = b.surface.Bound(&b.pose)
	e.center, e.half, e.r = b.pose.Apply(box.middle), box.half, &b.pose.R
	e.radius = box.radius*(1+2*e.defect+0x1p-40) + 2*narrow.WorldPad(e.reach)
	e.rigid = e.defect <= rigidMost
	e.boxed, e.placed, e.stamp, e.version = false, b.version == b.model.version, stamp, b.model.version
}

// place gives the surface of a mesh that is in a pair its pose.
func (w *World) placeSurface(i int32) {
	if b, e := &w.bodies[i], &w.few.bodies[i]; b.model != nil && !e.placed {
		b.surface.Place(&b.pose, e.reach, e.defect)
		e.placed = true
	}
}

// isOutside reports whether a ball or a world box of one body is certainly apart from that of the other.
func (w *World) isOutside(p broad.Pair, x, y *enclosed) bool {
	switch {
	case x.boxed && y.boxed:
		return !w.boxes[p.A].Overlaps(&w.boxes[p.B])
	case y.boxed:
		return x.isBeside(y)
	case x.boxed:
		return y.isBeside(x)
	}
	return x.isBeyond(y)
}

// isBeyond reports whether the balls of two bodies are certainly apart. Each of the few operations is off by at most 2⁻⁵³ of its result,
// or of a square below 2⁻¹⁰²²: such are not compared.
func (e *enclosed) isBeyond(o *enclosed) bool {
	d, s := e.center.Sub(o.center), e.radius+o.radius
	return d.X*d.X+d.Y*d.Y+d.Z*d.Z > s*s*(1+0x1p-40)+0x1p-900
}

// isBeside reports likewise whether the ball is apart from the world box of a boxed body, whose middle and half sizes are off by less than
// 4·2⁻⁵³ of its coordinates.
func (e *enclosed) isBeside(o *enclosed) bool {
	x, y, z := math.Abs(e.center.X-o.middle.X)-o.sides.X, math.Abs(e.center.Y-o.middle.Y)-o.sides.Y, math.Abs(e.center.Z-o.middle.Z)-o.sides.Z
	x, y, z = x+math.Abs(x), y+math.Abs(y), z+math.Abs(z) // twice what is above 0, without branches, which random poses take at random
	s := 2 * (e.radius + 0x1p-50*o.reach)
	return x*x+y*y+z*z > s*s*(1+0x1p-40)+0x1p-900
}

// depth returns how deep two oriented boxes reach into each other along their edges, the least of the six numbers, or a negative one where
// one of the fifteen axes certainly parts the bodies.
//
// Derivation. a and b are the columns of the matrices, h and k the half sizes, C = AᵀB, t = Aᵀd and s = Bᵀd for the way d between the
// centres, δ a bound of both defects, W the sum of the reaches, which bounds the coordinates of d and each half size; u = 2⁻⁵³. For an
// axis x the bodies are apart if |x·d| > Σ hᵢ|x·aᵢ| + Σ kⱼ|x·bⱼ| + |x|₁·pads, pads ≤ 128uW being off what vertices and centres are.
//   - x = aᵢ: Σ h|aₘ·aᵢ| ≤ hᵢ + δ·Σh. Likewise for bⱼ.
//   - x = aᵢ×bⱼ: with |AᵀA − I| ≤ δ ≤ 2⁻²⁰, aᵢ×aₘ is ±aₙ but for a vector of length 4δ (the cofactors of A are det A·A·(AᵀA)⁻¹).
//     So aₘ·x is ±C[n][j] but for 4.1δ, and aᵢ·x is 0; bⱼ = Σ βₘaₘ with |β − C[·][j]| ≤ 2δ gives x·d = ±(C[m][j]·tₙ − C[n][j]·tₘ) but
//     for 13δ|d|.
//
// As |d| ≤ 1.8W and Σh, Σk ≤ 3W, defects make less than 64δW. Roundings: 1.8·128uW of the pads, since |x|₁ ≤ 1.8; t, s and C are off by
// 15uW and 4u; the sums and products of an axis by less than 110uW. All are below 1024uW. OrthonormalDefect is off by 4u(1 + δ),
// twice, 64 times: 1024uW more. What underflows is below 2⁻¹⁰⁶⁶ in all.
func (e *enclosed) depth(o *enclosed) float64 {
	a, b, h, k := e.r, o.r, &e.half, &o.half
	d := o.center.Sub(e.center)
	slack := (2048*0x1p-53+64*(e.defect+o.defect))*(e.reach+o.reach) + 0x1p-1066
	t0, t1, t2 := a[0]*d.X+a[3]*d.Y+a[6]*d.Z, a[1]*d.X+a[4]*d.Y+a[7]*d.Z, a[2]*d.X+a[5]*d.Y+a[8]*d.Z
	c00, c01, c02 := a[0]*b[0]+a[3]*b[3]+a[6]*b[6], a[0]*b[1]+a[3]*b[4]+a[6]*b[7], a[0]*b[2]+a[3]*b[5]+a[6]*b[8]
	c10, c11, c12 := a[1]*b[0]+a[4]*b[3]+a[7]*b[6], a[1]*b[1]+a[4]*b[4]+a[7]*b[7], a[1]*b[2]+a[4]*b[5]+a[7]*b[8]
	c20, c21, c22 := a[2]*b[0]+a[5]*b[3]+a[8]*b[6], a[2]*b[1]+a[5]*b[4]+a[8]*b[7], a[2]*b[2]+a[5]*b[5]+a[8]*b[8]
	p00, p01, p02 := math.Abs(c00), math.Abs(c01), math.Abs(c02)
	p10, p11, p12 := math.Abs(c10), math.Abs(c11), math.Abs(c12)
	p20, p21, p22 := math.Abs(c20), math.Abs(c21), math.Abs(c22)
	deep := min(
		min(h.X+p00*k.X+p01*k.Y+p02*k.Z-math.Abs(t0), h.Y+p10*k.X+p11*k.Y+p12*k.Z-math.Abs(t1)),
		min(h.Z+p20*k.X+p21*k.Y+p22*k.Z-math.Abs(t2), k.X+p00*h.X+p10*h.Y+p20*h.Z-math.Abs(b[0]*d.X+b[3]*d.Y+b[6]*d.Z)),
		min(k.Y+p01*h.X+p11*h.Y+p21*h.Z-math.Abs(b[1]*d.X+b[4]*d.Y+b[7]*d.Z), k.Z+p02*h.X+p12*h.Y+p22*h.Z-math.Abs(b[2]*d.X+b[5]*d.Y+b[8]*d.Z)),
	) + slack
	if deep < 0 {
		return deep
	}
	if math.Abs(t2*c10-t1*c20) > h.Y*p20+h.Z*p10+k.Y*p02+k.Z*p01+slack ||
		math.Abs(t2*c11-t1*c21) > h.Y*p21+h.Z*p11+k.X*p02+k.Z*p00+slack ||
		math.Abs(t2*c12-t1*c22) > h.Y*p22+h.Z*p12+k.X*p01+k.Y*p00+slack ||
		math.Abs(t0*c20-t2*c00) > h.X*p20+h.Z*p00+k.Y*p12+k.Z*p11+slack ||
		math.Abs(t0*c21-t2*c01) > h.X*p21+h.Z*p01+k.X*p12+k.Z*p10+slack ||
		math.Abs(t0*c22-t2*c02) > h.X*p22+h.Z*p02+k.X*p11+k.Y*p10+slack ||
		math.Abs(t1*c00-t0*c10) > h.X*p10+h.Y*p00+k.Y*p22+k.Z*p21+slack ||
		math.Abs(t1*c01-t0*c11) > h.X*p11+h.Y*p01+k.X*p22+k.Z*p20+slack ||
		math.Abs(t1*c02-t0*c12) > h.X*p12+h.Y*p02+k.X*p21+k.Y*p20+slack {
		return -1
	}
	return deep
}
