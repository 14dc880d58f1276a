// Package proof writes proofs of contact sets, of which bodies lie in others, of clearance sets and of distances: files from which a program that shares no code with this one
// establishes that exactly the listed pairs of triangles are at most a reach apart, and that all others are farther. With a reach of
// 0 they are the pairs that share a point. docs/proof.md is the format, for people who write a verifier of their own; package
// verify has one, and verify/verify.py is another.
//
// A proof is found after the answer, by a descent of its own that takes no bound of the engine for granted: every pair of
// triangles is covered by a direction along which two subtrees lie farther apart than the reach, or by a point of each of two
// triangles, the two at most the reach apart.
package proof

// The steps of a pair's proof. The digits of steps 0 to 26 in base 3, each less 1, are a direction.
const (
	stepSmall  = 27 // apart along three int8
	stepMiddle = 28 // apart along three int16
	stepLarge  = 29 // apart along three integers of any length
	stepSplitA = 30
	stepSplitB = 31
	stepEdgeA  = 32 // an edge of A, 0 to 2, meets the face B
	stepEdgeB  = 35 // an edge of B, 0 to 2, meets the face A
	stepNear   = 38 // a point of each triangle or solid by the weights of some of its corners, the two at most the reach apart
)

// magic begins a proof.
const magic = "collide proof 6\n"
