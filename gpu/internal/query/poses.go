package query

import (
	"errors"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// Posing is a question about many poses of body 0 beside body 1.
type Posing struct {
	Poses []geom.Pose
	// Words has one for each: 0 where the meshes are surely apart, models.Touching and models.Doubtful else.
	Words []uint32
	// Most is the number of poses that a batch looks at.
	Most int
	// Ready gets the words of ever more poses, and the number of the first, while the device is at work on the next ones.
	Ready func(first int, words []uint32)
}

// PosePhase is a phase over triangles that looks at many poses of body 0 beside body 1 at once.
type PosePhase interface {
	TrianglePhase
	// Poses looks at the poses, in their order, and returns at how many it has: fewer than all where the query is over, after an error, and
	// where hierarchies followed in the same batch. ErrAgain is as for Search.
	Poses(w *world.World, q Posing) (int, error)
}

// Poser is an engine that looks at many poses of a mesh, body 0, beside another, body 1, in one query, which has no contacts. The
// recipe's phase over triangles is a PosePhase.
type Poser struct {
	*Engine
	Posing
}

// Find implements world.Engine.
func (p *Poser) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	p.Words = make([]uint32, len(p.Poses))
	return p.find(w, dst, p.judge)
}

func (p *Poser) judge(w *world.World) error {
	if err := p.update(w); err != nil {
		return err
	}
	phase := p.on.triangles.(PosePhase)
	for done := 0; done < len(p.Poses) && w.Control.Poll() == narrow.Running; {
		n, err := phase.Poses(w, p.from(done))
		done += n
		if again := errors.Is(err, ErrAgain); again || err == nil { // the batch has run
			w.Stats.BVUpdates += phase.Followed()
			if again {
				err = p.prepare(w)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// from is the question about the poses from one on.
func (p *Poser) from(first int) Posing {
	q := p.Posing
	q.Poses, q.Words = q.Poses[first:], q.Words[first:]
	q.Ready = func(k int, words []uint32) { p.Ready(first+k, words) }
	return q
}
