package proof

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/mesh"
)

func TestOrderIsAPermutation(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 2))
	for _, n := range []int{1, 2, 3, 64, 65, 1000} {
		m := soup(r, n, n%2 == 0)
		p, err := NewMesh(context.Background(), m, [32]byte{})
		if err != nil {
			t.Fatal(err)
		}
		sorted := slices.Sorted(slices.Values(p.order))
		for i, x := range sorted {
			if int(x) != i {
				t.Fatalf("%d triangles: %d at %d", n, x, i)
			}
		}
		for _, node := range p.nodes(p.root()) {
			if node.len() >= boxedNode && p.boxes[node.place()] != p.bounds(node) {
				t.Errorf("%d triangles: the box of %v is another one", n, node)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewMesh(ctx, soup(r, 100, false), [32]byte{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// nodes are all that a descent may see.
func (p *Mesh) nodes(r run) []run {
	if r.len() == 1 {
		return []run{r}
	}
	a, b := r.halves()
	return slices.Concat([]run{r}, p.nodes(a), p.nodes(b))
}

// soup is n triangles at random, or all in one place.
func soup(r *rand.Rand, n int, equal bool) *mesh.Mesh {
	m := &mesh.Mesh{}
	for i := range n {
		at := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
		if equal {
			at = geom.Vec{}
		}
		for range 3 {
			m.Vertices = append(m.Vertices, at.Add(geom.Vec{X: 0.1 * r.Float64(), Y: 0.1 * r.Float64(), Z: 0.1 * r.Float64()}))
		}
		m.Triangles = append(m.Triangles, [3]uint32{uint32(3 * i), uint32(3*i + 1), uint32(3*i + 2)})
	}
	return m
}

// TestSteps holds single pairs of triangles to the kind of step that proves them.
func TestSteps(t *testing.T) {
	t.Parallel()
	flat := geom.Triangle{{}, {X: 1}, {Y: 1}}
	point := func(x, y, z float64) geom.Triangle {
		v := geom.Vec{X: x, Y: y, Z: z}
		return geom.Triangle{v, v, v}
	}
	for _, c := range []struct {
		name string
		b    geom.Triangle
		want byte
	}{
		{"above", geom.Triangle{{Z: 1}, {X: 1, Z: 2}, {Y: 1, Z: 2}}, stepSmall},
		{"just above", geom.Triangle{{Z: math.SmallestNonzeroFloat64}, {X: 1, Z: 2}, {Y: 1, Z: 2}}, stepSmall},
		{"across the long edge", geom.Triangle{{X: 0.50001, Y: 0.50001, Z: -1}, {X: 0.50001, Y: 0.50001, Z: 1}, {X: 2, Y: 2}}, stepSmall},
		{"next to an edge", geom.Triangle{{X: 1.0001, Y: 1e-5, Z: -1}, {X: 1e-5, Y: 1.0001, Z: 1}, {X: 2, Y: 3}}, stepSmall},
		{"a tiny step past a slope", geom.Triangle{{X: 0.3, Y: math.Nextafter(0.7, 1)}, {X: 0.9, Y: 0.9}, {X: 2, Y: 0.3}}, stepSmall},
		{"a point above", point(0.25, 0.25, 1e-300), stepSmall},
		{"a segment past a corner", geom.Triangle{{X: 1 + 0x1p-52, Y: -1}, {X: 1 + 0x1p-52, Y: -1}, {X: 1 + 0x1p-52, Y: 3}}, stepSmall},
		{"crossing", geom.Triangle{{X: 0.2, Y: 0.2, Z: -1}, {X: 0.2, Y: 0.2, Z: 1}, {X: 5, Y: 5}}, stepEdgeB},
		{"in the plane", geom.Triangle{{X: 0.2, Y: 0.2}, {X: 2, Y: 0.2}, {X: 2, Y: 2}}, stepNear},
		{"a point within", point(0.25, 0.25, 0), stepNear},
		{"a point on the edge", point(0.5, 0.5, 0), stepNear},
		{"a corner", point(0, 1, 0), stepNear},
		{"a segment across in the plane", geom.Triangle{{X: -1, Y: 0.3}, {X: -1, Y: 0.3}, {X: 2, Y: 0.4}}, stepNear},
		{"the same", flat, stepNear},
	} {
		text, apart := appendApart(nil, &flat, &c.b, 0)
		if !apart {
			var ok bool
			if text, ok = appendTouch(nil, &flat, &c.b); !ok {
				t.Errorf("%s: neither apart nor touching", c.name)
				continue
			}
		}
		if touch := predicate.TriangleTriangle(&flat, &c.b); touch == apart || text[0] != c.want {
			t.Errorf("%s: step %d, apart %v; want %d", c.name, text[0], apart, c.want)
		}
	}
}

// TestStepsOfHardPairs: near pairs at random have a step, and neither kind is found where the other is true.
func TestStepsOfHardPairs(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 3))
	kinds := map[byte]int{}
	for i := range 4000 {
		a, b := hardPair(r, i)
		touch := predicate.TriangleTriangle(&a, &b)
		apart, isApart := appendApart(nil, &a, &b, 0)
		point, isPoint := appendTouch(nil, &a, &b)
		if isApart == touch || isPoint != touch {
			t.Fatalf("case %d: touch %v, a direction %v, a point %v\n%v\n%v", i, touch, isApart, isPoint, a, b)
		}
		if touch {
			kinds[point[0]]++
		} else {
			kinds[apart[0]]++
		}
	}
	for _, k := range []byte{stepSmall, stepMiddle, stepLarge, stepEdgeA, stepEdgeB, stepNear} {
		if kinds[k] == 0 {
			t.Errorf("no step %d among %v", k, kinds)
		}
	}
}

// hardPair returns triangles that share a point or nearly do: on a grid, on a line, far from the origin, of all sizes.
func hardPair(r *rand.Rand, i int) (a, b geom.Triangle) {
	grid := func() float64 { return float64(r.IntN(4)) }
	for k := range 3 {
		a[k], b[k] = geom.Vec{X: grid(), Y: grid(), Z: grid()}, geom.Vec{X: grid(), Y: grid(), Z: grid()}
	}
	switch i % 5 {
	case 1: // in a plane
		for k := range 3 {
			a[k].Z, b[k].Z = 1, 1
		}
	case 2: // a corner on a face, rounded
		u, v := r.Float64(), r.Float64()
		b[0] = a[0].Scale(u * (1 - v)).Add(a[1].Scale((1 - u) * (1 - v))).Add(a[2].Scale(v))
	case 3: // on a line
		d := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
		for k := range 3 {
			a[k], b[k] = d.Scale(r.Float64()), d.Scale(1+r.Float64()*float64(r.IntN(2))-0.1)
		}
	case 4: // far away
		for k := range 3 {
			a[k], b[k] = a[k].Add(geom.Vec{X: 1e15, Y: 3e15}), b[k].Add(geom.Vec{X: 1e15, Y: 3e15})
		}
	}
	scale := []float64{1, math.Ldexp(1, -1050), math.Ldexp(1, 900)}[r.IntN(3)]
	for k := range 3 {
		a[k], b[k] = a[k].Scale(scale), b[k].Scale(scale)
	}
	return a, b
}

// TestWrongSetsHaveNoProof: a contact left out, and one made up.
func TestWrongSetsHaveNoProof(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 4))
	a, b := soup(r, 200, false), soup(r, 200, false)
	p, errA := NewMesh(context.Background(), a, [32]byte{})
	q, errB := NewMesh(context.Background(), b, [32]byte{})
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	var all []Contact
	for i := range a.Triangles {
		for j := range b.Triangles {
			s, u := a.Triangle(i), b.Triangle(j)
			if predicate.TriangleTriangle(&s, &u) {
				all = append(all, Contact{uint32(i), uint32(j)})
			}
		}
	}
	var x Prover
	ask := func(contacts []Contact) error {
		_, err := x.Pair(context.Background(), p, q, &geom.Identity, &geom.Identity, contacts)
		return err
	}
	if err := ask(all); err != nil || len(all) == 0 {
		t.Fatalf("%d contacts: %v", len(all), err)
	}
	if err := ask(slices.Delete(slices.Clone(all), 0, 1)); err == nil || !strings.Contains(err.Error(), "no direction") {
		t.Errorf("one left out: %v", err)
	}
	wrong := Contact{all[0][0], (all[0][1] + 1) % 200}
	for slices.Contains(all, wrong) {
		wrong[1] = (wrong[1] + 1) % 200
	}
	made := append(slices.Clone(all), wrong)
	slices.SortFunc(made, Contact.compare)
	if err := ask(made); err == nil {
		t.Error("one made up: proven")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x.visits = visitsPerPoll - 1
	if _, err := x.Pair(ctx, p, q, &geom.Identity, &geom.Identity, all); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestCornersAreCommon: the weights that signs find name one point of both triangles, and they are found on grids, in a plane, on a face and far away.
func TestCornersAreCommon(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 5))
	var found [5]int
	for i := range 4000 {
		a, b := hardPair(r, i)
		w, ok := atCorner(&a, &b)
		if !ok {
			continue
		}
		if found[i%5]++; !integers(&a, &b, 0).areNear(&w) {
			t.Fatalf("case %d: %v name no common point\n%v\n%v", i, w, a, b)
		}
	}
	if found[0] < 100 || found[1] < 400 || found[2] == 0 || found[4] == 0 {
		t.Errorf("corners in common, by kind: %v", found)
	}
}
