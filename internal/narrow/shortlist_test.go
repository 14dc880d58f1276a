package narrow

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
)

// shortlisted is two surfaces with a list.
type shortlisted struct {
	*gapped
	kept Shortlist
}

// fill makes a list where the surfaces are.
func (l *shortlisted) fill(distance float64) bool {
	return l.wide.SetWide(&l.a, &l.b, l.ta, l.tb) && l.kept.Fill(&l.w, &l.d, &l.wide, distance, math.MaxInt32, math.MaxInt32, 0, 0)
}

// has reports whether a pair of triangles is on the list.
func (l *shortlisted) has(p Pair) bool {
	for _, n := range l.kept.list {
		for k := range 16 {
			x, y := &l.ta.Leaves[n.A], &l.tb.Leaves[n.B]
			if n.pairs>>k&1 == 1 && x.ID[k>>2] == p.A && y.ID[k&3] == p.B {
				return true
			}
		}
	}
	return false
}

// touching are the pairs of triangles that touch, one by one.
func (l *shortlisted) touching() (all []Pair) {
	for i := range l.a.Mesh.Triangles {
		for j := range l.b.Mesh.Triangles {
			var p, q geom.Triangle
			l.a.Triangle(uint32(i), &p)
			l.b.Triangle(uint32(j), &q)
			if predicate.TriangleTriangle(&p, &q) {
				all = append(all, Pair{uint32(i), uint32(j)})
			}
		}
	}
	return all
}

func newShortlisted(r *rand.Rand, round int) (l *shortlisted, set func(p *[2]geom.Pose)) {
	e := []int{0, 0, 0, -300, 300, -30, 40}[round%7]
	level := simd.Levels()[round%len(simd.Levels())]
	l = &shortlisted{gapped: newGapped(scaledSoup(r, 2+r.IntN(30), e), scaledSoup(r, 2+r.IntN(30), e), level)}
	return l, func(p *[2]geom.Pose) {
		for i, s := range []*Surface{&l.a, &l.b} {
			q := p[i]
			q.T = q.T.Scale(math.Ldexp(1, e))
			s.SetPose(&q)
		}
	}
}

// TestShortlistsAreComplete: all pairs of triangles at most a distance apart are on the list of that distance, whatever the matrices and the
// units, and most of those that are much farther are not.
func TestShortlistsAreComplete(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 31))
	filled, near, far, spared := 0, 0, 0, 0
	for round := range require.Samples(600, 60, 36) {
		l, set := newShortlisted(r, round)
		p := poses(r)
		set(&p)
		all := everyDistance(&l.a, &l.b)
		sorted := make([]float64, 0, len(all))
		for _, d := range all {
			sorted = append(sorted, d)
		}
		slices.Sort(sorted)
		distance := sorted[r.IntN(len(sorted))/2]
		if !(distance > 0) || !l.fill(distance) {
			continue
		}
		filled++
		for pair, d := range all {
			switch {
			case d <= distance:
				if near++; !l.has(pair) {
					t.Fatalf("round %d: %v are %g apart, and not on the list of %g", round, pair, d, distance)
				}
			case d > 1.5*distance:
				if far++; !l.has(pair) {
					spared++
				}
			}
		}
	}
	if filled < 15 || near < 500 || spared < far/2 {
		t.Errorf("%d lists with %d pairs, of %d others %d are not on them: the sample proves little", filled, near, far, spared)
	}
}

// TestShortlistsHold: where a list answers for later poses, all triangles that touch are on it.
func TestShortlistsHold(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 32))
	held, touched := 0, 0
	for round := range require.Cases(800, 100) {
		l, set := newShortlisted(r, round)
		p := poses(r)
		set(&p)
		if !l.fill(math.Pow(10, -4*r.Float64()) * l.a.reach) {
			continue
		}
		for range 8 {
			p[r.IntN(2)] = walk(r, p[r.IntN(2)])
			if set(&p); !l.wide.SetWide(&l.a, &l.b, l.ta, l.tb) || l.wide.Far() || !l.kept.Holds(&l.wide, l.a.posedMesh(0), l.b.posedMesh(0)) {
				continue
			}
			got, want := l.kept.Run(&l.w, &l.d, &l.wide, nil), l.touching()
			slices.SortFunc(got, func(x, y Pair) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
			if !slices.Equal(got, want) {
				t.Fatalf("round %d: %v touch, the list has %v", round, want, got)
			}
			held++
			touched += len(want)
		}
	}
	if held < 40 || touched < 200 {
		t.Errorf("lists held %d times, for %d contacts: the sample proves little", held, touched)
	}
}

// TestShortlistsEndAtTheirLimits: a list that would be longer than asked for, takes more boxes, or is of a surface with itself, of vertices that
// changed or of other trees, is none.
func TestShortlistsEndAtTheirLimits(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 33))
	l := &shortlisted{gapped: newGapped(scaledSoup(r, 60, 0), scaledSoup(r, 60, 0), simd.Best())}
	if !l.fill(1) || l.kept.Len() < 4 {
		t.Fatal("no list to begin with")
	}
	n := l.kept.Len()
	ask := func(most, boxes int) bool { return l.kept.Fill(&l.w, &l.d, &l.wide, 1, most, boxes, 0, 0) }
	if ask(n-1, math.MaxInt32) || l.kept.Known() || ask(n, 0) || !ask(n, math.MaxInt32) {
		t.Error("a limit is not held")
	}
	a, b := l.a.posedMesh(0), l.b.posedMesh(0)
	if !l.kept.Holds(&l.wide, a, b) {
		t.Error("a list does not answer where it was made")
	}
	c := b
	if c.Version = 1; l.kept.Holds(&l.wide, a, c) || !math.IsInf(l.kept.Approach(a, c), 1) {
		t.Error("vertices changed, and the list answers")
	}
	other := l.wide
	if other.treeB = wideOf(&l.b); l.kept.Holds(&other, a, b) {
		t.Error("a list of other trees answers")
	}
	if l.wide.SetWide(&l.a, &l.a, l.ta, l.ta) && ask(n, math.MaxInt32) {
		t.Error("a list of a surface with itself")
	}
}

// TestShortlistsHoldUntilTheirDistance: a list answers until points may have come closer by its distance, and no longer, whichever surface
// moves, but for both moving together.
func TestShortlistsHoldUntilTheirDistance(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 34))
	for _, way := range []geom.Vec{{X: 1}, {Y: -1}, {X: 0.6, Z: 0.8}} {
		l := &shortlisted{gapped: newGapped(scaledSoup(r, 20, 0), scaledSoup(r, 20, 0), simd.Best())}
		pose := geom.Pose{R: geom.Identity.R}
		l.b.SetPose(&pose)
		for _, by := range []float64{0.25, 0.999, 1.0001, 3} {
			for moving := range 3 {
				l.a.SetPose(&pose)
				l.b.SetPose(&pose)
				if !l.fill(0.125) {
					t.Fatal("no list")
				}
				p := pose
				p.T = way.Scale(0.125 * by)
				if moving != 1 {
					l.a.SetPose(&p)
				}
				if moving != 0 {
					l.b.SetPose(&p)
				}
				if got := l.kept.Holds(&l.wide, l.a.posedMesh(0), l.b.posedMesh(0)); got != (by < 1 || moving == 2) {
					t.Errorf("after %g of the distance along %v, of surface %d: %v", by, way, moving, got)
				}
			}
		}
	}
}
