package gpu

import (
	"math/rand/v2"
	"testing"
)

func TestSorts(t *testing.T) {
	withoutSubgroups(t, testDevice(t), func(t *testing.T, d *Device) {
		b, err := d.newBatch()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.close)
		s := d.newSorter()
		t.Cleanup(s.close)
		r := rand.New(rand.NewPCG(5, 6))
		for _, n := range []int{1, 2, 31, 255, 256, 257, 2048, 2049, 5000, 40_001} {
			for _, spread := range []uint64{1, 3, 1 << 20, 1<<64 - 1} {
				checkSort(t, b, s, randomKeys(r, n, spread), 64, func() { s.radix(b, n, 64) })
				checkSort(t, b, s, randomKeys(r, n, spread), 64, func() { s.merge(b, n) })
			}
			checkSort(t, b, s, randomKeys(r, n, 1<<64-1), 24, func() { s.radix(b, n, 24) })
		}
	})
}

func randomKeys(r *rand.Rand, n int, spread uint64) []keyed {
	v := make([]keyed, n)
	for i := range v {
		v[i] = keyed{r.Uint64N(spread), r.Uint32()}
	}
	return v
}

func checkSort(t *testing.T, b *batch, s *sorter, v []keyed, bits int, sort func()) {
	t.Helper()
	n := len(v)
	if err := s.grow(n); err != nil {
		t.Fatal(err)
	}
	keys, payload := make([]uint64, n), make([]uint32, n)
	for i, x := range v {
		keys[i], payload[i] = x.key, x.payload
	}
	b.start()
	b.write(s.keys, 0, bytesOf(keys))
	b.write(s.payload, 0, bytesOf(payload))
	sort()
	b.read(bytesOf(keys), s.keys, 0)
	b.read(bytesOf(payload), s.payload, 0)
	if err := b.run(); err != nil {
		t.Fatal(err)
	}
	refSort(v, bits)
	for i, x := range v {
		if keys[i] != x.key || payload[i] != x.payload {
			t.Fatalf("%d keys of %d bits: element %d is %x, %d, want %x, %d", n, bits, i, keys[i], payload[i], x.key, x.payload)
		}
	}
}
