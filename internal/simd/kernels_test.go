package simd

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

// special are values at which minima, comparisons and rounding may differ.
var special = [...]float32{
	0, float32(math.Copysign(0, -1)), 1, -1, 1.5, -1.5,
	float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)),
	math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32,
	0x1p-126, -0x1p-126, 0x1p-104,
}

// source makes float32 values.
type source func() float32

func fill(dst []float32, next source) {
	for i := range dst {
		dst[i] = next()
	}
}

// compareKernels runs every level on the same n blocks and compares with Go's.
func compareKernels(t *testing.T, n, shift int, next source) {
	t.Helper()
	var q DOP
	fill(q[:], next)
	const size = Rows * Lanes
	a, b, pairs := newGuarded(n*size, shift), newGuarded(n*size, shift), newGuarded(2*n*size, shift)
	tris := newGuarded(n*9*Lanes, shift)
	for _, g := range []guarded{a, b, pairs, tris} {
		fill(g.floats(), next)
	}
	slack := float32(math.Abs(float64(next())))
	for _, level := range Levels() {
		compareOverlap(t, level, &q, a.blocks())
		compareGaps(t, level, a.blocks(), b.blocks())
		compareCarry(t, level, tris.triangles(), shift, next)
		results := []struct {
			what     string
			want, by func(dst []Block)
		}{
			{"merge", func(dst []Block) { mergeGo(dst, a.blocks(), b.blocks()) },
				func(dst []Block) { level.Merge(dst, a.blocks(), b.blocks()) }},
			{"merge in place", func(dst []Block) { mergeGo(dst, a.blocks(), b.blocks()) },
				func(dst []Block) { copy(dst, a.blocks()); level.Merge(dst, dst, b.blocks()) }},
			{"merge pairs", func(dst []Block) { mergePairsGo(dst, pairs.blocks()) },
				func(dst []Block) { level.MergePairs(dst, pairs.blocks()) }},
			{"refit", func(dst []Block) { refitGo(dst, tris.triangles(), widening(slack)) },
				func(dst []Block) { level.Refit(dst, tris.triangles(), slack) }},
		}
		for _, r := range results {
			want, got := newGuarded(n*size, 0), newGuarded(n*size, shift)
			r.want(want.blocks())
			r.by(got.blocks())
			what := level.String() + " " + r.what
			got.check(t, what)
			compareFloats(t, what, got.floats(), want.floats())
		}
	}
}

func compareOverlap(t *testing.T, level Level, q *DOP, blocks []Block) {
	t.Helper()
	want := make([]uint8, len(blocks))
	overlapGo(want, q, blocks)
	got, check := guardedMask(len(blocks))
	level.Overlap(got, q, blocks)
	check(t, level.String()+" overlap")
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%v overlap: block %d of %d: %08b, Go says %08b", level, i, len(want), got[i], want[i])
		}
		if one := level.OverlapOne(q, &blocks[i]); one != want[i] {
			t.Fatalf("%v OverlapOne: %08b, Go says %08b", level, one, want[i])
		}
	}
}

// compareGaps holds a level's gaps to the Go loop's, and their signs to Overlap.
func compareGaps(t *testing.T, level Level, queries, blocks []Block) {
	t.Helper()
	for i := range blocks {
		a, b := &queries[i], &blocks[i]
		lane := i % Lanes
		var want [Lanes]float32
		apart := gapGo(&want, a, lane, b)
		got := newGuarded(Lanes, 0)
		if m := level.Gap((*[Lanes]float32)(got.floats()), a, lane, b); m != apart {
			t.Fatalf("%v gap: block %d: %08b apart, Go says %08b", level, i, m, apart)
		}
		got.check(t, level.String()+" gap")
		compareFloats(t, level.String()+" gap", got.floats(), want[:])
		q := a.At(lane)
		mask := level.OverlapOne(&q, b)
		if r, w := level.Reached(&b[lane], a[0][lane]), reachedGo(&b[lane], a[0][lane]); r != w {
			t.Fatalf("%v reached: %08b, Go says %08b", level, r, w)
		}
		for k, g := range want {
			if (g > 0) == (mask>>k&1 == 1) {
				t.Fatalf("%v gap: block %d lane %d: gap %g, overlap %v", level, i, k, g, mask>>k&1 == 1)
			}
		}
	}
}

func compareCarry(t *testing.T, level Level, src []Triangles, shift int, next source) {
	t.Helper()
	var m Affine
	fill(m[:], next)
	want, got := newGuarded(len(src)*9*Lanes, 0), newGuarded(len(src)*9*Lanes, shift)
	carryGo(want.triangles(), src, &m)
	level.Carry(got.triangles(), src, &m)
	got.check(t, level.String()+" carry")
	compareFloats(t, level.String()+" carry", got.floats(), want.floats())
}

func compareFloats(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i := range want {
		if !same(got[i], want[i]) {
			t.Fatalf("%s: block %d row %d lane %d: %g, Go says %g",
				what, i/(Rows*Lanes), i/Lanes%Rows, i%Lanes, got[i], want[i])
		}
	}
}

func TestKernelsAgree(t *testing.T) {
	if len(Levels()) == 1 {
		t.Skip("only the Go level on this machine or build")
	}
	rng := rand.New(rand.NewPCG(3, 18))
	sources := map[string]source{
		"near":    func() float32 { return rng.Float32()*2 - 1 },
		"special": func() float32 { return special[rng.IntN(len(special))] },
		"bits":    func() float32 { return math.Float32frombits(rng.Uint32()) },
		"mixed": func() float32 {
			if rng.IntN(50) == 0 {
				return special[rng.IntN(len(special))]
			}
			return rng.Float32()*2 - 1
		},
	}
	for name, next := range sources {
		t.Run(name, func(t *testing.T) {
			for round := range 40 {
				for n := 1; n <= 9; n++ {
					compareKernels(t, n, round%16, next)
				}
			}
		})
	}
}

// FuzzKernels turns bytes into blocks and compares all levels in one process. A
// short input is repeated, shifted by a byte each time.
func FuzzKernels(f *testing.F) {
	f.Add(uint8(1), []byte{0, 6, 7, 200, 1, 2, 3, 4})
	f.Add(uint8('A'), []byte("\x0e\xfc\xd4$"))
	// A widening equal to a greatest projection: the sign of the zero bound.
	f.Add(uint8(3), []byte("\xd4\xc4\xc4\xc4\xc4\xc4\xc4\x7f000"))
	f.Add(uint8(5), []byte("a slab that no lane agrees about"))
	f.Fuzz(func(t *testing.T, size uint8, data []byte) {
		if len(data) < 4 {
			t.Skip("too short for one number")
		}
		at := 0
		next := func() float32 {
			if at+4 > len(data) {
				if at = (at + 1) % 4; at+4 > len(data) {
					at = 0
				}
			}
			word := data[at : at+4]
			at += 4
			if word[0] < 64 {
				return special[word[0]%uint8(len(special))]
			}
			return math.Float32frombits(binary.LittleEndian.Uint32(word))
		}
		compareKernels(t, 1+int(size%4), int(size/4%16), next)
	})
}
