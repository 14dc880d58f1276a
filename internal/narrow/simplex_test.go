package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// nearestTo0 returns the distance from the origin to the hull of up to four points, by the definition: the
// nearest of the points of their spans that have no negative weight.
func nearestTo0(p []vertexPair) float64 {
	least := math.Inf(1)
	for _, a := range p {
		least = min(least, a.at.Norm())
		for _, b := range p {
			ab := b.at.Sub(a.at)
			if t := -a.at.Dot(ab) / ab.Dot(ab); t > 0 && t < 1 {
				least = min(least, a.at.Add(ab.Scale(t)).Norm())
			}
			for _, c := range p {
				e, f := ab, c.at.Sub(a.at)
				ee, ff, ef, ae, af := e.Dot(e), f.Dot(f), e.Dot(f), -a.at.Dot(e), -a.at.Dot(f)
				det := ee*ff - ef*ef
				if v, w := (ff*ae-ef*af)/det, (ee*af-ef*ae)/det; v > 0 && w > 0 && v+w < 1 {
					least = min(least, a.at.Add(e.Scale(v)).Add(f.Scale(w)).Norm())
				}
			}
		}
	}
	return least
}

// encloses reports whether four points have the origin inside.
func encloses(p []vertexPair) bool {
	side := func(i, j, k int, x geom.Vec) bool {
		return p[j].at.Sub(p[i].at).Cross(p[k].at.Sub(p[i].at)).Dot(x.Sub(p[i].at)) > 0
	}
	for k := range 4 {
		i, j, l := (k+1)%4, (k+2)%4, (k+3)%4
		if side(i, j, l, p[k].at) != side(i, j, l, geom.Vec{}) {
			return false
		}
	}
	return true
}

// TestSimplexFindsTheNearest: the point returned is the nearest one, and the points kept carry it.
func TestSimplexFindsTheNearest(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(54, 1))
	var kept [5][5]int
	inside := 0
	for range 20000 {
		n := 2 + r.IntN(3)
		x := simplex{n: n - 1}
		shift := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(r.Float64())
		var all []vertexPair
		for i := range n {
			at := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Add(shift)
			all = append(all, vertexPair{at: at, a: uint32(i), b: uint32(i)})
		}
		copy(x.p[:], all[:n-1])
		got, ok := x.toward(all[n-1])
		if !ok {
			if inside++; n < 4 || !encloses(all) {
				t.Fatalf("the origin is not in %v", all)
			}
			continue
		}
		if n == 4 && encloses(all) {
			t.Fatalf("the origin is in %v, but %v is the nearest point", all, got)
		}
		want := nearestTo0(all)
		if math.Abs(got.Norm()-want) > 1e-9 {
			t.Fatalf("%v: the nearest point is %v, %g away, want %g", all, got, got.Norm(), want)
		}
		if by := nearestTo0(x.p[:x.n]); math.Abs(by-want) > 1e-9 {
			t.Fatalf("%v: %d points kept are %g away, want %g", all, x.n, by, want)
		}
		kept[n][x.n]++
	}
	for _, k := range []int{kept[2][1], kept[2][2], kept[3][1], kept[3][2], kept[3][3], kept[4][1], kept[4][2], kept[4][3], inside} {
		if k < 100 {
			t.Errorf("points kept of 2, 3 and 4: %v, %d around the origin", kept, inside)
		}
	}
}

// TestSimplexKnowsItsPoints: a pair of vertices that it has brings nothing; one with another vertex of either
// surface does.
func TestSimplexKnowsItsPoints(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b uint32
		want bool
	}{{1, 2, false}, {3, 4, false}, {1, 4, true}, {3, 2, true}, {5, 6, true}} {
		x := simplex{n: 2, p: [4]vertexPair{{geom.Vec{X: 1}, 1, 2}, {geom.Vec{X: 1, Y: 1}, 3, 4}}}
		if _, ok := x.toward(vertexPair{geom.Vec{X: 2, Z: 1}, c.a, c.b}); ok != c.want {
			t.Errorf("the pair %d, %d: %v", c.a, c.b, ok)
		}
	}
}
