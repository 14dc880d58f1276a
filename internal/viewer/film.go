package viewer

import (
	"context"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/predicate"
)

// film turns the stepper's frames into what pages show. The first side is the
// run's own method; where overlays need what a step does not tell, and for the
// second side, it asks detectors of its own about the same poses.
type film struct {
	show  *Show
	stage *stage
	// lenses look at the poses for the two sides, nil until they are needed.
	lenses [2]*lens
	ruler  ruler
	// What follows is kept for its memory.
	boxes  []geom.AABB
	cells  []broad.Cell
	octree broad.Octree
	meets  []predicate.Intersection
}

func (m *film) close() {
	for i := range m.lenses {
		m.drop(i)
	}
	m.ruler.close()
}

// drop forgets the lens of a side.
func (m *film) drop(side int) {
	if m.lenses[side] != nil {
		m.lenses[side].close()
		m.lenses[side] = nil
	}
}

// next to makes a second method search the same bodies, "" for none.
func (m *film) beside(method string) error {
	if method == "" {
		m.drop(1)
		return nil
	}
	opt, err := m.show.options(method, "")
	if err != nil {
		return err
	}
	l, err := newLens(m.stage, opt)
	if err != nil {
		return err
	}
	m.drop(1)
	m.lenses[1] = l
	return nil
}

// take fills f with the stepper's current frame under the settings s.
func (m *film) take(ctx context.Context, s *state, f *frame) error {
	now := m.show.Stepper.Frame()
	f.index, f.time, f.state = now.Index, now.Time, now.State
	m.takeBodies(now, f)
	if err := m.takeContacts(ctx, now, f, s, &report.Places{Workers: m.show.Options.Workers}); err != nil {
		return err
	}
	if p, ok := m.show.Stepper.(*Proven); ok {
		var err error
		if f.proven, err = p.encode(m.stage, f.proven[:0]); err != nil {
			return err
		}
	}
	first := &f.sides[0]
	first.take(now)
	for i := range f.sides {
		f.sides[i].clear()
	}
	if s.needsLens() && m.lenses[0] == nil {
		l, err := newLens(m.stage, m.show.Options)
		if err != nil {
			return err
		}
		m.lenses[0] = l
	}
	f.two = m.lenses[1] != nil
	for i, l := range m.lenses {
		if l == nil || i == 0 && !s.needsLens() {
			continue
		}
		if err := l.look(ctx, now.Poses, s, &f.sides[i], i == 1); err != nil {
			return err
		}
	}
	m.addScenery(now, s, f)
	return m.takeDistances(ctx, now.Poses, s, f)
}

// takeBodies writes poses and vertices.
func (m *film) takeBodies(now *sim.Frame, f *frame) {
	f.poses = f.poses[:0]
	for i := range now.Poses {
		f.poses = m.stage.appendPose(f.poses, i, &now.Poses[i])
	}
	for n, i := range m.stage.deforming {
		if n == len(f.vertices) {
			f.vertices = append(f.vertices, deformed{})
		}
		v := &f.vertices[n]
		v.mesh, v.vertices = m.stage.meshOf[i], m.stage.appendVertices(v.vertices[:0], i)
	}
}
