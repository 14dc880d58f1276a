// Package swept finds the triangles of meshes that touch at some time while all vertices go straight. What is decided is decided by
// package ccd.
//
// One hierarchy holds the triangles of all meshes. A node has two boxes, around its triangles at the start and at the end: whatever is in
// it is, at each time, in the box that goes straight from one to the other. So two nodes are apart throughout if these boxes are, which
// ccd.Apart decides. The tree is split by the boxes around both ends.
package swept
