package report

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// headline counts the pairs.
func (c *Check) headline() string {
	s := fmt.Sprintf("%s, %s: %d colliding", bodies(len(c.Bodies)), count(c.pairCount(), "pair"), c.colliding())
	s += c.kindCount() + c.nearCount()
	if n := c.count(open); n > 0 {
		s += fmt.Sprintf(", %d undecided", n)
	}
	if n := c.touching(); n > 0 {
		s += fmt.Sprintf(", %d %s", n, asAllowed)
	}
	return s + c.changes() + c.approvals()
}

// tableName is the most characters of a name in a table.
const tableName = 40

// table writes a row per listed pair.
func (t *textWriter) table(pairs []*collide.Pair) {
	w := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, strings.Join(t.c.heads(), "\t"))
	for _, p := range pairs {
		_, _ = fmt.Fprintln(w, strings.Join(t.c.cells(p), "\t"))
	}
	_ = w.Flush() // the buffer below keeps its error
	t.put("\n")
}

// heads are the heads of the columns of a table.
func (c *Check) heads() []string {
	list := []string{"pair"}
	if c.Kinds {
		list = append(list, "kind")
	}
	if c.measured() {
		list = append(list, "depth or distance")
	}
	list = append(list, "contacts")
	if c.Rules != nil {
		list = append(list, "rule")
	}
	return append(list, "status")
}

// cells are a row of the table.
func (c *Check) cells(p *collide.Pair) []string {
	a, b := quote.Name(shorten(c.Bodies[p.A].Name, tableName)), quote.Name(shorten(c.Bodies[p.B].Name, tableName))
	list := []string{a + " × " + b}
	if p.A == p.B {
		list[0] = a + " × itself"
	}
	if c.Kinds {
		list = append(list, kindOf(p))
	}
	if c.measured() {
		list = append(list, c.amount(p))
	}
	list = append(list, contactCell(p))
	if c.Rules != nil {
		list = append(list, c.ruleOf(p))
	}
	return append(list, c.fateNow(p))
}

// contactCell is the number of contacts of a pair and, of several, that of pieces.
func contactCell(p *collide.Pair) string {
	s := strconv.Itoa(len(p.Contacts))
	if len(p.Pieces) > 1 {
		s += " in " + count(len(p.Pieces), "piece")
	}
	return s
}

// measured reports whether depths or distances were asked for.
func (c *Check) measured() bool { return c.Depths || c.Rules != nil || c.Clearance != nil }
