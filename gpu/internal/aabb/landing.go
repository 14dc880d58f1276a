package aabb

import (
	"errors"

	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// land waits for the first flight, with more room where it had too little, and takes its words.
func (s *sweep) land() error {
	f := s.flying[0]
	if f.batch != nil {
		if err := s.arrive(f); err != nil {
			return err
		}
		for k, i := range f.posed {
			s.Words[f.first+i] = s.judged[k]
		}
	}
	s.landed = f.first + f.n
	s.flying = append(s.flying[:0], s.flying[1:]...)
	return nil
}

// arrive waits for a flight until one had room.
func (s *sweep) arrive(f *flight) error {
	for {
		if err := f.batch.Wait(); err != nil {
			return err
		}
		room, err := s.room()
		if (err != nil || !room) && s.Trees.Refitting() {
			return query.ErrAgain
		}
		if err != nil || room {
			return err
		}
		if err := s.relaunch(); err != nil {
			return err
		}
	}
}

// room reports whether the first flight, which has arrived, had room; where not, there is now, and the others were called back.
func (s *sweep) room() (bool, error) {
	if !s.within() {
		for _, o := range s.flying[1:] {
			if o.batch == nil {
				continue
			}
			if err := o.batch.Drop(); err != nil {
				return false, err
			}
		}
	}
	return s.fits()
}

// relaunch sends all flights off again.
func (s *sweep) relaunch() error {
	for _, f := range s.flying {
		if f.batch == nil {
			continue
		}
		if err := s.submit(f); err != nil {
			return err
		}
	}
	return nil
}

// abandon calls back what is in the air after an error, and returns it. What a query that is over leaves behind stays in the air: see
// vulkan.Batch.Finish.
func (s *sweep) abandon(err error) error {
	if errors.Is(err, vulkan.ErrStopped) {
		return err
	}
	for _, f := range s.flying {
		if f.batch == nil {
			continue
		}
		if e := f.batch.Drop(); errors.Is(e, vulkan.ErrStopped) {
			return e
		}
	}
	return err
}
