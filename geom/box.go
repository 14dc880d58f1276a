package geom

import "math"

// AABB is a closed axis-aligned box. It is empty when Min exceeds Max on some
// axis; EmptyAABB is the neutral element of Union.
type AABB struct{ Min, Max Vec }

// EmptyAABB returns the box that contains nothing.
func EmptyAABB() AABB {
	inf := math.Inf(1)
	return AABB{Vec{inf, inf, inf}, Vec{-inf, -inf, -inf}}
}

// BoundsOf returns the least box around points, empty for none.
func BoundsOf(points []Vec) AABB {
	b := EmptyAABB()
	for _, p := range points {
		b.Extend(p)
	}
	return b
}

// IsEmpty reports whether b contains no point.
func (b *AABB) IsEmpty() bool {
	return b.Min.X > b.Max.X || b.Min.Y > b.Max.Y || b.Min.Z > b.Max.Z
}

// Extend grows b to contain p.
func (b *AABB) Extend(p Vec) {
	b.Min = b.Min.Min(p)
	b.Max = b.Max.Max(p)
}

// Hold grows b to contain p, which must hold no NaN: comparing is several times as
// fast as Extend's minima where few points change the box.
func (b *AABB) Hold(p *Vec) {
	if p.X < b.Min.X {
		b.Min.X = p.X
	}
	if p.Y < b.Min.Y {
		b.Min.Y = p.Y
	}
	if p.Z < b.Min.Z {
		b.Min.Z = p.Z
	}
	if p.X > b.Max.X {
		b.Max.X = p.X
	}
	if p.Y > b.Max.Y {
		b.Max.Y = p.Y
	}
	if p.Z > b.Max.Z {
		b.Max.Z = p.Z
	}
}

// Include grows b to contain c. It compares instead of taking minima: the boxes
// hold no NaN, and 0 and −0 bound alike.
func (b *AABB) Include(c *AABB) {
	if c.Min.X < b.Min.X {
		b.Min.X = c.Min.X
	}
	if c.Min.Y < b.Min.Y {
		b.Min.Y = c.Min.Y
	}
	if c.Min.Z < b.Min.Z {
		b.Min.Z = c.Min.Z
	}
	if c.Max.X > b.Max.X {
		b.Max.X = c.Max.X
	}
	if c.Max.Y > b.Max.Y {
		b.Max.Y = c.Max.Y
	}
	if c.Max.Z > b.Max.Z {
		b.Max.Z = c.Max.Z
	}
}

// Union returns the least box around both.
func (b AABB) Union(c AABB) AABB { return AABB{b.Min.Min(c.Min), b.Max.Max(c.Max)} }

// Intersect returns the common box, empty when there is none.
func (b AABB) Intersect(c AABB) AABB { return AABB{b.Min.Max(c.Min), b.Max.Min(c.Max)} }

// Overlaps reports whether the closed boxes share a point.
func (b *AABB) Overlaps(c *AABB) bool {
	return b.Min.X <= c.Max.X && c.Min.X <= b.Max.X &&
		b.Min.Y <= c.Max.Y && c.Min.Y <= b.Max.Y &&
		b.Min.Z <= c.Max.Z && c.Min.Z <= b.Max.Z
}

// Contains reports whether p lies in the closed box.
func (b *AABB) Contains(p Vec) bool {
	return b.Min.X <= p.X && p.X <= b.Max.X &&
		b.Min.Y <= p.Y && p.Y <= b.Max.Y &&
		b.Min.Z <= p.Z && p.Z <= b.Max.Z
}

// Encloses reports whether c lies in b.
func (b *AABB) Encloses(c *AABB) bool {
	return c.IsEmpty() || b.Contains(c.Min) && b.Contains(c.Max)
}

// Center returns the midpoint, rounded. Halving first keeps huge boxes finite.
func (b *AABB) Center() Vec { return b.Min.Scale(0.5).Add(b.Max.Scale(0.5)) }

// Corner returns a corner: bit 0, 1, 2 of i choose Max in place of Min on X, Y, Z.
func (b *AABB) Corner(i int) Vec {
	v := b.Min
	if i&1 != 0 {
		v.X = b.Max.X
	}
	if i&2 != 0 {
		v.Y = b.Max.Y
	}
	if i&4 != 0 {
		v.Z = b.Max.Z
	}
	return v
}

// Size returns the extents, rounded.
func (b *AABB) Size() Vec { return b.Max.Sub(b.Min) }

// HalfArea returns half the surface area, 0 for an empty box.
func (b *AABB) HalfArea() float64 {
	if b.IsEmpty() {
		return 0
	}
	d := b.Size()
	return float64(d.X*d.Y) + float64(d.Y*d.Z) + float64(d.Z*d.X)
}

// Inflated returns b grown by d on every side.
func (b AABB) Inflated(d float64) AABB {
	v := Vec{d, d, d}
	return AABB{b.Min.Sub(v), b.Max.Add(v)}
}
