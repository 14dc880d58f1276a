package collide_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// depthOfPair bounds the depth and the width of a pair by a method, within a budget.
func depthOfPair(t testing.TB, method string, a, b collide.Body) (p collide.Pair, cut bool) {
	t.Helper()
	d, err := collide.NewDetector([]collide.Body{a, b}, collide.Options{
		Depths: true, DepthError: 0.1, Workers: 1, Method: named(method), Budget: collide.Budget{Steps: 2_000_000},
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Detect(t.Context())
	if r == nil {
		t.Fatal(err)
	}
	if len(r.Pairs) > 0 {
		p = r.Clone().Pairs[0]
	}
	return p, errors.Is(err, collide.ErrBudget)
}

// checkDepthOf compares the bounds of a pair with those of the brute form and of the bodies exchanged: proven bounds of one number
// overlap. It returns the kind, none where the budget was used up.
func checkDepthOf(t testing.TB, a, b collide.Body) collide.Kind {
	t.Helper()
	p, cut := depthOfPair(t, "auto", a, b)
	for _, bounds := range [2][2]float64{p.Depth, p.Width} {
		if !(bounds[0] >= 0 && bounds[0] <= bounds[1]) {
			t.Errorf("bounds %v of kind %q", bounds, p.Kind)
		}
	}
	if cut {
		return collide.NoKind
	}
	deep := p.Kind == collide.Penetrate || p.Kind == collide.Inside
	if !deep && (p.Depth[0] > 0 || p.Width[0] > 0) || p.Kind == collide.Touch && (p.Depth[1] > 0 || p.Width[1] > 0) {
		t.Errorf("depth %v, width %v of kind %q", p.Depth, p.Width, p.Kind)
	}
	if deep && p.Width[1] == 0 || p.Equal && p.Depth[1] > 0 {
		t.Errorf("depth %v, width %v of kind %q, equal %v", p.Depth, p.Width, p.Kind, p.Equal)
	}
	for how, of := range map[string]func() (collide.Pair, bool){
		"brute":     func() (collide.Pair, bool) { return depthOfPair(t, "brute", a, b) },
		"exchanged": func() (collide.Pair, bool) { return depthOfPair(t, "auto", b, a) },
		"mirrored":  func() (collide.Pair, bool) { return depthOfPair(t, "auto", mirrored(a), mirrored(b)) },
	} {
		q, cut := of()
		if cut {
			continue
		}
		if q.Kind != p.Kind || apart(p.Depth, q.Depth) || apart(p.Width, q.Width) {
			t.Errorf("%s: %s, depth %v, width %v; else %s, %v, %v; %T at %v and %T at %v",
				how, q.Kind, q.Depth, q.Width, p.Kind, p.Depth, p.Width, a.Shape, a.Pose, b.Shape, b.Pose)
		}
	}
	return p.Kind
}

// apart reports whether two intervals share no number.
func apart(x, y [2]float64) bool { return x[1] < y[0] || y[1] < x[0] }

// TestDepthsAgree: on a lattice of halves, in all combinations of shapes.
func TestDepthsAgree(t *testing.T) {
	t.Parallel()
	shapes := kindShapes()
	found := map[collide.Kind]int{}
	for seed := uint64(0); seed < 225; seed += uint64(require.Samples(1, 5, 7)) {
		r := rand.New(rand.NewPCG(seed, 20))
		place := func() geom.Pose {
			return posedAt(geom.Identity.R, float64(r.IntN(9)-4)/2, float64(r.IntN(5)-2)/2, float64(r.IntN(5)-2)/2)
		}
		a, b := shapes[int(seed)%len(shapes)], shapes[int(seed)/len(shapes)%len(shapes)]
		found[checkDepthOf(t, collide.Body{Name: "a", Shape: a, Pose: place()}, collide.Body{Name: "b", Shape: b, Pose: place()})]++
	}
	if found[collide.Penetrate] < require.Cases(15, 4) || found[collide.Touch] < require.Cases(3, 1) {
		t.Errorf("the bodies test too little: %v", found)
	}
}

// FuzzDepth compares bounds of depth and width with their brute form, and pieces with what they must be.
func FuzzDepth(f *testing.F) {
	f.Add(byte(0), byte(1), 1.0, 0.0, 0.0, 0.0)
	f.Add(byte(2), byte(6), 2.0, 2.0, 2.0, 0.0)
	f.Add(byte(9), byte(3), 1.0, 0.5, 1.0, 0.3)
	f.Add(byte(4), byte(10), 0.5, 0.5, 0.5, 3.0)
	f.Add(byte(0), byte(0), 0x1p-40, 0.0, 0.0, 0x1p-30)
	shapes := kindShapes()
	f.Fuzz(func(t *testing.T, i, j byte, x, y, z, turn float64) {
		for _, v := range []float64{x, y, z, turn} {
			if math.IsNaN(v) || math.Abs(v) > 1e100 {
				t.Skip("a place beyond what shapes of size 1 can be moved to")
			}
		}
		b := collide.Body{Name: "b", Shape: shapes[int(j)%len(shapes)], Pose: posedAt(geom.Identity.R, x, y, z)}
		if turn != 0 {
			q := geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}, turn)
			b.Pose.R = q.Matrix()
		}
		a := collide.Body{Name: "a", Shape: shapes[int(i)%len(shapes)], Pose: geom.Identity}
		checkDepthOf(t, a, b)
		d := detector(t, []collide.Body{a, b}, collide.Options{Kinds: true, Pieces: true, Workers: 1})
		if r, _ := d.Detect(t.Context()); r != nil { // an undecided kind leaves the pieces
			checkPieces(t, d, r)
		}
	})
}
