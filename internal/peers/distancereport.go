package harness

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
)

// distanceTable is the result for one pair.
type distanceTable struct {
	name                   string
	trianglesA, trianglesB int
	poses, rounds          int
	// reach is the distance of the clearance query.
	reach float64
	// checked reports that our distances were compared with a file of exact ones.
	checked bool
	rows    []distanceRow
}

// distanceRow is one engine's line.
type distanceRow struct {
	engine           string
	distance, within timing
	// wrong counts poses whose distance is 0 or above 0 wrongly and wrong answers to the clearance
	// query; rounded counts other distances that are not the nearest float64, worst is the
	// largest relative error of these.
	wrong, rounded int
	worst          float64
}

func (t *distanceTable) row(engine string) *distanceRow {
	for i := range t.rows {
		if t.rows[i].engine == engine {
			return &t.rows[i]
		}
	}
	return &distanceRow{}
}

func (t *distanceTable) markdown(b *bufio.Writer, base string) {
	judged := "our exact answers"
	if t.checked {
		judged += ", which equal those of the file of exact distances"
	}
	_, _ = fmt.Fprintf(b, "\n## %s\n\n%d × %d triangles, %d poses, %d rounds, processor time; within %.4g, 1 %% of the diagonal of A; judged by %s.\n\n",
		t.name, t.trianglesA, t.trianglesB, t.poses, t.rounds, t.reach, judged)
	tableHead(b, "engine", "distance µs far", "close", "touching", "mean", "×",
		"within µs far", "close", "touching", "mean", "×", "noise %", "wrong", "rounded wrongly", "relative error")
	ours := t.row(base)
	for i := range t.rows {
		r := &t.rows[i]
		cells := []string{r.engine}
		cells = append(cells, timingCells(&r.distance, &ours.distance)...)
		cells = append(cells, timingCells(&r.within, &ours.within)...)
		noise := max(r.distance.spread, r.within.spread)
		worst := "–"
		if r.worst > 0 {
			worst = fmt.Sprintf("%.1e", r.worst)
		}
		tableLine(b, append(cells, fmt.Sprintf("%.0f", 100*noise), strconv.Itoa(r.wrong), strconv.Itoa(r.rounded), worst)...)
	}
}

func (t *distanceTable) header() []string {
	return strings.Fields("pair triangles_a triangles_b poses rounds engine " +
		"distance_far_us distance_close_us distance_touching_us distance_mean_us distance_spread " +
		"within_far_us within_close_us within_touching_us within_mean_us within_spread wrong rounded worst")
}

func (t *distanceTable) records() [][]string {
	n := strconv.Itoa
	var lines [][]string
	for i := range t.rows {
		r := &t.rows[i]
		fields := []string{t.name, n(t.trianglesA), n(t.trianglesB), n(t.poses), n(t.rounds), r.engine}
		fields = append(fields, timingFields(&r.distance, true)...)
		fields = append(fields, timingFields(&r.within, true)...)
		lines = append(lines, append(fields, n(r.wrong), n(r.rounded), strconv.FormatFloat(r.worst, 'e', 2, 64)))
	}
	return lines
}
