package primitives

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/require"
)

// lengths are those around which the primitives change what they do.
var lengths = []int{1, 2, 255, 256, 257, 2047, 2048, 2049, 100_000, 600_001}

func TestScan(t *testing.T) {
	vulkantest.WithoutSubgroups(t, func(t *testing.T, d *vulkan.Device) {
		b, err := d.NewBatch()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		s := NewScanner(d)
		t.Cleanup(s.Close)
		r := rand.New(rand.NewPCG(3, 4))
		for _, n := range lengths {
			v := make([]uint32, n)
			for i := range v {
				v[i] = r.Uint32()
			}
			u := vulkantest.BufferOf(t, d, v)
			if err := s.Grow(n); err != nil {
				t.Fatal(err)
			}
			got := make([]uint32, n)
			b.Start()
			s.Scan(b, u, n)
			b.Read(vulkan.BytesOf(got), u, 0)
			if err := b.Run(); err != nil {
				t.Fatal(err)
			}
			u.Close()
			refScan(v)
			if !slices.Equal(got, v) {
				t.Fatalf("%d elements: wrong", n)
			}
		}
	})
}

func TestReduce(t *testing.T) {
	b := vulkantest.Batch(t)
	s := NewReducer(b.Device())
	t.Cleanup(s.Close)
	r := rand.New(rand.NewPCG(17, 18))
	for _, n := range append(lengths, tile*tile+5) {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(math.Ldexp(r.Float64(), r.IntN(20)))
		}
		u := vulkantest.BufferOf(t, b.Device(), v)
		if err := s.Grow(n); err != nil {
			t.Fatal(err)
		}
		var got [1]float32
		b.Start()
		b.Read(vulkan.BytesOf(got[:]), s.Sum(b, u, n), 0)
		if err := b.Run(); err != nil {
			t.Fatal(err)
		}
		u.Close()
		if want := refReduce(v); got[0] != want {
			t.Errorf("%d elements: %v, want %v", n, got[0], want)
		}
	}
	u, got := vulkantest.BufferOf(t, b.Device(), []float32{1}), [1]float32{1}
	b.Start()
	b.Read(vulkan.BytesOf(got[:]), s.Sum(b, u, 0), 0) // where the sum of others lies
	if err := b.Run(); err != nil || got[0] != 0 {
		t.Errorf("nothing adds up to %v, %v", got[0], err)
	}
}

func TestCompact(t *testing.T) {
	vulkantest.WithoutSubgroups(t, func(t *testing.T, d *vulkan.Device) {
		b, err := d.NewBatch()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		c := NewCompactor(d)
		t.Cleanup(c.Close)
		r := rand.New(rand.NewPCG(19, 20))
		for i, n := range lengths {
			for k, share := range []float64{0, 0.1, 0.5, 1} {
				if (i+k)%2 > 0 && !require.CI() {
					continue // lengths have two shares each
				}
				checkCompact(t, b, c, r, n, share)
			}
		}
	})
}

func checkCompact(t *testing.T, b *vulkan.Batch, c *Compactor, r *rand.Rand, n int, share float64) {
	t.Helper()
	const first = 3
	flags, v, got := make([]uint32, n+1), make([]uint32, first+n), make([]uint32, first+n)
	for i := range n {
		v[first+i] = r.Uint32()
		if r.Float64() < share {
			flags[i] = 1
		}
	}
	want, flagged := refCompact(flags[:n], v[first:])
	flags[n] = 99 // whatever is there
	on, in, out := vulkantest.BufferOf(t, b.Device(), flags), vulkantest.BufferOf(t, b.Device(), v), vulkantest.BufferOf(t, b.Device(), got)
	defer on.Close()
	defer in.Close()
	defer out.Close()
	if err := c.Grow(n); err != nil {
		t.Fatal(err)
	}
	b.Start()
	c.Split(b, on, in, out, first, n)
	b.Read(vulkan.BytesOf(got), out, 0)
	b.Read(vulkan.BytesOf(flags), on, 0)
	if err := b.Run(); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got[first:], want) || flags[n] != flagged || !slices.Equal(got[:first], []uint32{0, 0, 0}) {
		t.Errorf("%d elements, %d flagged of %d: wrong", n, flags[n], flagged)
	}
}

// TestAppenderBrings: what was appended comes back whole, however many there were before, in one batch
// where they are about as many as the last time.
func TestAppenderBrings(t *testing.T) {
	b := vulkantest.Batch(t)
	a := NewAppender(b.Device(), "things", 8)
	defer a.Close()
	if err := a.Reserve(6000); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		n       int
		submits int64
	}{{0, 1}, {64, 1}, {130, 1}, {1000, 2}, {1189, 1}, {1189 + 148 + 65, 2}, {3, 1}, {68, 2}, {6000, 2}, {6000, 1}, {0, 1}} {
		want := make([]uint32, 2*c.n)
		for i := range want {
			want[i] = r.Uint32()
		}
		b.Work = vulkan.Work{}
		b.Start()
		b.Write(a.Count, 0, vulkan.BytesOf([]uint32{uint32(c.n)}))
		b.Write(a.Data, 0, vulkan.BytesOf(want))
		a.Bring(b)
		if err := b.Run(); err != nil {
			t.Fatal(err)
		}
		if fits, err := a.Fits(); !fits || err != nil {
			t.Fatal(fits, err)
		}
		got, err := a.Fetch(b)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d elements: %d words came back: %v", c.n, len(got), err)
		}
		if b.Work.Submits != c.submits {
			t.Errorf("%d elements took %d batches, want %d", c.n, b.Work.Submits, c.submits)
		}
	}
}

// TestAppenderOverflow: what did not fit makes room for itself; a count that may have come
// round is an error. Kernels that overflow are in TestHierarchy and TestOverflow.
func TestAppenderOverflow(t *testing.T) {
	d := vulkantest.Device(t)
	a := NewAppender(d, "things", 4)
	defer a.Close()
	if err := a.Reserve(0); err != nil || a.Capacity != 1 {
		t.Fatalf("room for %d: %v", a.Capacity, err)
	}
	for _, n := range []uint32{1, 2, 1000} {
		had := a.Capacity
		a.Found[0] = n
		fits, err := a.Fits()
		if err != nil || fits != (int(n) <= had) || a.Capacity < int(n) {
			t.Errorf("%d of %d: fits %v, %v, then room for %d", n, had, fits, err, a.Capacity)
		}
	}
	a.Found[0] = mostAppended
	if _, err := a.Fits(); !errors.Is(err, vulkan.ErrLimit) {
		t.Errorf("2^31 of them: %v", err)
	}
	a.Found[0] = mostAppended - 1
	if _, err := a.Fits(); !errors.Is(err, vulkan.ErrLimit) && !errors.Is(err, vulkan.ErrOutOfMemory) {
		t.Errorf("more than a buffer holds: %v", err)
	}
}
