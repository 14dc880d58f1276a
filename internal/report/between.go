package report

import (
	"io"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/deforming"
	"github.com/collide-go/collide/internal/quote"
)

// WriteBetween writes what meshes touch between two frames, with times, as text or as an object of JSON, and returns the outcome. The error is the one
// that came with it.
func WriteBetween(w io.Writer, b *deforming.Result, names []string, err error, json, color bool) (Outcome, error) {
	o, outcome := newOut(w), openOutcome(b.Verdict, ReasonOf(err))
	if json {
		o.between(b, names, outcome, err)
		return outcome, o.flush()
	}
	for _, run := range runsOf(b.Contacts) {
		t0, t1 := firstTime(b, run)
		i := collide.Impact{T0: t0, T1: t1}
		c := &b.Contacts[run[0]]
		o.putf("%s × %s: %s of triangles, first%s\n", quote.Name(names[c.BodyA]), quote.Name(names[c.BodyB]), count(run[1]-run[0], "pair"), timesOf(&i))
	}
	o.putf("between two frames: %s of triangles in contact", count(len(b.Contacts), "pair"))
	if len(b.Open) > 0 {
		o.putf(", %d undecided", len(b.Open))
	}
	p := palette(color)
	o.putf("\nresult: %s", p.word(openVerdict(b.Verdict, ReasonOf(err))))
	if err != nil {
		o.putf(" (incomplete: %s)", ReasonOf(err))
	}
	o.put("\n")
	return outcome, o.flush()
}

// runsOf returns where the contacts of each pair of meshes begin and end.
func runsOf(contacts []collide.Contact) (runs [][2]int) {
	for i := range contacts {
		if c := &contacts[i]; i == 0 || c.BodyA != contacts[i-1].BodyA || c.BodyB != contacts[i-1].BodyB {
			runs = append(runs, [2]int{i, i})
		}
		runs[len(runs)-1][1] = i + 1
	}
	return runs
}

// firstTime is that of a run of contacts.
func firstTime(b *deforming.Result, run [2]int) (t0, t1 float64) {
	t0, t1 = 1, 1
	for _, t := range b.Times[run[0]:run[1]] {
		t0, t1 = min(t0, t[0]), min(t1, t[1])
	}
	return t0, t1
}

func (o out) between(b *deforming.Result, names []string, outcome Outcome, err error) {
	hash := ""
	if err == nil { // else it would be that of a part
		hash = b.Hash()
	}
	o.putf(`{"schema": %d, "verdict": "%v", "outcome": "%v", "contacts": %d, "hash": "%s", "undecided": %d, "pairs": [`,
		quote.Schema, b.Verdict, outcome, len(b.Contacts), hash, len(b.Open))
	for k, run := range runsOf(b.Contacts) {
		if k > 0 {
			o.put(", ")
		}
		t0, t1 := firstTime(b, run)
		c := &b.Contacts[run[0]]
		o.putf(`{"a": %s, "b": %s, "contacts": %d, "t0": %s, "t1": %s, "triangles": [`, quote.JSON(names[c.BodyA]), quote.JSON(names[c.BodyB]), run[1]-run[0], decimal(t0), decimal(t1))
		for i := run[0]; i < run[1]; i++ {
			if i > run[0] {
				o.put(", ")
			}
			o.putf(`[%d, %d, %s, %s]`, b.Contacts[i].TriA, b.Contacts[i].TriB, decimal(b.Times[i][0]), decimal(b.Times[i][1]))
		}
		o.put("]}")
	}
	o.putf(`], "complete": %t`, err == nil)
	if err != nil {
		o.putf(`, "reason": %s`, quote.JSON(ReasonOf(err)))
	}
	o.put("}\n")
}
