package proof

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/collide-go/collide/geom"
)

// NewSolid returns all that is at most a radius away from the hull of points: a sphere, a capsule, a box or any hull. It is covered as one
// triangle with number 0 would be, whose corners are the points.
func NewSolid(points []geom.Vec, radius float64) *Mesh {
	return &Mesh{solid: points, radius: radius, order: []uint32{0}}
}

// IsSolid reports whether it is a solid, which has no triangles.
func (p *Mesh) IsSolid() bool { return p.solid != nil }

// Solid returns the points and the radius of a solid.
func (p *Mesh) Solid() ([]geom.Vec, float64) { return p.solid, p.radius }

// corners returns the posed corners of a run of triangles, or of a solid.
func (p *placed) corners(r run) (list []geom.Vec) {
	for _, v := range p.solid {
		list = append(list, p.pose.Apply(v))
	}
	if p.IsSolid() {
		return list
	}
	for i := r.first; i < r.end; i++ {
		t := p.triangle(i)
		list = append(list, t[:]...)
	}
	return list
}

// hasSolid reports whether one of the two bodies is a solid.
func (p *Prover) hasSolid() bool { return p.a.IsSolid() || p.b.IsSolid() }

// room is at least the sum of the reach and both radii: floats are added with an error of half a unit in the last place.
func (p *Prover) room() float64 {
	sum := p.Reach
	for _, r := range [2]float64{p.a.radius, p.b.radius} {
		if r > 0 {
			sum = math.Nextafter(sum+r, math.Inf(1))
		}
	}
	return sum
}

// solids proves what two nodes do of which one is a solid and the other a triangle or a solid.
func (p *Prover) solids(a, b run) error {
	if err := context.Cause(p.ctx); err != nil { // hulls of many points take long
		return err
	}
	i, j := p.a.order[a.first], p.b.order[b.first]
	var ok bool
	if _, touch := slices.BinarySearchFunc(p.contacts, Contact{i, j}, Contact.compare); touch {
		p.proven++
		if p.stream, ok = p.appendNear(p.stream, a, b); !ok {
			return fmt.Errorf("triangle or solid %d and %d: %s was found", i, j, p.expected())
		}
		return nil
	}
	if p.stream, ok = p.appendParted(p.stream, a, b); !ok {
		return fmt.Errorf("triangle or solid %d and %d: no direction that parts them was found", i, j)
	}
	return nil
}

// appendNear appends the step for two single nodes at most the reach apart.
func (p *Prover) appendNear(to []byte, a, b run) ([]byte, bool) {
	if !p.hasSolid() {
		t, u := p.a.triangle(a.first), p.b.triangle(b.first)
		return appendNear(to, &t, &u, p.Reach)
	}
	n := closestHulls(p.a.corners(a), p.b.corners(b))
	r := sumOf(p.Reach, p.a.radius, p.b.radius)
	if n.square().Cmp(r.Mul(r, r)) > 0 {
		return to, false
	}
	to = append(to, stepNear)
	for side := range 2 {
		places, w := n.weights(side)
		to = appendPoint(to, places, wholeNumbers(w))
	}
	return to, true
}

// appendParted appends a direction that parts two single nodes by more than the reach: the difference of the closest points, along which
// the gap is the distance, in numbers of few bits if these part them, too.
func (p *Prover) appendParted(to []byte, a, b run) ([]byte, bool) {
	ca, cb := p.a.corners(a), p.b.corners(b)
	n := closestHulls(ca, cb)
	d := point(wholeNumbers(n.at[:]))
	rounded := vecOf(d)
	for _, most := range [2]float64{math.MaxInt8, math.MaxInt16} {
		w := whole(rounded, most)
		if allBelow(point{big.NewInt(int64(w[0])), big.NewInt(int64(w[1])), big.NewInt(int64(w[2]))}, ca, cb, p.Reach, p.a.radius, p.b.radius) {
			return appendSmall(to, w, 1, most), true
		}
	}
	if !allBelow(d, ca, cb, p.Reach, p.a.radius, p.b.radius) {
		return to, false
	}
	return appendLarge(to, d), true
}

// vecOf is a direction, rounded, with a longest component of about 1.
func vecOf(d point) (n geom.Vec) {
	longest := 0
	for _, x := range d {
		longest = max(longest, x.BitLen())
	}
	for k, x := range d {
		f, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(x), -longest).Float64()
		setAt(&n, k, f)
	}
	return n
}

// wholeNumbers returns numbers times their common denominator.
func wholeNumbers(list []*big.Rat) []*big.Int {
	all := big.NewInt(1)
	for _, x := range list {
		all.Mul(all, new(big.Int).Quo(x.Denom(), new(big.Int).GCD(nil, nil, all, x.Denom())))
	}
	w := make([]*big.Int, len(list))
	for k, x := range list {
		w[k] = new(big.Int).Mul(x.Num(), new(big.Int).Quo(all, x.Denom()))
	}
	return w
}

func sumOf(list ...float64) *big.Rat {
	sum := new(big.Rat)
	for _, x := range list {
		sum.Add(sum, new(big.Rat).SetFloat64(x))
	}
	return sum
}
