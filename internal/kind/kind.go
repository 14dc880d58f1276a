// Package kind decides what kind a contact of two solids is: whether they only touch or
// have inner points in common. Only signs from package predicate decide.
//
// Let two closed meshes share a point. If their interiors have one in common, some boundary
// of the common part is a piece of one surface in the other's interior, or a piece of both
// surfaces with the material on the same side. Grow a piece of the former kind within its
// shell until it ends at the other surface. It ends along segments, unless the shell meets
// the other surface in single points alone; then all of the shell but these points is one piece.
// Next to a segment each surface is a face or the fan of an edge, the same along all of the
// segment, since a mesh that does not intersect itself has nothing else there. So looking at
// the contacts that are longer than a point, and at one corner of each shell that has none,
// finds every common inner point.
package kind

// Kind is what kind a contact is.
type Kind uint8

// The kinds. Undecided comes with a reason.
const (
	Undecided Kind = iota
	// Touch is a common point of the surfaces and none of the interiors.
	Touch
	// Penetrate is a common point of the surfaces and one of the interiors.
	Penetrate
	// Surface is a contact of a body without an interior.
	Surface
	// Inside is a common point of the interiors of bodies whose surfaces are apart.
	Inside
)
