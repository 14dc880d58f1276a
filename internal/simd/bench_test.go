package simd

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// workload is n blocks of the DOPs of random triangles of size about one in a cube
// of the given side, and a query like them: the smaller the cube, the more overlap.
func workload(n int, side float32) (q DOP, blocks []Block, tris []Triangles) {
	rng := rand.New(rand.NewPCG(uint64(n), 18))
	tris, blocks = make([]Triangles, n), Make(n)
	triangle := func(from float32) (v [3][3]float32) {
		at := [3]float32{from + side*rng.Float32(), from + side*rng.Float32(), from + side*rng.Float32()}
		for i := range v {
			for a := range v[i] {
				v[i][a] = at[a] + rng.Float32()
			}
		}
		return v
	}
	for i := range n * Lanes {
		v := triangle(0)
		tris[i/Lanes].Set(i%Lanes, v[0], v[1], v[2])
	}
	Go.Refit(blocks, tris, 0)
	v := [3][3]float32{{side/2 + 1, side / 2, side / 2}, {side / 2, side/2 + 1, side / 2}, {side / 2, side / 2, side/2 + 1}}
	var one [1]Triangles
	var dst [1]Block
	one[0].Set(0, v[0], v[1], v[2])
	Go.Refit(dst[:], one[:], 0)
	return dst[0].At(0), blocks, tris
}

// aloneDOPs is the array-of-structures twin that a scalar method would walk.
func aloneDOPs(blocks []Block) []DOP {
	var all []DOP
	for i := range blocks {
		for lane := range Lanes {
			all = append(all, blocks[i].At(lane))
		}
	}
	return all
}

// BenchmarkPaired times Go loops and kernels in turns, so that a noisy machine slows
// both, and reports medians: ns a volume (of the result) and the Go loop's time over the
// kernel's. "scalar" is DOP.Overlaps over volumes that lie alone.
func BenchmarkPaired(b *testing.B) {
	for _, n := range []int{1, 8, 64, 512} {
		for _, side := range []float32{0.2, 1.5, 3, 6} {
			q, blocks, _ := workload(n, side)
			alone, mask := aloneDOPs(blocks), make([]uint8, n)
			hits := 0
			for i := range alone {
				if q.Overlaps(&alone[i]) {
					hits++
				}
			}
			name := fmt.Sprintf("overlap/%dvolumes/side%g/%dpercent", n*Lanes, side, 100*hits/len(alone))
			runs := levelRuns(func(l Level) func() { return func() { l.Overlap(mask, &q, blocks) } })
			runs = append(runs, run{"scalar", func() {
				for i := range alone {
					hit := uint8(0)
					if q.Overlaps(&alone[i]) {
						hit = 1
					}
					mask[i/Lanes] |= hit << (i % Lanes)
				}
			}})
			b.Run(name, func(b *testing.B) { paired(b, n*Lanes, runs) })
		}
	}
	_, src, tris := workload(128, 6)
	dst := Make(128)
	merge := func(l Level) func() { return func() { l.Merge(dst, dst, src) } }
	pairs := func(l Level) func() { return func() { l.MergePairs(dst[:64], src) } }
	refit := func(l Level) func() { return func() { l.Refit(dst, tris, 0) } }
	b.Run("merge", func(b *testing.B) { paired(b, 128*Lanes, levelRuns(merge)) })
	b.Run("mergePairs", func(b *testing.B) { paired(b, 64*Lanes, levelRuns(pairs)) })
	b.Run("refit", func(b *testing.B) { paired(b, 128*Lanes, levelRuns(refit)) })
}

type run struct {
	name string
	f    func()
}

func levelRuns(f func(l Level) func()) []run {
	var runs []run
	for _, l := range Levels() {
		runs = append(runs, run{l.String(), f(l)})
	}
	return runs
}

// paired alternates the runs; the first is the Go loop.
func paired(b *testing.B, volumes int, runs []run) {
	times := make([][]float64, len(runs))
	repeat := 1 + 20000/volumes // long enough for the clock
	for b.Loop() {
		for i, r := range runs {
			start := time.Now()
			for range repeat {
				r.f()
			}
			times[i] = append(times[i], float64(time.Since(start))/float64(repeat*volumes))
		}
	}
	b.ReportMetric(0, "ns/op") // means nothing for a round of all
	for i, r := range runs {
		b.ReportMetric(median(times[i]), r.name+"-ns")
		if i > 0 {
			ratios := make([]float64, len(times[i]))
			for j := range ratios {
				ratios[j] = times[0][j] / times[i][j]
			}
			b.ReportMetric(median(ratios), r.name+"-ratio")
		}
	}
}

func median(x []float64) float64 {
	x = slices.Clone(x)
	slices.Sort(x)
	return x[len(x)/2]
}
