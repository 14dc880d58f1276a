package bench

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/scene"
)

// situation is how two unit spheres of many triangles lie.
type situation struct {
	name  string
	first bool
	// distance of the centres, given the length of an edge.
	distance func(edge float64) float64
}

// situations: what a query costs should grow with what is near, not with what there
// is. In light contact the spheres cut each other in a circle of some hundred edges
// whatever their number.
var situations = []situation{
	{"far apart, boolean", true, func(float64) float64 { return 6 }},
	{"4 % apart, boolean", true, func(float64) float64 { return 2.04 }},
	{"light contact, boolean", true, lightContact},
	{"light contact, all", false, lightContact},
}

func lightContact(edge float64) float64 {
	r := 8 * edge
	return 2 * math.Sqrt(1-min(r*r, 0.5))
}

// maxComparedTriangles is the greatest number of triangles at which the answers are compared
// with those of bvh.
const maxComparedTriangles = 100_000

// runGrowth measures how the time of a query of auto grows with the triangles.
func runGrowth(ctx context.Context, o *Options) (*Report, error) {
	r := newReport("growth", "growth: time of a query against the number of triangles", "No paper's: the acceptance of the method auto.")
	r.Notes = []string{"Two geodesic spheres of one model under random rotations, one worker; figures are means over the poses. " +
		fmt.Sprintf("Up to %s triangles every hash was compared with that of bvh.", grouped(maxComparedTriangles))}
	columns := []string{"triangles each", "MB of tree", "contacts", "boxes tested"}
	p := Plot{Name: "time", Table: "time", Title: "Time of a query against the number of triangles", X: "triangles of each body", Y: "µs a query", LogX: true, LogY: true}
	for _, s := range situations {
		columns = append(columns, "µs "+s.name)
		p.Lines = append(p.Lines, Line{Name: s.name})
	}
	t := r.table("time", "Two spheres", append(columns, "note")...)
	t.Notes = []string{"Contacts and boxes are those of light contact, all; the time includes setting the pose."}
	sizes := choose(o, []int{300, 1000}, []int{1000, 10_000, 100_000, 1_000_000}, []int{1000, 3160, 10_000, 31_600, 100_000, 316_000, 1_000_000, 3_160_000, 10_000_000})
	for k, n := range sizes {
		g := growing{Options: o, detail: int(math.Round(math.Sqrt(float64(n) / 20)))}
		if err := g.measure(ctx, t, &p); err != nil {
			return nil, err
		}
		o.show("spheres", float64(k+1)/float64(len(sizes)))
	}
	r.Plots = append(r.Plots, p)
	return r, nil
}

// growing is the spheres of one size.
type growing struct {
	*Options
	detail int
	model  *collide.Model
	// stats are sums over the poses of the last situation.
	stats    collide.Stats
	contacts int
	spent    []float64
}

// measure adds a row to the table and a point to each line.
func (g *growing) measure(ctx context.Context, t *Table, p *Plot) error {
	g.model = collide.NewModel((&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 1, Detail: g.detail}).Mesh())
	n := len(g.model.Mesh().Triangles)
	size := world.NewModel(g.model.Mesh()).Wide(g.Workers).Bytes()
	row := []Cell{Count(n), Number(float64(size) / 1e6), {}, {}}
	poses := choose(g.Options, 3, 60, 300)
	var disturbed disturbance
	for i := range situations {
		d, err := g.window(func() error { return g.ask(ctx, &situations[i], poses) }, func() error { return nil })
		if err != nil {
			return err
		}
		disturbed = disturbed.with(d)
		row = append(row, Number(1e6*measure.Mean(g.spent)))
		p.Lines[i].Points = append(p.Lines[i].Points, pointOf(float64(n), microseconds(g.spent)))
	}
	row[2], row[3] = Number(float64(g.contacts)/float64(poses)), Number(float64(g.stats.BVTests)/float64(poses))
	t.Add(append(row, Text(disturbed.note()))...)
	return nil
}

func microseconds(seconds []float64) []float64 {
	us := slices.Clone(seconds)
	floats.Scale(1e6, us)
	return us
}

// ask puts one situation to auto under random poses.
func (g *growing) ask(ctx context.Context, s *situation, poses int) error {
	auto, err := g.detector("auto", s.first)
	if err != nil {
		return err
	}
	var judge *collide.Detector
	if len(g.model.Mesh().Triangles) <= maxComparedTriangles {
		if judge, err = g.detector("bvh", s.first); err != nil {
			return err
		}
	}
	edge := 1.2 / float64(g.detail)
	draws := newDraws(max(g.Seed, 1))
	g.stats, g.contacts, g.spent = collide.Stats{}, 0, g.spent[:0]
	for k := range poses {
		pose := draws.rotation(geom.Vec{})
		pose.T = draws.direction().Scale(s.distance(edge))
		if err := g.pose(ctx, auto, judge, pose, k > 0); err != nil {
			return fmt.Errorf("%d triangles, %s, pose %d: %w", len(g.model.Mesh().Triangles), s.name, k, err)
		}
	}
	return nil
}

func (g *growing) detector(method string, first bool) (*collide.Detector, error) {
	bodies := []collide.Body{{Name: "a", Shape: g.model}, {Name: "b", Shape: g.model}}
	m, err := g.method(method)
	if err != nil {
		return nil, err
	}
	return collide.NewDetector(bodies, collide.Options{Method: m, Workers: 1, First: first})
}

// pose times a query and compares its answer; the one before warms up.
func (g *growing) pose(ctx context.Context, auto, judge *collide.Detector, pose geom.Pose, warm bool) error {
	if !warm {
		if err := auto.SetPose(0, pose); err != nil {
			return err
		}
		if _, err := auto.Detect(ctx); err != nil {
			return err
		}
	}
	start := time.Now()
	if err := auto.SetPose(0, pose); err != nil {
		return err
	}
	res, err := auto.Detect(ctx)
	g.spent = append(g.spent, time.Since(start).Seconds())
	if err != nil {
		return err
	}
	g.stats.BVTests += res.Stats.BVTests
	g.contacts += len(res.Contacts)
	if judge == nil {
		return nil
	}
	return agree(ctx, judge, pose, res)
}

// agree compares an answer with that of another method.
func agree(ctx context.Context, judge *collide.Detector, pose geom.Pose, got *collide.Result) error {
	if err := judge.SetPose(0, pose); err != nil {
		return err
	}
	want, err := judge.Detect(ctx)
	if err != nil {
		return err
	}
	if got.Verdict != want.Verdict || !got.First && got.Hash() != want.Hash() {
		return fmt.Errorf("%w: %d contacts by auto, %d by bvh", ErrDisagree, len(got.Contacts), len(want.Contacts))
	}
	return nil
}
