package aabb

import (
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
)

// TestTrees builds trees with every regime forced onto sizes of a test and checks
// them node by node.
func TestTrees(t *testing.T) {
	d := vulkantest.Device(t)
	flat := gputest.Torus(30, 12, 0.3)
	for i := range flat.Vertices {
		flat.Vertices[i].Z = 0
	}
	corners := []geom.Vec{{}, {X: 1, Y: 0.5}, {Y: 1, Z: 2}}
	pile := &mesh.Mesh{Vertices: corners}
	for range 300 {
		pile.Triangles = append(pile.Triangles, [3]uint32{0, 1, 2}) // nothing to choose by
	}
	single := &mesh.Mesh{Vertices: corners, Triangles: [][3]uint32{{0, 1, 2}}}
	for name, m := range map[string]*mesh.Mesh{"torus": gputest.Torus(60, 30, 0.4), "flat": flat, "pile": pile, "single": single} {
		t.Run(name, func(t *testing.T) {
			var costs []float64
			for _, many := range []int{manyTriangles, 500, 40} {
				costs = append(costs, checkTreeOf(t, d, m, many))
			}
			t.Logf("costs %.4g, in Go %.4g", costs, refSAH(m))
			for _, c := range append(costs, refSAH(m)) {
				if math.Abs(c-costs[0]) > 0.02*costs[0] {
					t.Errorf("the regimes build trees of different costs: %v", costs)
				}
			}
		})
	}
}

// checkTreeOf builds and checks one tree and returns its cost.
func checkTreeOf(t *testing.T, d *vulkan.Device, m *mesh.Mesh, many int) float64 {
	t.Helper()
	// A world of two bodies with one model: the one tree is built for both.
	model := collide.NewModel(m)
	bodies := []collide.Body{{Name: "a", Shape: model}, {Name: "b", Shape: model}}
	var e *query.Engine
	r := gputest.Detect(t, bodies, collide.Options{Method: gputest.Method(d, "gpu-bvh", Recipe(Options{}.WithDefaults()), 1<<14, func(_ *world.World, x *query.Engine) {
		e = x
		e.Triangles = func(_ *world.World, b *vulkan.Batch, g *models.Geometry, first int) query.TrianglePhase {
			p := NewTriangles(b, g, first, Options{}.WithDefaults())
			p.Trees.many = many
			return &spy{Triangles: p, t: t, m: m}
		}
	})})
	if len(r.Contacts) < len(m.Triangles) {
		t.Errorf("%d contacts of a mesh of %d triangles with itself", len(r.Contacts), len(m.Triangles))
	}
	return lastCost
}

// spy looks at the tree before it is freed.
type spy struct {
	*Triangles
	t *testing.T
	m *mesh.Mesh
}

var lastCost float64

func (s *spy) Prepare() (int64, error) {
	changed, err := s.Triangles.Prepare()
	if err != nil {
		return 0, err
	}
	tree, n := &s.Trees.Of[0], len(s.m.Triangles)
	nodes, order := make([]models.Item, tree.Levels[len(tree.Levels)-1]), make([]uint32, n)
	vertices := make([]float32, 3*len(s.m.Vertices))
	b := s.batch
	b.Start()
	b.Read(vulkan.BytesOf(nodes), s.Trees.Nodes, 0)
	b.Read(vulkan.BytesOf(order), s.Trees.Order, 0)
	b.Read(vulkan.BytesOf(vertices), s.geometry.Vertices, 0)
	if err := b.Run(); err != nil {
		return 0, err
	}
	sorted := slices.Sorted(slices.Values(order))
	for i, x := range sorted {
		if x != uint32(i) {
			s.t.Fatalf("the order is no permutation: %d at %d", x, i)
		}
	}
	if n > 1000 && len(tree.Levels) <= levelsABatch+1 {
		s.t.Errorf("%d levels are one batch: no test of what goes on after it", len(tree.Levels)-1)
	}
	seen := 0
	refRefit(s.t, s.m, vertices, nodes, order, tree.Levels, 0, &seen)
	if seen != n {
		s.t.Errorf("%d triangles in leaves, want %d", seen, n)
	}
	lastCost = tree.cost
	return changed, nil
}

// refRefit is the contract of refit.comp, and of the tree: it returns the box of a
// node, comparing it with the device's.
func refRefit(t *testing.T, m *mesh.Mesh, vertices []float32, nodes []models.Item, order []uint32, levels []int, node int, seen *int) models.Item {
	n := nodes[node]
	inf := float32(math.Inf(1))
	want := models.Item{Lo: [3]float32{inf, inf, inf}, Hi: [3]float32{-inf, -inf, -inf}, Tag: n.Tag, GroupMask: n.GroupMask}
	join := func(lo, hi [3]float32) {
		for k := range 3 {
			want.Lo[k], want.Hi[k] = min(want.Lo[k], lo[k]), max(want.Hi[k], hi[k])
		}
	}
	if n.GroupMask == 0 {
		level, _ := slices.BinarySearch(levels, node+1)
		for c := range 2 {
			child := int(n.Tag) + c
			if child < levels[level] || child >= levels[level+1] {
				t.Fatalf("node %d of level %d has child %d, which is not on the next", node, level-1, child)
			}
			b := refRefit(t, m, vertices, nodes, order, levels, child, seen)
			join(b.Lo, b.Hi)
		}
	} else {
		if n.GroupMask > leafTriangles {
			t.Errorf("a leaf of %d triangles", n.GroupMask)
		}
		*seen += int(n.GroupMask)
		for _, i := range order[n.Tag : n.Tag+n.GroupMask] {
			for _, v := range m.Triangles[i] {
				p := [3]float32(vertices[3*v:])
				join(p, p)
			}
		}
	}
	if n != want {
		t.Errorf("node %d is %v, want %v", node, n, want)
	}
	return want
}

// refSAH is the contract of the build: the cost of the tree that it gives, in plain
// Go, recursively. Planes of equal cost may be chosen differently.
func refSAH(m *mesh.Mesh) float64 {
	var boxes [][2][3]float64
	box := m.Bounds()
	for i := range m.Triangles {
		tri := m.Triangle(i)
		b := tri.Bounds()
		boxes = append(boxes, [2][3]float64{{b.Min.X, b.Min.Y, b.Min.Z}, {b.Max.X, b.Max.Y, b.Max.Z}})
	}
	size := box.Size()
	whole := size.X*size.Y + size.Y*size.Z + size.Z*size.X
	return sahOf(boxes) / max(whole, math.SmallestNonzeroFloat32)
}

func sahOf(boxes [][2][3]float64) float64 {
	n := len(boxes)
	area := areaAround(boxes)
	low, high := [3]float64{}, [3]float64{}
	for k := range 3 {
		low[k], high[k] = math.Inf(1), math.Inf(-1)
		for _, b := range boxes {
			c := (b[0][k] + b[1][k]) / 2
			low[k], high[k] = min(low[k], c), max(high[k], c)
		}
	}
	best, bestAxis, bestBin := math.Inf(1), 0, 0
	side := func(b [2][3]float64, axis, bin int) bool {
		scale := 0.0
		if high[axis] > low[axis] {
			scale = sahBins / (high[axis] - low[axis])
		}
		return min(((b[0][axis]+b[1][axis])/2-low[axis])*scale, sahBins-0.5) < float64(bin)
	}
	split := func(axis, bin int) (left, right [][2][3]float64) {
		for _, b := range boxes {
			if side(b, axis, bin) {
				left = append(left, b)
			} else {
				right = append(right, b)
			}
		}
		return left, right
	}
	for axis := range 3 {
		for bin := 1; bin < sahBins; bin++ {
			if l, r := split(axis, bin); len(l) > 0 && len(r) > 0 {
				if c := float64(len(l))*areaAround(l) + float64(len(r))*areaAround(r); c < best {
					best, bestAxis, bestBin = c, axis, bin
				}
			}
		}
	}
	if n <= leafTriangles && (math.IsInf(best, 1) || visitCost+triangleCost*best/max(area, 1e-37) >= triangleCost*float64(n)) {
		return area * triangleCost * float64(n)
	}
	left, right := boxes[:n/2], boxes[n/2:]
	if !math.IsInf(best, 1) {
		left, right = split(bestAxis, bestBin)
	}
	return area*visitCost + sahOf(left) + sahOf(right)
}

func areaAround(boxes [][2][3]float64) float64 {
	var d [3]float64
	for k := range d {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, b := range boxes {
			lo, hi = min(lo, b[0][k]), max(hi, b[1][k])
		}
		d[k] = hi - lo
	}
	return d[0]*d[1] + d[1]*d[2] + d[2]*d[0]
}
