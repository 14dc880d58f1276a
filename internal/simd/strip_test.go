package simd

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// The generator knows the layout of these types by number.
func TestSweepLayout(t *testing.T) {
	var s Strip
	var at SweepState
	var h Hits
	var ft fixTable
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"Key", unsafe.Offsetof(s.Key), 0}, {"High", unsafe.Offsetof(s.High), 24},
		{"YLo", unsafe.Offsetof(s.YLo), 48}, {"YHi", unsafe.Offsetof(s.YHi), 72},
		{"ZLo", unsafe.Offsetof(s.ZLo), 96}, {"ZHi", unsafe.Offsetof(s.ZHi), 120},
		{"I", unsafe.Offsetof(at.I), 0}, {"At", unsafe.Offsetof(at.At), 8},
		{"End", unsafe.Offsetof(at.End), 16}, {"Blocks", unsafe.Offsetof(at.Blocks), 24},
		{"J", unsafe.Offsetof(h.J), 4}, {"Mask", unsafe.Offsetof(h.Mask), 8}, {"Hits", unsafe.Sizeof(h), 16},
		{"Fixed", unsafe.Sizeof(Fixed{}), 32}, {"scale", unsafe.Offsetof(ft.scale), 48},
		{"limit", unsafe.Offsetof(ft.limit), 96}, {"order", unsafe.Offsetof(ft.order), 144},
	} {
		if unsafe.Sizeof(uintptr(0)) == 8 && c.got != c.want {
			t.Errorf("%s lies at %d, the kernel expects %d", c.name, c.got, c.want)
		}
	}
}

// fillStrip makes n boxes out of small numbers, so that many are equal.
func fillStrip(s *Strip, n int, next func() uint32) {
	s.Resize(n)
	for i := range n {
		s.Key[i] = int32(next() % uint32(1+n/2))
	}
	slices.Sort(s.Key[:n])
	for i := range n {
		reach := int32(next() % 8)
		if next()%16 == 0 {
			reach = int32(n) // past several blocks
		}
		s.High[i] = s.Key[i] + reach
		for _, side := range [2][2][]int16{{s.YLo, s.YHi}, {s.ZLo, s.ZHi}} {
			w := next()
			side[0][i] = int16(w>>4) >> (w % 16)
			side[1][i] = side[0][i] | int16(w>>20)
		}
	}
}

// compareSweep runs every level in steps of room hits, from the same start.
func compareSweep(t *testing.T, s *Strip, from, room int) {
	t.Helper()
	for _, level := range Levels() {
		want, got := SweepState{I: from, End: s.Len()}, SweepState{I: from, End: s.Len()}
		for step := 0; want.I < want.End; step++ {
			all := make([]Hits, 3*room) // the thirds around it are not to be written
			a, b := make([]Hits, room), all[room:2*room:2*room]
			if want.At == 0 {
				want.At = from + 1
			}
			n, m := sweepGo(s, &want, a), level.Sweep(s, &got, b)
			if n != m || got != want {
				t.Fatalf("%v, %d boxes, step %d: %d hits and %+v, Go says %d and %+v", level, s.Len(), step, m, got, n, want)
			}
			if !slices.Equal(a[:n], b[:n]) {
				t.Fatalf("%v, %d boxes, step %d: %v, Go says %v", level, s.Len(), step, b[:n], a[:n])
			}
			for k, h := range all {
				if (k < room || k >= 2*room) && h != (Hits{}) {
					t.Fatalf("%v wrote hit %d of %d", level, k-room, room)
				}
			}
		}
	}
}

func TestSweepKernelsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 16))
	var s Strip
	for n := range 70 {
		for _, room := range []int{1, 2, 5, 100} {
			fillStrip(&s, n, rng.Uint32)
			compareSweep(t, &s, n/3, room)
		}
	}
}

// The Go loop finds what the definition of an overlap says.
func TestSweepEqualsEveryPair(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 16))
	var s Strip
	for range 200 {
		fillStrip(&s, rng.IntN(100), rng.Uint32)
		want := map[[2]int]bool{}
		for i := range s.Len() {
			for j := i + 1; j < s.Len(); j++ {
				if s.Key[j] <= s.High[i] && s.YLo[j] <= s.YHi[i] && s.YLo[i] <= s.YHi[j] && s.ZLo[j] <= s.ZHi[i] && s.ZLo[i] <= s.ZHi[j] {
					want[[2]int{i, j}] = true
				}
			}
		}
		at, hits := SweepState{End: s.Len()}, make([]Hits, 7)
		for at.I < at.End {
			for _, h := range hits[:Best().Sweep(&s, &at, hits)] {
				for k := range StripLanes {
					p := [2]int{int(h.I), int(h.J) + k}
					if h.Mask>>(2*k)&1 == 0 {
						continue
					}
					if !want[p] {
						t.Fatalf("%v found twice or apart", p)
					}
					delete(want, p)
				}
			}
		}
		if len(want) > 0 {
			t.Fatalf("not found: %v", want)
		}
	}
}

func FuzzSweep(f *testing.F) {
	f.Add(uint8(20), uint8(3), []byte("boxes in a row"))
	f.Add(uint8(90), uint8(1), []byte{0, 255, 1, 7})
	f.Fuzz(func(t *testing.T, n, room uint8, data []byte) {
		if len(data) < 4 {
			t.Skip("too short for one number")
		}
		at := uint32(0)
		next := func() uint32 {
			at++
			w := at * 0x9e3779b9
			for k := range uint32(4) {
				w ^= uint32(data[(at*3+k)%uint32(len(data))]) << (8 * k)
			}
			return w
		}
		var s Strip
		fillStrip(&s, int(n), next)
		compareSweep(t, &s, 0, 1+int(room))
	})
}

func TestSweepAllocatesNothing(t *testing.T) {
	var s Strip
	fillStrip(&s, 100, rand.New(rand.NewPCG(5, 16)).Uint32)
	hits := make([]Hits, 16)
	for _, level := range Levels() {
		if n := testing.AllocsPerRun(10, func() {
			for at := (SweepState{End: s.Len()}); at.I < at.End; {
				level.Sweep(&s, &at, hits)
			}
		}); n != 0 {
			t.Errorf("%v: %v allocations a sweep, want 0", level, n)
		}
	}
}

func BenchmarkSweep(b *testing.B) {
	rng := rand.New(rand.NewPCG(6, 16))
	var s Strip
	const n = 4096
	s.Resize(n)
	for i := range n {
		s.Key[i] = int32(i * 10)
		s.High[i] = s.Key[i] + int32(rng.IntN(160))
		s.YLo[i], s.ZLo[i] = int16(rng.IntN(60000)-32768), int16(rng.IntN(60000)-32768)
		s.YHi[i], s.ZHi[i] = max(s.YLo[i], s.YLo[i]+5000), max(s.ZLo[i], s.ZLo[i]+5000)
	}
	for _, level := range Levels() {
		b.Run(fmt.Sprint(level), func(b *testing.B) {
			hits := make([]Hits, 256)
			for b.Loop() {
				for at := (SweepState{End: n}); at.I < n; {
					level.Sweep(&s, &at, hits)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/box")
		})
	}
}

// TestSweepKnowsItsStrip: a state may end with the strip and be through, and goes no farther.
func TestSweepKnowsItsStrip(t *testing.T) {
	t.Parallel()
	var s Strip
	fillStrip(&s, 5, rand.New(rand.NewPCG(3, 17)).Uint32)
	for _, c := range []struct {
		at SweepState
		ok bool
	}{
		{SweepState{I: 0, At: 0, End: 5}, true}, {SweepState{I: 4, At: 5, End: 5}, true}, {SweepState{I: 5, At: 0, End: 5}, true},
		{SweepState{I: -1, End: 5}, false}, {SweepState{I: 3, At: 3, End: 5}, false}, {SweepState{I: 3, At: 2, End: 5}, false},
		{SweepState{I: 3, At: 6, End: 5}, false}, {SweepState{I: 0, End: 6}, false},
	} {
		for _, l := range Levels() {
			func() {
				defer func() {
					if ok := recover() == nil; ok != c.ok {
						t.Errorf("%v: a strip of 5 boxes is swept from %+v: %v", l, c.at, ok)
					}
				}()
				at := c.at
				l.Sweep(&s, &at, make([]Hits, 20))
			}()
		}
	}
}

// TestSweepOfLargeKeys: what fills up the last block is beyond every key.
func TestSweepOfLargeKeys(t *testing.T) {
	t.Parallel()
	var s Strip
	s.Resize(20)
	for i := range 20 {
		s.Key[i], s.High[i] = 1<<30, 1<<30+7
	}
	for _, l := range Levels() {
		at, hits, pairs := SweepState{End: 20}, make([]Hits, 100), 0
		for _, h := range hits[:l.Sweep(&s, &at, hits)] {
			pairs += bits.OnesCount32(h.Mask)
		}
		if pairs != 190 || at.I != 20 {
			t.Errorf("%v: %d pairs of 190, state %+v", l, pairs, at)
		}
	}
}
