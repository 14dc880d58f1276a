package predicate

import (
	"math"

	"github.com/collide-go/collide/internal/hunt"
)

// moreHunts are those of bounds of planes, of crossing points, of half spaces and of shared features.
func moreHunts() []hunt.Case {
	return []hunt.Case{
		{Name: "planar", N: 6, Start: around, Ratio: planarRatio, Steps: 1500},
		{Name: "onward", N: 6, Start: around, Ratio: onwardRatio, Steps: 1500},
		{Name: "height", N: 9, Start: around, Ratio: heightRatio, Steps: 1500},
		{Name: "heightBall", N: 10, Start: around, Ratio: heightBallRatio, Steps: 1500},
		{Name: "volume", N: 12, Start: around, Ratio: rounding(valueOfVolume), Steps: 1500},
		{Name: "sameEdge", N: 15, Start: around, Ratio: sameEdgeRatio, Steps: 1500},
		{Name: "sameFaces", N: 15, Start: around, Ratio: sameFacesRatio, Steps: 1500},
	}
}

// planarRatio is the error of orient2DCloser, which has two float64 a number.
func planarRatio(x []float64) float64 {
	if !tame(x) {
		return -1
	}
	var p, q, r, v double
	p.hi, p.lo = twoSum(x[0], -x[4])
	q.hi, q.lo = twoSum(x[3], -x[5])
	r.hi, r.lo = twoSum(x[1], -x[5])
	v.hi, v.lo = twoSum(x[2], -x[4])
	m := minor(p, q, r, v)
	e := bsub(badd(bf(m.hi), bf(m.lo)), det2(x))
	return off(0, e, planarBound*(math.Abs(float64(p.hi*q.hi))+math.Abs(float64(r.hi*v.hi))))
}

// tailOf returns a number of at most most units of rounding of x, from the digits of y.
func tailOf(x, y, most float64) float64 { return x * (most * u) * (2*math.Mod(math.Abs(y), 1) - 1) }

// onwardRatio is the error of onwardDoubles for a share and a way without an error of their own.
func onwardRatio(x []float64) float64 {
	from, q, lo := x[0], x[1], tailOf(x[1], x[2], 3)
	d := double{x[3], tailOf(x[3], x[4], 1)}
	if !tame(x) || d.hi == 0 {
		return -1
	}
	s, tail, slack := onwardDoubles(from, q, lo, 0, d)
	exact := badd(bf(from), bmul(badd(bf(q), bf(lo)), badd(bf(d.hi), bf(d.lo))))
	worst := 0.0
	for _, by := range [2]float64{-slack, slack} { // as onward adds them
		end := badd(bf(s), bf(tail+by))
		if by > 0 {
			worst = max(worst, over(exact, end, slack))
		} else {
			worst = max(worst, over(end, exact, slack))
		}
	}
	e := off(0, bsub(badd(bf(s), bf(tail)), exact), slack)
	return max(e, worst)
}

// heightRatio is that of the height of a point above a half space.
func heightRatio(x []float64) float64 {
	h := HalfSpace{Point: vecAt(x, 0), Normal: vecAt(x, 3)}
	s, e := h.height(vecAt(x, 6))
	if !tame(x) || e <= heightLeast {
		return -1
	}
	return off(s, bvOf(h.Normal).dot(bvOf(vecAt(x, 6)).minus(bvOf(h.Point))), e)
}

// heightBallRatio is that of the height above a radius.
func heightBallRatio(x []float64) float64 {
	h, by := HalfSpace{Point: vecAt(x, 0), Normal: vecAt(x, 3)}, x[9]
	v, e := h.height(vecAt(x, 6))
	if !tame(x) || e <= heightLeast {
		return -1
	}
	far := float64(by * h.Normal.Norm())
	exact := bsub(bvOf(h.Normal).dot(bvOf(vecAt(x, 6)).minus(bvOf(h.Point))), bmul(bf(by), bvOf(h.Normal).norm()))
	return off(v-far, exact, e+float64(heightBound*(abs(far)+abs(v-far)))+heightLeast)
}

// sameEdgeRatio is that of the side of a way from an edge to a point.
func sameEdgeRatio(x []float64) float64 {
	p, g, v := vecAt(x, 0), part{n: 2}, vecAt(x, 9)
	g.at[0], g.at[1] = vecAt(x, 3), vecAt(x, 6)
	way, size := fromEdge(p, &g)
	l := v.Sub(p).Norm()
	if !tame(x) || size < sameLeast || l < sameLeast {
		return -1
	}
	r, e := bvOf(p).minus(bvOf(g.at[0])), bvOf(g.at[1]).minus(bvOf(g.at[0]))
	exact := r.by(e.dot(e)).minus(e.by(r.dot(e)))
	return off(way.Dot(v.Sub(p)), exact.dot(bvOf(v).minus(bvOf(p))), sameBound*size*l)
}

// sameFacesRatio is that of the side of the normal of two edges.
func sameFacesRatio(x []float64) float64 {
	at, v := vecAt(x, 0), vecAt(x, 12)
	way, size := squareTo(vecAt(x, 3).Sub(at), vecAt(x, 6).Sub(vecAt(x, 9)))
	l := v.Sub(at).Norm()
	if !tame(x) || size < sameLeast || l < sameLeast {
		return -1
	}
	exact := bvOf(vecAt(x, 3)).minus(bvOf(at)).cross(bvOf(vecAt(x, 6)).minus(bvOf(vecAt(x, 9))))
	return off(way.Dot(v.Sub(at)), exact.dot(bvOf(v).minus(bvOf(at))), sameBound*size*l)
}
