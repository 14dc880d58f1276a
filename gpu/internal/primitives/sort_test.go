package primitives

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
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
		for _, n := range []int{1, 2, 31, 255, 256, 257, 2048, 2049, 5000, 40_001} {
			for _, spread := range []uint64{1, 3, 1 << 20, 1<<64 - 1} {
				checkSort(t, b, s, randomKeys(r, n, spread), 64, func() { s.Radix(b, n, 64) })
				checkSort(t, b, s, randomKeys(r, n, spread), 64, func() { s.Merge(b, n) })
				checkSort(t, b, s, randomKeys(r, n, spread), 64, func() { s.Sort(b, n) })
			}
			checkSort(t, b, s, randomKeys(r, n, 1<<64-1), 24, func() { s.Radix(b, n, 24) })
		}
	})
}

func randomKeys(r *rand.Rand, n int, spread uint64) []Keyed {
	v := make([]Keyed, n)
	for i := range v {
		v[i] = Keyed{r.Uint64N(spread), r.Uint32()}
	}
	return v
}

func checkSort(t *testing.T, b *vulkan.Batch, s *Sorter, v []Keyed, bits int, sort func()) {
	t.Helper()
	n := len(v)
	if err := s.Grow(n); err != nil {
		t.Fatal(err)
	}
	keys, payload := make([]uint64, n), make([]uint32, n)
	for i, x := range v {
		keys[i], payload[i] = x.Key, x.Payload
	}
	b.Start()
	b.Write(s.Keys, 0, vulkan.BytesOf(keys))
	b.Write(s.Payload, 0, vulkan.BytesOf(payload))
	sort()
	b.Read(vulkan.BytesOf(keys), s.Keys, 0)
	b.Read(vulkan.BytesOf(payload), s.Payload, 0)
	if err := b.Run(); err != nil {
		t.Fatal(err)
	}
	RefSort(v, bits)
	for i, x := range v {
		if keys[i] != x.Key || payload[i] != x.Payload {
			t.Fatalf("%d keys of %d bits: element %d is %x, %d, want %x, %d", n, bits, i, keys[i], payload[i], x.Key, x.Payload)
		}
	}
}
