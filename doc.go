// Package collide finds which triangles of which bodies touch, exactly.
//
// A Detector answers for a set of posed bodies: meshes, spheres and boxes. Every
// method of the table returned by Methods gives the identical, sorted contact
// set for any number of workers, hence the same Result.Hash; methods differ in
// speed alone. Closed sets that share a point are in contact: touching counts.
//
// A Result has a Verdict: Free, InContact or Unknown. A query that a context, a budget, a
// lost device or an undecidable question ended returns its result and an error that wraps
// ErrIncomplete. Such a query is never Free.
//
// A Model holds a mesh and the hierarchies built for it on demand. It may be
// shared by any number of bodies, detectors and goroutines. A Detector is used by
// one goroutine at a time and runs its own workers; different detectors run
// concurrently.
package collide
