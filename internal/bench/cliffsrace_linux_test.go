package bench

import (
	"math"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/collide-go/collide/methods"
)

// BenchmarkCliffsRace is BenchmarkCliffs with all methods, which take turns: it reports the least processor time that auto takes for a
// query, and that of the fastest other method divided by it. A busy machine disturbs both alike.
func BenchmarkCliffsRace(b *testing.B) {
	list := workloads(seedOfEnvironment(), 1)
	for _, first := range []bool{true, false} {
		for i := range list {
			w := &list[i]
			b.Run(map[bool]string{true: "boolean/", false: "all/"}[first]+w.name, func(b *testing.B) { raceWorkload(b, w, first) })
		}
	}
}

const (
	// raceRounds is the number of turns of a method, of which the first two are taken by all.
	raceRounds = 20
	// raceHopeless times auto's time is that of a method that takes no more turns.
	raceHopeless = 1.5
)

func raceWorkload(b *testing.B, w *workload, first bool) {
	all, err := (&Options{Table: methods.Table()}).contestants(w, first)
	if err != nil {
		b.Fatal(err)
	}
	least := make([]float64, len(all))
	for i, c := range all {
		defer func() { _ = c.det.Close() }() // no method here has processes
		least[i] = math.Inf(1)
		limit := 10 * tooLongLeast
		if i == 0 {
			limit = 0
		}
		if err := c.answer(b.Context(), w, limit); err != nil {
			b.Fatal(err)
		}
	}
	for round := range raceRounds {
		for i, c := range all {
			if !c.out && (round < 2 || least[i] < raceHopeless*least[0]) {
				least[i] = min(least[i], turn(b, c, w, least[i]))
			}
		}
	}
	b.ReportMetric(least[0], "auto-ns/op")
	b.ReportMetric(0, "ns/op")
	best := 1
	for i := range least[1:] {
		if least[i+1] < least[best] {
			best = i + 1
		}
	}
	b.ReportMetric(least[best]/least[0], "times-by-"+all[best].name)
}

// turn returns the processor time of a query, of many that take runTime together; before is what they took last time.
func turn(b *testing.B, c *contestant, w *workload, before float64) float64 {
	n, spent, start := 0, 0.0, processTime()
	for spent < runTime {
		// The clock takes as long as a query that is answered from the last one.
		for range max(1, min(200, int(runTime/10/before))) {
			if err := c.det.SetPose(0, w.poses[n%len(w.poses)]); err != nil {
				b.Fatal(err)
			}
			if _, err := c.det.Detect(b.Context()); err != nil {
				b.Fatal(err)
			}
			n++
		}
		spent = processTime() - start
	}
	return spent / float64(n)
}

// processTime is the processor time that the process has used, in nanoseconds: some methods start goroutines.
func processTime() float64 { return clock(unix.CLOCK_PROCESS_CPUTIME_ID) }
