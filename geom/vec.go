package geom

import "math"

// Vec is a point or a direction in three dimensions.
type Vec struct{ X, Y, Z float64 }

// Add returns a + b.
func (a Vec) Add(b Vec) Vec { return Vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Sub returns a - b.
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Scale returns s·a.
func (a Vec) Scale(s float64) Vec {
	return Vec{float64(a.X * s), float64(a.Y * s), float64(a.Z * s)}
}

// Dot returns a·b, summed from left to right.
func (a Vec) Dot(b Vec) float64 {
	return float64(a.X*b.X) + float64(a.Y*b.Y) + float64(a.Z*b.Z)
}

// Cross returns a × b.
func (a Vec) Cross(b Vec) Vec {
	return Vec{
		float64(a.Y*b.Z) - float64(a.Z*b.Y),
		float64(a.Z*b.X) - float64(a.X*b.Z),
		float64(a.X*b.Y) - float64(a.Y*b.X),
	}
}

// Norm returns the Euclidean length of a. It may overflow above 1e154.
func (a Vec) Norm() float64 { return math.Sqrt(a.Dot(a)) }

// Abs returns the componentwise absolute value.
func (a Vec) Abs() Vec { return Vec{math.Abs(a.X), math.Abs(a.Y), math.Abs(a.Z)} }

// Min returns the componentwise minimum.
func (a Vec) Min(b Vec) Vec { return Vec{min(a.X, b.X), min(a.Y, b.Y), min(a.Z, b.Z)} }

// Max returns the componentwise maximum.
func (a Vec) Max(b Vec) Vec { return Vec{max(a.X, b.X), max(a.Y, b.Y), max(a.Z, b.Z)} }

// MaxAbs returns the largest absolute component, the ∞-norm.
func (a Vec) MaxAbs() float64 {
	return max(math.Abs(a.X), math.Abs(a.Y), math.Abs(a.Z))
}

// At returns the component on an axis: 0 is X, 1 is Y, anything else Z.
func (a Vec) At(axis int) float64 {
	switch axis {
	case 0:
		return a.X
	case 1:
		return a.Y
	default:
		return a.Z
	}
}

// IsFinite reports whether no component is NaN or infinite.
func (a Vec) IsFinite() bool {
	// x-x is 0 for every finite x and NaN otherwise.
	return (a.X-a.X)+(a.Y-a.Y)+(a.Z-a.Z) == 0
}

// Less orders vectors lexicographically by X, then Y, then Z.
func (a Vec) Less(b Vec) bool {
	if a.X != b.X {
		return a.X < b.X
	}
	if a.Y != b.Y {
		return a.Y < b.Y
	}
	return a.Z < b.Z
}
