package geom

import "math"

// OBB is a closed oriented box: the points p with |Axes.Row(i)·(p − Center)| ≤
// Half[i] for the three axes, which are orthonormal up to a few roundings.
type OBB struct {
	Center Vec
	Axes   Mat
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
func (o *OBB) SetHalf(each func(func(Vec))) {
	o.Half = [3]float64{}
	far := 0.0
	each(func(p Vec) {
		d := p.Sub(o.Center)
		far = max(far, d.MaxAbs())
		for i := range 3 {
			o.Half[i] = max(o.Half[i], math.Abs(o.Axes.Row(i).Dot(d)))
		}
	})
	for i := range o.Half {
		o.Half[i] = above(o.Half[i] + float64(2*slack(far)))
	}
}

// Contains reports whether p certainly lies in o.
func (o *OBB) Contains(p Vec) bool {
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
func (o *OBB) Bounds() AABB {
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
	return around(o.Center, Vec{e[0], e[1], e[2]})
}

// around returns c ± e, rounded outward.
func around(c, e Vec) AABB {
	lo, hi := c.Sub(e), c.Add(e)
	return AABB{Vec{below(lo.X), below(lo.Y), below(lo.Z)}, Vec{above(hi.X), above(hi.Y), above(hi.Z)}}
}

// Turn writes o as seen after the rigid motion f, rounded.
func (o *OBB) Turn(f *Pose, dst *OBB) {
	dst.Center = f.R.MulVec(o.Center).Add(f.T)
	for i := range 3 { // row i of the axes is R·axis
		a := f.R.MulVec(o.Axes.Row(i))
		dst.Axes[3*i], dst.Axes[3*i+1], dst.Axes[3*i+2] = a.X, a.Y, a.Z
	}
	dst.Half = o.Half
}

// Apart reports whether one of the 15 axes of Gottschalk, Lin and Manocha,
// "OBBTree", SIGGRAPH 1996, separates the boxes by more than pad.
func (o *OBB) Apart(p *OBB, pad float64) bool {
	a, b := &o.Half, &p.Half
	d := p.Center.Sub(o.Center)
	var r, n Mat // axes of p as o sees them
	var t [3]float64
	for i := range 3 {
		x := o.Axes.Row(i)
		t[i] = x.Dot(d)
		for j := range 3 {
			v := x.Dot(p.Axes.Row(j))
			r[3*i+j], n[3*i+j] = v, math.Abs(v)
		}
		if math.Abs(t[i]) > a[i]+float64(b[0]*n[3*i])+float64(b[1]*n[3*i+1])+float64(b[2]*n[3*i+2])+pad {
			return true
		}
	}
	for j := range 3 {
		if math.Abs(float64(t[0]*r[j])+float64(t[1]*r[3+j])+float64(t[2]*r[6+j])) >
			b[j]+float64(a[0]*n[j])+float64(a[1]*n[3+j])+float64(a[2]*n[6+j])+pad {
			return true
		}
	}
	return crossesSeparate(&r, &n, &t, a, b, pad)
}

// crossesSeparate tries the nine cross products of axes.
func crossesSeparate(r, n *Mat, t, a, b *[3]float64, pad float64) bool {
	for i := range 3 {
		k, l := next[i], next[next[i]]
		rk, rl := r[3*k:3*k+3], r[3*l:3*l+3]
		nk, nl, ni := n[3*k:3*k+3], n[3*l:3*l+3], n[3*i:3*i+3]
		for j := range 3 {
			p, q := next[j], next[next[j]]
			if math.Abs(float64(t[l]*rk[j])-float64(t[k]*rl[j])) >
				float64(a[k]*nl[j])+float64(a[l]*nk[j])+float64(b[p]*ni[q])+float64(b[q]*ni[p])+pad {
				return true
			}
		}
	}
	return false
}

var next = [3]int{1, 2, 0}
