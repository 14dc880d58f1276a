package rigid

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/collide-go/collide/gpu/internal/lbvh"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// Simulator moves bodies that live on a device. It belongs to one goroutine. After an
// error only Reset and Close may be called.
type Simulator struct {
	device *vulkan.Device
	batch  *vulkan.Batch
	bodies []Body
	laws   Laws
	frame  models.Frame
	params reals
	up     reals // for what is sent

	kernels                                              kernels
	shared, records, shapes, places, speeds, pulls, hits *vulkan.Buffer
	matrices, first, cells, tide                         *vulkan.Buffer
	steepest                                             [1]uint32 // the tide except for G, a float32
	tree                                                 *lbvh.Hierarchy
	near                                                 *primitives.Appender
	args                                                 *vulkan.Buffer
	contacts                                             contacts
	readings                                             readings
	State
}

// contacts is the list on the device: sorted keys, and what impulses need.
type contacts struct {
	list             *primitives.Sorter
	count            *vulkan.Buffer
	done, left, push *vulkan.Buffer
	capacity, n      int
	found, waiting   [1]uint32
	rounds           int // that the last impacts took
}

// New makes a simulator of bodies that have passed Check. double asks for float64.
func New(d *vulkan.Device, bodies []Body, laws Laws, double bool) (*Simulator, error) {
	b, err := d.NewBatch()
	if err != nil {
		return nil, d.Judge(err)
	}
	d.Attach()
	s := &Simulator{
		device: d, batch: b, bodies: slices.Clone(bodies), laws: laws, frame: frameAround(bodies, laws.Walls),
		params: reals{double: double}, up: reals{double: double}, kernels: kernelsFor(double),
		shared: d.NewBuffer("parameters"), records: d.NewBuffer("bodies"), shapes: d.NewBuffer("shapes"),
		places: d.NewBuffer("places"), speeds: d.NewBuffer("velocities"), pulls: d.NewBuffer("pulls"), hits: d.NewBuffer("impulses of walls"),
		matrices: d.NewBuffer("matrices"), cells: d.NewBuffer("cells"), tide: d.NewBuffer("tide"), first: d.NewBuffer("claims"), args: d.NewBuffer("groups of pairs"),
		tree: lbvh.NewHierarchy(d), near: primitives.NewAppender(d, "pairs of bodies", 12),
		contacts: contacts{
			list: primitives.NewSorter(d), count: d.NewBuffer("contacts"), done: d.NewBuffer("contacts done"),
			left: d.NewBuffer("contacts left"), push: d.NewBuffer("impulses"), rounds: leastRounds,
		},
	}
	s.readings.set(double)
	if err := s.grow(); err != nil {
		s.Close()
		return nil, d.Judge(err)
	}
	return s, nil
}

// firstContacts is how many contacts there is room for at first.
const firstContacts = 1 << 10

func (s *Simulator) grow() error {
	n, size := len(s.bodies), s.params.size()
	for _, g := range []struct {
		b     *vulkan.Buffer
		bytes int
	}{
		{s.shared, 17 * size}, {s.records, 8 * n * size}, {s.shapes, 12 * n * size}, {s.places, 3 * n * size}, {s.speeds, 3 * n * size},
		{s.pulls, 4 * n * size}, {s.hits, 6 * n * size}, {s.matrices, 12 * n * size}, {s.first, 4 * n}, {s.args, 16}, {s.tide, 4},
		{s.contacts.count, 4}, {s.contacts.left, 4}, {s.tree.Items, models.ItemBytes * n},
	} {
		if err := g.b.Grow(g.bytes); err != nil {
			return err
		}
	}
	if err := s.tree.Grow(n); err != nil {
		return err
	}
	if s.hierarchic() {
		if err := s.cells.Grow(11 * (2*n - 1) * size); err != nil {
			return err
		}
	}
	if err := s.near.Reserve(4 * n); err != nil {
		return err
	}
	return s.contacts.reserve(firstContacts, size)
}

func (c *contacts) reserve(n, size int) error {
	if n <= c.capacity {
		return nil
	}
	c.capacity = 0 // where one of them fails, nothing fits
	err := errors.Join(c.list.Grow(n), c.done.Grow(4*n), c.push.Grow(7*n*size))
	if err == nil {
		c.capacity = n
	}
	return err
}

// Close frees what it has on the device, when that has come to the end of what it does.
func (s *Simulator) Close() {
	if s.batch == nil {
		return
	}
	if s.batch.Pending() {
		_ = s.batch.Finish()
	}
	if s.device.Hold() {
		for _, b := range []*vulkan.Buffer{
			s.shared, s.records, s.shapes, s.places, s.speeds, s.pulls, s.hits, s.matrices, s.first, s.cells, s.tide, s.args,
			s.contacts.count, s.contacts.left, s.contacts.done, s.contacts.push,
		} {
			b.Close()
		}
		s.contacts.list.Close()
		s.near.Close()
		s.tree.Close()
		s.batch.Close()
		s.device.Detach()
		s.device.Release()
	}
	s.batch = nil
}

// until is a control that ends with a context.
type until struct{ context.Context }

func (u until) Stopped() bool { return u.Err() != nil }

func (u until) Wait(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	case <-u.Done():
		return false
	}
}

// Reset puts the bodies where they were at time 0 and finds their contacts.
func (s *Simulator) Reset(ctx context.Context) error {
	b := s.batch
	if b.Pending() {
		_ = b.Finish() // what it brought is not wanted
	}
	b.Control = until{ctx}
	b.Start()
	b.Work = vulkan.Work{}
	s.send(s.records, func(r *reals, o *Body) {
		ball, inverse := 0.0, 0.0
		if o.Ball {
			ball = 1
		}
		if o.Mass > 0 {
			inverse = 1 / o.Mass
		}
		r.vec(o.Half)
		r.add(ball, o.Mass, inverse, o.Restitution, o.Center.Norm())
	})
	s.send(s.shapes, func(r *reals, o *Body) {
		r.add(o.Turn[:]...)
		r.vec(o.Center)
	})
	s.send(s.places, func(r *reals, o *Body) { r.vec(o.Place) })
	s.send(s.speeds, func(r *reals, o *Body) { r.vec(o.Velocity) })
	n, size := len(s.bodies), s.params.size()
	b.Fill(s.pulls, 0, 4*n*size, 0)
	b.Fill(s.hits, 0, 6*n*size, 0)
	if err := b.Run(); err != nil {
		return s.failed(err)
	}
	s.Impulses = s.Impulses[:0]
	if err := s.settle(0, false); err != nil {
		return s.failed(err)
	}
	if err := s.collide(false); err != nil {
		return s.failed(err)
	}
	return s.finish()
}

// send encodes something of each body.
func (s *Simulator) send(to *vulkan.Buffer, of func(r *reals, o *Body)) {
	s.up.bytes = s.up.bytes[:0]
	for i := range s.bodies {
		of(&s.up, &s.bodies[i])
	}
	s.batch.Write(to, 0, s.up.bytes)
}

// Step goes through n sub-steps of h seconds.
func (s *Simulator) Step(ctx context.Context, h float64, n int) error {
	s.batch.Control = until{ctx}
	s.batch.Spent, s.batch.Work = 0, vulkan.Work{}
	s.Impulses = s.Impulses[:0]
	for range n {
		if err := s.fall(h); err != nil {
			return s.failed(err)
		}
	}
	return s.finish()
}

// finish reads what the host has to know of where the bodies are.
func (s *Simulator) finish() error {
	err := s.read()
	if err == nil {
		s.device.KeepPipelines()
	}
	return s.failed(err)
}

func (s *Simulator) failed(err error) error {
	if err == nil {
		return nil
	}
	return s.device.Judge(fmt.Errorf("moving bodies on the device: %w", err))
}

// Float64 reports what the device computes in.
func (s *Simulator) Float64() bool { return s.params.double }
