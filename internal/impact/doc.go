// Package impact searches for the first time at which bodies touch that move rigidly. Nothing is
// decided by it but that something is certainly apart: contact is decided by package predicate,
// under the pose that a motion has at a float64.
//
// The search goes through boxes and time together. At each interval of time it keeps a list of
// pairs of boxes and of triangles that may touch during it. A pair whose boxes are provably apart
// throughout is dropped; one whose motion is small next to its boxes is replaced by smaller boxes;
// the others wait for shorter intervals. If nothing is left the interval is free, else its halves
// are searched, the earlier one first, with the list that is left. Bounds on motion are those of
// motion.Span, which cover the real motion and the rounding of posed corners. A solid is a mesh with a
// ball around each of its points; only its boundary is looked at.
package impact
