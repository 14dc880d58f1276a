package primitives

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
)

// grid are keys on a plane of a lattice: of Morton codes with 21 bits an axis, those of two axes, eight bits of each.
func grid(r *rand.Rand, n int) []uint64 {
	keys := make([]uint64, n)
	for i := range keys {
		for bit := range 8 {
			keys[i] |= (r.Uint64N(2)<<1 | r.Uint64N(2)<<2 | 1) << (39 + 3*bit)
		}
	}
	return keys
}

// pairKeys are pairs of fewer than 2^17 bodies.
func pairKeys(r *rand.Rand, n int) []uint64 {
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = r.Uint64N(1<<17)<<32 | r.Uint64N(1<<17)
	}
	return keys
}

func anyKeys(r *rand.Rand, n int) []uint64 {
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = r.Uint64() >> 1
	}
	return keys
}

func equalKeys(_ *rand.Rand, n int) []uint64 {
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = 7
	}
	return keys
}

// TestRadixPasses: passes run over the bits in which keys differ, and no others; what is recorded for them is what docs/gpu.md says; and keys
// behind the number stay behind, in their order, without a pass for them.
func TestRadixPasses(t *testing.T) {
	page, err := os.ReadFile("../../../docs/gpu.md")
	if err != nil {
		t.Fatal(err)
	}
	b := vulkantest.Batch(t)
	s := NewSorter(b.Device())
	t.Cleanup(s.Close)
	r := rand.New(rand.NewPCG(11, 12))
	for _, c := range []struct {
		name  string
		keys  func(r *rand.Rand, n int) []uint64
		n     int
		mask  uint64
		inDoc bool
	}{
		{"64 of any kind", anyKeys, 64, 1<<63 - 1, true},
		{"1,000 of any kind", anyKeys, 1000, 1<<63 - 1, true},
		{"30,000 of any kind", anyKeys, 30_000, 1<<63 - 1, true},
		{"60,000 of any kind", anyKeys, 60_000, 1<<63 - 1, true},
		{"100,000 of any kind", anyKeys, 100_000, 1<<63 - 1, true},
		{"100,000 on a plane", grid, 100_000, 1<<63 - 1, true},
		{"100,000 pairs of 100,000 bodies", pairKeys, 100_000, 0x0001_FFFF_0001_FFFF, true},
		{"100,000 alike", equalKeys, 100_000, 1<<63 - 1, false},
		{"100,000 without a bit to sort by", anyKeys, 100_000, 0, false},
	} {
		keys := c.keys(r, c.n)
		dispatches, run := sortOf(t, b, s, keys, c.mask)
		row := fmt.Sprintf("| %s | %d | %d |", c.name, dispatches, run)
		if c.inDoc && !strings.Contains(string(page), row) {
			t.Errorf("docs/gpu.md has no row %s", row)
		}
		t.Log(row)
	}
}

// sortOf sorts keys and as many as an eighth of them that are the largest, and returns how many kernels are recorded for that, and how many run.
func sortOf(t *testing.T, b *vulkan.Batch, s *Sorter, keys []uint64, mask uint64) (dispatches, run int64) {
	t.Helper()
	n := len(keys)
	v := make([]Keyed, n, n+n/8)
	for i, k := range keys {
		v[i] = Keyed{k, uint32(i)}
	}
	if n > mergeAtMost {
		for range n / 8 {
			v = append(v, Keyed{all, uint32(len(v))})
		}
	}
	words, before := make([]uint32, planWords), b.Work.Dispatches
	number := vulkantest.BufferOf(t, b.Device(), []uint32{uint32(n)})
	defer number.Close()
	checkSort(t, b, s, v, mask, func(*vulkan.Buffer) {
		s.Sort(b, number, len(v), mask)
		if n > mergeAtMost {
			b.Read(vulkan.BytesOf(words), s.plan, 0)
		}
	})
	dispatches = b.Work.Dispatches - before
	if n <= mergeAtMost {
		return dispatches, dispatches
	}
	recorded, want := passesFor(mask), refDigits(keys, mask)
	if dispatches != int64(2+3*recorded) {
		t.Errorf("%d passes in %d runs of kernels", recorded, dispatches)
	}
	if got := digitsOf(words, recorded, uint32(tiles(len(v)))); !reflect.DeepEqual(got, want) {
		t.Errorf("passes over the bits %v, want %v", got, want)
	}
	return dispatches, int64(2 + 3*len(want))
}

// digitsOf reads a plan: the positions of the bits of each pass that runs, nil where what runs is not the last passes.
func digitsOf(words []uint32, recorded int, tiles uint32) (passes [][]int) {
	for pass := range recorded {
		w := words[headWords+passWords*pass:]
		if w[0] == 0 && w[4] == 0 && len(passes) == 0 {
			continue
		}
		if w[0]*w[1]*w[2] < tiles || w[4] != radixDigits/16 || (w[3] == 1) != (len(passes) == 0) {
			return nil
		}
		var at []int
		for k := range bitsPerDigit {
			if p := w[8+k/4] >> (8 * (k % 4)) & 255; p < 64 {
				at = append(at, int(p))
			}
		}
		passes = append(passes, at)
	}
	return passes
}
