package bench

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/scene"
)

// lbvhExperiment is what the parts of the report hand on to each other.
type lbvhExperiment struct {
	*Options
	report *Report
	// steps are the device's milliseconds by number of bodies and step, "merge sort"
	// being one; codes is what 100,000 codes took with their way to the device.
	sizes []int
	steps []map[string]float64
}

// runLBVH measures the broad phase of the LBVH simulator.
func runLBVH(ctx context.Context, o *Options) (*Report, error) {
	e := &lbvhExperiment{Options: o.forDevice(), report: newReport("lbvh", "lbvh: linear hierarchies in Morton order, built anew each frame",
		"Course project, OpenCL and OpenGL: an LBVH rigid-body simulator. Its one figure: Morton codes of 100,000 random positions in 4.8 ms, copies included, on an integrated Radeon 680M; of the parallel sorts it expects merge sort to win.")}
	e.sizes = choose(o, []int{500, 1000}, []int{10_000, 100_000}, []int{10_000, 30_000, 100_000, 300_000, 1_000_000})
	e.report.Notes = []string{o.deviceNote(), "Boxes of edges 0.5 to 1.5 lie at random in a cube of that size that 1.6 pairs a box overlap; from frame to frame each moves by a hundredth. Medians over the frames; all ways to the pairs run in turn in each frame, and the pairs must be the same."}
	for _, part := range []func(context.Context) error{e.phases, e.frames} {
		if err := part(ctx); err != nil {
			return nil, err
		}
	}
	e.report.claim(codesClaim(e.sizes, e.steps, e.software()))
	e.report.claim(sortClaim(e.sizes, e.steps, e.software()))
	return e.report, nil
}

// swarm is boxes that move.
type swarm struct {
	boxes []geom.AABB
	steps []geom.Vec
}

// newSwarm makes n boxes with 1.6 overlapping pairs a box on average: two of mean
// edge 1 overlap along an axis of length L with probability about 2/L, and
// n²/2·(2/L)³ = 1.6·n gives L = 2·(n/3.2)^⅓.
func (o *Options) newSwarm(n int) *swarm {
	r := rand.New(rand.NewPCG(o.Seed, 2))
	side := 2 * math.Cbrt(float64(n)/3.2)
	s := &swarm{}
	vec := func(lo, hi float64) geom.Vec {
		at := func() float64 { return lo + float64((hi-lo)*r.Float64()) }
		return geom.Vec{X: at(), Y: at(), Z: at()}
	}
	for range n {
		c, half := vec(0, side), vec(0.25, 0.75)
		s.boxes = append(s.boxes, geom.AABB{Min: c.Sub(half), Max: c.Add(half)})
		s.steps = append(s.steps, vec(-0.01, 0.01))
	}
	return s
}

func (s *swarm) step() {
	for i := range s.boxes {
		b := &s.boxes[i]
		b.Min, b.Max = b.Min.Add(s.steps[i]), b.Max.Add(s.steps[i])
	}
}

// frames races whole queries: spheres in motion, their exact contacts.
func (e *lbvhExperiment) frames(ctx context.Context) error {
	t := e.report.table("frames", "Whole queries: moving spheres, bodies to exact contacts", "bodies and method", "frames/s", "ms a frame", "± %", "broad ms", "narrow ms", "of it device ms", "pairs", "contacts", "frames run", "note")
	t.Notes = []string{"Spheres of diameters 0.5 to 1.5 at 1.6 pairs of boxes a body. Pairs that overlap as boxes are decided exactly on the CPU by all methods. Hashes are compared in every frame."}
	p := Plot{Name: "frames", Table: "frames", Title: "Time of a query against the number of spheres", X: "spheres", Y: "ms a frame", LogX: true, LogY: true}
	lines := []Line{{Name: "lbvh"}, {Name: "bvh"}, {Name: "octree-hybrid"}, {Name: "auto"}}
	for _, n := range choose(e.Options, []int{300, 500}, []int{3000, 10_000}, []int{3000, 10_000, 30_000, 100_000}) {
		s, err := buildScenario(ctx, e.spheres(n))
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
				t.Add(Text(name), Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Text(l.absent))
				continue
			}
			m, frames := measure.Median(l.times()), float64(l.frames)
			t.Add(Text(name), Number(1/m), Number(1e3*m), l.noise(),
				l.phase(func(l *lane) float64 { return l.stats.Broad.Seconds() }), l.phase(func(l *lane) float64 { return l.stats.Narrow.Seconds() }),
				l.phase(func(l *lane) float64 { return l.stats.Device.Seconds() }),
				Number(float64(l.stats.BodyPairs)/frames), Number(r.contactsAFrame()), Count(l.frames), Text(""))
			lines[i].Points = append(lines[i].Points, r.point(l.label, float64(n)))
		}
	}
	p.Lines = lines
	e.report.Plots = append(e.report.Plots, p)
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

// codesClaim judges the report's own figure; steps are milliseconds by step, nil without
// a device.
func codesClaim(sizes []int, steps []map[string]float64, software bool) Claim {
	c := Claim{Claim: "Morton codes of 100,000 positions, copies included", Paper: "4.8 ms on a Radeon 680M"}
	const n, paper = 100_000, 4.8
	i := slices.Index(sizes, n)
	if i < 0 || steps[i] == nil {
		return c.unmeasured("no device, or 100,000 is not among the sizes")
	}
	upload, codes, host := steps[i]["upload"], steps[i]["codes"], steps[i]["codes in Go"]
	if !known(upload, codes, host) {
		return c.unmeasured("the device's clock measured no time for the copies or the codes")
	}
	c.Measured = fmt.Sprintf("%s ms on the device, %s of it the copies; %s ms in Go on one core", digits(upload+codes), digits(upload), digits(host))
	switch {
	case upload+codes <= paper:
		c.Verdict = Reproduced
	case software:
		return c.unmeasured(noGPU)
	case codes <= paper:
		c.Verdict, c.Why = Partly, "the codes alone; the copies take longer here"
	default:
		c.Verdict, c.Why = Not, "slower here"
	}
	return c
}

// sortClaim judges that merge sort wins.
func sortClaim(sizes []int, steps []map[string]float64, software bool) Claim {
	c := Claim{Claim: "Merge sort is the parallel sort to take", Paper: "expected, no figures"}
	wins, of := 0, 0
	var measured []string
	for i, n := range sizes {
		if steps[i] == nil {
			continue
		}
		q := per(steps[i]["merge sort"], steps[i]["sort"])
		if !known(q) {
			return c.unmeasured(fmt.Sprintf("the device's clock measured no time for a sort of %s keys", grouped(int64(n))))
		}
		measured = append(measured, fmt.Sprintf("%s keys: %s times radix sort's time", grouped(int64(n)), digits(q)))
		of++
		if q < 1 {
			wins++
		}
	}
	if of == 0 {
		return c.unmeasured("no device, or one without a clock")
	}
	c.Measured, c.Verdict = strings.Join(measured, ", "), outcome(wins, of)
	var why []string
	if wins < of {
		why = append(why, "radix sort does the same eight passes at every size, merge sort one more whenever the number doubles")
	}
	if software {
		why = append(why, "on the software driver")
	}
	c.Why = strings.Join(why, "; ")
	return c
}
