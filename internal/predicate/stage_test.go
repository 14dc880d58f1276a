package predicate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
)

// stage is what decided a sign.
type stage string

const (
	byFilter   stage = "filter"
	byAdaptive stage = "adaptive"
	byExact    stage = "exact"
)

func stageOf(t *Tally) stage {
	switch {
	case t.Exact > 0:
		return byExact
	case t.Adaptive > 0:
		return byAdaptive
	}
	return byFilter
}

func stage2D(x []float64) (sign int, s stage) {
	var t Tally
	sign = t.Orient2D(x[0], x[1], x[2], x[3], x[4], x[5])
	return sign, stageOf(&t)
}

func stage3D(x []float64) (sign int, s stage) {
	var t Tally
	sign = t.Orient3D(vecAt(x, 0), vecAt(x, 3), vecAt(x, 6), vecAt(x, 9))
	return sign, stageOf(&t)
}

// TestStagesOfWorstInputs: where a value has the wrong sign, no stage that computes it may
// decide. A bound that is too small would let it.
func TestStagesOfWorstInputs(t *testing.T) {
	inputs, err := hunt.Inputs("testdata/worstsigns.txt")
	if err != nil {
		t.Fatal(err)
	}
	if _, s := stage2D(inputs["orient2DSign"]); s != byExact {
		t.Errorf("orient2DSign is decided by the %s stage", s)
	}
	if _, s := stage3D(inputs["orient3DSign"]); s == byFilter {
		t.Errorf("orient3DSign is decided by the %s stage", s)
	}
	x := inputs["planeSign"]
	var tally Tally
	q := geom.Triangle{vecAt(x, 0), vecAt(x, 3), vecAt(x, 6)}
	f := filterOf(q[0], q[1], q[2])
	if tally.side(&f, &q, vecAt(x, 9)); stageOf(&tally) == byFilter {
		t.Errorf("planeSign is decided by the %s stage", stageOf(&tally))
	}
	x = inputs["squaresSign"]
	tally = Tally{}
	tally.SphereSphere(&geom.Sphere{Center: vecAt(x, 0), Radius: math.Abs(x[6])}, &geom.Sphere{Center: vecAt(x, 3), Radius: math.Abs(x[7])})
	if stageOf(&tally) != byExact {
		t.Errorf("squaresSign is decided by the %s stage", stageOf(&tally))
	}
}

// TestStages names the stage for points of every kind.
func TestStages(t *testing.T) {
	const third, ulp = 1.0 / 3, 0x1p-52
	for _, c := range []struct {
		name string
		x    []float64
		sign int
		want stage
	}{
		{"a corner", []float64{1, 0, 0, 1, 0, 0}, 1, byFilter},
		{"two equal points", []float64{third, third, 2, 3, third, third}, 0, byFilter},
		{"across an axis", []float64{third, 1, third, 2, third, 7}, 0, byFilter},
		{"a diagonal", []float64{1, 1, 2, 2, 3, 3}, 0, byExact},
		{"10 units off a diagonal", []float64{1, 1, 2, 2 + 20*ulp, 3, 3}, -1, byFilter},
		{"a unit off a diagonal", []float64{third, third, 2 * third, 2*third + ulp/2, 1, 1}, -1, byExact},
		{"subnormals", []float64{5e-324, 0, 0, 5e-324, 0, 0}, 1, byExact},
		{"huge", []float64{1e300, 0, 0, 1e300, 0, 0}, 1, byExact},
		{"huge and tiny", []float64{1e300, 0, 0, 5e-324, 0, 0}, 1, byFilter},
		{"tiny beside 1", []float64{1, 5e-324, 2, 0, 0, 0}, -1, byExact},
	} {
		if sign, s := stage2D(c.x); sign != c.sign || s != c.want {
			t.Errorf("%s: sign %d by the %s stage, want %d by %s", c.name, sign, s, c.sign, c.want)
		}
	}
	for _, c := range []struct {
		name string
		x    []float64
		sign int
		want stage
	}{
		{"a corner", []float64{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, 1, byFilter},
		{"a repeated point", []float64{third, third, 1, 1, 2, 3, third, third, 1, 0, 0, 1}, 0, byExact},
		{"across an axis", []float64{third, 1, 2, third, 2, 5, third, 7, 1, third, 0, 9}, 0, byExact},
		{"off a lattice plane", []float64{1, 2, 0, 3, 0, 0, 0, 3, 1, 2, 0, 1}, 1, byFilter},
		{"in a lattice plane", []float64{1, 2, 0, 3, 0, 0, 0, 3, 1, 2, 1, 5}, 0, byExact},
		{"on the line of an edge", []float64{0, 0, 0, third, 0.7, 0.9, 0.3, 0.2, 1.1, 2 * third, 1.4, 1.8}, 0, byExact},
		{"needles", []float64{0, 0, 0, 1, 0, 0, 1, 0x1p-27, 0, 1, 0, 0x1p-27}, 1, byAdaptive},
		{"little off a plane", []float64{0, 0, 0, third, 1, 1, 1, third, 1, 1 + third, 1 + third + 3*ulp, 2}, 1, byAdaptive},
		{"subnormals", []float64{0, 0, 0, 5e-324, 0, 0, 0, 5e-324, 0, 0, 0, 5e-324}, 1, byExact},
		{"huge", []float64{0, 0, 0, 1e300, 0, 0, 0, 1e300, 0, 0, 0, 1e300}, 1, byExact},
	} {
		if sign, s := stage3D(c.x); sign != c.sign || s != c.want {
			t.Errorf("%s: sign %d by the %s stage, want %d by %s", c.name, sign, s, c.sign, c.want)
		}
		mirrored := slices.Concat(c.x[:6], c.x[9:], c.x[6:9])
		if sign, s := stage3D(mirrored); sign != -c.sign || s != c.want {
			t.Errorf("%s, mirrored: sign %d by the %s stage, want %d by %s", c.name, sign, s, -c.sign, c.want)
		}
	}
}

// TestFiltersDecideMost counts what the filters leave open: of random points nothing, of points
// a little off a line or plane no more than the bounds explain.
func TestFiltersDecideMost(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	for _, c := range []struct {
		off               float64
		exact2D, beyond3D int // at most, of 10,000
	}{{1, 0, 0}, {0x1p-20, 0, 0}, {0x1p-40, 4, 130}, {0x1p-46, 70, 3200}, {0x1p-52, 2700, 10000}} {
		var flat, solid Tally
		beyond := 0
		for range 10000 {
			a, b, d := geom.Vec{X: r.Float64(), Y: r.Float64()}, geom.Vec{X: r.Float64(), Y: r.Float64()}, 2*r.Float64()-1
			along := r.Float64()
			flat.Orient2D(a.X, a.Y, b.X, b.Y, a.X+along*(b.X-a.X), a.Y+along*(b.Y-a.Y)+c.off*d)
			var one Tally
			e, f, g := random3(r), random3(r), random3(r)
			p := e.Add(f.Sub(e).Scale(along)).Add(g.Sub(e).Scale(r.Float64()))
			one.Orient3D(e, f, g, p.Add(random3(r).Scale(c.off*d)))
			if stageOf(&one) != byFilter {
				beyond++
			}
			solid.Exact += one.Exact
		}
		t.Logf("off by %g: exact in the plane %d, beyond the filter in space %d, exact %d", c.off, flat.Exact, beyond, solid.Exact)
		if flat.Exact > int64(c.exact2D) || beyond > c.beyond3D {
			t.Errorf("off by %g: the filters leave open %d in the plane and %d in space, at most %d and %d are expected", c.off, flat.Exact, beyond, c.exact2D, c.beyond3D)
		}
	}
}

func random3(r *rand.Rand) geom.Vec { return geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()} }
