package main

import (
	"bytes"
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/require"
)

// TestCosts holds the bytes of a pose of two bunnies to what docs/proof.md says, by what the pose is: free and farther apart than a
// twentieth of the diagonal of the mesh, free and nearer, or touching. It logs the processor time of proving and verifying, over that of the query.
func TestCosts(t *testing.T) {
	file := filepath.Join(pairs, "bunny.obj")
	require.File(t, file)
	poses := posesOf(t, filepath.Join(pairs, "bunny-bunny.poses.txt"))
	if !require.Long() {
		poses = everyNth(poses, require.Samples(len(poses)/100, len(poses)/12, len(poses)/8))
	}
	runtime.LockOSThread() // for its time
	defer runtime.UnlockOSThread()
	s := read(t, file)
	box := s.mesh.Bounds()
	d, err := collide.NewDetector([]collide.Body{{Name: "a", Shape: s.model}, {Name: "b", Shape: s.model}}, collide.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var text bytes.Buffer
	w := proof.NewWriter(&text, &proof.Head{Meshes: []*proof.Mesh{s.proof}, Moving: 1, Bodies: []proof.Body{{Name: "a"}, {Name: "b", Pose: geom.Identity}}})
	var p proof.Prover
	var query, proving time.Duration
	sizes := map[string][]int{}
	for _, pose := range poses {
		if err := d.SetPose(0, pose); err != nil {
			t.Fatal(err)
		}
		start := threadTime()
		r, err := d.Within(t.Context(), 0)
		query += threadTime() - start
		if err != nil {
			t.Fatal(err)
		}
		var contacts []proof.Contact
		for _, c := range r.Contacts {
			contacts = append(contacts, proof.Contact{c.TriA, c.TriB})
		}
		class := "touching"
		if len(contacts) == 0 {
			gap, _, err := d.Distance(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if class = "close"; gap.Value > box.Max.Sub(box.Min).Norm()/20 {
				class = "far"
			}
		}
		start = threadTime()
		steps, err := p.Pair(context.Background(), s.proof, s.proof, &pose, &geom.Identity, contacts)
		proving += threadTime() - start
		if err != nil {
			t.Fatal(err)
		}
		sizes[class] = append(sizes[class], len(steps))
		if err := w.Frame([]geom.Pose{pose}, steps); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	for class, most := range map[string]int{"far": 100, "close": 12_000, "touching": 160_000} {
		list := slices.Sorted(slices.Values(sizes[class]))
		if len(list) == 0 {
			t.Errorf("no pose is %s", class)
			continue
		}
		t.Logf("%s: %d poses, median %d bytes, at most %d", class, len(list), list[len(list)/2], list[len(list)-1])
		if list[len(list)/2] > most {
			t.Errorf("%s: a median of %d bytes, want at most %d", class, list[len(list)/2], most)
		}
	}
	start := threadTime()
	if err := checked(text.Bytes(), []string{file}, func(*verifier, string) {}); err != nil {
		t.Error(err)
	}
	t.Logf("a query takes %v; proving %.1f times that, verifying %.1f times", query/time.Duration(len(poses)), proving.Seconds()/query.Seconds(), (threadTime()-start).Seconds()/query.Seconds())
}

// everyNth returns poses of a list.
func everyNth(list []geom.Pose, n int) (some []geom.Pose) {
	for i := 0; i < len(list); i += n {
		some = append(some, list[i])
	}
	return some
}
