// Package baseline compares the clashes of a check with those of an earlier report.
package baseline

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
)

// maxBytes is the most bytes of a report, 512 MiB.
const maxBytes = 1 << 29

// Report is an earlier report of a check, as far as clashes are compared.
type Report struct {
	Bodies  []Body
	Clashes []Clash
	// Complete reports whether that check was finished.
	Complete bool
	// Unit is that of lengths, "" where it is not known.
	Unit string
}

// Now is what a check found.
type Now struct {
	Bodies  []Body
	Clashes []Clash
	// Open are the names of the bodies of each pair that is not decided.
	Open [][2]string
	// Whole reports that all pairs were looked at: those not listed are no clashes.
	Whole bool
}

// Body is what is compared of a body.
type Body struct {
	Name      string
	Triangles int
}

// Clash is a pair of bodies that failed.
type Clash struct {
	A, B string
	Kind collide.Kind
	// Near reports that the bodies were apart, but too near: Distance is known.
	Near     bool
	Distance float64
	// Depth and Width are bounds, 0 to +Inf where they are not known.
	Depth, Width [2]float64
	// Places are the boxes of the common points of the surfaces, one for each connected piece. There are none where the
	// surfaces are apart, and where they are not known.
	Places Places
	// Crossing reports that surfaces cross, Inside that a body lies in the other and their surfaces are apart.
	Crossing, Inside bool
	// Hidden reports that the depth is not measured and the places do not show it: one of the bodies is a half space, or a solid in
	// which a surface is, or one lies inside the other.
	Hidden bool
	// Posed is a hash of both bodies in their poses, "" where it is not known. It is known only where the depth is hidden.
	Posed string
}

type (
	reportJSON struct {
		Schema   *int
		Complete *bool
		Unit     string
		Bodies   []Body
		Pairs    []pairJSON
	}
	pairJSON struct {
		A, B     int
		Verdict  string
		Kind     string
		Status   string
		Change   string
		Inside   string
		Allowed  bool
		Crossing bool
		Depth    []*float64
		Width    []*float64
		Box      [][]float64
		Pieces   []pieceJSON
		Distance json.RawMessage
		Posed    string
	}
	pieceJSON struct{ Box [][]float64 }
)

// Read reads a report of check in JSON; file is its name in errors.
func Read(r io.Reader, file string) (*Report, error) {
	report, err := read(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", quote.Name(file), quote.Line(err.Error()))
	}
	return report, nil
}

func read(r io.Reader) (*Report, error) {
	limited := &io.LimitedReader{R: r, N: maxBytes + 1}
	var in reportJSON
	d := json.NewDecoder(limited)
	if err := in.decode(d); limited.N <= 0 {
		return nil, fmt.Errorf("more than %d bytes", maxBytes)
	} else if err != nil {
		return nil, fmt.Errorf("expected a JSON report of check: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("expected one JSON report of check; more follows it")
	}
	switch {
	case in.Schema == nil:
		return nil, errors.New(`no field "schema"; expected a JSON report of check`)
	case *in.Schema != quote.Schema:
		return nil, fmt.Errorf("schema %d; expected %d: the report is of another version", *in.Schema, quote.Schema)
	case in.Complete == nil || in.Bodies == nil || in.Pairs == nil:
		return nil, errors.New("expected a JSON report of check, with complete, bodies and pairs")
	}
	out := &Report{Bodies: in.Bodies, Complete: *in.Complete, Unit: in.Unit}
	for i := range in.Pairs {
		c, failed, err := in.Pairs[i].clash(in.Bodies)
		if err != nil {
			return nil, fmt.Errorf("pair %d: %w", i, err)
		}
		if failed {
			out.Clashes = append(out.Clashes, c)
		}
	}
	return out, nil
}

// decode reads an object field by field, since package json takes a field twice and in any case.
func (in *reportJSON) decode(d *json.Decoder) error {
	if t, err := d.Token(); err != nil {
		return err
	} else if t != json.Delim('{') {
		return errors.New("no object")
	}
	fields := map[string]any{"schema": &in.Schema, "complete": &in.Complete, "unit": &in.Unit, "bodies": &in.Bodies, "pairs": &in.Pairs}
	read := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := t.(string)
		lower := strings.ToLower(name)
		into, ok := fields[lower]
		switch {
		case !ok:
			into = new(json.RawMessage)
		case name != lower:
			return fmt.Errorf("field %q; expected %q", name, lower)
		case read[name]:
			return fmt.Errorf("field %q is there twice", name)
		}
		read[lower] = true
		if err := d.Decode(into); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// clash returns a pair that failed, and false for one that did not.
func (p *pairJSON) clash(bodies []Body) (Clash, bool, error) {
	if min(p.A, p.B) < 0 || max(p.A, p.B) >= len(bodies) {
		return Clash{}, false, fmt.Errorf("bodies %d and %d of %d", p.A, p.B, len(bodies))
	}
	c := Clash{A: bodies[p.A].Name, B: bodies[p.B].Name, Kind: collide.Kind(p.Kind), Near: p.Kind == "near", Crossing: p.Crossing, Inside: p.Inside != "", Posed: p.Posed}
	if p.Allowed || p.A == p.B || p.Verdict == "unknown" || p.Status == "undecided" || p.Status == "within deviation" {
		return c, false, nil
	}
	if p.Kind == "" {
		return c, false, errors.New("no kind; expected a report made with --kinds or --rules")
	}
	var err error
	if c.Depth, err = bounds(p.Depth); err != nil {
		return c, false, fmt.Errorf("depth: %w", err)
	}
	if c.Width, err = bounds(p.Width); err != nil {
		return c, false, fmt.Errorf("width: %w", err)
	}
	if c.Near {
		if err := json.Unmarshal(p.Distance, &c.Distance); err != nil || c.Distance < 0 {
			return c, false, errors.New("a near pair without a distance")
		}
	}
	c.Places, err = p.places()
	return c, err == nil, err
}

// places reads the boxes of the pieces, or the one box of a report without pieces.
func (p *pairJSON) places() (Places, error) {
	pieces := p.Pieces
	if len(pieces) == 0 && p.Box != nil {
		pieces = []pieceJSON{{p.Box}}
	}
	var list Places
	for i := range pieces {
		b, err := place(pieces[i].Box)
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}

// place reads the two corners of a box.
func place(corners [][]float64) (geom.AABB, error) {
	if len(corners) != 2 || len(corners[0]) != 3 || len(corners[1]) != 3 {
		return geom.EmptyAABB(), errors.New("a box is two corners of three coordinates")
	}
	lo, hi := corners[0], corners[1]
	return geom.AABB{Min: geom.Vec{X: lo[0], Y: lo[1], Z: lo[2]}, Max: geom.Vec{X: hi[0], Y: hi[1], Z: hi[2]}}, nil
}

// Unmeasured are the bounds of what is not known.
func Unmeasured() [2]float64 { return [2]float64{0, math.Inf(1)} }

// bounds reads [lo, hi], where hi may be null.
func bounds(b []*float64) ([2]float64, error) {
	if b == nil {
		return Unmeasured(), nil
	}
	if len(b) != 2 || b[0] == nil || !(*b[0] >= 0) || b[1] != nil && *b[1] < *b[0] {
		return Unmeasured(), errors.New("expected [lo, hi] with 0 ≤ lo ≤ hi")
	}
	if b[1] == nil {
		return [2]float64{*b[0], math.Inf(1)}, nil
	}
	return [2]float64{*b[0], *b[1]}, nil
}
