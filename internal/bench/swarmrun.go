package bench

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/tape"
)

// swarmRun is a race of finders over n boxes.
type swarmRun struct {
	n, frames int
	finders   []*finder
	// pairs is the mean number a frame; codes and sort are the seconds that the codes
	// and their sort take in Go, copied those that the codes take on the device from boxes to
	// codes in the host's memory, a frame each.
	pairs float64
	// repeats are the pairs that the device found more than once in the frame to warm up.
	repeats             int
	codes, sort, copied []float64

	found []broad.Pair
}

// race lets all finders find the pairs of the boxes in each frame, after one to warm up.
// It forgets an earlier race.
func (r *swarmRun) race(ctx context.Context, o *Options) error {
	s := o.newSwarm(r.n)
	r.pairs, r.codes, r.sort, r.copied = 0, nil, nil, nil
	for _, f := range r.finders {
		f.forget()
	}
	var keys, scratch []uint64
	for k := range r.frames + 1 {
		s.step()
		count, err := r.frame(k, s.boxes)
		if err != nil {
			return err
		}
		if err := r.copy(k, s.boxes); err != nil {
			return err
		}
		start := time.Now()
		keys = appendCodes(keys[:0], s.boxes)
		mid := time.Now()
		scratch = par.SortKeys(keys, scratch)
		if k > 0 {
			r.codes, r.sort = append(r.codes, mid.Sub(start).Seconds()), append(r.sort, time.Since(mid).Seconds())
			r.pairs += float64(count) / float64(r.frames)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		o.show(fmt.Sprintf("%d boxes", r.n), float64(k+1)/float64(r.frames+1))
	}
	return nil
}

// copy has the device compute the codes alone.
func (r *swarmRun) copy(k int, boxes []geom.AABB) error {
	for _, f := range r.finders {
		if f.name != labelRadix {
			continue
		}
		start := time.Now()
		if _, err := f.codes(boxes); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if k > 0 {
			r.copied = append(r.copied, time.Since(start).Seconds())
		}
	}
	return nil
}

// figures lists what a race of finders measured.
func (r *swarmRun) figures(p *tape.Part) {
	p.Figure("", "pairs", &r.pairs)
	p.Figure("", "pairs found again", &r.repeats)
	p.Figure("codes in Go", "seconds, by frame", &r.codes)
	p.Figure("sort in Go", "seconds, by frame", &r.sort)
	p.Figure("codes on the device, copies included", "seconds, by frame", &r.copied)
	for _, f := range r.finders {
		p.Figure(f.name, "seconds, by frame", &f.spent)
		if f.steps == nil {
			continue
		}
		for _, step := range linearSteps {
			times := f.steps[step]
			p.Figure(f.name, "seconds of step "+step+", by frame", &times)
			f.steps[step] = times
		}
	}
}

// frame asks every finder in turn; their pairs must be the same.
func (r *swarmRun) frame(k int, boxes []geom.AABB) (count int, err error) {
	count, sum := -1, uint64(0)
	for i := range r.finders {
		f := r.finders[(i+k)%len(r.finders)]
		if f.most > 0 && r.n > f.most {
			continue
		}
		start := time.Now()
		if r.found, err = f.find(boxes, r.found[:0]); err != nil {
			return 0, fmt.Errorf("%s: %w", f.name, err)
		}
		if k > 0 {
			f.note(time.Since(start))
		} else if f.name == labelRadix {
			r.repeats = repeatsIn(r.found)
			r.found = slices.Compact(r.found) // a claim judges repeats, the comparison sees each pair once
		}
		h := pairSum(r.found)
		if count >= 0 && (h != sum || len(r.found) != count) {
			return 0, fmt.Errorf("%w in frame %d of %d boxes: %s found %d pairs, others %d", ErrDisagree, k, r.n, f.name, len(r.found), count)
		}
		count, sum = len(r.found), h
	}
	return count, nil
}

// forget drops the times of earlier calls.
func (f *finder) forget() {
	f.spent = nil
	if f.steps != nil {
		f.steps = map[string][]float64{}
	}
}

// repeatsIn is the number of pairs that were there before. It sorts the pairs.
func repeatsIn(pairs []broad.Pair) int {
	slices.SortFunc(pairs, func(p, q broad.Pair) int { return cmp.Or(cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B)) })
	n := 0
	for i := 1; i < len(pairs); i++ {
		if pairs[i] == pairs[i-1] {
			n++
		}
	}
	return n
}

// pairSum is a sum that does not depend on the order.
func pairSum(pairs []broad.Pair) uint64 {
	sum := uint64(0)
	for _, p := range pairs {
		h := (uint64(uint32(p.A))<<32 | uint64(uint32(p.B))) * 0x9e3779b97f4a7c15
		sum += h ^ bits.RotateLeft64(h, 29)*0xbf58476d1ce4e5b9
	}
	return sum
}

// appendCodes appends the 63-bit Morton codes of the boxes' centres, 21 bits an axis.
func appendCodes(dst []uint64, boxes []geom.AABB) []uint64 {
	all := geom.EmptyAABB()
	for i := range boxes {
		all.Extend(boxes[i].Center())
	}
	scale := float64(1<<21-1) / all.Size().MaxAbs()
	for i := range boxes {
		c := boxes[i].Center().Sub(all.Min).Scale(scale)
		dst = append(dst, interleave(uint64(c.X))<<2|interleave(uint64(c.Y))<<1|interleave(uint64(c.Z)))
	}
	return dst
}

// interleave puts two zeros between the lower 21 bits.
func interleave(x uint64) uint64 {
	x = (x | x<<32) & 0x1f00000000ffff
	x = (x | x<<16) & 0x1f0000ff0000ff
	x = (x | x<<8) & 0x100f00f00f00f00f
	x = (x | x<<4) & 0x10c30c30c30c30c3
	return (x | x<<2) & 0x1249249249249249
}

// swarm is boxes that move.
type swarm struct {
	boxes []geom.AABB
	steps []geom.Vec
}

// newSwarm makes n boxes with 1.6 overlapping pairs a box on average: two of mean
// edge 1 overlap along an axis of length L with probability about 2/L, and
// n²/2·(2/L)³ = 1.6·n gives L = 2·(n/3.2)^⅓.
func (o *Options) newSwarm(n int) *swarm {
	r := rand.New(rand.NewPCG(o.Seed, 2))
	side := 2 * math.Cbrt(float64(n)/3.2)
	s := &swarm{}
	vec := func(lo, hi float64) geom.Vec {
		at := func() float64 { return lo + float64((hi-lo)*r.Float64()) }
		return geom.Vec{X: at(), Y: at(), Z: at()}
	}
	for range n {
		c, half := vec(0, side), vec(0.25, 0.75)
		s.boxes = append(s.boxes, geom.AABB{Min: c.Sub(half), Max: c.Add(half)})
		s.steps = append(s.steps, vec(-0.01, 0.01))
	}
	return s
}

func (s *swarm) step() {
	for i := range s.boxes {
		b := &s.boxes[i]
		b.Min, b.Max = b.Min.Add(s.steps[i]), b.Max.Add(s.steps[i])
	}
}
