package narrow

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
)

// wideOf returns the tree for pairs, packed the one for contacts within a surface.
func wideOf(s *Surface) *tree.Wide { return numbered(s, tree.BuildWide) }
func packed(s *Surface) *tree.Wide { return numbered(s, tree.PackWide) }

func numbered(s *Surface, build func(*tree.Soup, tree.WideOptions) *tree.Wide) *tree.Wide {
	t := build(&tree.Soup{Vertices: s.Mesh.Vertices, Triangles: s.Mesh.Triangles}, tree.WideOptions{Workers: 1})
	t.Number(s.Mesh.Triangles, 1)
	return t
}

// wideCase is one search over two soups or within one, and brute's answer.
type wideCase struct {
	Wide
	want []Pair
}

// wideCases returns the searches among random soups that float32 can serve.
func wideCases(t *testing.T, r *rand.Rand, n int) (cases []*wideCase) {
	refused := 0
	for range n {
		lattice := r.IntN(2) == 0
		a, b := soup(random(r), 1+r.IntN(90), lattice), soup(random(r), 1+r.IntN(90), lattice)
		p := poses(r)
		a.SetPose(&p[0])
		b.SetPose(&p[1])
		ta, tb := wideOf(&a), packed(&b)
		for _, pair := range [][2]*Surface{{&a, &b}, {&a, &a}} {
			c := &wideCase{}
			other := tb
			if pair[0] == pair[1] {
				other = ta
			}
			if !c.SetWide(pair[0], pair[1], ta, other) {
				refused++
				continue
			}
			c.want = brute(&c.Search)
			cases = append(cases, c)
		}
	}
	if refused == 0 || len(cases) < n/2 {
		t.Fatalf("%d searches refused, %d taken: the sample proves little", refused, len(cases))
	}
	return cases
}

func (c *wideCase) run(l simd.Level, limit int, first bool) []Pair {
	w, d := Worker{Control: control()}, NewWideDescent(l)
	w.First = first
	d.Begin(&c.Wide)
	rest, pairs := []BoxPair{c.RootBoxes()}, []Pair(nil)
	for len(rest) > 0 && w.Control.Cause() == Running {
		rest, pairs = d.Run(&w, &c.Wide, slices.Clone(rest), limit, pairs)
	}
	return sorted(pairs)
}

// Every level of kernels gives brute's pairs, at one go and in pieces.
func TestWideDescentEqualsBrute(t *testing.T) {
	found, cases := 0, require.Cases(150, 30)
	for i, c := range wideCases(t, rand.New(rand.NewPCG(21, 22)), cases) {
		found += len(c.want)
		if c.Far() {
			if len(c.want) > 0 {
				t.Fatalf("case %d: called far, brute found %v", i, c.want)
			}
			continue
		}
		for l := simd.Go; l <= simd.Best(); l++ {
			for _, limit := range []int{0, 1} {
				if got := c.run(l, limit, false); !slices.Equal(got, c.want) {
					t.Fatalf("case %d, self %v, kernels %v, limit %d: found %v, brute %v", i, c.self, l, limit, got, c.want)
				}
			}
			first := c.run(l, 0, true)
			if len(first) != min(1, len(c.want)) || len(first) == 1 && !slices.Contains(c.want, first[0]) {
				t.Fatalf("case %d, self %v, kernels %v: first found %v of %v", i, c.self, l, first, c.want)
			}
		}
	}
	if found < cases*20/3 {
		t.Fatalf("only %d contacts in all: the sample proves nothing", found)
	}
}

// The leaves that a search with First ended at still hold its contact.
func TestWideWitness(t *testing.T) {
	met := 0
	for i, c := range wideCases(t, rand.New(rand.NewPCG(23, 24)), 60) {
		if c.Far() || c.self || len(c.want) == 0 {
			continue
		}
		w, d := Worker{Control: control()}, NewWideDescent(simd.Best())
		w.First = true
		d.Begin(&c.Wide)
		_, first := d.Run(&w, &c.Wide, []BoxPair{c.RootBoxes()}, 0, nil)
		w.Control = control()
		if again := d.Leaves(&w, &c.Wide, d.Witness, nil); !slices.Equal(again, first) {
			t.Errorf("case %d: the witness gives %v, the search gave %v", i, again, first)
		}
		met++
	}
	if met < 10 {
		t.Fatalf("only %d pairs touched", met)
	}
}

// A search that is stopped returns what it did not come to.
func TestWideDescentStops(t *testing.T) {
	for _, c := range wideCases(t, rand.New(rand.NewPCG(25, 26)), 20) {
		w, d := Worker{Control: control()}, NewWideDescent(simd.Best())
		w.Control.Stop(Interrupted)
		d.Begin(&c.Wide)
		rest, pairs := d.Run(&w, &c.Wide, []BoxPair{c.RootBoxes()}, 0, nil)
		if len(rest) != 1 || len(pairs) != 0 || w.BVTests != 0 {
			t.Fatalf("stopped at once, yet %d pairs left, %d found, %d tests", len(rest), len(pairs), w.BVTests)
		}
	}
}

// A refitted tree's origin may lie outside its mesh, far away even: what float32 is sure
// of allows for that.
func TestWideAwayFromTheOrigin(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	found := 0
	for i := range 200 {
		a, b := soup(random(r), 6, false), soup(random(r), 6, false)
		for k := range a.Mesh.Vertices {
			a.Mesh.Vertices[k] = a.Mesh.Vertices[k].Add(geom.Vec{X: 100000.3, Y: -50000.7, Z: 70000.1})
		}
		ta, tb := wideOf(&a), wideOf(&b)
		shrink(r, &a, &b)
		ta.Refit(soupOf(&a), 1) // calls for a new tree, but this one must serve
		tb.Refit(soupOf(&b), 1)
		c := &wideCase{}
		if !c.SetWide(&a, &b, ta, tb) {
			t.Fatalf("case %d is refused", i)
		}
		c.want = brute(&c.Search)
		found += len(c.want)
		for l := simd.Go; l <= simd.Best(); l++ {
			if got := c.run(l, 0, false); !slices.Equal(got, c.want) {
				t.Fatalf("case %d, kernels %v: found %v, brute %v", i, l, got, c.want)
			}
		}
	}
	if found < 1000 {
		t.Fatalf("only %d contacts in all: the sample proves nothing", found)
	}
}

// shrink makes two soups small ones about the origin that share corners.
func shrink(r *rand.Rand, a, b *Surface) {
	size := math.Pow(10, -9+5*r.Float64())
	for _, s := range []*Surface{a, b} {
		next := soup(random(r), 6, false)
		for k, v := range next.Mesh.Vertices {
			s.Mesh.Vertices[k] = v.Scale(size)
		}
	}
	for k := range a.Mesh.Vertices {
		if r.IntN(3) == 0 {
			a.Mesh.Vertices[k] = b.Mesh.Vertices[r.IntN(len(b.Mesh.Vertices))]
		}
	}
	for _, s := range []*Surface{a, b} {
		box := s.Mesh.Bounds()
		s.SetMesh(s.Mesh, &box, max(box.Min.MaxAbs(), box.Max.MaxAbs()))
		s.SetPose(&geom.Identity)
	}
}
