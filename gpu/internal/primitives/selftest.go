package primitives

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// Tester runs the parts of a self-test, each with a batch and buffers of its own.
//
// Rand has a new seed in every tester. A new buffer may hold what an earlier self-test left
// in the same memory: with the same vectors these would be the right results, and a kernel
// that stores nothing would pass.
type Tester struct {
	Device  *vulkan.Device
	control vulkan.Control
	Rand    *rand.Rand
}

// NewTester makes a tester that gives up after some time.
func NewTester(d *vulkan.Device, limit time.Duration) *Tester {
	return &Tester{Device: d, control: vulkan.Within(limit), Rand: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))}
}

// Check is a part of a self-test. The error wraps ErrFaulty where a result is wrong.
type Check struct {
	Name string
	Run  func() error
}

// Checks are those of the primitives.
func (t *Tester) Checks() []Check {
	return []Check{{"scan", t.scan}, {"reduction", t.reduce}, {"compaction", t.compact}, {"radix sort", t.radix}, {"merge sort", t.merge}}
}

// With runs a part and frees what it used; where the device does not come to an end, when it
// does. ends are called then, too.
func (t *Tester) With(part func(b *vulkan.Batch) error, ends ...func()) error {
	b, err := t.Device.NewBatch()
	if err != nil {
		return err
	}
	b.Control = t.control
	err = part(b)
	free := func() {
		for _, f := range ends {
			f()
		}
		b.Close()
	}
	if !b.Pending() {
		free()
		return err
	}
	t.Device.Background(func() {
		_ = b.Finish()
		free()
	})
	return err
}

func (t *Tester) words(n int) []uint32 {
	v := make([]uint32, n)
	for i := range v {
		v[i] = t.Rand.Uint32()
	}
	return v
}

// Differ returns an error for the first difference.
func Differ[T comparable](got, want []T) error {
	for i := range want {
		if got[i] != want[i] {
			return fmt.Errorf("%w: element %d of %d is %v, want %v", vulkan.ErrFaulty, i, len(want), got[i], want[i])
		}
	}
	return nil
}

func (t *Tester) scan() error {
	const n = 2*tile + 77
	s, u, v := NewScanner(t.Device), t.Device.NewBuffer("words"), t.words(n)
	return t.With(func(b *vulkan.Batch) error {
		if err := errors.Join(s.Grow(n), u.Grow(4*n)); err != nil {
			return err
		}
		b.Start()
		b.Write(u, 0, vulkan.BytesOf(v))
		s.Scan(b, u, n)
		got := make([]uint32, n)
		b.Read(vulkan.BytesOf(got), u, 0)
		if err := b.Run(); err != nil {
			return err
		}
		refScan(v)
		return Differ(got, v)
	}, s.Close, u.Close)
}

func (t *Tester) reduce() error {
	const n = tile + 5
	s, u, v := NewReducer(t.Device), t.Device.NewBuffer("numbers"), make([]float32, n)
	for i := range v {
		v[i] = t.Rand.Float32()
	}
	return t.With(func(b *vulkan.Batch) error {
		if err := errors.Join(s.Grow(n), u.Grow(4*n)); err != nil {
			return err
		}
		b.Start()
		b.Write(u, 0, vulkan.BytesOf(v))
		var got [1]float32
		b.Read(vulkan.BytesOf(got[:]), s.Sum(b, u, n), 0)
		if err := b.Run(); err != nil {
			return err
		}
		return Differ(got[:], []float32{refReduce(v)})
	}, s.Close, u.Close)
}

func (t *Tester) compact() error {
	const first, n = 3, 3*256 + 5
	s, in, out, flags := NewCompactor(t.Device), t.Device.NewBuffer("words"), t.Device.NewBuffer("words, split"), t.Device.NewBuffer("flags")
	v, sides := t.words(first+n), t.words(n)
	for i := range sides {
		sides[i] &= 1
	}
	return t.With(func(b *vulkan.Batch) error {
		if err := errors.Join(s.Grow(n), in.Grow(4*(first+n)), out.Grow(4*(first+n)), flags.Grow(4*(n+1))); err != nil {
			return err
		}
		b.Start()
		b.Write(in, 0, vulkan.BytesOf(v))
		b.Write(flags, 0, vulkan.BytesOf(sides))
		s.Split(b, flags, in, out, first, n)
		got := make([]uint32, n)
		b.Read(vulkan.BytesOf(got), out, 4*first)
		if err := b.Run(); err != nil {
			return err
		}
		want, _ := refCompact(sides, v[first:])
		return Differ(got, want)
	}, s.Close, in.Close, out.Close, flags.Close)
}

func (t *Tester) radix() error {
	return t.sort(tile+300, func(s *Sorter, b *vulkan.Batch, number *vulkan.Buffer, n int) { s.Radix(b, number, n, ^uint64(0)) })
}

func (t *Tester) merge() error {
	return t.sort(4*mergeBlockLen+9, func(s *Sorter, b *vulkan.Batch, _ *vulkan.Buffer, n int) { s.Merge(b, n) })
}

// sort sorts keys of which many are alike.
func (t *Tester) sort(n int, sort func(s *Sorter, b *vulkan.Batch, number *vulkan.Buffer, n int)) error {
	s, number, v := NewSorter(t.Device), t.Device.NewBuffer("number of keys"), make([]Keyed, n)
	keys, payload := make([]uint64, n), make([]uint32, n)
	for i := range v {
		v[i] = Keyed{t.Rand.Uint64() & 0xF00F000F_0F0000FF >> (t.Rand.UintN(2) * 64), uint32(i)}
		keys[i], payload[i] = v[i].Key, v[i].Payload
	}
	return t.With(func(b *vulkan.Batch) error {
		if err := errors.Join(s.Grow(n), number.Grow(4)); err != nil {
			return err
		}
		b.Start()
		b.Fill(number, 0, 4, uint32(n))
		b.Write(s.Keys, 0, vulkan.BytesOf(keys))
		b.Write(s.Payload, 0, vulkan.BytesOf(payload))
		sort(s, b, number, n)
		b.Read(vulkan.BytesOf(keys), s.Keys, 0)
		b.Read(vulkan.BytesOf(payload), s.Payload, 0)
		if err := b.Run(); err != nil {
			return err
		}
		RefSort(v, ^uint64(0))
		got := make([]Keyed, n)
		for i := range got {
			got[i] = Keyed{keys[i], payload[i]}
		}
		return Differ(got, v)
	}, s.Close, number.Close)
}
