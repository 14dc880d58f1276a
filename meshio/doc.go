// Package meshio reads and writes triangle meshes: OBJ, STL (ASCII and binary),
// PLY (ASCII, binary little and big endian) and OFF with its variants.
//
// Readers stream. Memory is linear in the vertices and triangles actually read,
// never in what a header claims, and no input makes them panic. Whatever cannot
// be taken over exactly is an [*Error] that names the file and the line (text) or
// byte (binary): numbers that are not finite or do not fit a float64, indices out
// of range, faces of fewer than three corners, truncated files, counts that differ
// from the content, lines and files beyond the limits of [Options]. A file without
// triangles is an error too. Triangles keep the order of the file, degenerate ones
// included; polygons become their fan 0-1-2, 0-2-3 … and are listed as such.
//
// Normals, colours, texture coordinates, materials and attribute bytes are not
// part of a mesh here and are passed over.
//
// Writers are lossless: whatever [Read] returned is returned again, bit for bit,
// after [Write], as far as the format has a place for it. See [Write].
package meshio
