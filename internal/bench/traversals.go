package bench

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tape"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// duel is two meshes whose hierarchies are compared and descended.
type duel struct {
	name string
	a, b *mesh.Mesh
	// leaf is the triangles a leaf holds.
	leaf int
	// together: at one place, every triangle touching every other; else under poses at
	// which the surfaces cross.
	together bool
}

// gradedStrip is a strip of triangles whose sizes grow by a factor from end to
// end: splits at the mean put ever fewer on one side, so its tree leans.
func gradedStrip(n int, factor float64) *mesh.Mesh {
	m := &mesh.Mesh{Name: "graded strip"}
	x, step := 0.0, 1.0
	for range n {
		i := uint32(len(m.Vertices))
		m.Vertices = append(m.Vertices, geom.Vec{X: x}, geom.Vec{X: x + step}, geom.Vec{X: x, Y: step, Z: 0.3 * step})
		m.Triangles = append(m.Triangles, [3]uint32{i, i + 1, i + 2})
		x, step = x+step, float64(step*factor)
	}
	for i := range m.Vertices { // radius about 1
		m.Vertices[i] = m.Vertices[i].Scale(2 / x).Sub(geom.Vec{X: 1})
	}
	return m
}

// equalTriangles is one triangle n times: no volume rejects anything, and 2^k make
// a complete tree.
func equalTriangles(n int) *mesh.Mesh {
	m := &mesh.Mesh{Name: "equal triangles", Vertices: []geom.Vec{{}, {X: 1}, {Y: 1}}}
	for range n {
		m.Triangles = append(m.Triangles, [3]uint32{0, 1, 2})
	}
	return m
}

// duels are pairs of similar and of dissimilar meshes.
func duels(facets int) []duel {
	var shapes []*mesh.Mesh
	for _, p := range bodyShapes(facets) {
		shapes = append(shapes, p.Mesh())
	}
	ball, box, torus, knot := shapes[0], shapes[1], shapes[2], shapes[3]
	coarse := (&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 1, Detail: 2}).Mesh()
	strip := gradedStrip(facets/4, 1.15)
	return []duel{
		{name: "64 equal triangles, complete trees", a: equalTriangles(64), b: equalTriangles(64), leaf: 1, together: true},
		{name: "sphere–sphere", a: ball, b: ball, leaf: 1},
		{name: "box–box", a: box, b: box, leaf: 1},
		{name: "torus–torus", a: torus, b: torus, leaf: 1},
		{name: "knot–knot", a: knot, b: knot, leaf: 1},
		{name: "box–torus", a: box, b: torus, leaf: 1},
		{name: "sphere–knot", a: ball, b: knot, leaf: 1},
		{name: "coarse sphere–sphere", a: coarse, b: ball, leaf: 1},
		{name: "graded strip–sphere", a: strip, b: ball, leaf: 1},
		{name: "graded strip–knot", a: strip, b: knot, leaf: 1},
	}
}

// way is a traversal: its mode, and whether it turns at the marks.
type way struct {
	name    string
	mode    narrow.Mode
	classes bool
}

var ways = []way{{"simultaneous", narrow.Both, false}, {"single", narrow.Single, false}, {"classified", 0, true}, {"larger first", narrow.Larger, false}}

// visit is what a traversal of a duel took, summed over the poses.
type visit struct {
	nodes, triangles int64
	spent            []float64
}

// fought is what the descents of a duel took, by way; note is how busy others were.
type fought struct {
	similar bool
	visits  []visit
	note    string
}

// figures lists what the descents took.
func (f *fought) figures(p *tape.Part) {
	p.Figure("", "similar trees", &f.similar)
	for i, w := range ways {
		p.Figure(w.name, "visits", &f.visits[i].nodes)
		p.Figure(w.name, "triangle pairs", &f.visits[i].triangles)
		p.Figure(w.name, "seconds, by descent", &f.visits[i].spent)
	}
}

// fight descends a duel's Sphere-OBB trees in every way under every pose.
func (d *duel) fight(ctx context.Context, r draws, poses, rounds int) (fought, error) {
	opt := tree.OBBOptions{LeafSize: d.leaf}
	build := func(m *mesh.Mesh) (narrow.Surface, *tree.Of[volume.SphereOBB]) {
		s := &tree.Soup{Vertices: m.Vertices, Triangles: m.Triangles}
		boxes := make([]geom.AABB, len(m.Triangles))
		for i := range boxes {
			t := triangle(s, i)
			boxes[i] = t.Bounds()
		}
		return narrow.NewSurface(m, tree.BuildSAH(boxes, tree.SAHOptions{Workers: 1})), tree.BuildSphereOBB(s, opt)
	}
	a, ta := build(d.a)
	b, tb := build(d.b)
	classes := narrow.Classify(ta, tb)
	visits := make([]visit, len(ways))
	for k := range poses {
		pose := geom.Identity
		if !d.together {
			pose = r.rotation(geom.Vec{})
			pose.T = r.direction().Scale(0.3 + 1.2*r.Float64())
		}
		b.SetPose(&pose)
		if err := d.descend(&a, &b, ta, tb, classes, visits, rounds); err != nil {
			return fought{}, fmt.Errorf("pose %d: %w", k, err)
		}
		if ctx.Err() != nil {
			return fought{}, ctx.Err()
		}
	}
	return fought{similar: classes.Similar, visits: visits}, nil
}

// descend goes every way; their answers must be equal.
func (d *duel) descend(a, b *narrow.Surface, ta, tb *tree.Of[volume.SphereOBB], classes *narrow.Classes, visits []visit, rounds int) error {
	var first []narrow.Pair
	for i, w := range ways {
		var s narrow.Volumes[volume.SphereOBB, *volume.SphereOBB]
		s.SetLocal(a, b, ta, tb)
		s.SetMode(w.mode, nil)
		if w.classes {
			s.SetMode(classes.Mode(), classes)
		}
		var control narrow.Control
		control.Reset(context.Background(), 0, 0)
		worker := narrow.Worker{Control: &control}
		var descent narrow.Descent[volume.SphereOBB, *volume.SphereOBB]
		var pairs []narrow.Pair
		for range rounds {
			worker.Begin()
			start := time.Now()
			pairs = descent.Run(&worker, &s, s.Root(), pairs[:0])
			visits[i].spent = append(visits[i].spent, time.Since(start).Seconds())
		}
		visits[i].nodes += worker.BVTests
		visits[i].triangles += worker.PrimitiveTests
		slices.SortFunc(pairs, func(p, q narrow.Pair) int {
			return cmp.Or(cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B))
		})
		if i == 0 {
			first = slices.Clone(pairs)
		} else if !slices.Equal(first, pairs) {
			return fmt.Errorf("%w: %s, %s finds %d pairs, %s %d", ErrDisagree, d.name, ways[0].name, len(first), w.name, len(pairs))
		}
	}
	return nil
}

// traversals counts node visits of the three traversals.
func (o *Options) traversals(ctx context.Context, r *Report) error {
	t := r.table("traversals", "Traversals of Sphere-OBB trees by node visits",
		"trees", "class", "nodes A", "nodes B", "simultaneous visits", "single", "classified", "larger first", "classified ÷ least",
		"triangle pairs: simultaneous", "classified", "ms: simultaneous", "ms: single", "ms: classified", "ms: larger first", "note")
	facets, poses, rounds := choose(o, 60, 500, 2000), choose(o, 4, 60, 200), choose(o, 1, 3, 5)
	list := duels(facets)
	p := Plot{Name: "traversals", Table: "traversals", Title: "Node visits of a query", Y: "visits", LogY: true}
	for _, w := range ways {
		p.Bars = append(p.Bars, Bars{Name: w.name})
	}
	var results []duelResult
	for i := range list {
		d := &list[i]
		n := poses
		if d.together {
			n = 1
		}
		f := fought{visits: make([]visit, len(ways))}
		var disturbed disturbance
		err := o.tape.Do("traversals: "+d.name, func() (err error) {
			disturbed, err = o.window(func() (err error) {
				f, err = d.fight(ctx, newDraws(max(o.Seed, 1)), n, rounds)
				return err
			}, func() error { return nil })
			return err
		}, func(p *tape.Part) {
			disturbed.figures(p)
			f.figures(p)
		})
		if err != nil {
			return err
		}
		f.note = disturbed.note()
		results = append(results, d.addRow(t, &p, &f, n))
		o.show("descending "+d.name, float64(i+1)/float64(len(list)))
	}
	t.Notes = []string{
		fmt.Sprintf("Mean over %d random poses at which the surfaces are close or cross, one triangle a leaf, about %d facets a body; a visit is a volume test. "+
			"All four found the same triangle pairs. \"Larger first\" descends the node with the larger box: the rule of `rapid` and `bvh`, not the paper's.", poses, facets),
		"Equal triangles: no volume rejects anything, so the visits are the bounds that the paper quotes for complete trees of n levels, here n = 7: " +
			"2^(2n−1) − 1 = 8,191 for single descent and (2^(2n) − 1)/3 = 5,461 for simultaneous.",
	}
	r.Plots = append(r.Plots, p)
	r.claim(boundsClaim(results[0]))
	r.claim(fewerClaim("simultaneous", 0, results[1:]))
	r.claim(fewerClaim("single", 1, results[1:]))
	return nil
}

// duelResult is a duel's visits a query, in the order of ways.
type duelResult struct {
	name    string
	similar bool
	visits  []float64
}

// addRow adds a duel to table and plot.
func (d *duel) addRow(t *Table, p *Plot, f *fought, poses int) duelResult {
	class, visits := "dissimilar", f.visits
	if f.similar {
		class = "similar"
	}
	res := duelResult{name: d.name, similar: f.similar}
	for i := range visits {
		res.visits = append(res.visits, float64(visits[i].nodes)/float64(poses))
		p.Bars[i].Values = append(p.Bars[i].Values, res.visits[i])
	}
	p.Groups = append(p.Groups, strings.ReplaceAll(strings.TrimSuffix(d.name, ", complete trees"), " ", "\n"))
	v, each := res.visits, func(i int) Cell { return Number(1e3 * floats.Sum(visits[i].spent) / float64(len(visits[i].spent))) }
	t.Add(Text(d.name), Text(class), Count(2*len(d.a.Triangles)-1), Count(2*len(d.b.Triangles)-1),
		Number(v[0]), Number(v[1]), Number(v[2]), Number(v[3]), Number(v[2]/slices.Min(v[:2])),
		Number(float64(visits[0].triangles)/float64(poses)), Number(float64(visits[2].triangles)/float64(poses)), each(0), each(1), each(2), each(3), Text(f.note))
	return res
}
