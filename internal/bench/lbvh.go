package bench

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/scene"
)

// lbvhExperiment is what the parts of the report share.
type lbvhExperiment struct {
	*Options
	report *Report
	sizes  []int
	// steps are the times of the steps by size, nil without a device; busy reports where
	// others were.
	steps []stepTimes
	busy  []bool
	// trees are the seconds of each frame by size: of all pairs one by one, and of a tree,
	// both on the CPU; found those of the device's way with its radix sort.
	one, tree, found [][]float64
	repeats          []repeated
}

// runLBVH measures the broad phase of the LBVH simulator.
func runLBVH(ctx context.Context, o *Options) (*Report, error) {
	o, err := o.deviceTaped()
	if err != nil {
		return nil, err
	}
	e := &lbvhExperiment{Options: o.forDevice(), report: newReport("lbvh", "lbvh: linear hierarchies in Morton order, built again each frame",
		"Course project, OpenCL and OpenGL: an LBVH rigid-body simulator. Its one figure: Morton codes of 100,000 random positions in 4.8 ms, copies included, on an integrated Radeon 680M; of the parallel sorts it expects merge sort to win.")}
	e.sizes = choose(o, []int{250, 500}, []int{10_000, 100_000}, []int{10_000, 30_000, 100_000, 300_000, 1_000_000})
	e.report.Notes = []string{o.deviceNote(), "Boxes of edges 0.5 to 1.5 lie at random in a cube of that size that 1.6 pairs a box overlap; from frame to frame each moves by a hundredth. Means over the frames; all ways to the pairs run in turn in each frame, and the pairs must be the same. " + busyNote, intervalNote}
	for _, part := range []func(context.Context) error{e.phases, e.frames} {
		if err := part(ctx); err != nil {
			return nil, err
		}
	}
	e.report.claim(codesClaim(e.sizes, e.steps, e.busy, e.software()))
	e.report.claim(sortClaim(e.sizes, e.steps, e.software()))
	e.report.claim(naiveClaim(e.sizes, e.one, e.tree))
	e.report.claim(lawClaim(e.sizes, e.found, e.busy))
	e.report.claim(onceClaim(e.repeats))
	for _, c := range lbvhUnjudged() {
		e.report.claim(c)
	}
	return e.report, nil
}

// stepTimes are the milliseconds of each frame by step: those of the device, of which
// "merge sort" is one, and "codes in Go".
type stepTimes map[string][]float64

// frames races whole queries: spheres in motion, their exact contacts.
func (e *lbvhExperiment) frames(ctx context.Context) error {
	t := e.report.table("frames", "Whole queries: moving spheres, bodies to exact contacts", "bodies and method", "frames/s", "ms a frame", "± %", "broad ms", "narrow ms", "of it device ms", "pairs", "contacts", "frames run", "note")
	t.Notes = []string{"Spheres of diameters 0.5 to 1.5 at 1.6 pairs of boxes a body. Pairs that overlap as boxes are decided exactly on the CPU by all methods. Hashes are compared in every frame."}
	p := Plot{Name: "frames", Table: "frames", Title: "Time of a query against the number of spheres", X: "spheres", Y: "ms a frame", LogX: true, LogY: true}
	lines := []Line{{Name: "lbvh"}, {Name: "bvh"}, {Name: "octree-hybrid"}, {Name: "auto"}}
	for _, n := range choose(e.Options, []int{300, 500}, []int{3000, 10_000}, []int{3000, 10_000, 30_000, 100_000}) {
		s, err := e.scene(fmt.Sprintf("scene of %d spheres", n), func() (*scenario, error) { return buildScenario(ctx, e.spheres(n)) })
		if err != nil {
			return err
		}
		r, err := e.race(ctx, fmt.Sprintf("%d spheres", n), s, []entrant{
			{label: "lbvh", method: "lbvh"}, {label: "bvh", method: "bvh"}, {label: "octree-hybrid", method: "octree-hybrid"}, {label: "auto", method: "auto"},
		}, choose(e.Options, 2, 10, 20))
		if err != nil {
			return err
		}
		for i, l := range r.lanes {
			name := fmt.Sprintf("%s: %s", grouped(int64(n)), l.label)
			if l.frames == 0 {
				t.AddAbsent(name, l.absent)
				continue
			}
			m := measure.Mean(l.times())
			row := []Cell{Text(name)}
			for _, cell := range []Cell{Number(1 / m), Number(1e3 * m), l.noise(), l.phase(broadTime), l.phase(narrowTime), l.phase(deviceTime)} {
				row = append(row, r.disturbed.timed(cell))
			}
			t.Add(append(row, l.count(l.stats.BodyPairs), Number(r.contactsAFrame()), Count(l.frames), r.note(l))...)
			if r.disturbed.busy() {
				continue
			}
			lines[i].Points = append(lines[i].Points, r.point(l.label, float64(n)))
		}
	}
	p.Lines = lines
	e.report.plot(p)
	return nil
}

// spheres is a scene of n spheres like the boxes of newSwarm.
func (o *Options) spheres(n int) *scene.Scene {
	r := rand.New(rand.NewPCG(o.Seed, 3))
	side := 2 * math.Cbrt(float64(n)/3.2)
	s := &scene.Scene{}
	for i := range n {
		at := func(lo, hi float64) float64 { return lo + float64((hi-lo)*r.Float64()) }
		pose := geom.Identity
		pose.T = geom.Vec{X: at(0, side), Y: at(0, side), Z: at(0, side)}
		s.Bodies = append(s.Bodies, scene.Body{
			Name: fmt.Sprintf("sphere %d", i), Sphere: &scene.Sphere{Radius: at(0.25, 0.75)}, Pose: pose,
			Motion: &scene.Motion{Velocity: geom.Vec{X: at(-0.6, 0.6), Y: at(-0.6, 0.6), Z: at(-0.6, 0.6)}},
		})
	}
	return s
}
