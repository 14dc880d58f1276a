package primitives

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/require"
)

func TestSorts(t *testing.T) {
	vulkantest.WithoutSubgroups(t, func(t *testing.T, d *vulkan.Device) {
		b, err := d.NewBatch()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		s := NewSorter(d)
		t.Cleanup(s.Close)
		r := rand.New(rand.NewPCG(5, 6))
		for i, n := range []int{1, 2, 31, 255, 256, 257, 2048, 2049, 5000, 40_001} {
			for k, spread := range []uint64{1, 3, 1 << 20, 1<<64 - 1} {
				if (i+k)%2 > 0 && !require.CI() {
					continue // lengths share the spreads out
				}
				checkSort(t, b, s, randomKeys(r, n, spread), all, func(number *vulkan.Buffer) { s.Radix(b, number, n, all) })
				checkSort(t, b, s, randomKeys(r, n, spread), all, func(*vulkan.Buffer) { s.Merge(b, n) })
				checkSort(t, b, s, randomKeys(r, n, spread), all, func(number *vulkan.Buffer) { s.Sort(b, number, n, all) })
			}
			for _, mask := range []uint64{0, 1<<24 - 1, 1 << 63, 0x0001_0F00_8000_0001, r.Uint64()} {
				checkSort(t, b, s, randomKeys(r, n, all), mask, func(number *vulkan.Buffer) { s.Radix(b, number, n, mask) })
			}
		}
	})
}

// TestRadixInTwoDimensions: tiles that are more than groups along an axis are sorted all the same.
func TestRadixInTwoDimensions(t *testing.T) {
	vulkantest.Device(t)
	d, err := vulkantest.OpenUntested(vulkan.Options{Limits: func(l *vulkan.Limits) { l.Groups = 20 }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	b, err := d.NewBatch()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	s := NewSorter(d)
	t.Cleanup(s.Close)
	const n = 64*tile - 5 // four rows of 16 groups; four tiles a lane of radix_rows
	checkSort(t, b, s, randomKeys(rand.New(rand.NewPCG(7, 6)), n, 1<<20), all, func(number *vulkan.Buffer) { s.Radix(b, number, n, all) })
}

func randomKeys(r *rand.Rand, n int, spread uint64) []Keyed {
	v := make([]Keyed, n)
	for i := range v {
		v[i] = Keyed{r.Uint64N(spread), r.Uint32()}
	}
	return v
}

const all = ^uint64(0)

func checkSort(t *testing.T, b *vulkan.Batch, s *Sorter, v []Keyed, mask uint64, sort func(number *vulkan.Buffer)) {
	t.Helper()
	n := len(v)
	if err := s.Grow(n); err != nil {
		t.Fatal(err)
	}
	keys, payload := make([]uint64, n), make([]uint32, n)
	for i, x := range v {
		keys[i], payload[i] = x.Key, x.Payload
	}
	number := vulkantest.BufferOf(t, b.Device(), []uint32{uint32(n)})
	defer number.Close()
	b.Start()
	b.Write(s.Keys, 0, vulkan.BytesOf(keys))
	b.Write(s.Payload, 0, vulkan.BytesOf(payload))
	sort(number)
	b.Read(vulkan.BytesOf(keys), s.Keys, 0)
	b.Read(vulkan.BytesOf(payload), s.Payload, 0)
	if err := b.Run(); err != nil {
		t.Fatal(err)
	}
	RefSort(v, mask)
	for i, x := range v {
		if keys[i] != x.Key || payload[i] != x.Payload {
			t.Fatalf("%d keys by the bits %x: element %d is %x, %d, want %x, %d", n, mask, i, keys[i], payload[i], x.Key, x.Payload)
		}
	}
}
