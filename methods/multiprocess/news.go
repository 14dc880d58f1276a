package multiprocess

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/internal/world"
)

// look records which bodies moved and which models were deformed since the last
// frame.
func (e *engine) look(w *world.World) {
	e.frame++
	e.hasNews = false
	if e.moved == nil {
		e.list(w)
	}
	for i, m := range e.models {
		if m.Version() != e.versions[i] {
			e.versions[i], e.deformed[i] = m.Version(), e.frame
		}
	}
	for i := range w.Len() {
		if p := w.Pose(i); *p != e.poses[i] {
			e.poses[i], e.moved[i] = *p, e.frame
		}
	}
}

// list makes the lists of models and bodies, the latter at the identity.
func (e *engine) list(w *world.World) {
	seen := map[*world.Model]bool{}
	for i := range w.Len() {
		if m := w.Model(i); m != nil && !seen[m] {
			seen[m] = true
			e.models, e.versions = append(e.models, m), append(e.versions, m.Version())
		}
		e.poses = append(e.poses, geom.Identity)
	}
	e.deformed, e.moved = make([]uint64, len(e.models)), make([]uint64, w.Len())
}

// sayBodies returns the message with all bodies as they are in this frame.
func (e *engine) sayBodies() ([]byte, error) {
	if e.bodies == nil {
		b := appendBodies(procs.Begin(nil, sayBodies), e.world, e.models)
		if err := procs.Finish(b); err != nil {
			return nil, err
		}
		e.bodies = b
	}
	return e.bodies, nil
}

// inform sends a process the changes since the last frame that it was sent.
func (e *engine) inform(p *peer) {
	if p.knows == e.frame {
		return
	}
	if !e.hasNews || e.newsOf != p.knows {
		e.news, e.newsOf, e.hasNews = e.appendNews(procs.Begin(e.news, sayFrame), p.knows), p.knows, true
		if err := procs.Finish(e.news); err != nil {
			// The vertices of all models were sent before, in a message that was longer.
			panic(err)
		}
	}
	p.proc.Send(e.news)
	p.knows = e.frame
}

// appendNews writes the frame for a process that has the earlier frame known. A known of 0
// stands for a process that was just sent the bodies, with the vertices of this frame.
func (e *engine) appendNews(b []byte, known uint64) []byte {
	var flags byte
	if e.world.First {
		flags |= flagFirst
	}
	if e.world.Control.Limited() {
		flags |= flagLimited
	}
	b = append(wire.AppendUint64(b, e.frame), flags)
	b = wire.AppendUint64(b, uint64(e.world.Control.Limits().Contacts))
	count, at := uint32(0), len(b)
	b = wire.AppendUint32(b, 0)
	for i, m := range e.models {
		if known > 0 && e.deformed[i] > known {
			b = appendVecs(wire.AppendUint32(b, uint32(i)), m.Mesh().Vertices)
			count++
		}
	}
	wire.PutUint32(b[at:], count)
	count, at = 0, len(b)
	b = wire.AppendUint32(b, 0)
	for i := range e.moved {
		if e.moved[i] > known {
			b = appendPose(wire.AppendUint32(b, uint32(i)), &e.poses[i])
			count++
		}
	}
	wire.PutUint32(b[at:], count)
	return b
}
