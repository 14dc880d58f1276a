package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// frameAt is that of a box with a centre and three half axes, whose corners are rounded;
// false where it is not valid.
func frameAt(x []float64) (v [8]geom.Vec, f frame, ok bool) {
	c, a := vecAt(x, 0), [3]geom.Vec{vecAt(x, 3), vecAt(x, 6), vecAt(x, 9)}
	for i := range v {
		v[i] = c
		for k := range a {
			v[i] = v[i].Add(a[k].Scale(float64(i>>k&1*2 - 1)))
		}
	}
	b := geom.BoundsOf(v[:])
	f.set(v[:], &b)
	return v, f, tame(x) && f.valid
}

// frameSlackRatio is how far a corner is from that of the parallelepiped.
func frameSlackRatio(x []float64) float64 {
	v, f, ok := frameAt(x)
	if !ok {
		return -1
	}
	worst := 0.0
	for i := range v {
		p := bvOf(f.center)
		for k := range f.axis {
			if a := bvOf(f.axis[k]); i>>k&1 == 1 {
				p = p.plus(a)
			} else {
				p = p.minus(a)
			}
		}
		d, _ := p.minus(bvOf(v[i])).norm().Float64()
		worst = max(worst, d/f.slack)
	}
	return worst
}

// signedGap is the exact |n·t| − Σ|n·aᵢ| of axes as they are stored.
func signedGap(n, t bv, axes ...geom.Vec) *big.Float {
	s := babs(n.dot(t))
	for _, a := range axes {
		s = bsub(s, babs(n.dot(bvOf(a))))
	}
	return s
}

func (f *frame) exactNormal(i int) bv {
	return bvOf(f.axis[(i+1)%3]).cross(bvOf(f.axis[(i+2)%3]))
}

// frameFacesRatio is the error of contains and meetsTriangle, which look at a point.
func frameFacesRatio(x []float64) float64 {
	_, f, ok := frameAt(x)
	if !ok {
		return -1
	}
	p := vecAt(x, 12)
	d, e := f.offset(p)
	worst := 0.0
	for i := range d {
		exact := signedGap(f.exactNormal(i), bvOf(p).minus(bvOf(f.center)), f.axis[i])
		worst = max(worst, off(math.Abs(d[i])-f.height[i], exact, (e-f.slack)*f.area[i]))
	}
	return worst
}

// frameAxesRatio is the error of meetsFrame and crossAxes, whose sums it repeats.
func frameAxesRatio(x []float64) float64 {
	_, f, ok := frameAt(x)
	_, g, ok2 := frameAt(x[12:])
	if !ok || !ok2 {
		return -1
	}
	t := g.center.Sub(f.center)
	reach := f.size + g.size + math.Abs(t.X) + math.Abs(t.Y) + math.Abs(t.Z)
	e := float64(frameBound * reach)
	exactT := bvOf(g.center).minus(bvOf(f.center))
	all := append(f.axis[:], g.axis[:]...)
	var d, h [3][3]float64
	for i := range 3 {
		for j := range 3 {
			d[i][j] = math.Abs(f.normal[i].Dot(g.axis[j]))
			h[i][j] = math.Abs(g.normal[j].Dot(f.axis[i]))
		}
	}
	worst := 0.0
	for i := range 3 {
		s := math.Abs(f.normal[i].Dot(t)) - f.height[i] - (d[i][0] + d[i][1] + d[i][2])
		worst = max(worst, off(s, signedGap(f.exactNormal(i), exactT, all...), e*f.area[i]))
		s = math.Abs(g.normal[i].Dot(t)) - g.height[i] - (h[0][i] + h[1][i] + h[2][i])
		worst = max(worst, off(s, signedGap(g.exactNormal(i), exactT, all...), e*g.area[i]))
		for j := range 3 {
			k, l, m, n := (i+1)%3, (i+2)%3, (j+1)%3, (j+2)%3
			s = math.Abs(t.Cross(f.axis[i]).Dot(g.axis[j])) - (d[k][j] + d[l][j]) - (h[i][m] + h[i][n])
			normal := bvOf(f.axis[i]).cross(bvOf(g.axis[j]))
			worst = max(worst, off(s, signedGap(normal, exactT, all...), e*f.length[i]*g.length[j]))
		}
	}
	return worst
}

// framePlaneRatio is the error of besidePlane.
func framePlaneRatio(x []float64) float64 {
	_, f, ok := frameAt(x)
	q := geom.Triangle{vecAt(x, 12), vecAt(x, 15), vecAt(x, 18)}
	v, w := q[1].Sub(q[0]), q[2].Sub(q[0])
	length := (v.Norm() + w.Norm()) * (1 + 8*u)
	if !ok || length < 0x1p-60 {
		return -1
	}
	_, e := f.offset(q[0])
	n := v.Cross(w)
	r := math.Abs(n.Dot(f.axis[0])) + math.Abs(n.Dot(f.axis[1])) + math.Abs(n.Dot(f.axis[2]))
	normal := bvOf(q[1]).minus(bvOf(q[0])).cross(bvOf(q[2]).minus(bvOf(q[0])))
	exact := signedGap(normal, bvOf(f.center).minus(bvOf(q[0])), f.axis[:]...)
	s := math.Abs(n.Dot(f.center.Sub(q[0]))) - r
	return off(s, exact, (e-f.slack+float64(frameBound*length))*length*length)
}

// nearInFrame is what meetsBall computes for a ball's centre: the way from the nearest point,
// where that is exactly, and the reach.
func nearInFrame(f *frame, c geom.Vec) (n geom.Vec, exact bv, t geom.Vec, reach float64) {
	t = c.Sub(f.center)
	n = t
	exact = bvOf(c).minus(bvOf(f.center))
	for i := range 3 {
		a := f.axis[i]
		share := max(-1, min(1, t.Dot(a)/a.Dot(a)))
		n = n.Sub(a.Scale(share))
		exact = exact.minus(bvOf(a).by(bf(share)))
	}
	return n, exact, t, f.size + math.Abs(t.X) + math.Abs(t.Y) + math.Abs(t.Z)
}

func frameBallTouchesRatio(x []float64) float64 {
	_, f, ok := frameAt(x)
	if !ok {
		return -1
	}
	n, exact, _, reach := nearInFrame(&f, vecAt(x, 12))
	return over(exact.norm(), bf(n.Norm()), frameBound*(reach+n.Norm()))
}

func frameBallApartRatio(x []float64) float64 {
	_, f, ok := frameAt(x)
	if !ok {
		return -1
	}
	c := vecAt(x, 12)
	n, _, t, reach := nearInFrame(&f, c)
	d := n.Norm()
	if d < 0x1p-60 {
		return -1
	}
	r := math.Abs(n.Dot(f.axis[0])) + math.Abs(n.Dot(f.axis[1])) + math.Abs(n.Dot(f.axis[2]))
	direction := bvOf(n)
	gap := signedGap(direction, bvOf(c).minus(bvOf(f.center)), f.axis[:]...)
	gap = new(big.Float).SetPrec(300).Quo(gap, direction.norm())
	return over(bf((n.Dot(t)-r)/d), gap, frameBound*reach)
}

// unitOf is a triangle at x[12:] in the unit coordinates of the frame at x, with the e of its corners.
func unitOf(x []float64) (f frame, t unitBox, e float64, ok bool) {
	_, f, ok = frameAt(x)
	if !ok || min(f.height[0], f.height[1], f.height[2]) < 0x1p-100 {
		return f, t, e, false
	}
	for k := range 3 {
		d, bound := f.offset(vecAt(x, 12+3*k))
		e = max(e, bound-f.slack)
		for i := range 3 {
			t.v[k][i] = d[i] / f.height[i]
			t.far = max(t.far, math.Abs(t.v[k][i]))
		}
	}
	return f, t, e, t.far < 0x1p40
}

// frameUnitRatio is the error of unit coordinates.
func frameUnitRatio(x []float64) float64 {
	f, t, e, ok := unitOf(x)
	if !ok {
		return -1
	}
	worst := 0.0
	det := babs(f.exactNormal(0).dot(bvOf(f.axis[0])))
	for k := range 3 {
		for i := range 3 {
			d := f.exactNormal(i).dot(bvOf(vecAt(x, 12+3*k)).minus(bvOf(f.center)))
			exact := new(big.Float).SetPrec(400).Quo(d, det)
			worst = max(worst, off(t.v[k][i], exact, (1+t.far)*e*(f.area[i]/f.height[i])))
		}
	}
	return worst
}

// frameEdgesRatio is the rounding of the axes of edges and of the plane, of coordinates as they are.
func frameEdgesRatio(x []float64) float64 {
	_, t, _, ok := unitOf(x)
	if !ok {
		return -1
	}
	var edge [3][3]float64
	var exact [3][3]*big.Float
	var length [3]float64
	for k := range 3 {
		for i := range 3 {
			edge[k][i] = t.v[next[k]][i] - t.v[k][i]
			exact[k][i] = bsub(bf(t.v[next[k]][i]), bf(t.v[k][i]))
			length[k] += math.Abs(edge[k][i])
		}
	}
	worst := 0.0
	for k := range 3 {
		for i := range 3 {
			j, l := next[i], next[i+1]
			size := math.Abs(edge[k][j]) + math.Abs(edge[k][l])
			if size < 0x1p-100 {
				continue
			}
			for _, p := range t.v {
				s := float64(p[j]*edge[k][l]) - float64(p[l]*edge[k][j])
				radius := math.Abs(edge[k][j]) + math.Abs(edge[k][l])
				want := bsub(bmul(bf(p[j]), exact[k][l]), bmul(bf(p[l]), exact[k][j]))
				widest := badd(babs(exact[k][j]), babs(exact[k][l]))
				worst = max(worst, off(math.Abs(s)-radius, bsub(babs(want), widest), 32*u*(1+t.far)*size))
			}
		}
	}
	return max(worst, t.planeRatio(&edge, &exact, length[0]*length[1]))
}

func (t *unitBox) planeRatio(edge *[3][3]float64, exact *[3][3]*big.Float, size float64) float64 {
	if size < 0x1p-100 {
		return -1
	}
	s, radius := 0.0, 0.0
	want, widest := bf(0), bf(0)
	for i := range 3 {
		j, l := next[i], next[i+1]
		n := float64(edge[0][j]*edge[1][l]) - float64(edge[0][l]*edge[1][j])
		m := bsub(bmul(exact[0][j], exact[1][l]), bmul(exact[0][l], exact[1][j]))
		s, radius = s+float64(n*t.v[0][i]), radius+math.Abs(n)
		want, widest = badd(want, bmul(m, bf(t.v[0][i]))), badd(widest, babs(m))
	}
	return off(math.Abs(s)-radius, bsub(babs(want), widest), 128*u*(1+t.far)*size)
}
