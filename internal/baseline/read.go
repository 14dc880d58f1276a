// Package baseline compares the clashes of a check with those of an earlier report.
package baseline

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

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
	// Box holds the common points of the surfaces, empty where there are none.
	Box geom.AABB
}

type (
	reportJSON struct {
		Schema   *int       `json:"schema"`
		Verdict  string     `json:"verdict"`
		Complete *bool      `json:"complete"`
		Bodies   []Body     `json:"bodies"`
		Pairs    []pairJSON `json:"pairs"`
	}
	pairJSON struct {
		A, B     int
		Verdict  string
		Kind     string
		Status   string
		Change   string
		Allowed  bool
		Depth    []*float64
		Width    []*float64
		Box      [][3]float64
		Distance json.RawMessage
	}
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
	if err := d.Decode(&in); limited.N <= 0 {
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
	out := &Report{Bodies: in.Bodies, Complete: *in.Complete}
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

// clash returns a pair that failed, and false for one that did not.
func (p *pairJSON) clash(bodies []Body) (Clash, bool, error) {
	if min(p.A, p.B) < 0 || max(p.A, p.B) >= len(bodies) {
		return Clash{}, false, fmt.Errorf("bodies %d and %d of %d", p.A, p.B, len(bodies))
	}
	c := Clash{A: bodies[p.A].Name, B: bodies[p.B].Name, Kind: collide.Kind(p.Kind), Near: p.Kind == "near", Box: geom.EmptyAABB()}
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
	if len(p.Box) > 0 {
		if len(p.Box) != 2 {
			return c, false, errors.New("a box is two corners")
		}
		c.Box = geom.AABB{Min: vec(p.Box[0]), Max: vec(p.Box[1])}
	}
	return c, true, nil
}

func vec(v [3]float64) geom.Vec { return geom.Vec{X: v[0], Y: v[1], Z: v[2]} }

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
