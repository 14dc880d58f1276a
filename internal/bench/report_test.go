package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// sample is a report with everything in it.
func sample() *Report {
	r := &Report{Name: "scd", Title: "a title", Source: "a paper", Machine: "a machine", Date: time.Unix(0, 0).UTC(), Command: "collide bench scd", Notes: []string{"a note"}}
	t := r.table("times", "times over bodies", "method", "bodies", "ms")
	t.Notes = []string{"how"}
	t.Add(Text("a|b"), Count(1500), Number(12.345))
	t.Add(Text("absent"), Count(12000), Number(math.NaN()))
	t.Add(Text("brute"), Count(10), Number(0.25))
	r.claim(Claim{"faster", "2 times", "3 times", Reproduced, ""})
	r.Plots = []Plot{
		{Name: "lines", Table: "times", Title: "T", X: "bodies", Y: "ms", LogX: true, LogY: true, Lines: []Line{
			{Name: "m", Points: []Point{{100, 1, 0.9, 1.2}, {1000, 11, 10, 12}, {3000, math.NaN(), 0, 0}}},
			{Name: "n", Dashed: true, Points: []Point{{100, 1, 1, 1}, {1000, 10, 10, 10}}},
			{Name: "none"},
		}},
		{Name: "bars", Table: "times", Title: "T", Y: "ms", LogY: true, Groups: []string{"g", "h"}, Bars: []Bars{{"x", []float64{1, 200}}, {"y", []float64{30, math.NaN()}}}},
	}
	return r
}

func TestCells(t *testing.T) {
	for _, c := range []struct {
		cell Cell
		want string
	}{
		{Number(0), "0"}, {Number(0.00001234), "1.23e-05"}, {Number(0.01234), "0.0123"}, {Number(0.9996), "1.00"}, {Number(1), "1"}, {Number(9.994), "9.99"},
		{Number(9.996), "10.0"}, {Number(99.96), "100"}, {Number(12345), "12,345"}, {Number(-1234567), "-1,234,567"}, {Number(-123), "-123"},
		{Count(1500), "1500"}, {Number(math.NaN()), "–"}, {Text("x"), "x"},
	} {
		if got := c.cell.String(); got != c.want {
			t.Errorf("%v shows as %q, want %q", c.cell, got, c.want)
		}
	}
}

func TestReportAsText(t *testing.T) {
	var b bytes.Buffer
	if err := sample().Text(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"bench scd: a title", "a|b       1500   12.3", "absent  12,000      –", "brute       10  0.250", "REPRODUCED: faster", "paper: 2 times", "a note"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestReportAsMarkdown(t *testing.T) {
	var b bytes.Buffer
	if err := sample().Markdown(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# a title\n", "Machine: a machine. 1970-01-01.", "    collide bench scd\n", `| a\|b | 1500 | 12.3 |`, "| --- | ---: | ---: |", "![T](scd-lines.svg)", "| faster | 2 times | 3 times | **reproduced** |  |"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestTableAsCSV(t *testing.T) {
	var b bytes.Buffer
	r := sample()
	if err := r.Tables[0].CSV(&b); err != nil {
		t.Fatal(err)
	}
	want := "method,bodies,ms\na|b,1500,12.345\nabsent,12000,\nbrute,10,0.25\n"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

func TestReportsAsJSON(t *testing.T) {
	var b bytes.Buffer
	if err := JSON(&b, []*Report{sample()}); err != nil {
		t.Fatal(err)
	}
	var document struct {
		Schema  int
		Reports []struct {
			Name   string
			Claims []Claim
			Tables []struct{ Rows [][]any }
		}
	}
	if err := json.Unmarshal(b.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	got := document.Reports
	rows := got[0].Tables[0].Rows
	if document.Schema != 1 || rows[0][2] != 12.345 || rows[1][2] != nil || rows[2][2] != 0.25 || got[0].Claims[0].Verdict != Reproduced {
		t.Errorf("got %v", got)
	}
}

func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	for _, format := range PlotFormats() {
		paths, err := sample().Files(t.Context(), dir, format)
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range []string{"scd.md", "scd-times.csv", "scd-lines." + format, "scd-bars." + format} {
			if filepath.Base(paths[i]) != name {
				t.Errorf("file %d is %s, want %s", i, paths[i], name)
			}
		}
	}
	f, err := os.Open(filepath.Join(dir, "scd-lines.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	inked := map[uint32]bool{}
	for x := range picture.Bounds().Dx() {
		r, g, b, _ := picture.At(x, picture.Bounds().Dy()/2).RGBA()
		inked[r>>8<<16|g>>8<<8|b>>8] = true
	}
	if len(inked) < 3 {
		t.Errorf("the plot's middle line has %d colours: nothing is drawn", len(inked))
	}
}

func TestLinearTicks(t *testing.T) {
	for _, c := range []struct{ lo, hi float64 }{{0, 27}, {0, 1}, {0.3, 0.41}, {-3, 1200}, {0, 4}, {1e5, 1.1e5}} {
		ticks := linearTicks(c.lo, c.hi)
		if len(ticks) < 4 || len(ticks) > 11 {
			t.Errorf("%v: %d ticks", c, len(ticks))
		}
		for _, x := range ticks {
			if x.Value < c.lo || x.Value > c.hi || len(x.Label) > 6 || x.Label == "-0" {
				t.Errorf("%v: tick %+v", c, x)
			}
		}
	}
}

func TestSelect(t *testing.T) {
	table := Benches()
	all, err := Select(table, nil)
	if err != nil || len(all) == 0 {
		t.Fatalf("nothing is built: %v", err)
	}
	if two, err := Select(table, []string{"octree", "004", "octree"}); err != nil || len(two) != 1 || two[0].Name != "octree" {
		t.Errorf("octree by name and number selects %v, %v", two, err)
	}
	for number, name := range map[string]string{"000": "scd", "001": "aabb-gpu", "002": "lbvh", "003": "oocda", "004": "octree", "004-fire": "fire-drill"} {
		if one, err := Select(table, []string{number}); err != nil || len(one) != 1 || one[0].Name != name {
			t.Errorf("number %s selects %v, %v; want %s", number, one, err, name)
		}
	}
	if slices.ContainsFunc(all, func(b Bench) bool { return b.Name == "peers" }) {
		t.Error("peers, which needs what most machines lack, runs unasked")
	}
	if peers, err := Select(table, []string{"peers"}); err != nil || len(peers) != 1 {
		t.Errorf("peers: %v, %v", peers, err)
	}
	for _, name := range []string{"005", ""} { // growth, cliffs and peers have no number
		if _, err := Select(table, []string{name}); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "scd, aabb-gpu, lbvh, oocda, octree, fire-drill, growth, cliffs, peers") {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := (&Options{Methods: []string{"sap"}}).Check(); err == nil || !strings.Contains(err.Error(), "octree-hybrid") {
		t.Errorf("method sap: %v", err)
	}
}
