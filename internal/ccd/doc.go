// Package ccd decides exactly whether two primitives touch while their corners move on
// straight lines, and when they do so first: an edge against an edge, a vertex against a
// triangle. Together with package predicate it is where contact is decided.
//
// The corners are p(t) = p₀ + (p₁ − p₀)·t in exact arithmetic on the given float64 numbers, for
// t from 0 to 1. Primitives are closed: touching counts, at t = 0 and t = 1, too. Degenerate
// ones are the segment or the point they are, at each time what they are at that time.
//
// Four points that touch lie in one plane, so contact can only be where the cubic
// f(t) = det(p₁−p₀, p₂−p₀, p₃−p₀) is 0. A query runs in stages: bounds in float64 that prove on
// parts of [0, 1] that the primitives are apart (filter.go); else the roots of f, isolated by
// Sturm's theorem in integers (root.go), and at each in turn the signs of the polynomials that
// decide whether the primitives touch there (touch.go). Where f is 0 throughout, the times at
// which one of these signs changes take the place of the roots (planar.go).
package ccd
