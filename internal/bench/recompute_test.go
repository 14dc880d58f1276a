package bench

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/collide-go/collide/internal/require"
)

// runOf is the run of an experiment as commands call it.
func runOf(name string) func(context.Context, *Options) (*Report, error) {
	for _, b := range Benches() {
		if b.Name == name {
			return b.Run
		}
	}
	panic("no experiment " + name)
}

// measurements are those of a report.
func measurements(t *testing.T, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.Measurements(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// checkJudged asks that every file of a report comes out the same, bit by bit, if it is made
// from its measurements alone.
func checkJudged(t *testing.T, r *Report) {
	t.Helper()
	r.Command = "collide bench " + r.Name + " --somehow"
	again, err := Judge(context.Background(), bytes.NewReader(measurements(t, r)), "x.csv")
	if err != nil {
		t.Fatal(err)
	}
	want, got := files(t, r), files(t, again)
	if len(want) != len(got) || len(want) < 4 {
		t.Errorf("%d files, %d from the measurements", len(want), len(got))
	}
	for name, text := range want {
		if !bytes.Equal(text, got[name]) {
			t.Errorf("%s from the measurements is\n%.3000s\nwant\n%.3000s", name, got[name], text)
		}
	}
}

// files are those that a report is written as, and its text and JSON.
func files(t *testing.T, r *Report) map[string][]byte {
	t.Helper()
	paths, err := r.Files(t.Context(), t.TempDir(), "svg")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, path := range paths {
		if all[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	var text, document bytes.Buffer
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	if err := JSON(&document, []*Report{r}); err != nil {
		t.Fatal(err)
	}
	all["text"], all["JSON"] = text.Bytes(), document.Bytes()
	return all
}

// quickly are short reports of the experiments that need no device, made once.
var quickly = map[string]func() (*Report, error){}

func init() {
	for _, name := range []string{"oocda", "octree", "fire-drill"} {
		quickly[name] = sync.OnceValues(func() (*Report, error) { return runOf(name)(context.Background(), &Options{quick: true}) })
	}
}

// quickMeasurements are the measurements of a short run.
func quickMeasurements(t *testing.T, name string) []byte {
	t.Helper()
	r, err := quickly[name]()
	if err != nil {
		t.Fatal(err)
	}
	return measurements(t, r)
}

// change sets the values of rows: of all parts that begin with a text, of a subject, * for
// all, and a figure. Each number of a series becomes the value.
type change struct{ part, subject, figure, value string }

// apply changes measurements. It fails if there is nothing to change.
func (c *change) apply(t *testing.T, file []byte) []byte {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, row := range rows {
		if strings.HasPrefix(row[0], c.part) && (c.subject == "*" || row[1] == c.subject) && row[2] == c.figure {
			found = true
			words := strings.Fields(row[3])
			for i, w := range words {
				if w != "." {
					words[i] = c.value
				}
			}
			row[3] = strings.Join(words, " ")
		}
	}
	if !found {
		t.Fatalf("nothing to change by %+v", c)
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestVerdictsFollowTheMeasurements: figures that are changed in the file change the verdicts
// that rest on them, for better or worse. The changes are so large that no noise of a busy
// machine matters.
func TestVerdictsFollowTheMeasurements(t *testing.T) {
	const seconds, visits = "seconds", "visits"
	for _, c := range []struct {
		bench, claim string
		want         Verdict
		changes      []change
	}{
		{"oocda", "OOCDA's frame rate", Reproduced, []change{{"large: ", labelOOCDA, seconds, "1e-30"}}},
		{"oocda", "OOCDA's frame rate", Not, []change{{"large: ", labelOOCDA, seconds, "1e30"}}},
		{"oocda", "Ant colonies", Reproduced, []change{{"small: ", labelNoAnts, seconds, "1e30"}, {"large: ", labelNoAnts, seconds, "1e30"}}},
		{"oocda", "Ant colonies", Not, []change{{"small: ", labelNoAnts, seconds, "1e-30"}, {"large: ", labelNoAnts, seconds, "1e-30"}}},
		{"oocda", "Ant colonies", Partly, []change{{"small: ", labelNoAnts, seconds, "1e-30"}, {"large: ", labelNoAnts, seconds, "1e30"}}},
		{"oocda", "OOCDA takes O(n log n)", Not, []change{
			{"complexity: 20 ", labelOOCDA, seconds, "0.0004"}, {"complexity: 30 ", labelOOCDA, seconds, "0.0009"}, {"large: ", labelOOCDA, seconds, "0.0016"},
		}},
		{"oocda", "OOCDA is about level", Not, []change{{"parallel: ", labelOOCDA, seconds, "1e30"}}},
		{"oocda", "Pipelining is sensitive", Reproduced, []change{
			{"circumstances", "", "cores", "8"}, {"circumstances", "", "workers", "8"}, {"parallel: ", "pipelining p=2", seconds, "1"}, {"parallel: ", "pipelining p=4", seconds, "2"},
			{"parallel: ", "pipelining p=8", seconds, "0.005"}, {"parallel: ", "pipelining p=16", seconds, "0.005"},
		}},
		{"oocda", "The optimisation operator", Reproduced, []change{{"ants: ", labelNoOperator, "tests by ants, by frame", "1000000000"}}},
		{"oocda", "The optimisation operator", Not, []change{{"ants: ", labelNoOperator, "tests by ants, by frame", "1"}}},
		{"oocda", "k = 18 is the best k", Reproduced, []change{{"slabs", "k = 18", "seconds, by frame", "1e-30"}}},
		{"oocda", "k = 18 is the best k", Not, []change{{"slabs", "k = 18", "seconds, by frame", "1e30"}}},
		{"oocda", "The vector form", Reproduced, []change{{"triangles: ", "vector form", "seconds a pair, by round", "1e-30"}}},
		{"oocda", "The vector form", Not, []change{{"triangles: ", "vector form", "seconds a pair, by round", "1e30"}}},
		{"octree", "octree-hybrid is ahead of I-COLLIDE at every number of bodies", Reproduced, []change{{"bodies: ", "octree-hybrid", seconds, "1e-30"}, {"dissimilar: ", "octree-hybrid", seconds, "1e-30"}}},
		{"octree", "octree-hybrid is ahead of I-COLLIDE at every number of bodies", Not, []change{{"bodies: ", "octree-hybrid", seconds, "1e30"}}},
		{"octree", "The gap between octree-hybrid and I-COLLIDE widens with the density", Not, []change{{"density: 150 ", "octree-hybrid", seconds, "1e30"}}},
		{"octree", "Classified traversal takes less time", Not, []change{{"dissimilar: ", "octree-hybrid", seconds, "1e30"}}},
		{"octree", "At most 2^(2n−1) − 1 tests", Partly, []change{{"traversals: 64 ", "single", visits, "1"}}},
		{"octree", "Classified traversal takes fewer tests than single", Reproduced, []change{{"traversals: ", "classified", visits, "1"}}},
		{"octree", "Classified traversal takes fewer tests than single", Not, []change{{"traversals: ", "classified", visits, "1000000000"}}},
		{"octree", "Sphere-OBB joins", Not, []change{{"volumes", "Sphere-OBB", "let through falsely, by level", "0.9"}, {"volumes", "OBB", "let through falsely, by level", "0.1"}}},
		{"octree", "The cost of a query is", Not, []change{
			{"costs: cal", "*", "ns a volume test, by round", "1e-6 1e-6"}, {"costs: cal", "*", "ns a triangle pair, by round", "1e-6 1e-6"}, {"costs: cal", "*", "ns an update, by round", "1e-6 1e-6"},
		}},
		{"octree", "The cost of a query is", Unmeasured, []change{{"costs: cal", "rapid", "ns a volume test, by round", "-1"}}},
		{"fire-drill", "octree-hybrid is never below 30", Not, []change{{"one-one, octree", "", "frames a second, by window", "29"}, {"several-one, octree", "", "frames a second, by window", "2"}, {"several-several, octree", "", "frames a second, by window", "2"}}},
		{"fire-drill", "octree-hybrid is never below 30", Reproduced, []change{{"", "", "frames a second, by window", "30"}}},
		{"fire-drill", "auto has no marked drop", Reproduced, []change{{"", "", "frames a second, by window", "1"}}},
	} {
		file := quickMeasurements(t, c.bench)
		for _, x := range c.changes {
			file = x.apply(t, file)
		}
		r, err := Judge(t.Context(), bytes.NewReader(file), "x.csv")
		if err != nil {
			t.Errorf("%s, %q: %v", c.bench, c.claim, err)
			continue
		}
		i := slices.IndexFunc(r.Claims, func(x Claim) bool { return strings.HasPrefix(x.Claim, c.claim) })
		if i < 0 || r.Claims[i].Verdict != c.want {
			t.Errorf("%s, %q by %v: %+v, want %s", c.bench, c.claim, c.changes, r.Claims[max(i, 0)], c.want)
		}
	}
}

// TestForeignMeasurements: what is not the file of a report is refused in one line that names
// the file and the line, whatever row is lost, doubled or another figure's.
func TestForeignMeasurements(t *testing.T) {
	for name := range quickly {
		file := quickMeasurements(t, name)
		lines := strings.SplitAfter(string(file), "\n")
		n := len(lines) - 1                             // after the last line end there is nothing
		counted := func(lines []string, n int) string { // with a last row that has the right number
			return strings.Join(lines[:len(lines)-2], "") + fmt.Sprintf("tape,,rows,%d\n", n)
		}
		rows := n - 2 // without the columns and the last row
		for k := 2; k < n-1; k += 1 + n/require.Samples(100, 10, 3) {
			for what, bad := range map[string]string{
				"cut off":     strings.Join(lines[:k], ""),
				"lost":        counted(slices.Delete(slices.Clone(lines), k, k+1), rows-1),
				"doubled":     counted(slices.Insert(slices.Clone(lines), k, lines[k]), rows+1),
				"another row": counted(append(append(slices.Clone(lines[:k]), "a,b,c,d\n"), lines[k+1:]...), rows),
			} {
				_, err := Judge(t.Context(), strings.NewReader(bad), "x.csv")
				if err == nil || !strings.HasPrefix(err.Error(), "x.csv:") || !strings.Contains(err.Error(), "expected") || strings.Contains(err.Error(), "\n") {
					t.Fatalf("%s, row %d %s: %v", name, k, what, err)
				}
			}
		}
	}
}

// TestStrangeMeasurements: no value of a figure makes Judge fail but by an error that names
// the line, nor makes it show what is no number.
func TestStrangeMeasurements(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name := range quickly {
		file := quickMeasurements(t, name)
		rows, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for range require.Samples(200, 20, 6) {
			row := rows[2+r.IntN(len(rows)-3)]
			kept := row[3]
			words := strings.Fields(kept)
			one := func() string {
				return []string{"", ".", "0", "-1", "1", "1e308", "5e-324", "NaN", "Inf", "1e999", "9223372036854775807", "yes", "\x1b[2J", "##[error]", "=1+1"}[r.IntN(15)]
			}
			if row[3] = one(); len(words) > 1 && r.IntN(2) == 0 {
				words[r.IntN(len(words))] = one()
				row[3] = strings.Join(words, " ")
			}
			checkStrange(t, rows, row)
			row[3] = kept
		}
	}
}

// checkStrange judges rows of which one was changed.
func checkStrange(t *testing.T, rows [][]string, changed []string) {
	t.Helper()
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	r, err := Judge(t.Context(), bytes.NewReader(b.Bytes()), "x.csv")
	if err != nil {
		if !strings.HasPrefix(err.Error(), "x.csv:") || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%q: %v", changed, err)
		}
		return
	}
	for _, c := range r.Claims {
		checkClaim(t, c)
	}
	var page bytes.Buffer
	err = r.Markdown(&page, "svg")
	noNumber := changed[3] != "NaN" && changed[3] != "Inf" && (strings.Contains(page.String(), "NaN") || strings.Contains(page.String(), "+Inf"))
	if err != nil || strings.ContainsAny(page.String(), "\x1b") || noNumber {
		t.Errorf("%q: page\n%.2000s\n%v", changed, page.String(), err)
	}
	for i := range r.Plots { // axes may have no room for 1e308: that is an error, no crash
		_ = r.Plots[i].Write(io.Discard, "svg")
	}
}
