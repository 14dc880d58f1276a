package rigid

import (
	"math"
	"math/bits"

	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// kernels are those of the simulator in float64, or in float32.
type kernels struct {
	move, boxes, touch, pull, gather, hut, claim, release, impact, matrix *vulkan.Kernel
}

func kernelsOf(variant string) kernels {
	k := func(name, access string) *vulkan.Kernel {
		return &vulkan.Kernel{Shaders: shaders, Name: name + variant, Access: access, Group: 256}
	}
	hut := k("hut", "rrrrrrwww")
	hut.Group = 64 * 8 // threads, and bodies of each
	release := k("release", "rw")
	release.Name = "release" // has no numbers
	return kernels{
		move: k("move", "rrwwrw"), boxes: k("boxes", "rrrw"), touch: k("touch", "rrrrrwww"),
		pull: k("pull", "rrrwww"), gather: k("gather", "rrrrrww"), hut: hut,
		claim: k("claim", "rrrw"), release: release,
		impact: k("impact", "rrrrrrwwww"), matrix: k("matrix", "rrw"),
	}
}

var floats, doubles = kernelsOf(""), kernelsOf(".f64")

func kernelsFor(double bool) kernels {
	if double {
		return doubles
	}
	return floats
}

// settle moves the bodies through h seconds, if move is set, and finds what holds at
// their new places: the tree, the contacts, gravitation, which acts for h/2 more.
func (s *Simulator) settle(h float64, move bool) error {
	b, k, n := s.batch, &s.kernels, len(s.bodies)
	count := []uint32{uint32(n)}
	for again := false; ; again = true {
		b.Start()
		if !again {
			b.Write(s.shared, 0, s.parameters(h))
			if move {
				b.Call(k.move, n, count, s.shared, s.records, s.places, s.speeds, s.pulls, s.hits)
				b.Mark("motion")
			}
			b.Call(k.boxes, n, count, s.shared, s.records, s.places, s.tree.Items)
			b.Mark("world boxes")
			if n > 1 {
				s.tree.Build(b, n, 0)
			}
			if s.laws.G > 0 {
				s.attract(b)
			}
		}
		if n > 1 {
			s.find(b)
		}
		if err := b.Run(); err != nil {
			return err
		}
		if fits, err := s.fits(); err != nil || fits {
			return err
		}
	}
}

// attract records gravitation.
func (s *Simulator) attract(b *vulkan.Batch) {
	k, t, n := &s.kernels, s.tree, len(s.bodies)
	count := []uint32{uint32(n)}
	b.Fill(s.tide, 0, 4, 0)
	if s.hierarchic() {
		b.Fill(t.Arrivals, 0, 4*n, 0)
		b.Call(k.gather, n, count, t.Sort.Payload, t.Children, t.Parents, s.records, s.places, s.cells, t.Arrivals)
		b.Call(k.hut, n, count, s.shared, s.records, s.places, t.Sort.Payload, t.Children, s.cells, s.speeds, s.pulls, s.tide)
	} else {
		b.Call(k.pull, n, count, s.shared, s.records, s.places, s.speeds, s.pulls, s.tide)
	}
	b.Mark("gravitation")
	b.Read(vulkan.BytesOf(s.steepest[:]), s.tide, 0)
}

// Energy asks for sub-steps that are short against the time in which masses fall onto each
// other, 1/sqrt(G·m/r³). A piece takes fallShare of it at most; a sub-step has mostPieces at
// most, as bodies that overlap may be as near to each other as they like. Both are those of the simulation on
// the CPU. The method is of second order: pieces four times as long let energy drift sixteen times as far, and
// more where bodies meet (24 times in 300 frames of TestFall).
const (
	fallShare  = 1.0 / 64
	mostPieces = 1024
)

// pieces is how many make h seconds of a sub-step.
func (s *Simulator) pieces(h float64) int {
	if s.laws.G == 0 {
		return 1
	}
	tide := s.laws.G * float64(math.Float32frombits(s.steepest[0]))
	n := math.Ceil(h * math.Sqrt(tide) / fallShare)
	if !(n > 1) {
		return 1
	}
	return int(min(n, mostPieces))
}

// fall goes through a sub-step of h seconds, in pieces that follow the time of fall.
func (s *Simulator) fall(h float64) error {
	for k, left := 0, h; k < mostPieces; k++ {
		n := min(s.pieces(left), mostPieces-k)
		piece := left / float64(n)
		if err := s.settle(piece, true); err != nil {
			return err
		}
		if err := s.collide(true); err != nil {
			return err
		}
		if n == 1 {
			return nil
		}
		left -= piece
	}
	return nil
}

// hierarchic reports whether gravitation goes down the tree.
func (s *Simulator) hierarchic() bool { return s.laws.G > 0 && s.laws.Theta > 0 && len(s.bodies) > 1 }

// find records the search for contacts.
func (s *Simulator) find(b *vulkan.Batch) {
	c := &s.contacts
	s.tree.Traverse(b, len(s.bodies), s.near)
	s.near.Ask(b)
	primitives.GroupsFor(b, s.near.Capacity, 0, s.near.Count, s.args)
	b.Fill(c.count, 0, 4, 0)
	b.CallIndirect(s.kernels.touch, s.args, 0, []uint32{uint32(s.near.Capacity), uint32(c.capacity)},
		s.shared, s.records, s.places, s.near.Count, s.near.Data, c.count, c.list.Keys, c.list.Payload)
	b.Mark("contacts")
	b.Read(vulkan.BytesOf(c.found[:]), c.count, 0)
}

// fits reports whether pairs and contacts had room; where not, they have now.
func (s *Simulator) fits() (bool, error) {
	c := &s.contacts
	if len(s.bodies) < 2 {
		c.n = 0
		return true, nil
	}
	fits, err := s.near.Fits()
	if err != nil {
		return false, err
	}
	s.Pairs = int64(s.near.Found[0])
	c.n = int(c.found[0])
	if c.n <= c.capacity {
		return fits, nil
	}
	return false, c.reserve(c.n+c.n/8, s.params.size())
}

// leastRounds is how many rounds of impacts are recorded at least.
const leastRounds = 4

// collide puts the contacts in order, gives them their impulses if push is set, round by
// round until none waits, and brings both back.
func (s *Simulator) collide(push bool) error {
	c, b := &s.contacts, s.batch
	if c.n == 0 {
		s.Contacts = s.Contacts[:0]
		return nil
	}
	c.waiting[0] = 0
	waited := 0
	for first := true; first || c.waiting[0] > 0; first = false {
		b.Start()
		if first {
			s.line(b)
		}
		if push {
			for range c.rounds {
				s.round(b)
			}
			waited += c.rounds
			b.Mark("impacts")
			b.Read(vulkan.BytesOf(c.waiting[:]), c.left, 0)
		}
		s.readings.contacts(s, b)
		if err := b.Run(); err != nil {
			return err
		}
	}
	c.plan(waited)
	return s.readings.takeContacts(s, push)
}

// plan sets how many rounds are recorded at one go the next time: as many as this time,
// less some where they may have been too many.
func (c *contacts) plan(waited int) { c.rounds = max(leastRounds, waited-waited/8) }

// line records the sorting of the contacts and the beginning of the rounds.
func (s *Simulator) line(b *vulkan.Batch) {
	c := &s.contacts
	body := uint64(1)<<bits.Len(uint(len(s.bodies)-1)) - 1
	c.list.Sort(b, c.count, c.n, body<<32|body)
	b.Fill(c.done, 0, 4*c.n, 0)
	b.Fill(s.first, 0, 4*len(s.bodies), ^uint32(0))
	b.Mark("order")
}

func (s *Simulator) round(b *vulkan.Batch) {
	c, k := &s.contacts, &s.kernels
	count := []uint32{uint32(c.n)}
	b.Call(k.claim, c.n, count, c.list.Keys, s.records, c.done, s.first)
	b.Fill(c.left, 0, 4, 0)
	b.Call(k.impact, c.n, count, s.shared, s.records, s.places, c.list.Keys, s.pulls, s.first, s.speeds, c.done, c.left, c.push)
	b.Call(k.release, c.n, count, c.list.Keys, s.first)
}
