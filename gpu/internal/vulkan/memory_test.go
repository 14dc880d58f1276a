package vulkan

import (
	"math/rand/v2"
	"testing"
)

// TestBlock: random ranges of a block are taken and given back; none overlaps another, all are aligned,
// what is free is in order, and in the end it is one range again.
func TestBlock(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	const size = 1 << 12
	k := &block{size: size, free: []span{{0, size}}}
	var owner [size]int
	taken := map[int]span{}
	full := 0
	for i := 1; i <= 20_000; i++ {
		if r.IntN(9) < 5 {
			n, align := 1+r.Uint64N(300), uint64(1)<<r.IntN(8)
			s, ok := k.take(n, align)
			if !ok {
				full++
				continue
			}
			if s.size != n || s.offset%align != 0 || s.offset+n > size {
				t.Fatalf("%d bytes aligned to %d: %+v", n, align, s)
			}
			for at := s.offset; at < s.offset+n; at++ {
				if owner[at] != 0 {
					t.Fatalf("byte %d is in two ranges", at)
				}
				owner[at] = i
			}
			taken[i] = s
		} else {
			for id, s := range taken {
				for at := s.offset; at < s.offset+s.size; at++ {
					owner[at] = 0
				}
				k.give(s)
				delete(taken, id)
				break
			}
		}
		checkFree(t, k, &owner)
	}
	if full == 0 {
		t.Error("the block was never full")
	}
	for _, s := range taken {
		k.give(s)
	}
	if len(k.free) != 1 || k.free[0] != (span{0, size}) {
		t.Errorf("of an empty block %+v is free", k.free)
	}
}

// checkFree compares what is free with what has no owner: apart, in order, and nothing lost.
func checkFree(t *testing.T, k *block, owner *[1 << 12]int) {
	t.Helper()
	free, last := uint64(0), uint64(0)
	for i, f := range k.free {
		if f.size == 0 || i > 0 && f.offset <= last {
			t.Fatalf("free ranges %+v", k.free)
		}
		for at := f.offset; at < f.offset+f.size; at++ {
			if owner[at] != 0 {
				t.Fatalf("byte %d is free and taken", at)
			}
		}
		free, last = free+f.size, f.offset+f.size
	}
	for _, o := range owner {
		if o == 0 {
			free--
		}
	}
	if free != 0 {
		t.Fatalf("%d bytes are neither free nor taken", int64(-free))
	}
}
