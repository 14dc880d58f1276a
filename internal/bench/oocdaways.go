package bench

import (
	"fmt"
	"strings"

	"github.com/collide-go/collide/internal/measure"
)

// coreUse is how a method uses the cores: threads of one process, processes, or both.
type coreUse struct{ method, name string }

const (
	byThreads   = "threads"
	byProcesses = "processes"
	byBoth      = "processes with 2 threads"
)

func (w coreUse) label() string { return w.method + ", " + w.name }

// waysOf are the ways of a method that searches by what search says, as multiprocess has it.
func waysOf(method, search string) []entrant {
	in := func(name string, threads int) entrant {
		return entrant{label: coreUse{method, name}.label(), method: "multiprocess", options: []string{"search=" + search, fmt.Sprintf("threads=%d", threads)}}
	}
	return []entrant{in(byProcesses, 1), in(byBoth, 2)}
}

// parallelWays are the entrants that run in processes; the lines of threads are among the
// rivals.
func parallelWays() []entrant {
	return append(waysOf("oocda", "oocda,"+strings.Join(antsFirst, ",")), waysOf("pipelining", "pipelining")...)
}

// addWays compares threads with processes.
func (e *oocdaExperiment) addWays(r *race) {
	t := e.report.table("processes", "Experiment 2: threads, processes and both", "method", "way", "ms a frame", "± %", "time ÷ threads", "99 % interval", "volume tests", "primitive tests", "volume updates", "note")
	t.Notes = []string{"Processes are those of multiprocess, one a core, with its messages and its deadlines: the master finds the pairs of bodies, and each process searches its share of them by the engine of the method, which keeps its fronts from frame to frame. " +
		"With both, each process has two threads. pipelining's threads are those of its default p."}
	gains := map[string]measure.Interval{}
	for _, method := range []string{"oocda", "pipelining"} {
		base := r.lane(map[string]string{"oocda": labelOOCDA, "pipelining": labelPipelining}[method])
		for _, name := range []string{byThreads, byProcesses, byBoth} {
			l := base
			if name != byThreads {
				l = r.lane(coreUse{method, name}.label())
			}
			if l == nil {
				t.AddAbsent(method, name+": not measured")
				continue
			}
			q, interval := Cell{}, Cell{}
			if base != nil {
				ratio := l.ratio(base)
				q, interval = Number(ratio.Value), rangeOf(ratio)
			}
			t.Add(Text(method), Text(name), l.ms(), l.noise(), q, interval, l.count(l.stats.BVTests), l.count(l.stats.PrimitiveTests), l.count(l.stats.BVUpdates), r.note(l))
		}
		if alone, both := r.lane(coreUse{method, byProcesses}.label()), r.lane(coreUse{method, byBoth}.label()); alone != nil && both != nil {
			gains[method] = alone.ratio(both)
		}
	}
	e.report.claim(waysClaim(gains))
}

// waysClaim judges the paper's reason why OOCDA and Pipelining are ahead of MPI.
func waysClaim(gains map[string]measure.Interval) Claim {
	c := Claim{Claim: "Processes with threads are faster than processes alone", Paper: "given as the reason why OOCDA and Pipelining are ahead of MPI; no numbers"}
	var t tally
	var list []string
	for _, method := range []string{"oocda", "pipelining"} {
		q := gains[method]
		if !q.Known() {
			return c.unmeasured(method + " by processes was " + onceOrNever)
		}
		figure := method + " " + shown(q)
		list = append(list, figure)
		t.add(q.Side(1), figure)
	}
	c.Measured = "time by processes ÷ by processes with threads: " + strings.Join(list, ", ")
	return c.decided(&t)
}
