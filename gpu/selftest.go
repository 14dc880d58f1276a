package gpu

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
)

// selfTestLimit is how long the device may take for the self-test, in all. The software
// driver takes a tenth of a second, and a few times that where it has to compile the kernels first.
const selfTestLimit = 20 * time.Second

// selfTest runs the primitives that every method is built of on vectors whose results are
// known: a device whose subgroups, shared memory or barriers are not what the kernels take
// them for must not answer "free". The error wraps ErrFaulty where a result is wrong or does
// not come within the limit.
func (d *Device) selfTest(limit time.Duration) error {
	t := &tester{dev: d, r: rand.New(rand.NewPCG(1, 2))}
	t.control.Reset(context.Background(), limit, 0)
	for _, s := range []struct {
		name string
		run  func() error
	}{
		{"scan", t.scan}, {"reduction", t.reduce}, {"compaction", t.compact}, {"radix sort", t.radix}, {"merge sort", t.merge},
		{"pairs of boxes", t.boxes}, {"pairs of triangles", t.triangles},
	} {
		err := s.run()
		if errors.Is(err, errStopped) {
			err = fmt.Errorf("%w: no result within %v", ErrFaulty, limit)
		}
		if err != nil {
			return fmt.Errorf("self-test, %s: %w", s.name, err)
		}
	}
	return nil
}

// tester runs the parts of the self-test, each with a batch and buffers of its own.
type tester struct {
	dev     *Device
	control narrow.Control
	r       *rand.Rand
}

// with runs a part and frees what it used; where the device does not come to an end, when it
// does. ends are called then, too.
func (t *tester) with(part func(b *batch) error, ends ...func()) error {
	b, err := t.dev.newBatch()
	if err != nil {
		return err
	}
	b.control = &t.control
	err = part(b)
	free := func() {
		for _, f := range ends {
			f()
		}
		b.close()
	}
	if !b.pending {
		free()
		return err
	}
	t.dev.tails.Go(func() {
		_ = b.finish()
		free()
	})
	return err
}

func (t *tester) words(n int) []uint32 {
	v := make([]uint32, n)
	for i := range v {
		v[i] = t.r.Uint32()
	}
	return v
}

// differ returns an error for the first difference.
func differ[T comparable](got, want []T) error {
	for i := range want {
		if got[i] != want[i] {
			return fmt.Errorf("%w: element %d of %d is %v, want %v", ErrFaulty, i, len(want), got[i], want[i])
		}
	}
	return nil
}

func (t *tester) scan() error {
	const n = 2*tile + 77
	s, u, v := t.dev.newScanner(), t.dev.newBuffer("words"), t.words(n)
	return t.with(func(b *batch) error {
		if err := errors.Join(s.grow(n), u.grow(4*n)); err != nil {
			return err
		}
		b.start()
		b.write(u, 0, bytesOf(v))
		s.scan(b, u, n)
		got := make([]uint32, n)
		b.read(bytesOf(got), u, 0)
		if err := b.run(); err != nil {
			return err
		}
		refScan(v)
		return differ(got, v)
	}, s.close, u.close)
}

func (t *tester) reduce() error {
	const n = tile + 5
	s, u, v := t.dev.newReducer(), t.dev.newBuffer("numbers"), make([]float32, n)
	for i := range v {
		v[i] = t.r.Float32()
	}
	return t.with(func(b *batch) error {
		if err := errors.Join(s.grow(n), u.grow(4*n)); err != nil {
			return err
		}
		b.start()
		b.write(u, 0, bytesOf(v))
		var got [1]float32
		b.read(bytesOf(got[:]), s.sum(b, u, n), 0)
		if err := b.run(); err != nil {
			return err
		}
		return differ(got[:], []float32{refReduce(v)})
	}, s.close, u.close)
}

func (t *tester) compact() error {
	const first, n = 3, 3*256 + 5
	s, in, out, flags := t.dev.newCompactor(), t.dev.newBuffer("words"), t.dev.newBuffer("words, split"), t.dev.newBuffer("flags")
	v, sides := t.words(first+n), t.words(n)
	for i := range sides {
		sides[i] &= 1
	}
	return t.with(func(b *batch) error {
		if err := errors.Join(s.grow(n), in.grow(4*(first+n)), out.grow(4*(first+n)), flags.grow(4*(n+1))); err != nil {
			return err
		}
		b.start()
		b.write(in, 0, bytesOf(v))
		b.write(flags, 0, bytesOf(sides))
		s.split(b, flags, in, out, first, n)
		got := make([]uint32, n)
		b.read(bytesOf(got), out, 4*first)
		if err := b.run(); err != nil {
			return err
		}
		want, _ := refCompact(sides, v[first:])
		return differ(got, want)
	}, s.close, in.close, out.close, flags.close)
}

func (t *tester) radix() error {
	return t.sort(tile+300, func(s *sorter, b *batch, n int) { s.radix(b, n, 64) })
}

func (t *tester) merge() error { return t.sort(4*mergeBlockLen+9, (*sorter).merge) }

// sort sorts keys of which many are alike.
func (t *tester) sort(n int, sort func(s *sorter, b *batch, n int)) error {
	s, v := t.dev.newSorter(), make([]keyed, n)
	keys, payload := make([]uint64, n), make([]uint32, n)
	for i := range v {
		v[i] = keyed{t.r.Uint64() & 0xF00F000F_0F0000FF >> (t.r.UintN(2) * 64), uint32(i)}
		keys[i], payload[i] = v[i].key, v[i].payload
	}
	return t.with(func(b *batch) error {
		if err := s.grow(n); err != nil {
			return err
		}
		b.start()
		b.write(s.keys, 0, bytesOf(keys))
		b.write(s.payload, 0, bytesOf(payload))
		sort(s, b, n)
		b.read(bytesOf(keys), s.keys, 0)
		b.read(bytesOf(payload), s.payload, 0)
		if err := b.run(); err != nil {
			return err
		}
		refSort(v, 64)
		got := make([]keyed, n)
		for i := range got {
			got[i] = keyed{keys[i], payload[i]}
		}
		return differ(got, v)
	}, s.close)
}

// boxes looks for the pairs of random boxes, with room for one at first.
func (t *tester) boxes() error {
	const n = 600
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		p := geom.Vec{X: t.r.Float64(), Y: t.r.Float64(), Z: t.r.Float64()}
		boxes[i] = geom.AABB{Min: p, Max: p.Add(geom.Vec{X: 0.1, Y: 0.2 * t.r.Float64(), Z: 0.05})}
	}
	var p *bodyPhase
	return t.with(func(b *batch) error {
		p = newBodyPhase(b, 1, 1)
		got := p.Pairs(boxes, nil)
		if p.err != nil {
			return p.err
		}
		var want []broad.Pair
		for i := range boxes {
			for j := range boxes[:i] {
				if boxes[i].Overlaps(&boxes[j]) {
					want = append(want, broad.Pair{A: int32(j), B: int32(i)})
				}
			}
		}
		return sameSet(got, want)
	}, func() { p.close() })
}

// sameSet compares pairs in any order.
func sameSet(got, want []broad.Pair) error {
	order := func(a, b broad.Pair) int {
		if a.A != b.A {
			return int(a.A - b.A)
		}
		return int(a.B - b.B)
	}
	slices.SortFunc(got, order)
	slices.SortFunc(want, order)
	if len(got) != len(want) {
		return fmt.Errorf("%w: %d pairs, want %d", ErrFaulty, len(got), len(want))
	}
	return differ(got, want)
}
