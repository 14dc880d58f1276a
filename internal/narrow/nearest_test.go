package narrow

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/mesh"
)

// scattered is a mesh of small triangles at random.
func scattered(r *rand.Rand, n int) *mesh.Mesh {
	m := &mesh.Mesh{}
	for i := range uint32(n) {
		c := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
		for range 3 {
			m.Vertices = append(m.Vertices, c.Add(geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}.Scale(0.1)))
		}
		m.Triangles = append(m.Triangles, [3]uint32{3 * i, 3*i + 1, 3*i + 2})
	}
	return m
}

// everyDistance is the exact distance of each pair of triangles.
func everyDistance(a, b *Surface) map[Pair]float64 {
	all := map[Pair]float64{}
	var t predicate.Tally
	var p, q geom.Triangle
	for i := range a.Mesh.Triangles {
		a.Triangle(uint32(i), &p)
		for k := range b.Mesh.Triangles {
			b.Triangle(uint32(k), &q)
			near := t.Distance(&p, &q)
			reach := predicate.Reach{Square: near.Square}
			all[Pair{A: uint32(i), B: uint32(k)}] = reach.Value()
		}
	}
	return all
}

// TestNearestAgainstEveryPair: the candidates of a search hold every nearest pair, by trees or by
// pairs, in frames or in the world, and its bounds hold the distances.
func TestNearestAgainstEveryPair(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 1))
	for round := range 24 {
		a, b := surfaceOf(scattered(r, 20)), surfaceOf(scattered(r, 12))
		pose := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1.5 * r.Float64(), Y: r.Float64()}}
		if round%3 == 1 {
			pose.R = geom.Mat{0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1}
		}
		if round%3 == 2 {
			pose.R[1] = 0.5 // sheared
		}
		b.SetPose(&pose)
		all := everyDistance(&a, &b)
		least := math.Inf(1)
		for _, d := range all {
			least = min(least, d)
		}
		for _, trees := range []bool{true, false} {
			n := newNear()
			sideA, sideB := nearBodyOf(&a, trees), nearBodyOf(&b, true)
			n.Start(sideA, sideB, math.Inf(1))
			if !n.Nearest() {
				t.Fatal("stopped")
			}
			found := n.Found()
			nearest := slices.ContainsFunc(found, func(c NearPair) bool { return all[c.Pair] == least })
			if !nearest || !slices.IsSortedFunc(found, func(x, y NearPair) int { return int(x.A) - int(y.A) }) {
				t.Fatalf("round %d, trees %v: %d candidates, the nearest pair among them: %v", round, trees, len(found), nearest)
			}
			for _, c := range found {
				if d := all[c.Pair]; c.Lo > d || c.Hi < d || c.Touch && d > 0 {
					t.Fatalf("round %d: pair %v is %v apart, bounds %v and %v", round, c.Pair, d, c.Lo, c.Hi)
				}
				p, q := n.Triangles(&c)
				var wantP, wantQ geom.Triangle
				a.Triangle(c.A, &wantP)
				if b.Triangle(c.B, &wantQ); p != wantP || q != wantQ {
					t.Fatalf("round %d: other triangles than those of pair %v", round, c.Pair)
				}
			}
			checkWithin(t, n, sideA, sideB, all, least+0.25)
			n.Start(sideA, sideB, math.Inf(1))
			n.Allow(0.25)
			n.Nearest()
			low := n.Left()
			for _, c := range n.Found() {
				low = min(low, c.Lo)
			}
			if low > least || n.Keeps(low, least) != (least <= low*1.25) {
				t.Fatalf("round %d: at least %v with an allowed error, %v is the least", round, low, least)
			}
		}
	}
}

func newNear() *Near {
	var c Control
	c.Reset(context.Background(), 0, 0)
	w := &Worker{Control: &c}
	w.Begin()
	return &Near{Worker: w}
}

func nearBodyOf(s *Surface, tree bool) NearBody {
	n := NearBody{Bounds: s.WorldBox(&s.Box)}
	if tree {
		n.Surface = s
		return n
	}
	n.Each = true
	for i := range s.Mesh.Triangles {
		var q geom.Triangle
		s.Triangle(uint32(i), &q)
		n.Triangles = append(n.Triangles, q)
	}
	return n
}

// checkWithin looks whether all pairs within a distance are candidates.
func checkWithin(t *testing.T, n *Near, a, b NearBody, all map[Pair]float64, distance float64) {
	t.Helper()
	n.Start(a, b, distance)
	n.Within(distance, false)
	have := map[Pair]bool{}
	for _, c := range n.Found() {
		have[c.Pair] = true
	}
	for p, d := range all {
		if d <= distance && !have[p] {
			t.Fatalf("pair %v is %v apart, and no candidate within %v", p, d, distance)
		}
	}
	n.Start(a, b, distance)
	n.Within(distance, true)
	if found := n.Found(); !slices.ContainsFunc(found, func(c NearPair) bool { return all[c.Pair] <= distance }) {
		t.Fatalf("no pair within %v among the %d of a search for the first", distance, len(found))
	}
}

// TestRaysDownTheTree: a ray meets the same triangles by the tree as one by one, in a posed mesh,
// the first and all of them.
func TestRaysDownTheTree(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 2))
	s := surfaceOf(scattered(random, 300))
	hits := 0
	for round := range 600 {
		pose := geom.Pose{R: geom.Mat{0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1}, T: geom.Vec{X: random.Float64()}}
		if round%4 == 0 {
			pose.R[2] = 0.25
		}
		s.SetPose(&pose)
		target := pose.Apply(geom.Vec{X: random.Float64(), Y: random.Float64(), Z: random.Float64()})
		origin := geom.Vec{X: 5 * random.NormFloat64(), Y: 5 * random.NormFloat64(), Z: 5 * random.NormFloat64()}
		ray := predicate.Ray{Origin: origin, Direction: target.Sub(origin), Max: []float64{1, math.Inf(1)}[round%2]}
		for _, all := range []bool{true, false} {
			byTree, one := newRays(), newRays()
			byTree.Set(&ray, all)
			box := s.WorldBox(&s.Box)
			if byTree.Enters(&box) {
				byTree.Surface(&s, 3)
			}
			one.Set(&ray, all)
			one.Every(&s, 3)
			for _, r := range []*Rays{byTree, one} {
				slices.SortFunc(r.Hits, func(x, y RayHit) int { return r.Compare(&x, &y) })
			}
			same := slices.EqualFunc(byTree.Hits, one.Hits, func(x, y RayHit) bool { return x.Body == y.Body && x.Primitive == y.Primitive })
			if !same || !all && len(one.Hits) > 1 {
				t.Fatalf("round %d, all %v: %d hits down the tree, %d one by one", round, all, len(byTree.Hits), len(one.Hits))
			}
			hits += len(one.Hits)
		}
	}
	if hits < 100 {
		t.Errorf("%d hits: the rays test nothing", hits)
	}
}

func newRays() *Rays {
	var c Control
	c.Reset(context.Background(), 0, 0)
	return &Rays{Worker: Worker{Control: &c}}
}
