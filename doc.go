// Package collide finds which triangles of which bodies touch, exactly.
//
// A Detector answers for posed bodies: meshes, spheres, boxes. Every Method has the same
// contacts. Closed sets that share a point touch. A query that was cut short returns an
// error that wraps ErrIncomplete and is never Free. Detectors and goroutines may share
// Models; a Detector belongs to one goroutine at a time.
package collide
