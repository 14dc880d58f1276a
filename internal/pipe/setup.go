package pipe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/mesh"
)

// Setup is what a session asks about. The zero value of an option is the command line's default.
type Setup struct {
	Bodies []Body `json:"bodies"`
	// Method, Options, Workers, Budget, Orient, Unit and Root are the flags of collide check.
	Method  string   `json:"method,omitempty"`
	Options []string `json:"options,omitempty"`
	Workers int      `json:"workers,omitempty"`
	Budget  string   `json:"budget,omitempty"`
	First   bool     `json:"first,omitempty"`
	Solid   bool     `json:"solid,omitempty"`
	// Kinds is --kinds: kinds, depths and widths of the pairs.
	Kinds  bool   `json:"kinds,omitempty"`
	Orient string `json:"orient,omitempty"`
	Unit   string `json:"unit,omitempty"`
	// Allow lists pairs of bodies that may touch, by index.
	Allow [][]int `json:"allow,omitempty"`
	// Identify asks for Opened.Hash and Opened.Engine.
	Identify bool `json:"identify,omitempty"`
}

// Body is one body, or several where File is a scene: exactly one of Mesh, File, Sphere and Box is
// given.
type Body struct {
	Name string `json:"name,omitempty"`
	// Mesh counts the messages msgMesh of the session, from 0.
	Mesh *int `json:"mesh,omitempty"`
	// Sent is that mesh.
	Sent *mesh.Mesh `json:"-"`
	File string     `json:"file,omitempty"`
	// Sphere is a radius, Box the lengths of three edges, both around the origin.
	Sphere *float64  `json:"sphere,omitempty"`
	Box    []float64 `json:"box,omitempty"`
	// Pose is the 3×4 matrix [R|t] row by row, nil for the identity or the scene's.
	Pose      []float64 `json:"pose,omitempty"`
	Immovable bool      `json:"immovable,omitempty"`
}

// Opened describes the bodies of a session in the order of their indices.
type Opened struct {
	Bodies []OpenedBody `json:"bodies"`
	// Unit is that of lengths, "" where it is not known.
	Unit     string   `json:"unit,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	// Hash is that of the bodies, their names, places and unit; Engine identifies the program. Sessions with the same of both
	// answer alike, on whichever machine.
	Hash   string `json:"hash,omitempty"`
	Engine string `json:"engine,omitempty"`

	// Poses are the places of the bodies.
	Poses []geom.Pose `json:"-"`
	// Detector makes a detector for the bodies at their places that runs on so many workers.
	Detector func(workers int) (*collide.Detector, error) `json:"-"`
	// Workers is the number of goroutines, at least 1, and Budget that of each query.
	Workers int            `json:"-"`
	Budget  collide.Budget `json:"-"`
}

// OpenedBody is what the other side learns about a body.
type OpenedBody struct {
	Name      string `json:"name"`
	Triangles int    `json:"triangles,omitempty"`
	Immovable bool   `json:"immovable,omitempty"`
}

// decodeSetup parses the payload of msgOpen. Fields that it does not know are errors.
func decodeSetup(payload []byte, meshes []sentMesh) (*Setup, error) {
	d := json.NewDecoder(bytes.NewReader(payload))
	d.DisallowUnknownFields()
	var s Setup
	if err := d.Decode(&s); err != nil {
		return nil, fmt.Errorf("setup: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("setup: text after the object")
	}
	if len(s.Bodies) == 0 {
		return nil, errors.New("setup: no bodies")
	}
	for _, pair := range s.Allow {
		if len(pair) != 2 {
			return nil, fmt.Errorf("setup: allow has %v; expected pairs of indices", pair)
		}
	}
	for i := range s.Bodies {
		if err := s.Bodies[i].check(meshes); err != nil {
			return nil, fmt.Errorf("setup: body %d %s: %w", i, quote.Name(s.Bodies[i].Name), err)
		}
	}
	return &s, nil
}

func (b *Body) check(meshes []sentMesh) error {
	given := 0
	for _, is := range []bool{b.Mesh != nil, b.File != "", b.Sphere != nil, b.Box != nil} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return fmt.Errorf("%d of mesh, file, sphere and box; expected one", given)
	case b.Box != nil && len(b.Box) != 3:
		return fmt.Errorf("box of %d lengths; expected 3", len(b.Box))
	case b.Pose != nil && len(b.Pose) != 12:
		return fmt.Errorf("pose of %d numbers; expected 12, [R|t] row by row", len(b.Pose))
	case b.Mesh == nil:
		return nil
	case *b.Mesh < 0 || *b.Mesh >= len(meshes):
		return fmt.Errorf("mesh %d; %d were sent", *b.Mesh, len(meshes))
	}
	sent := meshes[*b.Mesh]
	b.Sent = sent.mesh
	return sent.err
}

// open answers msgOpen.
func (s *session) open(ctx context.Context, payload []byte) error {
	setup, err := decodeSetup(payload, s.meshes)
	if err != nil {
		return s.refuse(err)
	}
	s.close()
	o, err := s.opener(ctx, setup)
	if err != nil {
		return s.refuse(err)
	}
	if !slices.ContainsFunc(o.Bodies, func(b OpenedBody) bool { return !b.Immovable }) {
		return s.refuse(errors.New("all bodies are immovable: no pair of them is ever tested"))
	}
	all, err := o.Detector(o.Workers)
	if err != nil {
		return s.refuse(err)
	}
	s.opened, s.depths, s.detectors = o, setup.Kinds, append(s.detectors[:0], &member{all, map[int]bool{}})
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return s.send(msgOpened, text)
}
