package robot

import (
	"errors"
	"testing"

	"github.com/collide-go/collide"
)

// BenchmarkMoves follows a robot through random states over a table of triangles on one thread, and reports the processor time of
// that thread a motion, beside that of a single state.
func BenchmarkMoves(b *testing.B) {
	for _, robot := range []struct {
		name string
		load func(testing.TB) (*Robot, *Semantics)
	}{{"ur5", loadUR5}, {"panda", loadPanda}} {
		for _, share := range []float64{1, 0.1} {
			b.Run(robot.name+map[float64]string{1: "/far", 0.1: "/near"}[share], func(b *testing.B) {
				r, s := robot.load(b)
				states := statesWithin(r, 100)
				for i := 1; i < len(states); i++ {
					for k := range states[i] {
						states[i][k] = states[i-1][k] + share*(states[i][k]-states[i-1][k])
					}
				}
				c, err := NewChecker(r, []collide.Body{wall(0.7)}, Options{Semantics: s, Detector: collide.Options{First: true, Workers: 1}})
				if err != nil {
					b.Fatal(err)
				}
				counts := map[collide.Verdict]int{}
				steps := int64(0)
				perState(b, len(states)-1, func() {
					for i := 1; i < len(states); i++ {
						m, err := c.Move(b.Context(), Way{From: states[i-1], To: states[i]}, collide.Gaps{}, 1e-6)
						if err != nil && !errors.Is(err, collide.ErrUndecided) {
							b.Fatal(err)
						}
						steps += c.Steps()
						counts[m.Verdict]++
					}
				})
				b.ReportMetric(float64(steps)/float64((b.N+1)*(len(states)-1)), "steps/motion")
				b.Log(counts)
			})
		}
		b.Run(robot.name+"/state", func(b *testing.B) {
			r, s := robot.load(b)
			states := statesWithin(r, 100)
			c, err := NewChecker(r, []collide.Body{wall(0.7)}, Options{Semantics: s, Detector: collide.Options{First: true, Workers: 1}})
			if err != nil {
				b.Fatal(err)
			}
			verdicts := make([]collide.Verdict, 0, len(states))
			perState(b, len(states), func() {
				if verdicts, err = c.Validate(b.Context(), states, false, verdicts[:0]); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}
