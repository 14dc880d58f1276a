package query

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/world"
)

// fewBodies is the number of bodies up to which the host finds the pairs: it tests 2,016 boxes, or the
// broad phase that it chooses fewer, before a device has a batch.
const fewBodies = 64

// FewOnHost is a recipe whose broad phase leaves few bodies to the host.
func FewOnHost(r Recipe) Recipe {
	bodies := r.Bodies
	r.Bodies = func(b *vulkan.Batch, first, workers int) BodyPhase {
		return &fewPhase{BodyPhase: bodies(b, first, workers), host: broad.Auto{Workers: workers}}
	}
	return r
}

// fewPhase is a phase with the host's for few bodies.
type fewPhase struct {
	BodyPhase
	host   broad.Auto
	onHost bool // in the last call
}

// Pairs implements broad.Phase.
func (p *fewPhase) Pairs(boxes []geom.AABB, dst []broad.Pair) []broad.Pair {
	if p.onHost = len(boxes) <= fewBodies; p.onHost {
		return p.host.Pairs(boxes, dst)
	}
	return p.BodyPhase.Pairs(boxes, dst)
}

// Name implements broad.Phase.
func (p *fewPhase) Name() string {
	if p.onHost {
		return p.host.Name()
	}
	return p.BodyPhase.Name()
}

// StopWhen implements broad.Phase.
func (p *fewPhase) StopWhen(stop func(listed int) bool) {
	p.host.StopWhen(stop)
	p.BodyPhase.StopWhen(stop)
}

// Failure implements BodyPhase.
func (p *fewPhase) Failure() error {
	if p.onHost {
		return nil
	}
	return p.BodyPhase.Failure()
}

// Level appends the volumes of the device's phase, if it has any of the last call.
func (p *fewPhase) Level(w *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool, error) {
	if l, ok := p.BodyPhase.(leveler); ok && !p.onHost {
		return l.Level(w, dst, level, most)
	}
	return dst, true, nil
}
