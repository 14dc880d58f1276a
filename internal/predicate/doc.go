// Package predicate is the only place where "they touch" is decided.
//
// Everything rests on the signs of two determinants, Orient2D and Orient3D,
// computed in stages, each with its proof next to it: float64 with an a priori
// error bound (plane.go), float64 with a bound from the terms themselves
// (orient.go), two float64 a number (closer.go), exact floating-point expansions
// (Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
// Geometric Predicates", Discrete & Computational Geometry 18, 1997) where no
// exponent can overflow or underflow, and scaled integers everywhere else. The
// answer is right for every finite input, subnormals and 1e300 included.
//
// Balls and hulls compare squares and signs by the same rule: a filter that
// knows its error (sphere.go, frame.go), then exact arithmetic.
//
// Shapes are closed: touching counts. A degenerate triangle is the segment or
// point it is. Methods of Tally count how often the later stages ran; the
// package-level functions are the same tests without the counting.
package predicate

// Tally counts signs that the first filter left open. The zero value is ready;
// one goroutine at a time may use it.
type Tally struct {
	// Adaptive signs were settled by the filters that measure their own error
	// bound, Exact ones by exact arithmetic.
	Adaptive, Exact int64
	// Plain is set by who knows that LatticeLeaves fits all coordinates in question: what
	// the first filters leave open is then evaluated in plain float64, which is exact there.
	Plain bool
	kept  *keptFacets
}
