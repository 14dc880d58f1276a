// Package proof writes proofs that somebody verifies who does not trust this library: files from which a program that shares no
// code with it establishes which triangles touch, or are at most a distance apart, and that no others are. docs/proof.md is the
// format, and says what is proven and what is not; verify and verify/verify.py are such programs.
//
// A proof is of meshes in files as they are: verifiers read the files themselves and compare their SHA-256.
package proof
