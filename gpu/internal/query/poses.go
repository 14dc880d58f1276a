package query

import (
	"errors"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// PosePhase is a phase over triangles that looks at many poses of body 0 beside body 1 at once.
type PosePhase interface {
	TrianglePhase
	// Poses looks at as many of the poses as one run holds and returns how many; words has one for each: 0 where the meshes are surely
	// apart, models.Touching and models.Doubtful else. ErrAgain is as for Search.
	Poses(w *world.World, poses []geom.Pose, words []uint32) (int, error)
}

// Poser is an engine that looks at many poses of a mesh, body 0, beside another, body 1, in one query, which has no contacts. The
// recipe's phase over triangles is a PosePhase.
type Poser struct {
	*Engine
	Poses []geom.Pose
	// Words are what PosePhase says of the first Judged poses.
	Words  []uint32
	Judged int
}

// Find implements world.Engine.
func (p *Poser) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	p.Words, p.Judged = make([]uint32, len(p.Poses)), 0
	return p.find(w, dst, p.judge)
}

func (p *Poser) judge(w *world.World) error {
	if err := p.update(w); err != nil {
		return err
	}
	phase := p.on.triangles.(PosePhase)
	for p.Judged < len(p.Poses) && w.Control.Poll() == narrow.Running {
		n, err := phase.Poses(w, p.Poses[p.Judged:], p.Words[p.Judged:])
		if again := errors.Is(err, ErrAgain); again || err == nil { // the batch has run
			w.Stats.BVUpdates += phase.Followed()
			if again {
				n, err = 0, p.prepare(w)
			}
		}
		if err != nil {
			return err
		}
		p.Judged += n
	}
	return nil
}
