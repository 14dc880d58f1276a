package hunt

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// row is a line of the table: the case, how much of the bound its error is, the input.
type row struct {
	name  string
	ratio float64
	x     []float64
}

func (r row) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %.6g", r.name, r.ratio)
	for _, v := range r.x {
		b.WriteString(" " + strconv.FormatFloat(v, 'x', -1, 64))
	}
	return b.String()
}

// Inputs returns the inputs in a table by name.
func Inputs(file string) (map[string][]float64, error) {
	table, err := read(file)
	inputs := map[string][]float64{}
	for name, r := range table {
		inputs[name] = r.x
	}
	return inputs, err
}

func read(file string) (map[string]row, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	table := map[string]row{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] == "#" {
			continue
		}
		r := row{name: fields[0]}
		if r.ratio, err = strconv.ParseFloat(fields[1], 64); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, f := range fields[2:] {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			r.x = append(r.x, v)
		}
		table[r.name] = r
	}
	return table, nil
}

const head = "# The worst input found for each bound: its name, error over bound, coordinates. docs/bounds.md has the command.\n"

func write(file string, rows []row) error {
	var b strings.Builder
	b.WriteString(head)
	for _, r := range rows {
		b.WriteString(r.String() + "\n")
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}
