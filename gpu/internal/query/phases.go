package query

import (
	"errors"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/world"
)

// Recipe is what makes one method differ from another.
type Recipe struct {
	// Bodies makes the broad phase, Triangles the phase over triangles.
	Bodies    func(b *vulkan.Batch, first, workers int) BodyPhase
	Triangles func(w *world.World, b *vulkan.Batch, g *models.Geometry, first int) TrianglePhase
}

// BodyPhase is a broad phase that may fail and may hold memory on the device.
type BodyPhase interface {
	broad.Phase
	// Failure is the error of the last call of Pairs.
	Failure() error
	Close()
}

// FirstCapacity is the number of elements that append buffers have room for to begin with.
const FirstCapacity = 1 << 14

// TrianglePhase finds the pairs of triangles that the device cannot tell apart.
type TrianglePhase interface {
	// Grow makes room for what the phase keeps up to date with the geometry, Follow
	// records how it follows a change of the vertices, Followed takes what that gave when the batch
	// has run, Prepare does the rest; both return how
	// many nodes changed. Lacking reports whether the rest is a build, which takes long.
	Grow() error
	Follow(b *vulkan.Batch)
	Followed() int64
	Prepare() (int64, error)
	Lacking() bool
	// Search looks at as many of the pairs of bodies as one run holds, and returns how many
	// and the candidates: triples of the pair's place and the triangles of A
	// and B, valid until the next search. It may join a batch that was begun. ErrAgain means that
	// there was no room for what came of hierarchies that followed in the same batch.
	Search(w *world.World, pairs []broad.Pair) (taken int, candidates []uint32, err error)
	Counted() *Counts
	Close()
}

// ErrAgain asks for another search, when Prepare has built what may have degraded.
var ErrAgain = errors.New("search again")

// Counts is what a search did.
type Counts struct{ Items, Boxes int64 }

// leveler is a phase that keeps hierarchies to look at on the device.
type leveler interface {
	// Level appends as world.Leveler does; an error leaves nothing to look at.
	Level(w *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool, error)
}
