package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/internal/require"
)

// TestBeneath: how far balls reach beneath planes, between two floats that are neighbours, by rational numbers and at all sizes.
func TestBeneath(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 40))
	counts, exact := map[bool]int{}, 0
	for i := range require.Samples(6000, 750, 375) {
		s := axialScales[i%len(axialScales)]
		h, x, radius := drawHalf(r), nearLattice(r), float64(r.IntN(5))/2
		if i%3 == 0 {
			radius = math.Nextafter(radius, 9)
		}
		h.Point, x, radius = h.Point.Scale(s), x.Scale(s), radius*s
		var tally Tally
		lo, hi := tally.Beneath(h, x, radius)
		in := oracle.HalfSpaceMeets(h.Point, h.Normal, []geom.Vec{x}, radius) && tally.CompareHeight(h, x, radius, 0) < 0
		counts[in]++
		if !in {
			if lo != 0 || hi != 0 {
				t.Fatalf("%+v, %v, %v: %v to %v, want 0", h, x, radius, lo, hi)
			}
			continue
		}
		if hi != lo && hi != math.Nextafter(lo, math.Inf(1)) {
			t.Fatalf("%+v, %v, %v: %v to %v are no neighbours", h, x, radius, lo, hi)
		}
		below, above := beneathSign(h, x, radius, lo), beneathSign(h, x, radius, hi)
		if lo == hi && below != 0 || lo < hi && (below <= 0 || above >= 0) {
			t.Fatalf("%+v, %v, %v: not within %v to %v (%d, %d)", h, x, radius, lo, hi, below, above)
		}
		for _, d := range []float64{lo, hi, math.Nextafter(lo, 0)} {
			if got := tally.CompareBeneath(h, x, radius, d); got != beneathSign(h, x, radius, d) {
				t.Fatalf("%+v, %v, %v against %v: %d", h, x, radius, d, got)
			}
		}
		if lo == hi {
			exact++
		}
	}
	if isDecisive(t, counts); exact < 20 {
		t.Errorf("%d are floats: the draws prove little", exact)
	}
}

// beneathSign is the sign of r − height/|n| − d, by rational numbers.
func beneathSign(h *HalfSpace, x geom.Vec, r, d float64) int {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	v, nn := new(big.Rat), new(big.Rat)
	for k, n := range [3]float64{h.Normal.X, h.Normal.Y, h.Normal.Z} {
		at := [3]float64{x.X, x.Y, x.Z}[k]
		p := [3]float64{h.Point.X, h.Point.Y, h.Point.Z}[k]
		e := new(big.Rat).Sub(rat(at), rat(p))
		v.Add(v, e.Mul(e, rat(n)))
		nn.Add(nn, new(big.Rat).Mul(rat(n), rat(n)))
	}
	w := new(big.Rat).Sub(rat(r), rat(d)) // against v/√nn
	if w.Sign() != v.Sign() {
		return max(-1, min(1, w.Sign()-v.Sign()))
	}
	return new(big.Rat).Mul(nn, new(big.Rat).Mul(w, w)).Cmp(new(big.Rat).Mul(v, v)) * max(v.Sign(), -1)
}

// TestBeneathEnds: numbers at the ends of the range, and balls that all but touch.
func TestBeneathEnds(t *testing.T) {
	t.Parallel()
	floor := geom.Vec{Z: 3}
	most, least := math.MaxFloat64, math.SmallestNonzeroFloat64
	for _, c := range []struct {
		h         HalfSpace
		x         geom.Vec
		r, lo, hi float64
	}{
		{HalfSpace{Normal: floor}, geom.Vec{Z: -least}, 0, least, least},
		{HalfSpace{Normal: floor}, geom.Vec{Z: 1}, math.Nextafter(1, 2), 0x1p-52, 0x1p-52},
		{HalfSpace{Normal: floor}, geom.Vec{Z: least}, 1, math.Nextafter(1, 0), 1},
		{HalfSpace{Normal: floor}, geom.Vec{Z: -least}, 1, 1, math.Nextafter(1, 2)},
		{HalfSpace{Normal: floor, Point: geom.Vec{Z: most}}, geom.Vec{Z: -most}, 0, most, math.Inf(1)},
		{HalfSpace{Normal: floor}, geom.Vec{Z: -most}, least, most, math.Inf(1)},
		{HalfSpace{Normal: geom.Vec{X: least, Z: most}}, geom.Vec{Z: -1}, 0, math.Nextafter(1, 0), 1},
		{HalfSpace{Normal: geom.Vec{X: 1, Y: 1}}, geom.Vec{X: -least}, 0, 0, least},
		{HalfSpace{Normal: floor}, geom.Vec{Z: 1}, 1, 0, 0},
	} {
		var tally Tally
		if lo, hi := tally.Beneath(&c.h, c.x, c.r); lo != c.lo || hi != c.hi {
			t.Errorf("%+v, %v, %v: %v to %v, want %v to %v", c.h, c.x, c.r, lo, hi, c.lo, c.hi)
		}
	}
}

// TestClip: what a box and a half space have in common lies in the box that is left, whose faces that were cut touch the plane.
func TestClip(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 40))
	cuts := map[bool]int{}
	for i := range require.Samples(6000, 750, 375) {
		h, x := drawHalf(r), nearLattice(r)
		s := axialScales[i%len(axialScales)]
		h.Point = h.Point.Scale(s)
		box := geom.AABB{Min: x.Scale(s), Max: x.Add(nearLattice(r).Abs()).Scale(s)}
		got := h.Clip(&box)
		cuts[got != box]++
		for _, p := range commonCorners(h, &box) {
			if !holds(&got, p) {
				t.Fatalf("%+v and %+v: %v is not in %+v", h, box, p, got)
			}
		}
		if !box.Encloses(&got) && !got.IsEmpty() {
			t.Fatalf("%+v and %+v: %+v is larger", h, box, got)
		}
	}
	isDecisive(t, cuts)
	for _, c := range []struct {
		h    HalfSpace
		want geom.AABB
	}{
		{HalfSpace{Normal: geom.Vec{Z: 2}}, geom.AABB{Min: geom.Vec{X: -1, Y: -1, Z: -1}, Max: geom.Vec{X: 1, Y: 1}}},
		{HalfSpace{Normal: geom.Vec{Z: -2}, Point: geom.Vec{Z: 0.7}}, geom.AABB{Min: geom.Vec{X: -1, Y: -1, Z: 0.7}, Max: geom.Vec{X: 1, Y: 1, Z: 1}}},
		{HalfSpace{Normal: geom.Vec{X: math.MaxFloat64, Y: math.MaxFloat64}}, geom.AABB{Min: geom.Vec{X: -1, Y: -1, Z: -1}, Max: geom.Vec{X: 1, Y: 1, Z: 1}}},
		{HalfSpace{Normal: geom.Vec{X: 1, Y: 1}, Point: geom.Vec{X: -math.MaxFloat64, Y: math.MaxFloat64}}, geom.AABB{Min: geom.Vec{X: -1, Y: -1, Z: -1}, Max: geom.Vec{X: 1, Y: 1, Z: 1}}},
	} {
		box := geom.AABB{Min: geom.Vec{X: -1, Y: -1, Z: -1}, Max: geom.Vec{X: 1, Y: 1, Z: 1}}
		if got := c.h.Clip(&box); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.h, got, c.want)
		}
	}
	box := geom.AABB{Min: geom.Vec{X: -1, Y: -1, Z: -1}, Max: geom.Vec{X: 1, Y: 1, Z: 1}}
	slope := HalfSpace{Point: geom.Vec{X: -1}, Normal: geom.Vec{X: 1, Z: 2}} // z ≤ −(x+1)/2
	if got := slope.Clip(&box); !(got.Max.Z >= 0 && got.Max.Z <= 1e-15 && got.Max.X == 1 && got.Min == box.Min) {
		t.Errorf("a slope leaves %+v", got)
	}
}

// commonCorners are the corners of what a box and a half space have in common: those of the box that are low, and where edges meet the plane.
func commonCorners(h *HalfSpace, box *geom.AABB) (list [][3]*big.Rat) {
	rat := func(v geom.Vec) [3]*big.Rat {
		return [3]*big.Rat{new(big.Rat).SetFloat64(v.X), new(big.Rat).SetFloat64(v.Y), new(big.Rat).SetFloat64(v.Z)}
	}
	n, p := rat(h.Normal), rat(h.Point)
	height := func(x [3]*big.Rat) *big.Rat {
		s := new(big.Rat)
		for k := range 3 {
			d := new(big.Rat).Sub(x[k], p[k])
			s.Add(s, d.Mul(d, n[k]))
		}
		return s
	}
	corners := boxCorners(box)
	for i := range corners {
		a := rat(corners[i])
		ha := height(a)
		if ha.Sign() <= 0 {
			list = append(list, a)
		}
		for bit := 1; bit < 8; bit *= 2 {
			b := rat(corners[i^bit])
			hb := height(b)
			if ha.Sign() >= 0 || hb.Sign() <= 0 {
				continue
			}
			share := new(big.Rat).Quo(ha, new(big.Rat).Sub(ha, hb))
			var x [3]*big.Rat
			for k := range 3 {
				x[k] = new(big.Rat).Sub(b[k], a[k])
				x[k].Add(a[k], x[k].Mul(x[k], share))
			}
			list = append(list, x)
		}
	}
	return list
}

// holds reports whether a box has a point.
func holds(b *geom.AABB, x [3]*big.Rat) bool {
	for k, ends := range [3][2]float64{{b.Min.X, b.Max.X}, {b.Min.Y, b.Max.Y}, {b.Min.Z, b.Max.Z}} {
		if new(big.Rat).SetFloat64(ends[0]).Cmp(x[k]) > 0 || new(big.Rat).SetFloat64(ends[1]).Cmp(x[k]) < 0 {
			return false
		}
	}
	return true
}

// TestHalfSquare: the corners of squares are off planes by no more than Off reports, far from them by what they should be, and on them where
// the normal lies along an axis.
func TestHalfSquare(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 40))
	refused := 0
	for i := range require.Samples(3000, 500, 250) {
		s := math.Ldexp(1, r.IntN(60))
		h := &HalfSpace{Point: nearLattice(r).Scale(s), Normal: drawHalf(r).Normal.Scale(math.Ldexp(1, r.IntN(1800)-900))}
		if i%4 == 0 {
			h.Normal = geom.Vec{X: h.Normal.MaxAbs()}
		}
		x := nearLattice(r).Scale(s)
		x = x.Add(geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()})
		near := h.Near(x)
		corners, ok := h.Square(near, 2)
		if !ok {
			refused++
			continue
		}
		var tally Tally
		off := tally.Off(h, corners[:])
		if i%4 == 0 && off != 0 || off > 0x1p-46*(s+x.MaxAbs()+4) {
			t.Fatalf("%+v near %v: off by %v", h, x, off)
		}
		turned := &HalfSpace{Point: h.Point, Normal: h.Normal.Scale(-1)}
		for k, c := range corners {
			if tally.CompareHeight(h, c, off, 0) > 0 || tally.CompareHeight(turned, c, off, 0) > 0 {
				t.Fatalf("%+v near %v: %v is off by more than %v", h, x, c, off)
			}
			side, across := c.Sub(corners[k^1]).Norm(), c.Sub(corners[k^3]).Norm()
			if slack := 1e-12 * (s + 4); math.Abs(side-4) > slack || math.Abs(across-4*math.Sqrt2) > slack {
				t.Fatalf("%+v near %v: sides of %v, %v across", h, x, side, across)
			}
		}
		if foot := h.Foot(x); foot.Sub(near).Norm() > 0x1p-46*(s+x.MaxAbs()+1) {
			t.Fatalf("%+v near %v: %v, the foot is %v", h, x, near, foot)
		}
	}
	if refused < 10 {
		t.Errorf("%d refused: the draws prove little", refused)
	}
}

// TestOffFarSlopes: where the sum of a height cancels, what it is off counts.
func TestOffFarSlopes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 41))
	vector := func(by float64) geom.Vec {
		return geom.Vec{X: by * r.NormFloat64(), Y: by * r.NormFloat64(), Z: by * r.NormFloat64()}
	}
	var tally Tally
	for i := range require.Samples(4000, 1000, 500) {
		h := &HalfSpace{Point: vector(math.Pow(10, float64(i%16))), Normal: vector(1)}
		turned := &HalfSpace{Point: h.Point, Normal: h.Normal.Scale(-1)}
		x := h.Near(vector(1))
		off := tally.Off(h, []geom.Vec{x})
		if tally.CompareHeight(h, x, off, 0) > 0 || tally.CompareHeight(turned, x, off, 0) > 0 {
			t.Fatalf("%v is off %+v by more than %v", x, h, off)
		}
	}
}
