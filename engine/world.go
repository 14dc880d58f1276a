package engine

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
)

// World is an engine's view of a detector: the posed bodies and the query. It is used
// by one goroutine at a time.
type World struct {
	inner   *world.World
	workers [1]world.Worker
	phase   broad.Auto
	pairs   []broad.Pair
}

// Pair is two bodies, A < B, or one with itself.
type Pair struct{ A, B int }

func (w *World) begin() { world.Begin(w.workers[:], w.inner) }

func (w *World) end() { world.Collect(w.workers[:], w.inner, nil) }

// Len returns the number of bodies.
func (w *World) Len() int { return w.inner.Len() }

// First reports whether one contact of any candidate is enough.
func (w *World) First() bool { return w.inner.First }

// Workers returns the number of goroutines that the user wants to be used.
func (w *World) Workers() int { return w.inner.Workers }

// Mesh returns body i's mesh, in its own coordinates and to be read only, nil for a
// solid.
func (w *World) Mesh(i int) *mesh.Mesh {
	if m := w.inner.Model(i); m != nil {
		return m.Mesh()
	}
	return nil
}

// Version counts the deformations of body i's mesh.
func (w *World) Version(i int) int { return w.inner.Version(i) }

// Solid returns body i's shape.Sphere or shape.Box, nil for a mesh.
func (w *World) Solid(i int) collide.Shape {
	s, _ := w.inner.Solid(i).(collide.Shape)
	return s
}

// Pose returns body i's pose.
func (w *World) Pose(i int) geom.Pose { return *w.inner.Pose(i) }

// Box returns a box around body i in the world, an empty one for a half space: no candidate has it.
func (w *World) Box(i int) geom.AABB { return w.inner.Boxes()[i] }

// Triangle returns a triangle of mesh body i in the world, rounded as the contract
// defines: the one that Touch tests.
func (w *World) Triangle(i, triangle int) geom.Triangle { return w.inner.Triangle(i, triangle) }

// Primitives returns the number of primitives of body i: that of its triangles, or 1 for a
// solid.
func (w *World) Primitives(i int) int { return w.inner.Primitives(i) }

// Candidates appends the pairs of bodies whose contacts are asked for and whose boxes
// overlap.
func (w *World) Candidates(dst []Pair) []Pair {
	w.phase.Workers = w.inner.Workers
	w.pairs = w.inner.Candidates(&w.phase, w.pairs[:0])
	for _, p := range w.pairs {
		dst = append(dst, Pair{int(p.A), int(p.B)})
	}
	return dst
}

// Step claims a step of the budget, for a test of two bounding volumes, and reports
// whether the search goes on.
func (w *World) Step() bool { return w.workers[0].Step() }

// Touch reports whether primitive a of body p.A and primitive b of body p.B share a point.
// Of a body with itself, a < b, it reports whether the triangles share more than their
// corners have in common. It claims a step. If the budget is used up or the query
// is cancelled, Touch returns false, and so does Step from then on.
func (w *World) Touch(p Pair, a, b int) bool {
	return w.inner.Touch(&w.workers[0], broad.Pair{A: int32(p.A), B: int32(p.B)}, uint32(a), uint32(b))
}
