package bench

import (
	"time"

	"github.com/collide-go/collide/internal/tape"
)

// Report is what an experiment found.
type Report struct {
	// Name is the experiment's, Title its heading, Source the paper.
	Name   string `json:"name"`
	Title  string `json:"title"`
	Source string `json:"source"`
	// Machine, Date and Command are where, when and how it was measured.
	Machine string    `json:"machine"`
	Date    time.Time `json:"date"`
	Command string    `json:"command,omitempty"`
	// Notes apply to all tables.
	Notes []string `json:"notes"`
	// Claims are the paper's, with what became of them.
	Claims []Claim `json:"claims"`
	Tables []Table `json:"tables"`
	Plots  []Plot  `json:"-"`

	// measured and circumstances are what the report was made from, nil for a report
	// without claims.
	measured      *tape.Tape
	circumstances circumstances
}

// Verdict is what became of a claim.
type Verdict string

// The verdicts: three outcomes, and two for claims without an outcome.
const (
	// Reproduced claims hold in every case that was tried.
	Reproduced Verdict = "reproduced"
	// Partly claims hold in some cases, or in some of their parts.
	Partly Verdict = "partly"
	// Not claims hold in no case, or a figure refutes them.
	Not Verdict = "not reproduced"
	// Undecided claims rest on figures whose confidence intervals overlap.
	Undecided Verdict = "undecided"
	// Unmeasured claims lack a figure; Why is which.
	Unmeasured Verdict = "not measured"
)

// Claim is a statement of a paper, with what was measured here. Why names the figures
// that stand against the claim, or what was not measured.
type Claim struct {
	Claim    string  `json:"claim"`
	Paper    string  `json:"paper"`
	Measured string  `json:"measured"`
	Verdict  Verdict `json:"verdict"`
	Why      string  `json:"why"`
}

// newReport starts a report of what is measured now, here.
func newReport(name, title, source string) *Report {
	return &Report{Name: name, Title: title, Source: source, Machine: thisMachine(), Date: time.Now().UTC().Truncate(time.Second)}
}

// table appends an empty table and returns it; it is valid until the next call.
func (r *Report) table(name, title string, columns ...string) *Table {
	r.Tables = append(r.Tables, Table{Name: name, Title: title, Columns: columns})
	return &r.Tables[len(r.Tables)-1]
}

// plot appends a plot that has something to draw.
func (r *Report) plot(p Plot) {
	if !p.blank() {
		r.Plots = append(r.Plots, p)
	}
}

func (r *Report) claim(c Claim) { r.Claims = append(r.Claims, c) }
