package bench

import (
	"context"
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
)

// dissimilar measures experiment 1 where trees are dissimilar: the bodies of the other series
// have 60 facets each and shallow trees, which are all similar.
func (o *Options) dissimilar(ctx context.Context, r *Report) error {
	const at = "every number of bodies of dissimilar trees"
	var wins []gap
	gaps, err := o.series(ctx, r, &series{
		name: "dissimilar", title: "Experiment 1 where trees are dissimilar: round bodies of 5,120 facets among slender ones of 60",
		sizes:   choose(o, []int{12, 24}, []int{50, 150, 500}, []int{50, 100, 200, 500, 1000}),
		scene:   o.roundAndSlender,
		options: []string{"leaf=1"},
		others:  []entrant{{label: simultaneousLabel, method: "octree-hybrid", options: []string{"leaf=1", "classes=off"}}},
		seen:    func(n int, r *race) { wins = append(wins, classGap(n, r)) },
	})
	if err != nil {
		return err
	}
	r.claim(aheadClaim(at, gaps))
	r.claim(gapClaim("the number of bodies of dissimilar trees", gaps))
	r.claim(classClaim(wins))
	t := &r.Tables[len(r.Tables)-1]
	t.Notes = append(t.Notes, "Leaves hold one triangle, so that trees are as deep as they can be. "+classTimes(wins))
	return nil
}

const simultaneousLabel = "simultaneous"

// classGap is how many times the time of classified traversal simultaneous descent takes.
func classGap(n int, r *race) gap {
	ours, other := r.lane("octree-hybrid"), r.lane(simultaneousLabel)
	if ours == nil || other == nil {
		return gap{float64(n), measure.Exactly(math.NaN()), math.NaN()}
	}
	return gap{float64(n), other.ratio(ours), 1e3 * (measure.Mean(other.times()) - measure.Mean(ours.times()))}
}

// classClaim judges "classified traversal is faster", in time and in the whole query.
func classClaim(gaps []gap) Claim {
	c := Claim{Claim: "Classified traversal takes less time than simultaneous descent of dissimilar trees", Paper: "said of dissimilar trees; no numbers"}
	var t tally
	for i := range gaps {
		t.add(gaps[i].ratio.Side(1), gaps[i].String())
	}
	if why := c.measureGaps(gaps, 1); why != "" {
		return c.unmeasured(why)
	}
	return c.decided(&t)
}

func classTimes(gaps []gap) string {
	s := "With simultaneous descent of all pairs (`octree-hybrid.classes=off`) a frame takes, in multiples of the time with classified traversal:"
	for i := range gaps {
		s += fmt.Sprintf(" %s at %s bodies;", shown(gaps[i].ratio), digits(gaps[i].bodies))
	}
	return s[:len(s)-1] + "."
}

// roundAndSlender is a scene of spheres of 5,120 facets and slender strips of 60 graded
// triangles, one for the other, that move and turn at random within a cube. About every second
// body overlaps another one's box.
func (o *Options) roundAndSlender(_ context.Context, n int) (*scenario, error) {
	ball := (&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 1, Detail: choose(o, 4, 16, 16)}).Mesh()
	models := []*collide.Model{collide.NewModel(ball), collide.NewModel(slender(60))}
	r := newDraws(max(o.Seed, 4))
	side := 2.2 * math.Cbrt(float64(n))
	region := &geom.AABB{Max: geom.Vec{X: side, Y: side, Z: side}}
	var placed []scene.Placed
	for i := range n {
		start := r.rotation(geom.Vec{})
		start.T = geom.Vec{X: side * r.Float64(), Y: side * r.Float64(), Z: side * r.Float64()}
		placed = append(placed, scene.Placed{
			Name: fmt.Sprintf("body %d", i), Shape: models[i%len(models)], Pose: start,
			Motion: &motion.Rigid{Start: start, Velocity: r.direction(), Spin: r.direction(), Region: region},
		})
	}
	st := scenarioOf(placed)
	st.set = func(d *collide.Detector, k int) error { return st.moves.Set(d, float64(k)*frameSeconds) }
	return st, nil
}

// slender is a graded strip, five times as long as it is wide at its wide end.
func slender(facets int) *mesh.Mesh {
	m := gradedStrip(facets, 1.1)
	for i := range m.Vertices {
		m.Vertices[i] = m.Vertices[i].Scale(2)
	}
	return m
}
