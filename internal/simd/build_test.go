package simd

import (
	"math/rand/v2"
	"testing"
)

func randomBoxes(rng *rand.Rand, n int) []Box {
	boxes := make([]Box, n)
	for i := range boxes {
		for a := range 3 {
			x, y := rng.Float32()*4-2, rng.Float32()*4-2
			boxes[i][a], boxes[i][4+a] = -min(x, y), max(x, y)
		}
	}
	return boxes
}

// TestBuildKernels compares the levels bit by bit, but for the fused products of
// Spread.
func TestBuildKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for n := 1; n < 60; n++ {
		boxes := randomBoxes(rng, n)
		points := make([]float32, 3*n)
		for i := range points {
			points[i] = rng.Float32()*2 - 1
		}
		var f Frames
		for r := range f {
			for i := range f[r] {
				f[r][i] = rng.Float32()*2 - 1
			}
		}
		var sets [3]BinSet
		var unions, centers [3]Box
		var lo, hi [3]Extents
		for _, l := range Levels() {
			unions[l], centers[l] = l.Enclose(boxes)
			g := Grid{}
			for a := range 3 {
				g.Origin[a], g.Scale[a] = -centers[l][a], Bins*(1-1e-5)/(centers[l][4+a]+centers[l][a]+1e-20)
			}
			for a := range sets[l].Box {
				for i := range sets[l].Box[a] {
					for k := range 8 {
						sets[l].Box[a][i][k] = -9
					}
				}
			}
			l.Bin(&sets[l], boxes, &g)
			l.Spread(&lo[l], &hi[l], points, &f)
		}
		for _, l := range Levels() {
			for _, k := range []int{0, 1, 2, 4, 5, 6} {
				if unions[l][k] != unions[0][k] || centers[l][k] != centers[0][k] {
					t.Fatalf("%v, %d boxes: %v, %v, want %v, %v", l, n, unions[l], centers[l], unions[0], centers[0])
				}
			}
			if sets[l] != sets[0] {
				t.Fatalf("%v, %d boxes: slabs differ", l, n)
			}
			for j := range 3 {
				for i := range Directions {
					if abs(lo[l][j][i]-lo[0][j][i]) > 1e-6 || abs(hi[l][j][i]-hi[0][j][i]) > 1e-6 || lo[l][j][i] > hi[l][j][i] {
						t.Fatalf("%v, %d points: extents %v to %v, want %v to %v", l, n, lo[l], hi[l], lo[0], hi[0])
					}
				}
			}
		}
	}
}
