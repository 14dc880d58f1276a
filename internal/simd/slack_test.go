package simd

import "testing"

// TestSlacksAreAsDerived: slacks have the factor 1 + 2⁻²⁰ that the derivations ask for, and no larger one.
func TestSlacksAreAsDerived(t *testing.T) {
	t.Parallel()
	identity := [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
	double := [9]float64{0, 2, 0, -1, 0, 0, 0, 1, -1} // its largest row sum is 2
	var m Affine
	for _, c := range []struct {
		name        string
		slack       float32
		want, extra float64 // what it multiplies by 1 + 2⁻²⁰, and what it adds
	}{
		{"Set of the identity", m.Set(&identity, &[3]float64{}, 3, 0), 7 * 0x1p-24 * 3, 0},
		{"Set with a shift", m.Set(&identity, &[3]float64{0, -5, 2}, 3, 0), 7 * 0x1p-24 * 8, 0},
		{"Set of a larger map", m.Set(&double, &[3]float64{}, 3, 0), 7 * 0x1p-24 * 6, 0},
		{"Set of a smaller map", m.Set(&[9]float64{}, &[3]float64{}, 3, 0), 7 * 0x1p-24 * 3, 0},
		{"Set with more", m.Set(&identity, &[3]float64{}, 3, 1), 7 * 0x1p-24 * 3, 1},
		{"Set of nothing", m.Set(&double, &[3]float64{}, 0, 0), 0, 2 * 0x1p-147},
		{"widening", widening(3), 6, 0},
		{"widening of nothing", widening(0), 0, 0x1p-126},
	} {
		got, want := float64(c.slack), c.want*(1+0x1p-20)+c.extra
		if got <= want*(1-0x1p-23) || got > want*(1+0x1p-22)+0x1p-148 {
			t.Errorf("%s is %g, want %g", c.name, got, want)
		}
	}
}

// TestFarLeavesEnd: leaves are far from each other where their origins are farther apart than the sum of the
// radii and its 2⁻¹¹th; nearer ones are looked into. The radii are made smaller than the leaves,
// whose triangles pierce each other, so that looking into them finds a hit.
func TestFarLeavesEnd(t *testing.T) {
	t.Parallel()
	leaves, m := MakeLeaves(2), &MakeMotions(1)[0]
	m.Set(&[9]float64{0: 1, 4: 1, 8: 1}, [3]float64{}, 1)
	m.Bound, m.Least = 320*0x1p-24, 0x1p-10
	for _, c := range []struct {
		at  float64
		far bool
	}{{1, false}, {1 + 0x1p-12, false}, {1 + 0x1p-11 - 0x1p-15, false}, {1 + 0x1p-11 + 0x1p-15, true}, {1 + 0x1p-10, true}} {
		for n := range 6 {
			axis, by := n%3, float32(1+3*(n/3)) // in two units of length
			m.Col64[3] = [4]float64{}
			m.Col64[3][axis], m.Col[3] = c.at*float64(by), [4]float32{}
			m.Col[3][axis] = float32(c.at) * by
			for k := range leaves {
				leaves[k].N, leaves[k].Rho = 1, 0.5*by
			}
			// A triangle of A across the way to B, and one of B that passes through it.
			set := func(l *Leaf, v int, along, one, other float32) {
				l.V[3*v+axis][0], l.V[3*v+(axis+1)%3][0], l.V[3*v+(axis+2)%3][0] = along*by, one*by, other*by
			}
			set(&leaves[0], 0, -0.5, 4, 0)
			set(&leaves[0], 1, -0.5, -4, 4)
			set(&leaves[0], 2, -0.5, -4, -4)
			set(&leaves[1], 0, -4, 0, 0)
			set(&leaves[1], 1, 4, 0.5, 0.25)
			set(&leaves[1], 2, 4, -0.5, 0.25)
			for _, l := range Levels() {
				hit, apart := l.LeafLeaf(m, &leaves[0], &leaves[1])
				if far := apart&1 == 1; far != c.far || far == (hit&1 == 1) {
					t.Errorf("%v: leaves %g times %g apart along axis %d: hit %x, apart %x", l, c.at, by, axis, hit, apart)
				}
			}
		}
	}
}

// TestBoxesNearBySlack: Slack of the sum of half sizes is added to a radius, and Grow to A's half sizes.
func TestBoxesNearBySlack(t *testing.T) {
	t.Parallel()
	m := &MakeMotions(1)[0]
	m.Set(&[9]float64{0: 1, 4: 1, 8: 1}, [3]float64{}, 1)
	a := boxesAt([3]float32{}, [3]float32{1, 1, 1})
	for _, c := range []struct{ slack, grow, aligned, turned float32 }{ // the gaps at which boxes are near
		{0, 0, 0, 0}, {0x1p-10, 0, 2 * 0x1p-10, 6 * 0x1p-10}, {0, 0x1p-8, 0x1p-8, 0x1p-8}, {0x1p-10, 0x1p-1, 0x1p-1 + 2.5*0x1p-10, 0x1p-1 + 7.5*0x1p-10},
	} {
		m.Slack, m.Grow = c.slack, c.grow
		for way := range 6 {
			for _, l := range Levels() {
				near := func(gap float32) (aligned, turned bool) {
					var at [3]float32
					at[way/2] = float32(2*(way&1)-1) * (2 + gap)
					b := boxesAt(at, [3]float32{1, 1, 1})
					return l.AlignedBox8(m, a, 0, b).Near() != 0, l.BoxBox8(m, a, 0, b).Near() != 0
				}
				const e = 0x1p-20
				in, _ := near(c.aligned - e)
				out, _ := near(c.aligned + e)
				if !in || out {
					t.Errorf("%v: slack %g, growth %g, way %d: aligned boxes before the end %v, behind it %v", l, c.slack, c.grow, way, in, out)
				}
				_, in = near(c.turned - e)
				if _, out = near(c.turned + e); !in || out {
					t.Errorf("%v: slack %g, growth %g, way %d: boxes before the end %v, behind it %v", l, c.slack, c.grow, way, in, out)
				}
			}
		}
	}
}

// TestEdgesWithinSeeBothSigns: an edge is as long whichever way it goes, though its triangle's other edges
// are short enough.
func TestEdgesWithinSeeBothSigns(t *testing.T) {
	t.Parallel()
	for k := range 3 {
		for i := range LeafTriangles {
			for _, sign := range []float64{-1, 1} {
				for _, c := range []struct {
					x    float64
					want bool
				}{{0.5, true}, {0.75, false}} {
					var corners Corners // x along axis k: −x, 0, x, so that the last edge is 2x long
					corners[k][i], corners[6+k][i] = -sign*c.x, sign*c.x
					if got := corners.edgesWithin(1); got != c.want {
						t.Errorf("axis %d, triangle %d: edges of %g, %g, %g within 1: %v", k, i, sign*c.x, sign*c.x, -2*sign*c.x, got)
					}
				}
			}
		}
	}
}

// TestBoxesAreStretched: boxes of A are as much larger in B's frame as the matrix says, and compared by that
// size.
func TestBoxesAreStretched(t *testing.T) {
	t.Parallel()
	m := &MakeMotions(1)[0]
	for _, by := range []float64{0.5, 2} {
		m.Set(&[9]float64{0: by, 4: by, 8: by}, [3]float64{}, by)
		a := boxesAt([3]float32{}, [3]float32{1, 1, 1})
		for _, l := range Levels() {
			h := float32(by)
			if r := l.BoxBox8(m, a, 0, boxesAt([3]float32{}, [3]float32{h, h, h})); !r.AtLeast(3) || r.Larger(3) {
				t.Errorf("%v: stretched by %g, a box of that size is at least as large %v, larger %v", l, by, r.AtLeast(3), r.Larger(3))
			}
		}
		for way := range 6 {
			for _, l := range Levels() {
				for _, c := range []struct {
					gap  float32
					near bool
				}{{-0x1p-20, true}, {0x1p-20, false}} {
					var at [3]float32
					at[way/2] = float32(2*(way&1)-1) * (1 + float32(by) + c.gap)
					r := l.BoxBox8(m, a, 0, boxesAt(at, [3]float32{1, 1, 1}))
					if r.Near() != 0 != c.near {
						t.Errorf("%v: stretched by %g, way %d, a gap of %g: %08b are near", l, by, way, c.gap, r.Near())
					}
					if c.near && r.Larger(3) != (by < 1) {
						t.Errorf("%v: stretched by %g: B is larger %v", l, by, r.Larger(3))
					}
				}
			}
		}
	}
}
