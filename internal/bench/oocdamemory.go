package bench

import (
	"context"
	"fmt"
	"math"

	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/internal/tape"
)

// probeRuns is how many processes measure the memory of each method, one after the
// other: quick, short and full.
var probeRuns = [3]int{2, 3, 5}

// memory measures the memory of experiment 2.
func (e *oocdaExperiment) memory(ctx context.Context) error {
	t := e.report.table("memory", "Experiment 2: memory", "method", "heap MB", "heap above the scene MB", "proportional MB", "99 % interval", "private MB", "99 % interval of private", "note")
	t.Notes = []string{
		"Each method runs 20 frames of the 1,500 bodies in a process of its own, several times. Heap: what the Go heap of the main process holds after a collection; the others are of main and worker processes together, " +
			"the greatest sum of all frames, garbage not yet collected and the program itself included. Proportional (PSS of Linux): a page that k processes share counts for 1/k in each. " +
			"Private: the pages that no other process shares. \"scene alone\" is the same program with the bodies and no method.",
	}
	if e.Probe == nil {
		t.AddAbsent("–", "no command line for the process that measures it")
		e.report.claim(memoryClaim(nil))
		return nil
	}
	list := []entrant{{label: "scene alone"}, {label: labelOOCDA, method: "oocda", options: antsFirst}, {label: labelNoAnts, method: "oocda"}, {label: "scda", method: "scda"}, {label: labelMPI, method: "multiprocess"},
		{label: "pipelining p=1", method: "pipelining", options: []string{"tasks=1"}}, {label: "i-collide", method: "i-collide"}, {label: "sphere", method: "sphere"}, {label: "bvh", method: "bvh"}}
	found, alone := map[string]footprint{}, math.NaN()
	for i, m := range list {
		absent, f, err := e.footprint(ctx, &m)
		if err != nil {
			return err
		}
		if absent != "" {
			t.AddAbsent(m.label, absent)
			continue
		}
		if m.method == "" {
			alone = f.heap
		}
		found[m.label] = f
		t.Add(Text(m.label), Number(f.heap), Number(f.heap-alone), Number(f.proportional.Value), rangeOf(f.proportional), Number(f.private.Value), rangeOf(f.private), Text(""))
		e.show("measuring memory", float64(i+1)/float64(len(list)))
	}
	e.report.claim(memoryClaim(found))
	return nil
}

// footprint is the memory that a method takes, in MB.
type footprint struct {
	heap                  float64
	proportional, private measure.Interval
}

// footprint asks several processes about an entrant, one without a method for the scene
// alone. It returns why the entrant is absent, "" if it is not.
func (e *oocdaExperiment) footprint(ctx context.Context, m *entrant) (absent string, f footprint, err error) {
	if m.method != "" {
		absent = e.missing(m.method)
	}
	var heap, proportional, private []float64
	err = e.tape.Do("memory", func() error {
		const mb = 1e6
		for absent == "" && len(heap) < choose(e.Options, probeRuns[0], probeRuns[1], probeRuns[2]) {
			h, err := e.ask(ctx, &probe{Method: m.method, Options: m.options, Workers: e.Workers, Frames: choose(e.Options, 2, 20, 20), Scene: e.largeScene(), Worker: e.Worker})
			if err != nil {
				return err
			}
			heap, proportional, private = append(heap, h.Heap/mb), append(proportional, h.Proportional/mb), append(private, h.Private/mb)
		}
		return nil
	}, func(p *tape.Part) {
		p.Figure(m.label, "absent because", &absent)
		p.Figure(m.label, "heap MB, by process", &heap)
		p.Figure(m.label, "proportional MB, by process", &proportional)
		p.Figure(m.label, "private MB, by process", &private)
	})
	return absent, footprint{measure.Mean(heap), measure.MeanOf(proportional), measure.MeanOf(private)}, err
}

// memoryClaim judges both measures of the memory, by label.
func memoryClaim(found map[string]footprint) Claim {
	c := Claim{Claim: "OOCDA needs less memory than MPI", Paper: "less; numbers lost"}
	ours, theirs := found[labelOOCDA], found[labelMPI]
	var t tally
	measured := ""
	for _, m := range []struct {
		name         string
		ours, theirs measure.Interval
	}{{"proportional", ours.proportional, theirs.proportional}, {"private", ours.private, theirs.private}} {
		if !m.ours.Known() || !m.theirs.Known() {
			return c.unmeasured("one of the two was " + onceOrNever + " on this system")
		}
		figure := fmt.Sprintf("%s: %s MB against %s MB", m.name, shown(m.ours), shown(m.theirs))
		t.add(m.theirs.Beside(m.ours), figure)
		if measured != "" {
			measured += "; "
		}
		measured += figure
	}
	c.Measured = measured + ", worker processes included"
	return c.decided(&t)
}
