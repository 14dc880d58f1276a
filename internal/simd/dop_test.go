package simd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"
)

// directions are d_0 … d_8 of DOP's comment.
var directions = [9][3]int{
	{1, 0, 0}, {0, 1, 0}, {0, 0, 1},
	{1, 1, 0}, {1, 0, 1}, {0, 1, 1},
	{1, -1, 0}, {1, 0, -1}, {0, 1, -1},
}

// exact returns d·p without rounding: sums of two float64 fit in 2200 bits.
func exact(d [3]int, p [3]float64) *big.Float {
	s := new(big.Float).SetPrec(2200)
	for a, c := range d {
		term := new(big.Float).SetPrec(2200).SetFloat64(float64(c) * p[a])
		s.Add(s, term)
	}
	return s
}

// TestRefitEncloses proves every bound on the float64 vertices, of all magnitudes.
func TestRefitEncloses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 400 {
		largest := math.Ldexp(1, rng.IntN(260)-140)
		var tris [1]Triangles
		var vertices [Lanes][3][3]float64
		for lane := range Lanes {
			var f [3][3]float32
			for v := range 3 {
				for a := range 3 {
					// Signs and exponents apart, so that sums cancel and absorb.
					x := math.Ldexp(rng.Float64()*2-1, -rng.IntN(1+round%40)) * largest
					vertices[lane][v][a], f[v][a] = x, float32(x)
				}
			}
			tris[0].Set(lane, f[0], f[1], f[2])
		}
		for _, level := range Levels() {
			var dst [1]Block
			level.Refit(dst[:], tris[:], up(largest*0x1p-24+0x1p-149)) // the rounding to float32
			for lane := range Lanes {
				d := dst[0].At(lane)
				checkEncloses(t, &d, vertices[lane][:])
			}
		}
	}
}

func checkEncloses(t *testing.T, d *DOP, points [][3]float64) {
	t.Helper()
	for _, p := range points {
		for k, dir := range directions {
			s := exact(dir, p)
			low, high := float64(d[2*k]), -float64(d[2*k+1])
			if math.IsNaN(low) || math.IsNaN(high) {
				t.Fatalf("bound %d of finite points is NaN", k)
			}
			if s.Cmp(big.NewFloat(low)) < 0 || s.Cmp(big.NewFloat(high)) > 0 {
				t.Fatalf("direction %d: %v of vertex %v lies outside of [%g, %g]", k, s, p, low, high)
			}
		}
	}
}

// TestRefitIsTight bounds how much rounding outward may cost.
func TestRefitIsTight(t *testing.T) {
	var tris [1]Triangles
	p := [3]float32{1, 2, 3}
	for lane := range Lanes {
		tris[0].Set(lane, p, p, p)
	}
	var dst [1]Block
	Best().Refit(dst[:], tris[:], 0)
	for k, d := range directions {
		want := float64(d[0])*1 + float64(d[1])*2 + float64(d[2])*3
		for _, x := range []float32{dst[0][2*k][3], -dst[0][2*k+1][3]} {
			if off := math.Abs(float64(x) - want); off == 0 || off > 12*0x1p-23 {
				t.Errorf("direction %d: bound %v is %g off %v", k, x, off, want)
			}
		}
	}
}

func TestRefitOfNonFiniteOverlapsAll(t *testing.T) {
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))} {
		for at := range 9 {
			var tris [1]Triangles
			tris[0][at][5] = bad
			for _, level := range Levels() {
				var dst [1]Block
				level.Refit(dst[:], tris[:], 0)
				far := DOP{0: 100}
				if m := level.OverlapOne(&far, &dst[0]); m != 1<<5 {
					t.Fatalf("%v: coordinate %d = %v: lanes %08b overlap, want only lane 5", level, at, bad, m)
				}
			}
		}
	}
}

// TestOverlapMeansNoSlabSeparates checks kernels and DOP.Overlaps against intervals.
func TestOverlapMeansNoSlabSeparates(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	hits := 0
	for range 3000 {
		var b Block
		q := randomDOP(rng)
		for lane := range Lanes {
			d := randomDOP(rng)
			b.Set(lane, &d)
		}
		for _, level := range Levels() {
			m := level.OverlapOne(&q, &b)
			for lane := range Lanes {
				d := b.At(lane)
				want := true
				for k := range 9 {
					want = want && q[2*k] <= -d[2*k+1] && d[2*k] <= -q[2*k+1]
				}
				if got := m>>lane&1 == 1; got != want || q.Overlaps(&d) != want || d.Overlaps(&q) != want {
					t.Fatalf("%v: lane %d: %v, want %v", level, lane, got, want)
				}
				if want {
					hits++
				}
			}
		}
	}
	if hits < 100 {
		t.Fatalf("only %d overlaps: the test is weak", hits)
	}
}

// randomDOP has integer bounds, so that touching is common.
func randomDOP(rng *rand.Rand) DOP {
	var d DOP
	for k := range 9 {
		at := float32(rng.IntN(7))
		d[2*k], d[2*k+1] = at, -(at + float32(rng.IntN(14)))
	}
	return d
}

func TestOverlapRange(t *testing.T) {
	const n = 5
	blocks := Make(n)
	for i := range n * Lanes {
		d := DOP{} // the origin
		blocks[i/Lanes].Set(i%Lanes, &d)
	}
	var q DOP
	for lo := range n * Lanes {
		for hi := lo; hi <= n*Lanes; hi++ {
			mask := make([]uint8, n)
			wrote := Best().OverlapRange(mask, &q, blocks, lo, hi)
			for i := range n * Lanes {
				at := i/Lanes - lo/Lanes
				got := at >= 0 && at < wrote && mask[at]>>(i%Lanes)&1 == 1
				if got != (lo <= i && i < hi) {
					t.Fatalf("range %d to %d: volume %d: %v", lo, hi, i, got)
				}
			}
		}
	}
}

// TestMergePairsUpToTheRoot refits a tree of levels, the last ones not full.
func TestMergePairsUpToTheRoot(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for _, level := range Levels() {
		src, root := Make(5), Empty()
		for i := range 5*Lanes - 3 {
			d := randomDOP(rng)
			src[i/Lanes].Set(i%Lanes, &d)
			root = root.Union(&d)
		}
		for range 6 {
			dst := Make((len(src) + 1) / 2)
			level.MergePairs(dst, src)
			src = dst
		}
		if got := src[0].At(0); got != root {
			t.Errorf("%v: root %v, want %v", level, got, root)
		}
	}
}

func TestUnionKeepsNaN(t *testing.T) {
	a, b := DOP{3: float32(math.NaN())}, DOP{}
	if u := a.Union(&b); u[3] == u[3] {
		t.Error("the union of an unbounded side has a bound")
	}
	far := DOP{2: 100}
	if u := b.Union(&a); u.Overlaps(&far) == b.Overlaps(&far) {
		t.Error("a slab with a NaN separates")
	}
}

func TestMakeIsAlignedAndEmpty(t *testing.T) {
	var q DOP
	for n := range 20 {
		for i, b := range Make(n) {
			if Best().OverlapOne(&q, &b) != 0 {
				t.Fatalf("block %d of %d is not empty", i, n)
			}
		}
		if b := Make(n + 1); uintptr(unsafe.Pointer(&b[0]))%64 != 0 || len(b) != n+1 {
			t.Fatalf("%d blocks at %p", len(b), &b[0])
		}
	}
}

func TestKernelsAllocateNothing(t *testing.T) {
	blocks, mask, tris := Make(4), make([]uint8, 4), make([]Triangles, 4)
	for _, level := range Levels() {
		n := testing.AllocsPerRun(10, func() {
			var q DOP
			q[0] = float32(len(mask))
			level.Overlap(mask, &q, blocks)
			mask[0] = level.OverlapOne(&q, &blocks[1])
			level.OverlapRange(mask, &q, blocks, 3, 20)
			level.Merge(blocks, blocks, blocks)
			level.MergePairs(blocks[:1], blocks[2:])
			level.Refit(blocks, tris, 0)
			level.Carry(tris, tris, &Affine{})
		})
		if n != 0 {
			t.Errorf("%v: %v allocations", level, n)
		}
	}
}

func TestMisusePanics(t *testing.T) {
	one, two := Make(1), Make(2)
	var q DOP
	for name, f := range map[string]func(){
		"mask bytes":     func() { Go.Overlap(make([]uint8, 2), &q, one) },
		"one length":     func() { Go.Merge(one, one, two) },
		"twice as many":  func() { Go.MergePairs(two, one) },
		"as many blocks": func() { Go.Refit(one, nil, 0) },
		"slices of one":  func() { Go.Carry(nil, make([]Triangles, 1), &Affine{}) },
		"negative":       func() { Go.Refit(nil, nil, -1) },
		"a lane that is": func() { Go.Gap(new([Lanes]float32), &one[0], Lanes, &two[0]) },
		"for every run": func() {
			Go.RunAreas(make([]float32, 2), make([]Box, 2), 2)
			Go.RunAreas(make([]float32, 2), make([]Box, 1), 2)
		},
		"not available": func() { Level(9).Overlap(nil, &q, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if s, _ := recover().(string); !strings.Contains(s, name) {
					t.Errorf("panic %q", s)
				}
			}()
			f()
		})
	}
}

func TestLevels(t *testing.T) {
	all := Levels()
	if all[0] != Go || all[len(all)-1] != Best() {
		t.Errorf("levels %v, best %v", all, Best())
	}
	names := ""
	for l := range Level(4) {
		names += l.String() + " "
	}
	if names != "go avx2 avx512 Level(3) " {
		t.Errorf("names %q", names)
	}
	var none []Block
	for _, l := range all {
		l.Overlap(nil, &DOP{}, none)
		l.Merge(none, none, none)
		l.MergePairs(none, none)
		l.Refit(none, nil, 0)
		l.Carry(nil, nil, &Affine{})
		l.RunAreas(nil, make([]Box, 2), 3)
		l.TriangleBoxes(nil, 0, make([][3]float64, 1), nil, &Space{})
		l.Bin(&BinSet{}, nil, &Grid{})
		l.Fix(nil, nil, nil, &FixMap{})
	}
}
