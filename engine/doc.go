// Package engine is for authors of methods: it makes a collide.Method of an engine of
// one's own, and follows what the engines of others do.
//
// An engine finds the contacts of the bodies of a World. It rejects what provably cannot
// touch in any way it likes and leaves the rest to World.Touch, which decides exactly. The
// detector sorts, groups and judges what the engine appends.
package engine

import (
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/recipe"
	"github.com/collide-go/collide/internal/world"
)

// Engine computes contact sets for one detector.
type Engine interface {
	// Find appends every contact of the world's candidates to dst, in any order, each
	// once. It returns early when World.Step reports false; what it appended by then must
	// be exact. A contact that the bodies cannot have makes the query an error.
	Find(w *World, dst []collide.Contact) ([]collide.Contact, error)
}

// New returns a method that makes an engine for each detector. New panics if about has no
// name.
func New(about collide.About, engine func(*World) (Engine, error)) collide.Method {
	if about.Name == "" {
		panic("engine: New of a method without a name")
	}
	if about.Backend == "" {
		about.Backend = collide.CPU
	}
	return recipe.Recipe[struct{}]{Is: about, Engine: func(w *world.World, _ struct{}) (world.Engine, error) {
		a := &adapter{world: World{inner: w}}
		var err error
		a.engine, err = engine(&a.world)
		return a, err
	}}
}

// adapter makes an Engine a world.Engine.
type adapter struct {
	world    World
	engine   Engine
	contacts []collide.Contact
}

// Find implements world.Engine.
func (a *adapter) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	a.world.begin()
	found, err := a.engine.Find(&a.world, a.contacts[:0])
	a.contacts = found
	a.world.end()
	for _, c := range found {
		if !w.Names(world.Contact(c)) {
			return dst, fmt.Errorf("contact %v is of no two primitives in order", c)
		}
		dst = append(dst, world.Contact(c))
	}
	return dst, err
}
