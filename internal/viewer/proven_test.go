package viewer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
)

// proofOf is a proof of the contacts of two meshes, the first at (9, 0, 0), where they have none, and at the origin, and where its first step is.
func proofOf(t *testing.T, meshes [2]*mesh.Mesh) (text []byte, step int) {
	t.Helper()
	ctx, head := t.Context(), &proof.Head{Moving: 1}
	for i, m := range meshes {
		p, err := proof.NewMesh(ctx, m, [32]byte{byte(i)})
		if err != nil {
			t.Fatal(err)
		}
		head.Meshes, head.Bodies = append(head.Meshes, p), append(head.Bodies, proof.Body{Name: []string{"ring", "knot"}[i], Mesh: i, Pose: geom.Identity})
	}
	var out, alone bytes.Buffer
	if err := proof.NewWriter(&alone, head).End(); err != nil {
		t.Fatal(err)
	}
	w, prover := proof.NewWriter(&out, head), proof.Prover{}
	for _, pose := range []geom.Pose{{R: geom.Identity.R, T: geom.Vec{X: 9}}, geom.Identity} {
		d, err := collide.NewDetector([]collide.Body{{Shape: collide.NewModel(meshes[0]), Pose: pose}, {Shape: collide.NewModel(meshes[1])}}, collide.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Detect(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var contacts []proof.Contact
		for _, c := range r.Contacts {
			contacts = append(contacts, proof.Contact{c.TriA, c.TriB})
		}
		steps, err := prover.Pair(ctx, head.Meshes[0], head.Meshes[1], &pose, &geom.Identity, contacts)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Frame([]geom.Pose{pose}, steps); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), alone.Len() - 9 + 1 + 96 // without an end; a mark and a pose
}

// TestProofIsShown: frames have planes and points where they are, after they were checked. A step that does not hold is shown nowhere.
func TestProofIsShown(t *testing.T) {
	t.Parallel()
	var meshes [2]*mesh.Mesh
	for i, name := range []string{"ring", "knot"} {
		var err error
		if meshes[i], err = meshio.ReadFile(t.Context(), filepath.Join("..", "..", "testdata", "example", name+".obj"), meshio.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	text, at := proofOf(t, meshes)
	show := func(text []byte) (*Show, error) {
		f, err := proof.Open(text)
		if err != nil {
			t.Fatal(err)
		}
		models := make([]collide.Shape, 2)
		for i, m := range meshes {
			if err := f.Use(i, m); err != nil {
				t.Fatal(err)
			}
			models[i] = collide.NewModel(m)
		}
		return ShowProof(t.Context(), "a proof", f, models, []string{"ring.obj", "knot.obj"}, collide.Options{})
	}
	s, err := show(text)
	if err != nil {
		t.Fatal(err)
	}
	if j := described(t, s); j.Film != "recording" || j.Frames != 2 || j.Proof == nil || len(j.Proof.Orders) != 2 || j.Proof.Orders[1].Count != len(meshes[1].Triangles) {
		t.Errorf("%+v", j)
	}
	p := s.Stepper.(*Proven)
	frame := func() (j provenJSON) {
		text, err := p.encode(newStage(p.Bodies(), p.Frame().Poses, nil, nil), nil)
		if err == nil {
			err = json.Unmarshal(text, &j)
		}
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	if j := frame(); !j.Free || j.Word != "Free" || len(j.Steps) != 1 || j.Steps[0].Normal == nil || *j.Steps[0].Normal != [3]float64{-1, 0, 0} || !strings.Contains(j.Text, "One direction") {
		t.Errorf("free: %+v", j)
	}
	if err := p.Step(context.Background()); err != nil {
		t.Fatal(err)
	}
	if j := frame(); j.Free || j.What != "208 pairs of triangles share a point" || p.Frame().Index != 1 || len(j.Steps) != 2*mostProven || j.LeftOut == 0 || j.Steps[0].Normal != nil {
		t.Errorf("touching: %s, %s, %d steps, %d left out", j.Word, j.What, len(j.Steps), j.LeftOut)
	}
	if err := p.Step(context.Background()); !errors.Is(err, io.EOF) {
		t.Errorf("after the end: %v", err)
	}
	forged := bytes.Clone(text)
	forged[at] = 26 - forged[at] // apart along the opposite direction
	if _, err := show(forged); err == nil || !strings.Contains(err.Error(), "frame 0 does not hold: bodies 0 and 1: triangles") {
		t.Errorf("forged: %v", err)
	}
}
