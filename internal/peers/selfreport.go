package harness

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
)

// row returns the line of an engine, an empty one where it did not run.
func (t *selfTable) row(engine string) *selfRow {
	for i := range t.rows {
		if t.rows[i].engine == engine {
			return &t.rows[i]
		}
	}
	return &selfRow{}
}

func (t *selfTable) markdown(b *bufio.Writer, base string) {
	judge := "judged by our exact answer"
	if t.known {
		judge = "our answer equals that of the hash file"
	}
	_, _ = fmt.Fprintf(b, "\n## %s\n\n%d triangles, %d contacts, %d rounds; %s.\n\n",
		t.mesh, t.triangles, t.contacts, t.rounds, judge)
	tableHead(b, "engine", "ms", "×", "noise %", "judged on", "wrong answers")
	for _, r := range t.rows {
		judged := "all"
		if r.partial {
			judged = "no corner shared"
		}
		tableLine(b, r.engine, digits(r.ms), digits(ratio(r.ms, t.row(base).ms)),
			fmt.Sprintf("%.0f", 100*r.spread), judged, r.wrong.String())
	}
}

func (t *selfTable) header() []string {
	return strings.Fields("mesh triangles contacts rounds engine ms spread missing extra")
}

func (t *selfTable) records() [][]string {
	var lines [][]string
	for _, r := range t.rows {
		lines = append(lines, []string{
			t.mesh, strconv.Itoa(t.triangles), strconv.Itoa(t.contacts), strconv.Itoa(t.rounds), r.engine,
			decimal(r.ms), decimal(r.spread), strconv.Itoa(r.wrong.missing), strconv.Itoa(r.wrong.extra),
		})
	}
	return lines
}
