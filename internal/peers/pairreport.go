package harness

import (
	"bufio"
	"fmt"
	"strconv"
)

// markdown writes one pair's table.
func (t *pairTable) markdown(b *bufio.Writer, base string) {
	judged := "our exact answers"
	if t.checked {
		judged += ", which equal those of the hash file"
	}
	_, _ = fmt.Fprintf(b, "\n## %s\n\n%d × %d triangles, %d poses, %d rounds; judged by %s.\n\n",
		t.name, t.trianglesA, t.trianglesB, t.poses, t.rounds, judged)
	tableHead(b, "engine", "build ms", "×", "MB",
		"boolean µs far", "close", "touching", "mean", "×",
		"all µs far", "close", "touching", "mean", "×", "noise %", "wrong answers")
	ours := t.row(base)
	for i := range t.rows {
		t.rows[i].markdown(b, ours)
	}
}

func (r *pairRow) markdown(b *bufio.Writer, base *pairRow) {
	if base == nil {
		base = &pairRow{}
	}
	cells := []string{r.engine, digits(r.build), digits(ratio(r.build, base.build)), digits(float64(r.bytes) / 1e6)}
	cells = append(cells, timingCells(&r.boolean, &base.boolean)...)
	cells = append(cells, timingCells(&r.all, &base.all)...)
	noise := max(r.boolean.spread, r.all.spread)
	tableLine(b, append(cells, fmt.Sprintf("%.0f", 100*noise), r.wrong.String())...)
}

// timingCells are the regimes, the mean and its ratio.
func timingCells(t, base *timing) []string {
	return []string{
		digits(t.regime[far]), digits(t.regime[near]), digits(t.regime[touching]),
		digits(t.mean), digits(ratio(t.mean, base.mean)),
	}
}

// pairSummary is an engine's line over all pairs: geometric means of its
// ratios, and what it got wrong.
type pairSummary struct {
	engine              string
	pairs               int
	build, boolean, all float64
	wrong               int
}

// summarisePairs keeps the order engines have in the tables.
func summarisePairs(tables []*pairTable, base string) []pairSummary {
	var list []pairSummary
	for i := range tables[0].rows {
		list = append(list, summariseEngine(tables, tables[0].rows[i].engine, base))
	}
	return list
}

func summariseEngine(tables []*pairTable, engine, base string) pairSummary {
	s := pairSummary{engine: engine}
	var build, boolean, all []float64
	for i := range tables {
		r, o := tables[i].row(engine), tables[i].row(base)
		if r == nil || o == nil {
			continue
		}
		s.pairs++
		s.wrong += r.wrong.total()
		build = append(build, ratio(r.build, o.build))
		boolean = append(boolean, ratio(r.boolean.mean, o.boolean.mean))
		all = append(all, ratio(r.all.mean, o.all.mean))
	}
	s.build, s.boolean, s.all = geometricMean(build), geometricMean(boolean), geometricMean(all)
	return s
}

// pairSummaries returns what writes the summary over the pairs.
func pairSummaries(tables []*pairTable, base string) func(*bufio.Writer) {
	return func(b *bufio.Writer) {
		_, _ = fmt.Fprintf(b, "\n## Geometric means over the pairs\n\nRatios to `%s`; wrong answers are summed.\n\n", base)
		tableHead(b, "engine", "pairs", "build ×", "boolean ×", "all contacts ×", "wrong answers")
		for _, s := range summarisePairs(tables, base) {
			tableLine(b, s.engine, strconv.Itoa(s.pairs), digits(s.build), digits(s.boolean), digits(s.all), strconv.Itoa(s.wrong))
		}
	}
}

func (t *pairTable) header() []string {
	return []string{
		"pair", "triangles_a", "triangles_b", "poses", "rounds", "engine", "build_ms", "bytes",
		"bool_far_us", "bool_close_us", "bool_touching_us", "bool_mean_us", "bool_spread",
		"all_far_us", "all_close_us", "all_touching_us", "all_mean_us", "all_spread",
		"false_positive", "false_negative", "missing", "extra", "wrong_poses",
	}
}

// records are one line an engine; one that cannot list contacts leaves those
// fields empty.
func (t *pairTable) records() [][]string {
	var lines [][]string
	for i := range t.rows {
		lines = append(lines, t.record(&t.rows[i]))
	}
	return lines
}

func (t *pairTable) record(r *pairRow) []string {
	n := strconv.Itoa
	fields := []string{
		t.name, n(t.trianglesA), n(t.trianglesB), n(t.poses), n(t.rounds), r.engine,
		decimal(r.build), n(r.bytes),
	}
	fields = append(fields, timingFields(&r.boolean, true)...)
	fields = append(fields, timingFields(&r.all, r.listed)...)
	v := &r.wrong
	return append(fields, n(v.falsePositive), n(v.falseNegative), n(v.missing), n(v.extra), n(v.wrongPoses))
}

func timingFields(t *timing, present bool) []string {
	if !present {
		return make([]string, 5)
	}
	return []string{
		decimal(t.regime[far]), decimal(t.regime[near]), decimal(t.regime[touching]),
		decimal(t.mean), decimal(t.spread),
	}
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }
