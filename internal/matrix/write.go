package matrix

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/collide-go/collide/internal/quote"
)

// reasons are those that an SRDF gives for kinds whose pairs it disables.
var reasons = map[Kind]string{Adjacent: "Adjacent", Never: "Never", Always: "Always"}

// WriteSRDF writes an SRDF that disables the pairs that are adjacent, never collide or always do, with the number of states
// that support it.
func (m *Matrix) WriteSRDF(w io.Writer) error {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
	fmt.Fprintf(&b, "<!-- From collide robot matrix: %d random states between the limits of the joints, seed %d.\n", m.States, m.Seed)
	fmt.Fprintf(&b, "     Always: the two links collide in each of these states. That is no proof: with 95 %% confidence they are apart in less than %.2g %% of all states.\n", 100*Share(m.States))
	fmt.Fprintf(&b, "     Never: they collide in none of them. That is no proof: with 95 %% confidence they collide in less than %.2g %% of all states. -->\n", 100*Share(m.States))
	fmt.Fprintf(&b, "<robot name=%s>\n", attribute(m.Robot.Name))
	for _, p := range m.Pairs {
		if reason, ok := reasons[p.Kind]; ok {
			fmt.Fprintf(&b, "  <disable_collisions link1=%s link2=%s reason=%q/>\n", attribute(m.Names[p.A]), attribute(m.Names[p.B]), reason)
		}
	}
	b.WriteString("</robot>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// attribute returns a value of XML in quotes.
func attribute(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer takes all
	return `"` + b.String() + `"`
}

// WriteText writes the pairs by kind, a line each.
func (m *Matrix) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d random states, seed %d\n", quote.Name(m.Robot.Name), m.States, m.Seed)
	for _, k := range Kinds() {
		var list []string
		for _, p := range m.Pairs {
			if p.Kind == k {
				list = append(list, quote.Name(m.Names[p.A])+" × "+quote.Name(m.Names[p.B])+p.counted())
			}
		}
		if len(list) > 0 {
			fmt.Fprintf(&b, "%s (%d): %s\n", k, len(list), strings.Join(list, ", "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// counted are the numbers of states, where the kind does not give them.
func (p *Pair) counted() string {
	switch {
	case p.Kind == Undecided:
		return fmt.Sprintf(" (%d undecided)", p.Undecided)
	case p.Kind == Sometimes && p.Undecided > 0:
		return fmt.Sprintf(" (%d, and %d undecided)", p.Colliding, p.Undecided)
	case p.Kind == Sometimes:
		return fmt.Sprintf(" (%d)", p.Colliding)
	}
	return ""
}

// WriteJSON writes a document. reason is why the sampling was cut short, "" if it was not.
func (m *Matrix) WriteJSON(w io.Writer, reason string) error {
	type pair struct {
		A         string `json:"a"`
		B         string `json:"b"`
		Kind      Kind   `json:"kind"`
		Colliding *int   `json:"colliding,omitempty"` // not of pairs that are not tested
		Undecided int    `json:"undecided,omitempty"`
	}
	pairs := []pair{}
	for _, p := range m.Pairs {
		q := pair{A: m.Names[p.A], B: m.Names[p.B], Kind: p.Kind, Undecided: p.Undecided}
		if p.Kind != Adjacent {
			q.Colliding = &p.Colliding
		}
		pairs = append(pairs, q)
	}
	return quote.WriteJSON(w, struct {
		Robot    string `json:"robot"`
		Seed     uint64 `json:"seed"`
		States   int    `json:"states"`
		Complete bool   `json:"complete"`
		Reason   string `json:"reason,omitempty"`
		Pairs    []pair `json:"pairs"`
	}{m.Robot.Name, m.Seed, m.States, reason == "", reason, pairs})
}
