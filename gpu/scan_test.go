package gpu

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// withoutSubgroups runs f with and without the variants for subgroups.
func withoutSubgroups(t *testing.T, d *Device, f func(t *testing.T, d *Device)) {
	for _, sums := range []bool{true, false} {
		t.Run(fmt.Sprintf("subgroups=%v", sums), func(t *testing.T) {
			if sums && !d.info.Limits.SubgroupSums {
				t.Skip("the device has no arithmetic in subgroups")
			}
			if sums {
				f(t, d)
				return
			}
			plain, err := openWith(Options{shader: func(file string) []byte {
				code, _ := binaries.ReadFile("shaders/" + file + ".spv")
				return code
			}})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = plain.Close() }) // after what f leaves to be cleaned up
			f(t, plain)
		})
	}
}

// lengths are those around which the primitives change what they do.
var lengths = []int{1, 2, 255, 256, 257, 2047, 2048, 2049, 100_000, 600_001}

func TestScan(t *testing.T) {
	withoutSubgroups(t, testDevice(t), func(t *testing.T, d *Device) {
		b, err := d.newBatch()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.close)
		s := d.newScanner()
		t.Cleanup(s.close)
		r := rand.New(rand.NewPCG(3, 4))
		for _, n := range lengths {
			v := make([]uint32, n)
			for i := range v {
				v[i] = r.Uint32()
			}
			u := bufferOf(t, d, v)
			if err := s.grow(n); err != nil {
				t.Fatal(err)
			}
			got := make([]uint32, n)
			b.start()
			s.scan(b, u, n)
			b.read(bytesOf(got), u, 0)
			if err := b.run(); err != nil {
				t.Fatal(err)
			}
			u.close()
			refScan(v)
			if !slices.Equal(got, v) {
				t.Fatalf("%d elements: wrong", n)
			}
		}
	})
}

func TestReduce(t *testing.T) {
	b := newTestBatch(t)
	s := b.dev.newReducer()
	t.Cleanup(s.close)
	r := rand.New(rand.NewPCG(17, 18))
	for _, n := range append(lengths, tile*tile+5) {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(math.Ldexp(r.Float64(), r.IntN(20)))
		}
		u := bufferOf(t, b.dev, v)
		if err := s.grow(n); err != nil {
			t.Fatal(err)
		}
		var got [1]float32
		b.start()
		b.read(bytesOf(got[:]), s.sum(b, u, n), 0)
		if err := b.run(); err != nil {
			t.Fatal(err)
		}
		u.close()
		if want := refReduce(v); got[0] != want {
			t.Errorf("%d elements: %v, want %v", n, got[0], want)
		}
	}
}

func TestCompact(t *testing.T) {
	withoutSubgroups(t, testDevice(t), func(t *testing.T, d *Device) {
		b, err := d.newBatch()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.close)
		c := d.newCompactor()
		t.Cleanup(c.close)
		r := rand.New(rand.NewPCG(19, 20))
		for _, n := range lengths {
			for _, share := range []float64{0, 0.1, 0.5, 1} {
				checkCompact(t, b, c, r, n, share)
			}
		}
	})
}

func checkCompact(t *testing.T, b *batch, c *compactor, r *rand.Rand, n int, share float64) {
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
	on, in, out := bufferOf(t, b.dev, flags), bufferOf(t, b.dev, v), bufferOf(t, b.dev, got)
	defer on.close()
	defer in.close()
	defer out.close()
	if err := c.grow(n); err != nil {
		t.Fatal(err)
	}
	b.start()
	c.split(b, on, in, out, first, n)
	b.read(bytesOf(got), out, 0)
	b.read(bytesOf(flags), on, 0)
	if err := b.run(); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got[first:], want) || flags[n] != flagged || !slices.Equal(got[:first], []uint32{0, 0, 0}) {
		t.Errorf("%d elements, %d flagged of %d: wrong", n, flags[n], flagged)
	}
}

// TestAppenderOverflow: what did not fit makes room for itself; a count that may have come
// round is an error. Kernels that overflow are in TestHierarchy and TestOverflow.
func TestAppenderOverflow(t *testing.T) {
	d := testDevice(t)
	a := d.newAppender("things", 4)
	defer a.close()
	if err := a.reserve(0); err != nil || a.capacity != 1 {
		t.Fatalf("room for %d: %v", a.capacity, err)
	}
	for _, n := range []uint32{1, 2, 1000} {
		had := a.capacity
		a.found[0] = n
		fits, err := a.fits()
		if err != nil || fits != (int(n) <= had) || a.capacity < int(n) {
			t.Errorf("%d of %d: fits %v, %v, then room for %d", n, had, fits, err, a.capacity)
		}
	}
	a.found[0] = mostAppended
	if _, err := a.fits(); !errors.Is(err, ErrLimit) {
		t.Errorf("2^31 of them: %v", err)
	}
	a.found[0] = mostAppended - 1
	if _, err := a.fits(); !errors.Is(err, ErrLimit) && !errors.Is(err, ErrOutOfMemory) {
		t.Errorf("more than a buffer holds: %v", err)
	}
}
