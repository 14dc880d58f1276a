package harness

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
)

// row returns the line of an engine, an empty one where it did not run.
func (t *boxTable) row(engine string) *boxRow {
	for i := range t.rows {
		if t.rows[i].engine == engine {
			return &t.rows[i]
		}
	}
	return &boxRow{}
}

func (t *boxTable) markdown(b *bufio.Writer, base string) {
	_, _ = fmt.Fprintf(b, "\n## %d boxes: %s\n\nBoxes %s. %d steps, %.1f pairs a step, %d rounds; judged by our exact answers.\n\n",
		t.bodies, t.kind.name, t.kind.about, t.steps, t.pairsPerStep, t.rounds)
	tableHead(b, "engine", "build ms", "ms a step", "×", "ms, 95 of 100", "×", "noise %", "wrong answers")
	for _, r := range t.rows {
		tableLine(b, r.engine, digits(r.build), digits(r.step), digits(ratio(r.step, t.row(base).step)),
			digits(r.late), digits(ratio(r.late, t.row(base).late)), fmt.Sprintf("%.0f", 100*r.spread), r.wrong.String())
	}
}

func (t *boxTable) header() []string {
	return strings.Fields("motion bodies steps rounds engine build_ms step_ms p95_ms spread missing extra")
}

func (t *boxTable) records() [][]string {
	var lines [][]string
	for _, r := range t.rows {
		lines = append(lines, []string{
			t.kind.name, strconv.Itoa(t.bodies), strconv.Itoa(t.steps), strconv.Itoa(t.rounds), r.engine,
			decimal(r.build), decimal(r.step), decimal(r.late), decimal(r.spread), strconv.Itoa(r.wrong.missing), strconv.Itoa(r.wrong.extra),
		})
	}
	return lines
}
