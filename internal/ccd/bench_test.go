package ccd

import (
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkQueries answers the shared queries, each on its own clock, and reports their mean, median
// and worst time in nanoseconds by kind of answer.
func BenchmarkQueries(b *testing.B) {
	files, _ := filepath.Glob(filepath.Join(shared, "*.txt"))
	if len(files) == 0 {
		b.Skipf("%s does not stand next to this checkout", shared)
	}
	for _, touch := range []bool{false, true} {
		name := "free"
		if touch {
			name = "contact"
		}
		b.Run(name, func(b *testing.B) {
			var list []labelled
			for _, f := range files {
				for _, q := range labelledQueries(b, f) {
					if q.touch == touch {
						list = append(list, q)
					}
				}
			}
			spent := make([]float64, len(list))
			for i := range spent {
				spent[i] = 1e12
			}
			for b.Loop() {
				for i := range list {
					start := time.Now()
					list[i].First()
					spent[i] = min(spent[i], float64(time.Since(start)))
				}
			}
			slices.Sort(spent)
			sum := 0.0
			for _, x := range spent {
				sum += x
			}
			b.ReportMetric(sum/float64(len(spent)), "mean-ns")
			b.ReportMetric(spent[len(spent)/2], "median-ns")
			b.ReportMetric(spent[len(spent)*99/100], "p99-ns")
			b.ReportMetric(spent[len(spent)-1], "worst-ns")
			b.ReportMetric(float64(len(spent)), "queries")
		})
	}
}
