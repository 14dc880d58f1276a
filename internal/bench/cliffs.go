package bench

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// workload is a family at one value of its parameter.
type workload struct {
	*family
	value     float64
	bodies    []collide.Body
	triangles int
	poses     []geom.Pose // of the first body
}

// posesPerWorkload is the number of poses that each method answers for.
const posesPerWorkload = 5

// workloads draws a number of each family, in equal parts of the range of its parameter.
func workloads(seed uint64, each int) (list []workload) {
	for i := range families {
		f := &families[i]
		for k := range each {
			r := newDraws(seed<<16 + uint64(i)<<8 + uint64(k))
			w := workload{family: f, value: f.from * math.Pow(f.to/f.from, (float64(k)+r.Float64())/float64(each))}
			w.bodies = f.bodies(r, w.value)
			for _, b := range w.bodies {
				if m, ok := b.Shape.(*collide.Model); ok {
					w.triangles += len(m.Mesh().Triangles)
				}
			}
			for range posesPerWorkload {
				p := w.bodies[0].Pose
				if !f.still {
					p.T = p.T.Add(r.direction().Scale(1e-3))
				}
				w.poses = append(w.poses, p)
			}
			list = append(list, w)
		}
	}
	return list
}

// runCliffs measures auto next to the other methods on families of workloads.
func runCliffs(ctx context.Context, o *Options) (*Report, error) {
	r := newReport("cliffs", "cliffs: auto on whatever users bring", "No paper's: the acceptance of the method auto.")
	r.Notes = []string{
		fmt.Sprintf("Each family has one parameter, drawn on a logarithmic scale; seed %d. One worker, %d poses a workload, the methods in turn; times are medians and include setting the pose. A pose is 0.001 from the body's place, or that place: what a method keeps from the query before counts.", max(o.Seed, 1), posesPerWorkload),
		fmt.Sprintf("Answers were compared with those of auto, pose by pose. A method that takes over %d times as long is left out.", tooLong),
		"Counts are auto's, a pose: boxes, pairs of triangles, of these left open by float32, of these decided neither on a lattice nor by one or two float64, signs by exact arithmetic, pairs of bodies given to bvh.",
	}
	list := workloads(max(o.Seed, 1), choose(o, 1, 1, 3))
	for _, first := range []bool{true, false} {
		if err := o.cliffTable(ctx, r, list, first); err != nil {
			return nil, err
		}
	}
	if err := o.cliffPeers(ctx, r, list); err != nil {
		return nil, err
	}
	return r, nil
}

// cliffTable measures the workloads as boolean queries or for all contacts.
func (o *Options) cliffTable(ctx context.Context, r *Report, list []workload, first bool) error {
	name, title := "all", "All contacts"
	if first {
		name, title = "boolean", "Boolean query"
	}
	t := r.table(name, title, "family", "parameter", "triangles", "contacts", "µs auto", "fastest other", "its time ÷ auto's",
		"boxes", "pairs", "open", "undecided", "exact", "unlike")
	verdict := Claim{Paper: "no paper", Claim: "auto is never slower than another method by more than 10 %: " + title, Measured: "all workloads", Verdict: Reproduced}
	means := map[string][]float64{}
	for i := range list {
		w := &list[i]
		all, err := o.compete(ctx, w, first)
		if err != nil {
			return fmt.Errorf("%s, %s %s: %w", w.name, w.parameter, digits(w.value), err)
		}
		ratio := w.row(t, all)
		if !math.IsInf(ratio, 0) {
			means[w.name] = append(means[w.name], math.Log(ratio))
		}
		if ratio < 0.9 {
			verdict.Verdict, verdict.Measured = Partly, "not on all workloads"
			verdict.Why += fmt.Sprintf("%s at %s: %s. ", w.name, digits(w.value), digits(ratio))
		}
		o.show(title, float64(i+1)/float64(len(list)))
	}
	t.Notes = append(t.Notes, "Geometric mean of the last ratio over the families, one vote each: "+digits(meanOfFamilies(means))+".")
	r.claim(verdict)
	return nil
}

// meanOfFamilies is the geometric mean over families of their geometric means.
func meanOfFamilies(logs map[string][]float64) float64 {
	sum := 0.0
	for _, l := range logs {
		part := 0.0
		for _, x := range l {
			part += x
		}
		sum += part / float64(len(l))
	}
	return math.Exp(sum / float64(len(logs)))
}

// row adds a workload to the table and returns the time of the fastest other method over auto's.
func (w *workload) row(t *Table, all []*contestant) float64 {
	auto := all[0]
	best, name := math.Inf(1), Text("–")
	for _, c := range all[1:] {
		if x := medianOf(c.spent); !c.out && x < best {
			best, name = x, Text(c.name)
		}
	}
	s, n := &auto.stats, float64(posesPerWorkload)
	open := s.PrimitiveTests - s.Certain
	mine := medianOf(auto.spent)
	t.Add(Text(w.name), Text(w.parameter+" "+digits(w.value)), Count(w.triangles), Number(float64(auto.contacts)/n), Number(1e6*mine), name, Number(best/mine),
		Number(float64(s.BVTests)/n), Number(float64(s.PrimitiveTests)/n), Number(float64(open)/n), Number(float64(open-s.OnLattice-s.Doubled)/n),
		Number(float64(s.Exact)/n), Number(float64(s.Unlike)/n))
	return best / mine
}

func medianOf(x []float64) float64 {
	if len(x) == 0 {
		return math.Inf(1)
	}
	sorted := slices.Sorted(slices.Values(x))
	return sorted[len(sorted)/2]
}
