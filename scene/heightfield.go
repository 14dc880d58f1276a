package scene

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decimal"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/stoppable"
	"github.com/collide-go/collide/internal/unit"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/shape"
)

// HeightField is a surface over a grid. Its heights are in the scene, or in a file of their own.
type HeightField struct {
	shape.HeightField
	// File has the heights, a row a line, "" where they are here. It is a path with forward slashes, relative to the scene file.
	File string
}

// heightField reads a field, whose heights are rows or the name of a file.
func (d *decoder) heightField(n *node) *HeightField {
	const what = "height_field"
	d.fields(n, what, "origin", "spacing", "heights")
	f := &HeightField{}
	if o := n.field("origin"); o != nil {
		f.Origin = d.vec(o, "origin")
	}
	if v := d.numbers(d.want(n, what, "spacing"), "spacing", 2, "2 numbers, along x and along y"); v != nil {
		f.DX, f.DY = v[0], v[1]
	}
	heights := d.want(n, what, "heights")
	if d.err == nil && heights.kind == kindString {
		if f.File = d.text(heights, "heights"); f.File == "" {
			d.failf(heights.offset, "heights is empty; expected rows of numbers or the path of a file with them")
		}
		return f
	}
	d.rows(heights, f)
	if d.err == nil {
		if err := f.Check(); err != nil {
			d.failf(n.offset, "%v", err)
		}
	}
	return f
}

// rows reads heights that are in the scene.
func (d *decoder) rows(n *node, f *HeightField) {
	if !d.is(n, kindArray, "heights") {
		return
	}
	for j := range n.items {
		row := &n.items[j]
		if !d.is(row, kindArray, "a row of heights") {
			return
		}
		if j == 0 {
			f.Columns = len(row.items)
		}
		v := d.numbers(row, fmt.Sprintf("row %d of heights", j), f.Columns, fmt.Sprintf("%d numbers as in row 0", f.Columns))
		f.Heights = append(f.Heights, v...)
	}
}

// triangles returns the number of triangles of a field whose heights are there.
func (f *HeightField) triangles() int { return 2 * max(f.Columns-1, 0) * max(f.Rows()-1, 0) }

// heightField makes the mesh of a field in the scene's unit, converted already, or reads its heights first.
func (l *Loader) heightField(ctx context.Context, s *Scene, b *Body, p *Placed) error {
	f := b.HeightField.HeightField
	if b.HeightField.File != "" {
		read, err := l.heights(ctx, s, b, p)
		if err != nil {
			return err
		}
		f.Columns, f.Heights = read.Columns, read.Heights
	}
	m, err := f.Mesh()
	if err != nil {
		return &Error{File: p.File, Line: lineIn(b, p), Msg: "height_field of body " + quote.Name(b.Name), Err: err}
	}
	p.Shape = collide.NewModel(m)
	return nil
}

// lineIn is the line of a body in its scene, 0 where its file is another one.
func lineIn(b *Body, p *Placed) int {
	if p.File != p.Scene {
		return 0
	}
	return b.line
}

// heights reads the file of a field and converts its numbers to the unit of the loader.
func (l *Loader) heights(ctx context.Context, s *Scene, b *Body, p *Placed) (shape.HeightField, error) {
	var f shape.HeightField
	var err error
	what := "heights of body " + quote.Name(b.Name)
	if p.File, err = l.Files.Resolve(p.Scene, b.HeightField.File); err != nil {
		return f, &Error{File: p.Scene, Line: b.line, Msg: what, Err: err}
	}
	file, err := l.Files.Open(ctx, p.File)
	if err != nil {
		return f, &Error{File: p.Scene, Line: b.line, Msg: what, Err: plainPathError(err)}
	}
	defer func() { _ = file.Close() }() // nothing was written
	left := cmp.Or(l.Limits.Triangles, DefaultTriangles) - l.made.triangles
	if f, err = readHeights(stoppable.Reader(ctx, file), p.File, left); err != nil {
		return f, err
	}
	if from := s.Unit; from != "" && l.Unit != "" && from != l.Unit {
		r := unit.Unit(from).To(unit.Unit(l.Unit))
		for i, h := range f.Heights {
			f.Heights[i] = r.Times(h)
		}
	}
	h := HeightField{HeightField: f}
	return f, l.countTriangles(p.File, 0, h.triangles())
}

// readHeights reads rows of numbers, a row a line, separated by blanks, of at most so many triangles. Blank lines and lines that start with # do not
// count. It keeps 8 bytes a number.
func readHeights(r io.Reader, file string, triangles int) (shape.HeightField, error) {
	lines := PoseReader{lines: newLongLineReader(r, file, maxRow)}
	var f shape.HeightField
	for {
		line, err := lines.next() // blank lines and # lines are skipped as in a pose list
		if errors.Is(err, io.EOF) {
			if f.Rows() < 2 {
				return f, &Error{File: file, Msg: fmt.Sprintf("%d rows of heights; expected at least 2", f.Rows())}
			}
			return f, nil
		}
		if err != nil {
			return f, err
		}
		words := strings.Fields(line)
		if len(f.Heights) == 0 {
			f.Columns = len(words)
		}
		if len(words) != f.Columns || len(words) < 2 {
			return f, lines.lines.errorf("%d heights; expected %d, as in the first row, and at least 2", len(words), max(f.Columns, 2))
		}
		if n := 2 * (f.Columns - 1) * f.Rows(); n > triangles {
			return f, &Error{File: file, Line: lines.Line(), Err: meshio.ErrLimit,
				Msg: fmt.Sprintf("%d triangles with this row; expected at most %d (Limits.Triangles, --max-triangles)", n, triangles)}
		}
		if f.Heights, err = lines.heights(f.Heights, words); err != nil {
			return f, err
		}
	}
}

// heights appends the numbers of a row.
func (p *PoseReader) heights(dst []float64, words []string) ([]float64, error) {
	for i, w := range words {
		x, ok := decimal.Parse(w)
		if !ok {
			return dst, p.lines.errorf("height %d is %q; expected a finite number", i+1, shorten(w))
		}
		dst = append(dst, x)
	}
	return dst, nil
}

// converted is a field in another unit; heights in a file are converted when they are read.
func (f *HeightField) converted(r *unit.Ratio) *HeightField {
	c := *f
	c.Origin, c.DX, c.DY = scaled(r, f.Origin), r.Times(f.DX), r.Times(f.DY)
	c.Heights = make([]float64, len(f.Heights))
	for i, h := range f.Heights {
		c.Heights[i] = r.Times(h)
	}
	return &c
}

// check returns what is wrong with a field, as far as that is known before its file is read.
func (f *HeightField) check() error {
	if f.File == "" {
		return f.Check()
	}
	if len(f.Heights) > 0 {
		return fmt.Errorf("height_field has heights and the file %q; expected one of the two", f.File)
	}
	flat := shape.HeightField{Origin: f.Origin, DX: f.DX, DY: f.DY, Columns: 2, Heights: make([]float64, 4)}
	return flat.Check()
}

// heightFieldJSON is a field with its heights or their file.
func heightFieldJSON(f *HeightField) (string, error) {
	var s strings.Builder
	s.WriteString(`"height_field": {"origin": ` + vecJSON(f.Origin) + `, "spacing": [` + numberJSON(f.DX) + ", " + numberJSON(f.DY) + `], "heights": `)
	if f.File != "" {
		path, err := quote.Marshal(f.File)
		s.Write(path)
		s.WriteByte('}')
		return s.String(), err
	}
	for k, h := range f.Heights {
		switch {
		case k == 0:
			s.WriteString("[[")
		case k%f.Columns == 0:
			s.WriteString("], [")
		default:
			s.WriteString(", ")
		}
		s.WriteString(numberJSON(h))
	}
	s.WriteString("]]}")
	return s.String(), nil
}
