package conformance

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// Limited is a method whose lists end at lower limits than usual.
type Limited struct {
	collide.Method
	Limits narrow.Limits
}

// Make lowers the limits and makes the method's engine.
func (m Limited) Make(w *world.World) (world.Engine, error) {
	w.Control.Limit(m.Limits)
	return m.Method.(world.Maker).Make(w)
}
