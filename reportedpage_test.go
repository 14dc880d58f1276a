package collide_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

var update = flag.Bool("update", false, "rewrite docs/bench/reported.md")

// libraryAnswers is what bench/peers/reported/measure.py prints: by case and library.
type libraryAnswers struct {
	Versions         map[string]string
	Cases, Distances map[string]map[string]libraryAnswer
}

type libraryAnswer struct {
	Contact  *bool
	Distance *float64
	Points   *[2][3]float64
	Error    string
}

const reportedPage = "docs/bench/reported.md"

// TestReportedPage holds the page of reported cases to the cases and to what was measured.
func TestReportedPage(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/reported/answers.json")
	if err != nil {
		t.Fatal(err)
	}
	var all libraryAnswers
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	p := page{all: &all, libraries: slices.Sorted(maps.Keys(all.Versions)), counts: map[string][4]int{}}
	distances, contacts := p.distances(t), p.contacts(t)
	text := reportedIntroduction + p.summary() + distances + contacts
	if *update {
		if err := os.WriteFile(reportedPage, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have, err := os.ReadFile(reportedPage); err != nil || string(have) != text {
		t.Errorf("%s is not what the cases say (%v); go test . -run ReportedPage -update rewrites it", reportedPage, err)
	}
}

const reportedIntroduction = `# What other libraries got wrong

Wrong answers of collision libraries, as their users and maintainers reported them, with the exact answers for the same numbers. Every method of
` + "`collide`" + ` that answers such a question gives the exact answer to each of them, in both orders of the bodies:

    go test -run Reported .

"Reported" is what the thread says the library answered then, or what its test asked for; it was not measured here, and the library
may have been mended since. The other columns were measured: the same bodies in the versions that the package index served on 2026-11-23, asked through Python
([measure.py](../../bench/peers/reported/measure.py), a case a process). A dash means that the library cannot take the bodies or the question, "error" that
it refused them.
**Bold** answers are wrong:

- a distance that is off by more than a millionth of the diagonal of the larger body, or a pair of nearest points whose distance from each other is; the exact distance is shown rounded
  to six digits;
- contact for bodies that are apart, and apart for bodies in contact. Cases marked with a star lie so near to touching that the rounding of the posed corners decides; no answer to them is called wrong.

A mesh is a surface in these cases unless the question is ` + "`solid`" + `: FCL and Coal have no such question and are asked for contact. MuJoCo and PyBullet take convex bodies alone. PyBullet, which has
no answer to "do they touch" without simulating, is taken to say contact where its distance is at most 0. Trimesh asks python-fcl.

How the exact answers were found: [testdata/reported](../../testdata/reported/PROVENANCE.md).
`

// page collects the counts while tables are written: distances asked and wrong, contacts asked and
// wrong.
type page struct {
	all       *libraryAnswers
	libraries []string
	counts    map[string][4]int
}

func (p *page) summary() string {
	var b strings.Builder
	b.WriteString("\n| library | distances asked | wrong | contacts asked | wrong |\n|---|---:|---:|---:|---:|\n")
	for _, name := range p.libraries {
		n := p.counts[name]
		fmt.Fprintf(&b, "| %s %s | %d | %d | %d | %d |\n", name, p.all.Versions[name], n[0], n[1], n[2], n[3])
	}
	return b.String()
}

// head writes the head of a table.
func (p *page) head(b *strings.Builder, title string) {
	fmt.Fprintf(b, "\n## %s\n\n| thread | bodies | reported | exact |", title)
	for _, name := range p.libraries {
		fmt.Fprintf(b, " %s |", name)
	}
	b.WriteString("\n|---|---|---|---|" + strings.Repeat("---|", len(p.libraries)) + "\n")
}

// row writes a row and counts, from column at of the counts on.
func (p *page) row(b *strings.Builder, first string, answers map[string]libraryAnswer, at int, cell func(libraryAnswer) (string, bool)) {
	b.WriteString(first)
	for _, name := range p.libraries {
		text := "–"
		if a, asked := answers[name]; asked {
			n := p.counts[name]
			said, wrong := cell(a)
			if text = said; wrong {
				text = "**" + said + "**"
				n[at+1]++
			}
			n[at]++
			p.counts[name] = n
		}
		fmt.Fprintf(b, " %s |", text)
	}
	b.WriteString("\n")
}

func (p *page) distances(t *testing.T) string {
	var b strings.Builder
	p.head(&b, "Distances")
	for _, c := range reportedDistances(t) {
		var bodies []collide.Body
		for _, raw := range c.Bodies {
			bodies = append(bodies, reportedBody(t, filepath.Join("testdata/reported/distances", c.ID), raw))
		}
		slack := 1e-6 * diagonal(detector(t, bodies, collide.Options{}), bodies)
		first := fmt.Sprintf("| %s | %s | %s | %.6g |", c.Source, c.What, c.Answered, c.Expect.Distance)
		p.row(&b, first, p.all.Distances[c.ID], 0, func(a libraryAnswer) (string, bool) { return a.distance(c.Expect.Distance, slack) })
	}
	return b.String()
}

// diagonal is that of the larger of two bodies.
func diagonal(d *collide.Detector, bodies []collide.Body) (most float64) {
	for i := range bodies {
		sets, r := hulls(d, bodies, i)
		box := geom.EmptyAABB()
		for _, set := range sets {
			for _, v := range set {
				box.Extend(v)
			}
		}
		most = max(most, geom.Length(box.Max.Sub(box.Min))+2*math.Sqrt(3)*r)
	}
	return most
}

func (a *libraryAnswer) distance(exact, slack float64) (text string, wrong bool) {
	if a.Error != "" || a.Distance == nil {
		return "error", false
	}
	text = fmt.Sprintf("%.6g", *a.Distance)
	if math.Abs(*a.Distance-exact) > slack {
		return text, true
	}
	if a.Points != nil && exact > 0 {
		if apart := geom.Length(vec(a.Points[0]).Sub(vec(a.Points[1]))); math.Abs(apart-exact) > slack {
			return text + ", points", true
		}
	}
	return text, false
}

func (p *page) contacts(t *testing.T) string {
	files, err := filepath.Glob("testdata/reported/cases/*/case.json")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	p.head(&b, "Contacts")
	for _, file := range files {
		c := readReportedCase(t, file)
		what, star := c.What, ""
		if c.Query != "check" {
			what += " (`" + c.Query + "`)"
		}
		if c.Lastbit {
			star = " *"
		}
		exact := contactWord(c.Expect.Colliding)
		reported := "–"
		if c.Answered != "" {
			reported = c.Answered
		}
		first := fmt.Sprintf("| %s | %s | %s | %s%s |", c.Source, what, reported, exact, star)
		p.row(&b, first, p.all.Cases[c.ID], 2, func(a libraryAnswer) (string, bool) {
			if a.Error != "" || a.Contact == nil {
				return "error", false
			}
			return contactWord(*a.Contact), *a.Contact != c.Expect.Colliding && !c.Lastbit
		})
	}
	return b.String()
}

func contactWord(touch bool) string {
	if touch {
		return "contact"
	}
	return "free"
}
