package bench

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/collide-go/collide/internal/quote"
)

// Text writes the report for a terminal.
func (r *Report) Text(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "bench %s: %s\n%s\n%s\n", r.Name, r.Title, r.Source, r.Machine)
	for i := range r.Tables {
		t := &r.Tables[i]
		fmt.Fprintf(b, "\n%s\n", t.Title)
		if err := t.align(b); err != nil {
			return err
		}
		for _, note := range t.Notes {
			fmt.Fprintf(b, "  %s\n", note)
		}
	}
	if len(r.Claims) > 0 {
		fmt.Fprint(b, "\nClaims\n")
	}
	for _, c := range r.Claims {
		fmt.Fprintf(b, "  %s: %s\n    paper: %s\n    here:  %s\n", strings.ToUpper(string(c.Verdict)), c.Claim, c.Paper, c.Measured)
		if c.Why != "" {
			fmt.Fprintf(b, "    why:   %s\n", c.Why)
		}
	}
	fmt.Fprintln(b)
	for _, note := range r.Notes {
		fmt.Fprintf(b, "%s\n", note)
	}
	return b.Flush()
}

// align writes the rows in columns, numbers to the right.
func (t *Table) align(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	width := 0
	for _, row := range t.lines() {
		width = max(width, len([]rune(row[0])))
	}
	for _, row := range t.lines() {
		// The first column is text: padded here, since tabwriter aligns all alike.
		pad := strings.Repeat(" ", width-len([]rune(row[0])))
		fmt.Fprintf(tw, "  %s%s\t%s\t\n", row[0], pad, strings.Join(row[1:], "\t"))
	}
	return tw.Flush()
}

// lines are the header and the rows as people read them.
func (t *Table) lines() [][]string {
	list := [][]string{t.Columns}
	for _, row := range t.Rows {
		var s []string
		for _, c := range row {
			s = append(s, c.String())
		}
		list = append(list, s)
	}
	return list
}

// Markdown writes the report as a page; plots are links to files in the same folder,
// which have that extension.
func (r *Report) Markdown(w io.Writer, plots string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# %s\n\n%s\n\nMachine: %s. %s.\n", r.Title, r.Source, r.Machine, r.Date.Format("2006-01-02"))
	if r.Command != "" {
		fmt.Fprintf(b, "\n    %s\n", r.Command)
	}
	if r.Measured() {
		fmt.Fprintf(b, "\nThis page is made from [%[1]s](%[1]s), which has every measured figure. `collide bench --judge %[1]s` makes it once more, with all tables and verdicts.\n", r.measuredFile())
	}
	for _, note := range r.Notes {
		fmt.Fprintf(b, "\n%s\n", note)
	}
	if len(r.Claims) > 0 {
		fmt.Fprint(b, "\n## Claims\n\n| claim | paper | here | verdict | why |\n| --- | --- | --- | --- | --- |\n")
		for _, c := range r.Claims {
			fmt.Fprintf(b, "| %s | %s | %s | **%s** | %s |\n", bar(c.Claim), bar(c.Paper), bar(c.Measured), c.Verdict, bar(c.Why))
		}
	}
	for i := range r.Tables {
		r.Tables[i].markdown(b)
		for _, p := range r.Plots {
			if p.Table == r.Tables[i].Name {
				fmt.Fprintf(b, "\n![%s](%s)\n", p.Title, p.file(r, plots))
			}
		}
	}
	return b.Flush()
}

func (t *Table) markdown(b *bufio.Writer) {
	fmt.Fprintf(b, "\n## %s\n\n", t.Title)
	for i, row := range t.lines() {
		for k := range row {
			row[k] = bar(row[k])
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(b, "| ---%s |\n", strings.Repeat(" | ---:", len(row)-1))
		}
	}
	for _, note := range t.Notes {
		fmt.Fprintf(b, "\n%s\n", note)
	}
}

// bar keeps a text within its cell.
func bar(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// CSV writes a table with all digits.
func (t *Table) CSV(w io.Writer) error {
	out := quote.NewCSV(w)
	out.Row(t.Columns...)
	for _, row := range t.Rows {
		var fields []string
		for _, c := range row {
			fields = append(fields, c.field())
		}
		out.Row(fields...)
	}
	return out.Flush()
}

func (c Cell) field() string {
	switch c.kind {
	case text:
		return c.text
	case number:
		return strconv.FormatFloat(c.value, 'g', 6, 64)
	}
	return ""
}

// JSON writes the reports as one document.
func JSON(w io.Writer, reports []*Report) error {
	return quote.WriteJSON(w, struct {
		Reports []*Report `json:"reports"`
	}{reports})
}
