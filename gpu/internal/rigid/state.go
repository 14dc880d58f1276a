package rigid

import (
	"fmt"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// State is what was read back after the last step.
type State struct {
	// Poses are the model matrices. Places are the centres.
	Poses              []geom.Pose
	Places, Velocities []geom.Vec
	// Potentials are those of gravitation at the centres, without the masses there.
	Potentials []float64
	// Contacts are sorted.
	Contacts []Contact
	// Impulses are those since the state before, sub-step by sub-step.
	Impulses []Impulse
	// Received is what the walls have pushed each body by since the state before: at the
	// lower and the upper wall of each axis, inward.
	Received [][6]float64
	// Pairs is how many boxes met in the last sub-step.
	Pairs int64
}

// Contact is a pair of bodies, A < B. One in doubt has to be decided exactly.
type Contact struct {
	A, B  int32
	Doubt bool
}

// Impulse is what A received from B along the normal, which points to A.
type Impulse struct {
	A, B          int32
	Point, Normal geom.Vec
	Size          float64
}

// Spent is the device's time for the last step, and what it did.
func (s *Simulator) Spent() (time.Duration, vulkan.Work) { return s.batch.Spent, s.batch.Work }

// readings is where bytes from the device arrive.
type readings struct {
	matrices, places, speeds, pulls, hits, push reals
	keys                                        []uint64
	doubts                                      []uint32
}

func (r *readings) set(double bool) {
	for _, v := range []*reals{&r.matrices, &r.places, &r.speeds, &r.pulls, &r.hits, &r.push} {
		v.double = double
	}
}

// contacts records the reading of the list and its impulses.
func (r *readings) contacts(s *Simulator, b *vulkan.Batch) {
	n := s.contacts.n
	r.keys, r.doubts = sized(r.keys, n), sized(r.doubts, n)
	b.Read(vulkan.BytesOf(r.keys), s.contacts.list.Keys, 0)
	b.Read(vulkan.BytesOf(r.doubts), s.contacts.list.Payload, 0)
	b.Read(r.push.room(7*n), s.contacts.push, 0)
}

// takeContacts decodes what came.
func (r *readings) takeContacts(s *Simulator, pushed bool) error {
	s.Contacts = s.Contacts[:0]
	for i, k := range r.keys {
		c := Contact{A: int32(k >> 32), B: int32(uint32(k)), Doubt: r.doubts[i] != 0}
		if c.A < 0 || c.A >= c.B || int(c.B) >= len(s.bodies) || i > 0 && r.keys[i-1] >= k {
			return fmt.Errorf("%w: contact %d is between bodies %d and %d of %d", vulkan.ErrFaulty, i, c.A, c.B, len(s.bodies))
		}
		s.Contacts = append(s.Contacts, c)
		if !pushed {
			continue
		}
		if j := r.push.at(7*i + 6); j != 0 {
			s.Impulses = append(s.Impulses, Impulse{A: c.A, B: c.B, Point: r.push.vecAt(7 * i), Normal: r.push.vecAt(7*i + 3), Size: j})
		}
	}
	return nil
}

// read brings back the state.
func (s *Simulator) read() error {
	r, b, n := &s.readings, s.batch, len(s.bodies)
	b.Start()
	b.Call(s.kernels.matrix, n, []uint32{uint32(n)}, s.shapes, s.places, s.matrices)
	b.Mark("matrices")
	for _, o := range []struct {
		to   *reals
		from *vulkan.Buffer
		each int
	}{{&r.matrices, s.matrices, 12}, {&r.places, s.places, 3}, {&r.speeds, s.speeds, 3}, {&r.pulls, s.pulls, 4}, {&r.hits, s.hits, 6}} {
		b.Read(o.to.room(o.each*n), o.from, 0)
	}
	b.Fill(s.hits, 0, 6*n*r.hits.size(), 0)
	if err := b.Run(); err != nil {
		return err
	}
	s.take()
	return nil
}

func (s *Simulator) take() {
	r, n := &s.readings, len(s.bodies)
	s.Poses, s.Places, s.Velocities = sized(s.Poses, n), sized(s.Places, n), sized(s.Velocities, n)
	s.Potentials, s.Received = sized(s.Potentials, n), sized(s.Received, n)
	for i := range n {
		p := &s.Poses[i]
		for row := range 3 {
			for k := range 3 {
				p.R[3*row+k] = r.matrices.at(12*i + 4*row + k)
			}
		}
		p.T = geom.Vec{X: r.matrices.at(12*i + 3), Y: r.matrices.at(12*i + 7), Z: r.matrices.at(12*i + 11)}
		s.Places[i], s.Velocities[i] = r.places.vecAt(3*i), r.speeds.vecAt(3*i)
		s.Potentials[i] = r.pulls.at(4*i + 3)
		for k := range 6 {
			s.Received[i][k] = r.hits.at(6*i + k)
		}
	}
}

func sized[T any](v []T, n int) []T {
	if cap(v) < n {
		return make([]T, n, n+n/4)
	}
	return v[:n]
}
