package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	harness "github.com/collide-go/collide/internal/peers"
)

// asPair returns a workload of two meshes as other libraries take it: the second one has its world
// coordinates and stays, so that all decide about the same numbers.
func (w *workload) asPair() (p harness.Pair, ok bool) {
	if len(w.bodies) != 2 {
		return p, false
	}
	a, okA := w.bodies[0].Shape.(*collide.Model)
	b, okB := w.bodies[1].Shape.(*collide.Model)
	if !okA || !okB {
		return p, false
	}
	posed := *b.Mesh()
	if pose := w.bodies[1].Pose; pose != (geom.Pose{}) && !pose.IsIdentity() {
		posed.Vertices = make([]geom.Vec, len(posed.Vertices))
		for i, v := range b.Mesh().Vertices {
			posed.Vertices[i] = pose.Apply(v)
		}
	}
	return harness.Pair{Name: w.name, A: a.Mesh(), B: &posed, Poses: slices.Repeat(w.poses, peerRepeats)}, true
}

// peerRepeats is how often a batch of the harness has each pose: a batch begins with caches that the
// others have filled, which a few queries would be all about.
const peerRepeats = 12

// peersHopeless times the time of the fastest is that of a peer that is left out after the first pose: some take minutes.
const peersHopeless = 10

// peersDeadline is how long a peer may take to build, or for the first pose or all of them: some take minutes where surfaces nearly coincide.
const peersDeadline = 5 * time.Second

// cliffPeers measures other libraries on the workloads of two meshes, if their servers are built.
func (o *Options) cliffPeers(ctx context.Context, r *Report, list []workload) error {
	t := &Table{
		Name: "peers", Title: "Other libraries, on the workloads of two meshes",
		Columns: []string{"family", "parameter", "µs auto, boolean", "fastest right", "its time ÷ auto's", "µs auto, all contacts", "fastest right, all", "its time ÷ auto's, all", "wrong answers", fmt.Sprintf("over %v", peersDeadline)},
	}
	limits := harness.Limits{Hopeless: peersHopeless, Deadline: peersDeadline}
	c := cliffClaim{means: [2]map[string][]float64{{}, {}}}
	for i := range list {
		w := &list[i]
		pair, ok := w.asPair()
		if !ok {
			continue
		}
		found, err := harness.Measure(ctx, cmp.Or(o.Servers, harness.Servers), []harness.Pair{pair}, choose(o, 1, 3, 9), limits, func(float64) {})
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, harness.ErrNoServers):
			r.Notes = append(r.Notes, "Other libraries were not asked: "+err.Error()+"; see bench/peers/README.md.")
			return nil
		case err != nil:
			t.Notes = append(t.Notes, fmt.Sprintf("%s at %s: %v.", w.name, digits(w.value), err))
			continue
		}
		if len(t.Rows) == 0 {
			t.Notes = append(t.Notes, strings.Join(found.Engines, "; ")+".", "Not built: "+cmp.Or(strings.Join(found.Skipped, ", "), "none")+".")
		}
		c.add(t, w, found.Lines[0])
		o.show("Other libraries", float64(i+1)/float64(len(list)))
	}
	t.Notes = append(t.Notes, fmt.Sprintf("A library that takes over %d times as long as the fastest for the first pose, boolean and all contacts, is left out of that workload. So is one that takes over %v to build, for the first pose or for all %d (or five times as long as the fastest one): the last column names it.",
		peersHopeless, peersDeadline, peerRepeats*posesPerWorkload))
	c.conclude(r, t)
	return nil
}

// cliffClaim gathers by how much the fastest right peer is slower than auto: boolean, all contacts.
type cliffClaim struct {
	means  [2]map[string][]float64
	slower string
}

// add adds a workload's row.
func (c *cliffClaim) add(t *Table, w *workload, lines []harness.Line) {
	auto := autoLine(lines)
	cells := []Cell{Text(w.name), Text(w.parameter + " " + digits(w.value))}
	for k, mine := range [2]float64{auto.Boolean[3], auto.All[3]} {
		name, ratio := fastestRight(lines, k == 0)
		ratio /= mine
		if !math.IsInf(ratio, 0) {
			c.means[k][w.name] = append(c.means[k][w.name], math.Log(ratio))
		}
		if ratio < 0.9 {
			c.slower += fmt.Sprintf("%s at %s, %s: %s of %s. ", w.name, digits(w.value), [2]string{"boolean", "all contacts"}[k], digits(ratio), name)
		}
		cells = append(cells, Number(mine), Text(name), Number(ratio))
	}
	t.Add(append(cells, Text(wrongPeers(lines)), Text(overduePeers(lines)))...)
}

// fastestRight returns the fastest other library without a wrong answer, and its time in microseconds.
func fastestRight(lines []harness.Line, first bool) (name string, best float64) {
	name, best = "–", math.Inf(1)
	for i := range lines {
		l := &lines[i]
		time, wrong := l.All[3], l.Wrong
		if first {
			time, wrong = l.Boolean[3], l.WrongBooleans
		}
		if !strings.HasPrefix(l.Engine, "collide-") && wrong == 0 && time > 0 && time < best {
			name, best = l.Engine, time
		}
	}
	return name, best
}

// wrongPeers lists the libraries with wrong answers, and how many.
func wrongPeers(lines []harness.Line) string {
	var list []string
	for i := range lines {
		if l := &lines[i]; l.Wrong > 0 {
			list = append(list, fmt.Sprintf("%s %d", l.Engine, l.Wrong))
		}
	}
	return cmp.Or(strings.Join(list, ", "), "none")
}

// overduePeers lists the libraries that were ended.
func overduePeers(lines []harness.Line) string {
	var list []string
	for i := range lines {
		if lines[i].Overdue {
			list = append(list, lines[i].Engine)
		}
	}
	return cmp.Or(strings.Join(list, ", "), "none")
}

// conclude adds the table and the claim.
func (c *cliffClaim) conclude(r *Report, t *Table) {
	t.Notes = append(t.Notes, fmt.Sprintf("Geometric means of the ratios over the families, one vote each: %s for the boolean query, %s for all contacts.",
		digits(meanOfFamilies(c.means[0])), digits(meanOfFamilies(c.means[1]))))
	r.Tables = append(r.Tables, *t)
	verdict := Claim{Paper: "no paper", Claim: "no other library that answers right takes less than 0.9 of auto's time", Measured: "all workloads", Verdict: Reproduced}
	if c.slower != "" {
		verdict.Verdict, verdict.Measured, verdict.Why = Partly, "not on all workloads", c.slower
	}
	r.claim(verdict)
}
