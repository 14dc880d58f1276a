// Package page is the engine of the page without a server: it answers for files that were dropped on the page.
// Package engine below it compiles it to WebAssembly, and build writes the page.
package page

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/unit"
	"github.com/collide-go/collide/internal/viewer"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
)

// MaxTriangles is the most triangles of all meshes together, 500,000: a tab of a telephone draws them and has the memory. The engine needs about
// 0.5 kB a triangle, contacts and kinds included (docs/wasm.md).
const MaxTriangles = 500_000

// maxBodies is the most bodies: each is an object of the page.
const maxBodies = 20_000

// Request is what the page asks. Paths are those of the files that were dropped.
type Request struct {
	// Files are meshes, scenes and at most one robot.
	Files []string `json:"files"`
	// SRDF, State and Joints are those of the robot: a file, a state of it, or values as NAME=VALUE,….
	SRDF   string `json:"srdf"`
	State  string `json:"state"`
	Joints string `json:"joints"`
	// Kinds, Solid and Self are the flags of check.
	Kinds bool `json:"kinds"`
	Solid bool `json:"solid"`
	Self  bool `json:"self"`
	// Clearance is a length, "" for none.
	Clearance string `json:"clearance"`
}

// Answer is a check as the viewer's messages and as reports.
type Answer struct {
	Scene, Frame []byte
	// JSON and Text are the reports of collide check.
	JSON, Text []byte
	// States are those of the SRDF, Warnings lines about the files and about pairs that are not tested.
	States, Warnings []string
}

// Check answers a request. An answer that is not complete is an answer: its verdict is unknown or contact. The error
// is that of files that cannot be read, or of a question that cannot be asked.
func Check(ctx context.Context, r *Request) (*Answer, error) {
	start := time.Now()
	if r.Self && r.Clearance != "" {
		return nil, errors.New("a clearance and contacts within meshes; expected one of them: neighbours in a mesh are at distance 0")
	}
	in, err := r.load(ctx)
	if err != nil {
		return nil, err
	}
	if len(in.placed) < 2 && !r.Self {
		return nil, fmt.Errorf("%s is one body: nothing to check it against; add a second file, or look within the mesh", quote.Name(in.placed[0].Name))
	}
	c := &report.Check{
		Bodies: in.bodies, Self: r.Self, Kinds: r.Kinds, Depths: r.Kinds, Version: "in the page", Unit: in.unit, Warnings: in.warnings, Untested: in.untested,
		Read: time.Since(start),
	}
	det, err := in.detector(collide.Options{
		Method: methods.BVH(), Self: r.Self, Solid: r.Solid, Depths: r.Kinds, Pieces: r.Kinds, Workers: 1, Skip: in.skip(),
	})
	if err != nil {
		return nil, err
	}
	defer func() { _ = det.Close() }() // the answer does not depend on how workers end
	c.World = det
	if c.Result, c.Err = det.Detect(ctx); c.Result == nil {
		return nil, c.Err
	}
	c.Result = c.Result.Clone() // the next query takes the memory
	if err := r.measure(ctx, det, c); err != nil {
		return nil, err
	}
	c.Total = time.Since(start)
	c.Places.Workers = 1
	return in.answer(ctx, c)
}

// measure adds the pairs within the clearance.
func (r *Request) measure(ctx context.Context, det *collide.Detector, c *report.Check) error {
	if r.Clearance == "" {
		return nil
	}
	length, err := unit.Parse(r.Clearance)
	if err != nil {
		return fmt.Errorf("clearance %w", err)
	}
	reach, err := length.In(unit.Unit(c.Unit))
	if err != nil {
		return fmt.Errorf("clearance %w", err)
	}
	near, err := det.Distances(ctx, reach, nil)
	if err != nil && !errors.Is(err, collide.ErrIncomplete) {
		return err
	}
	if err != nil {
		c.Result.Rest = collide.Unknown // what is not listed may be near
		if c.Err == nil {
			c.Err = err
		}
	}
	c.Take(reach, near)
	return nil
}

// answer writes what was found.
func (in *inputs) answer(ctx context.Context, c *report.Check) (*Answer, error) {
	show := &viewer.CheckPage{Title: in.title, Check: c, Placed: in.placed, Up: in.up}
	a := &Answer{States: in.states, Warnings: append(slices.Clone(in.warnings), report.UntestedLines(in.untested, in.bodyNames())...)}
	if standing := in.standing(); len(standing) > 1 {
		a.Warnings = append(a.Warnings, fmt.Sprintf("not tested (immovable): %d bodies with each other, such as %s × %s", len(standing), quote.Name(standing[0]), quote.Name(standing[1])))
	}
	var err error
	if a.Scene, a.Frame, err = show.Messages(ctx); err != nil {
		return nil, err
	}
	var text, object bytes.Buffer
	if err := errors.Join(report.Text(ctx, &text, c), report.JSON(ctx, &object, c)); err != nil {
		return nil, err
	}
	a.JSON, a.Text = object.Bytes(), text.Bytes()
	return a, nil
}

// detector makes a detector for the bodies at their places.
func (in *inputs) detector(opt collide.Options) (*collide.Detector, error) {
	bodies := make([]collide.Body, len(in.placed))
	for i, p := range in.placed {
		bodies[i] = collide.Body{Name: p.Name, Shape: p.Shape, Immovable: p.Immovable}
	}
	det, err := collide.NewDetector(bodies, opt)
	if err != nil {
		return nil, err
	}
	for i, p := range in.placed {
		if p.Pose == geom.Identity {
			continue
		}
		if err := det.SetPose(i, p.Pose); err != nil {
			return nil, errors.Join(&scene.Error{File: p.Scene, Line: p.Line, Msg: "pose", Err: err}, det.Close())
		}
	}
	return det, nil
}
