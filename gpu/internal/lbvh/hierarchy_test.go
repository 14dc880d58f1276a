package lbvh

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/broad"
)

// refMorton is the contract of morton.comp.
func refMorton(b *models.Item, groupBits int) uint64 {
	var code uint64
	for k := range 3 {
		c := min(max(float32(0.5*b.Lo[k])+float32(0.5*b.Hi[k]), -1), 1)
		q := min(uint64((c+1)*1048576), 1<<21-1)
		for bit := range 21 {
			code |= q >> bit & 1 << (3*bit + 2 - k)
		}
	}
	return uint64(b.GroupMask>>2)<<(63-groupBits) | code>>groupBits
}

// refKarras is the contract of karras.comp: the tree that splits every range of
// keys where their longest common prefix ends. It returns children and parents as
// the kernel numbers them.
func refKarras(keys []uint64) (children [][2]int32, parents []int32) {
	n := len(keys)
	delta := func(i, j int) int {
		if x := keys[i] ^ keys[j]; x != 0 {
			return bits.LeadingZeros64(x)
		}
		return 64 + bits.LeadingZeros32(uint32(i^j))
	}
	children, parents = make([][2]int32, n-1), make([]int32, 2*n-1)
	parents[0] = -1
	var split func(node, first, last int)
	split = func(node, first, last int) {
		cut := first
		for delta(first, cut+1) > delta(first, last) {
			cut++
		}
		left, right := cut, cut+1 // a range's node bears the name of its end at the cut
		if first == cut {
			left += n - 1
		}
		if last == cut+1 {
			right += n - 1
		}
		children[node] = [2]int32{int32(left), int32(right)}
		parents[left], parents[right] = int32(node), int32(node)
		if first < cut {
			split(left, first, cut)
		}
		if cut+1 < last {
			split(right, cut+1, last)
		}
	}
	split(0, 0, n-1)
	return children, parents
}

// refPairs is the contract of traverse.comp.
func refPairs(items []models.Item) [][3]uint32 {
	var pairs [][3]uint32
	for i := range items {
		for j := i + 1; j < len(items); j++ {
			a, b := &items[i], &items[j]
			mask := [2]uint32{a.GroupMask & 3, b.GroupMask & 3}
			if a.GroupMask>>2 != b.GroupMask>>2 || mask[0] != models.MaskBoth && mask[0] == mask[1] {
				continue
			}
			meet := true
			for k := range 3 {
				meet = meet && a.Lo[k] <= b.Hi[k] && b.Lo[k] <= a.Hi[k]
			}
			if !meet {
				continue
			}
			if mask[0] == models.MaskB || mask[0] == models.MaskBoth && b.Tag < a.Tag {
				a, b = b, a
			}
			pairs = append(pairs, [3]uint32{a.GroupMask >> 2, a.Tag, b.Tag})
		}
	}
	slices.SortFunc(pairs, compareTriples)
	return pairs
}

func compareTriples(a, b [3]uint32) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
}

// randomItems: groups of two bodies' items or of one body's, many with the same
// centre, each tag once.
func randomItems(r *rand.Rand, n, groups int) []models.Item {
	items := make([]models.Item, n)
	size := float32(0.7 / math.Cbrt(float64(n)))
	for i := range items {
		it := &items[i]
		g := uint32(r.IntN(groups))
		mask := uint32(models.MaskBoth)
		if g%2 == 1 {
			mask = 1 + uint32(r.IntN(2))
		}
		it.Tag, it.GroupMask = uint32(i), g<<2|mask
		for k := range 3 {
			c := r.Float32()*2 - 1
			if r.IntN(4) == 0 {
				c = float32(r.IntN(3)) / 4
			}
			it.Lo[k], it.Hi[k] = c-size*r.Float32(), c+size*r.Float32()
		}
	}
	return items
}

func TestHierarchy(t *testing.T) {
	b := vulkantest.Batch(t)
	r := rand.New(rand.NewPCG(7, 8))
	h := NewHierarchy(b.Device())
	t.Cleanup(h.Close)
	for _, n := range []int{2, 3, 10, 256, 257, 1000, 5000} {
		for _, groups := range []int{1, 2, 40} {
			t.Run(fmt.Sprint(n, groups), func(t *testing.T) {
				checkHierarchy(t, b, h, randomItems(r, n, groups), bits.Len(uint(groups-1)), groups%2*(n/8+5))
			})
		}
	}
}

// checkHierarchy compares a tree over items with its contract, one with room for spare more that are not there unless that is 0.
func checkHierarchy(t *testing.T, b *vulkan.Batch, h *Hierarchy, items []models.Item, groupBits, spare int) {
	n := len(items)
	most := n + spare
	pairs := primitives.NewAppender(b.Device(), "pairs", 12)
	defer pairs.Close()
	if err := cmp.Or(h.Items.Grow(models.ItemBytes*most), h.Grow(most), pairs.Reserve(3)); err != nil {
		t.Fatal(err)
	}
	keys, order := make([]uint64, n), make([]uint32, n)
	children, parents := make([][2]int32, n-1), make([]int32, 2*n-1)
	nodes := make([]models.Item, 2*n-1)
	b.Start()
	b.Write(h.Items, 0, vulkan.BytesOf(items))
	if spare > 0 {
		b.Fill(h.own, 0, 4, uint32(n))
		b.Fill(h.Items, models.ItemBytes*n, models.ItemBytes*spare, 0) // what lies there is no item
		h.BuildCounted(b, h.own, most, groupBits)
	} else {
		h.Build(b, n, groupBits)
	}
	b.Read(vulkan.BytesOf(keys), h.Sort.Keys, 0)
	b.Read(vulkan.BytesOf(order), h.Sort.Payload, 0)
	b.Read(vulkan.BytesOf(children), h.Children, 0)
	b.Read(vulkan.BytesOf(parents), h.Parents, 0)
	b.Read(vulkan.BytesOf(nodes), h.nodes, 0)
	h.Traverse(b, most, pairs)
	pairs.Ask(b)
	if err := b.Run(); err != nil {
		t.Fatal(err)
	}
	checkTree(t, items, groupBits, keys, order, children, parents, nodes)
	want := refPairs(items)
	for fits := false; !fits; { // overflow is the first thing to happen
		var err error
		if fits, err = pairs.Fits(); err != nil {
			t.Fatal(err)
		}
		b.Start()
		h.Traverse(b, most, pairs)
		pairs.Ask(b)
		if err := b.Run(); err != nil {
			t.Fatal(err)
		}
	}
	words, err := pairs.Fetch(b)
	if err != nil {
		t.Fatal(err)
	}
	var got [][3]uint32
	for i := 0; i < len(words); i += 3 {
		got = append(got, [3]uint32(words[i:]))
	}
	slices.SortFunc(got, compareTriples)
	if !slices.Equal(got, want) {
		t.Errorf("%d pairs, want %d", len(got), len(want))
	}
}

// checkTree compares codes, order, tree and boxes with the contracts.
func checkTree(t *testing.T, items []models.Item, groupBits int, keys []uint64, order []uint32, children [][2]int32, parents []int32, nodes []models.Item) {
	t.Helper()
	n := len(items)
	sorted := make([]primitives.Keyed, n)
	for i := range items {
		sorted[i] = primitives.Keyed{Key: refMorton(&items[i], groupBits), Payload: uint32(i)}
	}
	primitives.RefSort(sorted, ^uint64(0))
	for i := range sorted {
		if keys[i] != sorted[i].Key || order[i] != sorted[i].Payload {
			t.Fatalf("code %d is %x of %d, want %x of %d", i, keys[i], order[i], sorted[i].Key, sorted[i].Payload)
		}
	}
	wantChildren, wantParents := refKarras(keys)
	if !slices.Equal(children, wantChildren) || !slices.Equal(parents, wantParents) {
		t.Fatal("the tree differs")
	}
	var fit func(node int) models.Item // the contract of fit.comp
	fit = func(node int) models.Item {
		if node >= n-1 {
			want := items[order[node-n+1]]
			want.Tag = uint32(node - n + 1)
			return want
		}
		x, y := fit(int(children[node][0])), fit(int(children[node][1]))
		for k := range 3 {
			x.Lo[k], x.Hi[k] = min(x.Lo[k], y.Lo[k]), max(x.Hi[k], y.Hi[k])
		}
		x.Tag = max(x.Tag, y.Tag)
		x.GroupMask = min(x.GroupMask, y.GroupMask)&^3 | x.GroupMask&3 | y.GroupMask&3
		if nodes[node] != x {
			t.Errorf("node %d is %+v, want %+v", node, nodes[node], x)
		}
		return x
	}
	fit(0)
}

// TestTreesOfCountedItems: items that have no place in the tree are left out, and one or none has no tree; what the buffers hold from a
// tree before plays no part.
func TestTreesOfCountedItems(t *testing.T) {
	b := vulkantest.Batch(t)
	h, pairs := NewHierarchy(b.Device()), primitives.NewAppender(b.Device(), "pairs", 12)
	t.Cleanup(h.Close)
	t.Cleanup(pairs.Close)
	const room = 300
	items := randomItems(rand.New(rand.NewPCG(3, 4)), room, 1)
	if err := cmp.Or(h.Items.Grow(models.ItemBytes*room), h.Grow(room), pairs.Reserve(room*room)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ number, most, want int }{{room, room, room}, {1, room, 0}, {0, room, 0}, {room, 1, 0}, {1 << 30, 40, 40}, {2, 256, 2}} {
		b.Start()
		b.Write(h.Items, 0, vulkan.BytesOf(items))
		b.Fill(h.own, 0, 4, uint32(c.number))
		h.BuildCounted(b, h.own, c.most, 0)
		h.Traverse(b, c.most, pairs)
		pairs.Ask(b)
		if err := b.Run(); err != nil {
			t.Fatal(err)
		}
		if want := len(refPairs(items[:c.want])); int(pairs.Found[0]) != want {
			t.Errorf("%d items, room for %d: %d pairs, want %d", c.number, c.most, pairs.Found[0], want)
		}
	}
}

func TestBodyPhase(t *testing.T) {
	b := vulkantest.Batch(t)
	r := rand.New(rand.NewPCG(9, 1))
	for _, scale := range []float64{1, 1e300, 1e-300, 0x1p-1070} {
		for _, n := range []int{1, 2, 50, 700} {
			boxes := make([]geom.AABB, n)
			for i := range boxes {
				c := geom.Vec{X: 1e6 + r.Float64(), Y: r.Float64(), Z: float64(r.IntN(3))}
				d := geom.Vec{X: r.Float64(), Y: r.Float64()}.Scale(1 / math.Sqrt(float64(n)))
				boxes[i] = geom.AABB{Min: c.Scale(scale), Max: c.Add(d).Scale(scale)}
			}
			if n == 50 {
				boxes[7].Max.Y, boxes[9].Min.X = math.Inf(1), math.Inf(-1)
			}
			p := NewBodies(b, 1, 2)
			got, want := p.Pairs(boxes, nil), new(broad.Brute).Pairs(boxes, nil)
			if p.err != nil {
				t.Fatal(p.err)
			}
			compare := func(a, b broad.Pair) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) }
			slices.SortFunc(got, compare)
			slices.SortFunc(want, compare)
			if !slices.Equal(got, want) {
				t.Errorf("scale %g, %d boxes: %d pairs, want %d", scale, n, len(got), len(want))
			}
			t.Logf("scale %g, %d boxes: %d pairs, %d candidates", scale, n, len(got), len(p.found)/3)
			p.Close()
		}
	}
}
