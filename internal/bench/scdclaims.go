package bench

import (
	"fmt"
	"strings"
)

// shape is the claim that method b is at least a given number of times as fast as a, in the
// queries and scenes named.
type shape struct {
	claim, paper     string
	queries, presets []string
	a, b             string
	least            float64
	// each, where set, has the paper's own ratio for each of presets in place of least.
	each []float64
}

// leastOf is what the ratio of preset i has to be at least.
func (s *shape) leastOf(i int) float64 {
	if s.each != nil {
		return s.each[i]
	}
	return s.least
}

// across reports whether the methods run on different devices: rapid is a method of the CPU.
func (s *shape) across() bool { return s.a == "rapid" || s.b == "rapid" }

func scdShapes(every []string) []shape {
	all, both := []string{"all"}, []string{"first", "all"}
	return []shape{
		{"SCD2 is 56 to 647 times as fast as SCD0 (which draws every triangle: all contacts)", "288, 56 and 647 times", all, every, "scd0", "scd2", 0, ratios(every, "scd2")},
		{"SCD1 is 42 to 266 times as fast as SCD0 (all contacts)", "139, 42 and 266 times", all, every, "scd0", "scd1", 0, ratios(every, "scd1")},
		{"The same where SCD0 stops at the first contact", "not the paper's reading: see above", both[:1], every, "scd0", "scd2", 50, nil},
		{"SCD2 is faster than SCD1", "2.1, 1.3 and 2.4 times", both, every, "scd1", "scd2", 1, nil},
		{"SCD2 is faster than RECODE on convex bodies", "1.3 times on scene 1", both, every[:1], "recode", "scd2", 1, nil},
		{"RECODE is faster than SCD1 on convex bodies", "1.6 times on scene 1", both, every[:1], "scd1", "recode", 1, nil},
		{"RECODE is 226 times as fast as SCD0 (all contacts)", "226 times on scene 1", all, every[:1], "scd0", "recode", 0, ratios(every[:1], "recode")},
		{"RAPID is 96 to 6,628 times as fast as SCD0 (all contacts)", "6,628, 1,187 and 96.5 times", all, every, "scd0", "rapid", 0, ratios(every, "rapid")},
		{"RAPID is ahead of SCD2 on scenes 1 and 2", "23 and 21 times", both, every[:2], "scd2", "rapid", 1, nil},
		{"SCD2 is ahead of RAPID where contact is heavy", "6.7 times on scene 3", both, every[2:], "rapid", "scd2", 1, nil},
		{"SCD3, this project's heir, is faster than SCD2", "ours, no paper's", both, every, "scd2", "scd3", 1, nil},
	}
}

// ratios are the paper's: how many times as fast as SCD0 a method is on each scene.
func ratios(presets []string, method string) (times []float64) {
	for _, p := range presets {
		times = append(times, scdPaper[p]["scd0"]/scdPaper[p][method])
	}
	return times
}

// judge counts the ratios that are large enough.
func (s *shape) judge(spent scdTimes, detail float64, software bool) Claim {
	c := Claim{Claim: s.claim, Paper: s.paper}
	var t tally
	var measured []string
	demanding := s.each != nil || s.least > 1
	for _, query := range s.queries {
		words := map[string]string{"first": "first contact ", "all": "all contacts "}[query]
		var parts []string
		for i, preset := range s.presets {
			q := spent.ratio([3]string{query, preset, s.a}, [3]string{query, preset, s.b})
			if !q.Known() {
				return c.unmeasured(fmt.Sprintf("%s or %s was %s on scene %s, %s", s.a, s.b, onceOrNever, preset, strings.TrimSpace(words)))
			}
			parts = append(parts, shown(q))
			t.add(q.Side(s.leastOf(i)), fmt.Sprintf("scene %s, %s%s times against %s", preset, words, shown(q), digits(s.leastOf(i))))
		}
		measured = append(measured, words+strings.Join(parts, ", ")+" times")
	}
	c.Measured = strings.Join(measured, "; ")
	if software && s.across() {
		return c.unmeasured(noGPU + ", and rapid has the same cores")
	}
	if t.failed+t.open > 0 && demanding && detail < 1 { // the ratio grows with the scene
		return c.unmeasured("at " + digits(detail) + " of the paper's detail, and the ratio grows with it: see --full")
	}
	return c.decided(&t)
}
