package multiprocess

import (
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/world"
)

// Watched is the method for one detector, whose engine tests can set.
type Watched struct {
	collide.Method
	engine *engine
}

// Watch returns the method of a command line.
func Watch(command []string) *Watched { return &Watched{Method: New(Options{Worker: command})} }

// Make implements world.Maker.
func (m *Watched) Make(w *world.World) (world.Engine, error) {
	e, err := m.Method.(world.Maker).Make(w)
	if err == nil {
		m.engine = e.(*engine)
	}
	return e, err
}

// SetSilence sets how long processes may show no sign of life.
func (m *Watched) SetSilence(limit time.Duration) { m.engine.silence = limit }
