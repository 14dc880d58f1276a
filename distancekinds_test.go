package collide_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// few draws bodies of a few triangles, spheres and boxes with small whole coordinates, so that
// ties, touching and containment are frequent.
func few(r *rand.Rand, n int) []collide.Body {
	vec := func(k int) geom.Vec {
		return geom.Vec{X: float64(r.IntN(k)), Y: float64(r.IntN(k)), Z: float64(r.IntN(k))}
	}
	var bodies []collide.Body
	for range n {
		b := collide.Body{Pose: geom.Identity}
		switch r.IntN(3) {
		case 0:
			b.Shape = shape.Sphere{Center: vec(3), Radius: float64(r.IntN(5)) / 2}
		case 1:
			b.Shape = shape.Box{Center: vec(3), Size: vec(5)}
		default:
			var m mesh.Mesh
			for range 1 + r.IntN(4) {
				k := uint32(len(m.Vertices))
				m.Vertices = append(m.Vertices, vec(6), vec(6), vec(6))
				m.Triangles = append(m.Triangles, [3]uint32{k, k + 1, k + 2})
			}
			b.Shape = collide.NewModel(&m)
		}
		b.Pose.T = vec(6)
		bodies = append(bodies, b)
	}
	return bodies
}

// hulls are the convex sets that a body consists of, and the radius around them.
func hulls(d *collide.Detector, bodies []collide.Body, i int) (sets [][]geom.Vec, radius float64) {
	pose := bodies[i].Pose
	switch s := bodies[i].Shape.(type) {
	case shape.Sphere:
		return [][]geom.Vec{{pose.Apply(s.Center)}}, s.Radius
	case shape.Box:
		c := s.Corners()
		for k := range c {
			c[k] = pose.Apply(c[k])
		}
		return [][]geom.Vec{c[:]}, 0
	case *collide.Model:
		for k := range len(s.Mesh().Triangles) {
			t := d.Triangle(i, k)
			sets = append(sets, t[:])
		}
	}
	return sets, 0
}

// slowDistance is the distance of two bodies and the lowest pair that attains it, by package
// oracle alone.
func slowDistance(a, b [][]geom.Vec, radii float64) (value float64, i, j int) {
	var best *big.Float
	var square *big.Rat // of the pair that best is of
	for x := range a {
		for y := range b {
			if square != nil && isFar(a[x], b[y], square) {
				continue
			}
			s := oracle.SquaredDistance(a[x], b[y])
			d := new(big.Float).SetPrec(300).SetRat(s)
			d.Sqrt(d)
			if d.Sub(d, big.NewFloat(radii)); d.Sign() < 0 {
				d.SetInt64(0)
			}
			if best == nil || d.Cmp(best) < 0 {
				best, square, i, j = d, s, x, y
			}
			if best.Sign() == 0 {
				return 0, i, j // no later pair is nearer
			}
		}
	}
	value, _ = best.Float64()
	return value, i, j
}

// isFar reports whether the square of the distance of two sets' boxes is at least square, which spares the
// oracle most pairs.
func isFar(p, q []geom.Vec, square *big.Rat) bool {
	sum := new(big.Rat)
	for k := range 3 {
		ends := func(set []geom.Vec) (least, most float64) {
			least, most = math.Inf(1), math.Inf(-1)
			for _, v := range set {
				least, most = min(least, v.At(k)), max(most, v.At(k))
			}
			return least, most
		}
		a, b := ends(p)
		c, d := ends(q)
		low, high := b, c // the ends of the gap
		if d < a {
			low, high = d, a
		}
		if low < high {
			gap := new(big.Rat).SetFloat64(high)
			gap.Sub(gap, new(big.Rat).SetFloat64(low))
			sum.Add(sum, gap.Mul(gap, gap))
		}
	}
	return sum.Cmp(square) >= 0
}

// TestDistancesOfAllShapes compares every pair of small scenes with the oracle, by every
// method that measures, and the nearest pair with the list.
func TestDistancesOfAllShapes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 6))
	kinds := map[string]int{}
	cases := require.Cases(25, 4)
	for k := range cases {
		bodies := few(r, 4)
		var want []collide.Distance
		for i, name := range measuring {
			if i >= 3 && (i+k)%4 > 0 && !require.Full() {
				continue
			}
			d := detector(t, bodies, collide.Options{Method: named(name), Workers: 1})
			list, err := d.Distances(context.Background(), math.Inf(1), nil)
			if err != nil || len(list) != 6 {
				t.Fatalf("%d distances, %v", len(list), err)
			}
			if want == nil {
				want = list
				for k := range list {
					checkSlow(t, d, bodies, &list[k], kinds)
				}
			}
			near, ok, err := d.Distance(context.Background())
			if err != nil || !ok || near != nearest(list) {
				t.Fatalf("%s: the nearest pair is %+v (%v, %v), of the list %+v", name, near, ok, err, nearest(list))
			}
			for k := range list {
				if list[k] != want[k] {
					t.Fatalf("%s: %+v, auto has %+v", name, list[k], want[k])
				}
			}
			if name == "auto" {
				checkWithin(t, d, list)
			}
		}
	}
	for _, k := range []string{"touch", "apart", "sphere", "box", "mesh"} {
		if kinds[k] < cases/3 {
			t.Errorf("only %d pairs: %s", kinds[k], k)
		}
	}
}

func nearest(list []collide.Distance) collide.Distance {
	best := list[0]
	for _, d := range list[1:] {
		if d.Value < best.Value { // equal values of small whole numbers are equal distances
			best = d
		}
	}
	return best
}

func checkSlow(t *testing.T, det *collide.Detector, bodies []collide.Body, d *collide.Distance, kinds map[string]int) {
	t.Helper()
	a, ra := hulls(det, bodies, d.A)
	b, rb := hulls(det, bodies, d.B)
	value, i, j := slowDistance(a, b, ra+rb)
	if d.Value != value || d.TriA != i || d.TriB != j || d.Lo != value || d.Hi != value {
		t.Fatalf("%+v, want %v of %d and %d (%+v, %+v)", *d, value, i, j, bodies[d.A], bodies[d.B])
	}
	checkEnds(t, d)
	e := new(big.Float).SetFloat64(d.PointError + 1e-300)
	for k, set := range [2][]geom.Vec{a[i], b[j]} {
		radius := [2]float64{ra, rb}[k]
		off := new(big.Float).SetPrec(300).SetRat(oracle.SquaredDistance([]geom.Vec{d.Points[k]}, set))
		if off.Sub(off.Sqrt(off), big.NewFloat(radius)); off.Cmp(e) > 0 {
			t.Fatalf("%+v: point %d is %v off", *d, k, off)
		}
	}
	if kinds["apart"]++; value == 0 {
		kinds["touch"]++
		kinds["apart"]--
	}
	for _, body := range []int{d.A, d.B} {
		switch bodies[body].Shape.(type) {
		case shape.Sphere:
			kinds["sphere"]++
		case shape.Box:
			kinds["box"]++
		default:
			kinds["mesh"]++
		}
	}
}

// checkWithin asks for the pairs within each distance and its neighbours.
func checkWithin(t *testing.T, d *collide.Detector, list []collide.Distance) {
	t.Helper()
	for _, at := range list {
		for _, reach := range []float64{at.Value, math.Nextafter(at.Value, 0), math.Nextafter(at.Value, 99)} {
			got, err := d.Distances(context.Background(), reach, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range list {
				// A rounded distance and its neighbours settle the question except at reach itself.
				switch {
				case w.Value < reach && (len(got) == 0 || got[0] != w), w.Value > reach && len(got) > 0 && got[0] == w:
					t.Fatalf("within %v: %+v, of %+v", reach, got, list)
				case len(got) > 0 && got[0] == w:
					got = got[1:]
				}
			}
			if len(got) > 0 {
				t.Fatalf("within %v there are more: %+v", reach, got)
			}
		}
	}
}

// A pair that is at a distance under Detect's word must be at one above 0, and the other way
// round, whatever the shapes.
func TestDistanceIsZeroExactlyInContact(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 7))
	for range 200 {
		bodies := few(r, 2)
		d := detector(t, bodies, collide.Options{Workers: 1})
		res, err := d.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		touch := res.Verdict == collide.InContact
		first := collide.Contact{}
		if touch {
			first = res.Contacts[0]
		}
		got, ok, err := d.Distance(context.Background())
		if err != nil || !ok || touch != (got.Value == 0) {
			t.Fatalf("contact %v, distance %+v, %v, %v", touch, got, ok, err)
		}
		if touch && (got.TriA != int(first.TriA) || got.TriB != int(first.TriB)) {
			t.Fatalf("the lowest contact is %+v, the distance %+v", first, got)
		}
	}
}

// cubeOf is a cube around the origin.
func cubeOf(size float64) *mesh.Mesh {
	m := cube()
	for i, v := range m.Vertices {
		m.Vertices[i] = v.Sub(geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}).Scale(size)
	}
	return m
}

func TestDistanceOfContainedBodies(t *testing.T) {
	t.Parallel()
	inner, outer := cubeOf(1), cubeOf(8)
	open := &mesh.Mesh{Vertices: outer.Vertices, Triangles: outer.Triangles[1:]}
	for _, c := range []struct {
		name  string
		outer *mesh.Mesh
		solid bool
		value float64
		in    collide.Side
		cause error
	}{
		{"surfaces", outer, false, 3.5, collide.NotInside, nil},
		{"solid", outer, true, 0, collide.AInside, nil},
		{"open", open, true, 0, collide.NotInside, collide.ErrUndecided},
	} {
		bodies := []collide.Body{{Name: "inner", Shape: collide.NewModel(inner)}, {Name: "outer", Shape: collide.NewModel(c.outer)}}
		d := detector(t, bodies, collide.Options{Solid: c.solid})
		got, ok, err := d.Distance(context.Background())
		if !ok || got.Value != c.value || got.Inside != c.in || !errors.Is(err, c.cause) || errors.Is(err, collide.ErrIncomplete) != (c.cause != nil) {
			t.Errorf("%s: %+v, %v, %v", c.name, got, ok, err)
		}
		if c.in != collide.NotInside && (got.TriA != -1 || got.TriB != -1) {
			t.Errorf("%s: a closest pair of triangles, %+v", c.name, got)
		}
		if c.cause != nil && (got.Lo != 0 || got.Hi != math.Nextafter(3.5, 4)) {
			t.Errorf("%s: bounds %v to %v", c.name, got.Lo, got.Hi)
		}
	}
}

// What may touch is never the nearest pair, and immovable bodies are none; with nothing left
// there is no distance.
func TestDistanceLeavesOutPermittedPairs(t *testing.T) {
	t.Parallel()
	ball := func(x float64, fixed bool) collide.Body {
		return collide.Body{Shape: shape.Sphere{Radius: 1}, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x}}, Immovable: fixed}
	}
	ctx := context.Background()
	d := detector(t, []collide.Body{ball(0, false), ball(3, true), ball(7, true)}, collide.Options{Allow: [][2]int{{0, 1}}})
	if got, ok, err := d.Distance(ctx); err != nil || !ok || got.A != 0 || got.B != 2 || got.Value != 5 {
		t.Errorf("%+v, %v, %v", got, ok, err)
	}
	list, err := d.Distances(ctx, math.Inf(1), nil)
	if err != nil || len(list) != 2 || !list[0].Allowed || list[0].Value != 1 || list[1].Allowed {
		t.Errorf("%+v, %v", list, err)
	}
	d.Allow(0, 2, true)
	if got, ok, err := d.Distance(ctx); err != nil || ok || got.Value != 0 {
		t.Errorf("nothing to compare: %+v, %v, %v", got, ok, err)
	}
	d.Allow(0, 1, false)
	d.Remove(1)
	if _, ok, err := d.Distance(ctx); ok || err != nil {
		t.Errorf("a body that was removed has a distance, %v", err)
	}
}

// A query that is cut short never reads as far: the value is a lower bound.
func TestDistanceCutShort(t *testing.T) {
	t.Parallel()
	bodies := tori(9)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx   context.Context
		steps int64
		cause error
	}{{context.Background(), 1, collide.ErrBudget}, {context.Background(), 300, collide.ErrBudget}, {cancelled, 0, context.Canceled}} {
		d := detector(t, bodies, collide.Options{Workers: 1, Budget: collide.Budget{Steps: c.steps}})
		got, ok, err := d.Distance(c.ctx)
		if !ok || got.Value != 0 || got.Lo != 0 || !(got.Hi > 0) || !errors.Is(err, collide.ErrIncomplete) || !errors.Is(err, c.cause) {
			t.Errorf("%d steps: %+v, %v, %v", c.steps, got, ok, err)
		}
		if list, err := d.Distances(c.ctx, math.Inf(1), nil); len(list) > 0 || !errors.Is(err, collide.ErrIncomplete) {
			t.Errorf("%d steps: %d distances, %v", c.steps, len(list), err)
		}
	}
}

func TestDistanceErrors(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ball := func(x float64) collide.Body {
		return collide.Body{Shape: shape.Sphere{Center: geom.Vec{X: x}}}
	}
	d := detector(t, []collide.Body{ball(-math.MaxFloat64), ball(math.MaxFloat64)}, collide.Options{})
	if _, ok, err := d.Distance(ctx); ok || err == nil || errors.Is(err, collide.ErrIncomplete) {
		t.Errorf("a distance beyond the range: %v, %v", ok, err)
	}
	d = detector(t, []collide.Body{ball(0), ball(1)}, collide.Options{Method: named("i-collide")})
	if _, ok, err := d.Distance(ctx); ok || !errors.Is(err, collide.ErrUnsupported) {
		t.Errorf("a method that does not measure: %v, %v", ok, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("Distances within −1 does not panic")
		}
	}()
	_, _ = d.Distances(ctx, -1, nil)
}
