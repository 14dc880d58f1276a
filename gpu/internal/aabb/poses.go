package aabb

import (
	"errors"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// Poses implements query.PosePhase: a batch looks at many poses, each a pair of bodies of the same descent, and two batches are
// in flight. A batch has half as many poses, and so on, where its streams are longer than buffers may be.
func (p *Triangles) Poses(w *world.World, q query.Posing) (int, error) {
	s := sweep{Triangles: p, Posing: q, world: w}
	for s.Most = min(len(q.Poses), q.Most); ; s.Most /= 2 {
		err := s.run()
		if !errors.Is(err, vulkan.ErrLimit) || s.Most < 2 {
			s.tell()
			return s.landed, err
		}
	}
}

// sweep is a pass over poses. Those before next are placed; the words of those before landed are there, and Ready has had those
// before told.
type sweep struct {
	*Triangles
	query.Posing
	world              *world.World
	levels             int
	next, landed, told int
	flying             []*flight // in the order in which they were submitted
}

// flight is a batch of poses on the device.
type flight struct {
	batch    *vulkan.Batch // nil where all poses are apart by their boxes
	first, n int
	posed    []int // the poses, from the first on, that the records are of
	descent
}

// run is the rest of the sweep, or as much of it as there is time for. Where a refit is in the batch, whose outcome decides how to go on, it is one batch.
func (s *sweep) run() error {
	s.next, s.flying = s.landed, s.flying[:0]
	s.levels = max(s.depth(s.world.Model(0), s.world.Model(1)), 1)
	if err := s.grow(); err != nil {
		return err
	}
	for alone := s.Trees.Refitting(); ; {
		if err := s.launch(alone); err != nil {
			return s.abandon(err)
		}
		s.tell()
		if len(s.flying) == 0 {
			return nil
		}
		if err := s.land(); err != nil {
			return s.abandon(err)
		}
		if alone {
			return nil
		}
	}
}

// grow makes room for a batch: buffers must not grow while one is in flight.
func (s *sweep) grow() error {
	if err := s.words.Grow(4 * s.Most); err != nil {
		return err
	}
	if cap(s.judged) < s.Most {
		s.judged = make([]uint32, s.Most)
	}
	return s.reserve(s.levels, s.Most)
}

// launch submits batches until two are in flight, or one where it is to be alone.
func (s *sweep) launch(alone bool) error {
	most := len(s.flights)
	if alone {
		most = 1
	}
	for s.next < len(s.Posing.Poses) && len(s.flying) < most && s.world.Control.Poll() == narrow.Running {
		f := s.free()
		s.place(f)
		if len(f.records) > 0 {
			if err := s.board(f); err != nil {
				return err
			}
			if err := s.submit(f); err != nil {
				return err
			}
		}
		s.next += f.n
		s.flying = append(s.flying, f)
	}
	return nil
}

// free is a flight that is not in the air.
func (s *sweep) free() *flight {
	if len(s.flying) > 0 && s.flying[0] == &s.flights[0] {
		return &s.flights[1]
	}
	return &s.flights[0]
}

// place fills the records of the next poses in which the bodies' boxes meet, and clears the words of all.
func (s *sweep) place(f *flight) {
	f.batch, f.first, f.n, f.posed = nil, s.next, min(s.Most, len(s.Posing.Poses)-s.next), f.posed[:0]
	f.clear()
	clear(s.Words[f.first : f.first+f.n])
	moved := *s.world.Surface(0)
	for i := range f.n {
		var r models.PairRecord
		if moved.SetPose(&s.Posing.Poses[f.first+i]); r.SetPosed(s.world, s.geometry, &moved) {
			s.add(&f.descent, &r, s.world.Model(0), s.world.Model(1))
			f.posed = append(f.posed, i)
		}
	}
}

// board gives a flight the batch that is not in the air: the first one unless that is, since something may be recorded in it.
func (s *sweep) board(f *flight) (err error) {
	f.batch = s.batch
	for _, o := range s.flying {
		if o.batch == s.batch {
			f.batch, err = s.batch.Twin()
		}
	}
	return err
}

// submit sends a flight off.
func (s *sweep) submit(f *flight) error {
	b, n := f.batch, len(f.records)
	s.descend(b, &f.descent, s.levels, false)
	b.Fill(s.words, 0, 4*n, 0)
	s.geometry.Judge(b, s.recordsOn, s.args, s.Candidates, s.words)
	b.Read(vulkan.BytesOf(s.judged[:n]), s.words, 0)
	return b.Submit()
}

// tell calls ready with what has come.
func (s *sweep) tell() {
	if first := s.told; first < s.landed {
		s.told = s.landed
		s.Ready(first, s.Words[first:s.landed])
	}
}
