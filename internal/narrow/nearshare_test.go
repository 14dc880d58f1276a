package narrow

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/require"
)

// crewOf returns helpers that share a control with a search.
func crewOf(n *Near, helpers int) []Worker {
	ws := make([]Worker, helpers)
	for i := range ws {
		ws[i].Control = n.Worker.Control
	}
	return ws
}

// TestNearCrew: several workers find what one finds: the lowest nearest pair and its distance, and all
// pairs within a distance; large sheets that lie close to each other take more boxes than one tests alone.
func TestNearCrew(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 81))
	for round := range require.Cases(4, 2) {
		a, b := plates(r, require.Cases(70, 64), 0.5), plates(r, require.Cases(70, 64), 0)
		if round%2 == 1 { // no two heights are equal: one pair is nearest
			for _, s := range []*Surface{&a, &b} {
				for i := range s.Mesh.Vertices {
					s.Mesh.Vertices[i].Z += 0.05 * r.Float64()
				}
			}
			a, b = surfaceOf(a.Mesh), surfaceOf(b.Mesh)
		}
		b.SetPose(&geom.Pose{R: geom.Identity.R, T: geom.Vec{X: float64(r.IntN(4)) / 16, Y: float64(r.IntN(4)) / 16}})
		ta, tb := wideOf(&a), wideOf(&b)
		one := newNear()
		if !one.StartWide(&a, &b, ta, tb, math.Inf(1)) || !one.Nearest() {
			t.Fatal("not searched")
		}
		lowest, most := lowestOf(one), one.most
		if one.Worker.BVTests < 2*shareAfter {
			t.Fatalf("%d box tests: nothing to share", one.Worker.BVTests)
		}
		var crew NearCrew
		many := newNear()
		for range require.Cases(3, 1) {
			many.StartWide(&a, &b, ta, tb, math.Inf(1))
			helpers := crewOf(many, 1+r.IntN(4))
			if !crew.Nearest(many, helpers) {
				t.Fatal("stopped")
			}
			if got := lowestOf(many); got != lowest || many.most != most {
				t.Fatalf("pair %v at most %g apart, %v at %g by one worker", got, many.most, lowest, most)
			}
		}
		d := 0.53
		one.StartWide(&a, &b, ta, tb, d)
		one.Within(d, false)
		many.StartWide(&a, &b, ta, tb, d)
		crew.Within(many, d, false, crewOf(many, 3))
		x, y := one.Found(), many.Found()
		if len(x) != len(y) {
			t.Fatalf("%d pairs within %g, %d by one worker", len(y), d, len(x))
		}
		for i := range x {
			if x[i].Pair != y[i].Pair {
				t.Fatalf("pair %v is within %g, %v by one worker", y[i].Pair, d, x[i].Pair)
			}
		}
	}
}

// lowestOf is the lowest nearest pair.
func lowestOf(n *Near) Pair {
	var best Pair
	var near, next predicate.Near
	for i, c := range n.Found() {
		p, q := n.Triangles(&c)
		n.Worker.Tally.Measure(&next, &p, &q)
		if i == 0 || next.Square.Compare(&near.Square) < 0 {
			best, near, next = c.Pair, next, near
		}
	}
	return best
}

// TestNearCrewStops: a crew whose control is stopped ends, all of it, and says so.
func TestNearCrewStops(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 82))
	a, b := plates(r, require.Cases(70, 64), 0.5), plates(r, require.Cases(70, 64), 0)
	ta, tb := wideOf(&a), wideOf(&b)
	var crew NearCrew
	for steps := int64(9000); steps < 60000; steps += 9000 {
		n := newNear()
		n.Worker.Control.Reset(context.Background(), 0, steps)
		n.StartWide(&a, &b, ta, tb, 0.6)
		if crew.Within(n, 0.6, false, crewOf(n, 3)) {
			t.Errorf("done within %d steps", steps)
		}
	}
}
