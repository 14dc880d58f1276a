package simd

import (
	"math/rand/v2"
	"slices"
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

// TestBuildKernels compares the levels bit by bit, except for the fused products of
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
		var slabs [3]Slabs
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
			l.Spread(&slabs[l], points, &f)
			for a := range 3 {
				parted, want := slices.Clone(boxes), slices.Clone(boxes)
				bound := float32(n % (Bins + 1))
				k := partGo(want, a, g.Origin[a], g.Scale[a], bound)
				if i := l.Part(parted, a, g.Origin[a], g.Scale[a], bound); i != k || !slices.Equal(parted, want) {
					t.Fatalf("%v: %d of %d boxes below %g on axis %d, want %d", l, i, n, bound, a, k)
				}
			}
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
			s, want := &slabs[l], &slabs[0]
			for j := range 3 {
				for i := range Directions {
					if abs(s.Lo[j][i]-want.Lo[j][i]) > 1e-6 || abs(s.Hi[j][i]-want.Hi[j][i]) > 1e-6 || s.Lo[j][i] > s.Hi[j][i] {
						t.Fatalf("%v, %d points: slabs %v, want %v", l, n, s, want)
					}
				}
			}
		}
	}
}

// TestFillKernels compares the levels bit by bit: leaves, and how far leaves and nodes
// reach along the axes of a box.
func TestFillKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for round := range 200 {
		vertices, triangles := make([][3]float64, 9), make([][3]uint32, 7)
		for i := range vertices {
			for k := range 3 {
				vertices[i][k] = rng.NormFloat64()
			}
		}
		for i := range triangles {
			triangles[i] = [3]uint32{uint32(rng.IntN(9)), uint32(rng.IntN(9)), uint32(rng.IntN(9))}
		}
		vertices[8][round%3] = 0
		var pose Affine64
		for k := range pose {
			pose[k] = rng.NormFloat64()
		}
		s := Space{Origin: [4]float64{rng.Float64(), rng.Float64()}, Scale: [4]float64{4, 4, 4}}
		n, below := randomNode(rng, 2, 1), randomNode(rng, 2, 1)
		var leaves [3]Leaf
		var far [3]float64
		var reach [3]Reach
		var bound [3]Node
		var placed, moved [3]Corners
		id := [4]uint32{uint32(rng.IntN(7)), uint32(rng.IntN(7)), 6, 6}
		for _, l := range Levels() {
			leaves[l].ID, leaves[l].N = id, 3
			far[l] = l.Fill(&leaves[l], vertices, triangles, &s)
			l.Place(&placed[l], &leaves[l], vertices, triangles, nil)
			l.Place(&moved[l], &leaves[l], vertices, triangles, &pose)
			if placed[l] != placed[0] || moved[l] != moved[0] || placed[0] == moved[0] {
				t.Fatalf("%v: corners %v and %v, want %v and %v", l, placed[l], moved[l], placed[0], moved[0])
			}
			for i := range Lanes / 2 {
				l.ReachLeaf(&reach[l], n, i, &leaves[l])
				l.ReachNode(&reach[l], n, Lanes/2+i, below)
			}
			bound[l] = *n
			l.Bound(&bound[l], &reach[l], 0x1p-10)
			if leaves[l] != leaves[0] || far[l] != far[0] {
				t.Fatalf("%v: leaf %+v, %v, want %+v, %v", l, leaves[l], far[l], leaves[0], far[0])
			}
			if reach[l] != reach[0] {
				t.Fatalf("%v: reach %v, want %v", l, reach[l], reach[0])
			}
			if bound[l] != bound[0] || bound[l].H[1][Lanes-1] != Unused {
				t.Fatalf("%v: boxes %v, want %v", l, bound[l], bound[0])
			}
		}
	}
}

// TestTriangleBoxes compares the levels bit by bit, and has a corner too far refused.
func TestTriangleBoxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 3))
	vertices, triangles := make([][3]float64, 7), make([][3]uint32, 20)
	for i := range vertices {
		vertices[i] = [3]float64{rng.NormFloat64(), rng.NormFloat64(), 1}
	}
	for i := range triangles {
		triangles[i] = [3]uint32{uint32(rng.IntN(7)), uint32(rng.IntN(7)), uint32(rng.IntN(7))}
	}
	s := Space{Origin: [4]float64{0.1, 0.2, 0.3}, Scale: [4]float64{2, 2, 2}}
	for _, l := range Levels() {
		for n := range triangles {
			want, got := make([]Box, n), make([]Box, n+1)
			Go.TriangleBoxes(want, 1, vertices, triangles, &s)
			l.TriangleBoxes(got[:n], 1, vertices, triangles, &s)
			if !slices.Equal(got[:n], want) || got[n] != (Box{}) {
				t.Fatalf("%v: %v, want %v", l, got, want)
			}
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a corner beyond the vertices was read")
		}
	}()
	Best().TriangleBoxes(make([]Box, 20), 0, vertices[:5], triangles, &s)
}

// TestPackKernels compares the levels bit by bit.
func TestPackKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	for round := range 100 {
		n, most := 1+round%13, 1+round%8
		boxes := randomBoxes(rng, n+most-1)
		var areas [3][]float32
		var least [3]int
		a := randomSlabs(rng)
		for _, l := range Levels() {
			areas[l] = make([]float32, n*most)
			l.RunAreas(areas[l], boxes, most)
			least[l] = l.Least(&a)
			if !slices.Equal(areas[l], areas[0]) || least[l] != least[0] {
				t.Fatalf("%v: areas %v, least %d; want %v, %d", l, areas[l], least[l], areas[0], least[0])
			}
		}
	}
}

// randomSlabs are small whole numbers, so that several boxes are the smallest.
func randomSlabs(rng *rand.Rand) (s Slabs) {
	for j := range 3 {
		for i := range Directions {
			s.Lo[j][i], s.Hi[j][i] = -float32(rng.IntN(2)), 1+float32(rng.IntN(2))
		}
	}
	return s
}
