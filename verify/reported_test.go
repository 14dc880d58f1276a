package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/require"
	library "github.com/collide-go/collide/proof"
)

// TestReportedCases proves what other libraries got wrong: the contacts of each case of meshes that touch or not, their distances, and what
// is within their distance, or within 1 where they touch.
func TestReportedCases(t *testing.T) {
	t.Parallel()
	cases, err := filepath.Glob("../testdata/reported/cases/*/case.json")
	if err != nil || len(cases) < 148 {
		t.Fatalf("%d cases, expected 148 (%v)", len(cases), err)
	}
	proven := 0
	for i, file := range cases {
		var c struct {
			ID     string
			Bodies []json.RawMessage
			Query  string
			Expect struct{ Pairs [][4]uint32 }
			// Lastbit is for cases in which the poses of the case are rounded.
			Lastbit bool
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		bodies, files := reportedBodies(t, filepath.Dir(file), c.Bodies)
		if bodies == nil || c.Query == "self" {
			continue // of other shapes, or of one body
		}
		proven++
		got := provenOf(t, c.ID, bodies, files, library.Options{})
		var expected []contact
		for _, p := range c.Expect.Pairs {
			expected = append(expected, p)
		}
		if want := fmt.Sprintf("frame 0: %d contacts, %s\n", len(expected), hash(expected)); !c.Lastbit && !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", c.ID, got, want)
		}
		if i%6 > 0 && !require.CI() {
			continue // contacts of all, distances and clearances of every sixth one
		}
		got = provenOf(t, c.ID, bodies, files, library.Options{Distances: true})
		reach := 0.
		_, verdict, _ := strings.Cut(got, "verified: ")
		if _, err := fmt.Sscanf(verdict, "distance above %g", &reach); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
		if reach = math.Nextafter(math.Abs(reach), math.Inf(1)); reach > math.MaxFloat64 {
			continue
		}
		provenOf(t, c.ID, bodies, files, library.Options{Reach: reach})
	}
	t.Logf("%d of %d cases are of two meshes or more", proven, len(cases))
	if proven < 90 {
		t.Errorf("%d cases are proven", proven)
	}
}

// reportedBodies returns the bodies of a case and their files, none unless they are two meshes or more.
func reportedBodies(t *testing.T, dir string, list []json.RawMessage) (bodies []library.Body, files []string) {
	t.Helper()
	for _, raw := range list {
		var name string
		if json.Unmarshal(raw, &name) != nil {
			return nil, nil
		}
		m, err := library.ReadFile(t.Context(), filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		bodies, files = append(bodies, library.Body{Name: name, Mesh: m}), append(files, filepath.Join(dir, name))
	}
	if len(bodies) < 2 {
		return nil, nil
	}
	return bodies, files
}

// provenOf returns what both verifiers print of a frame of bodies that stay.
func provenOf(t *testing.T, id string, bodies []library.Body, files []string, opt library.Options) string {
	t.Helper()
	var text bytes.Buffer
	opt.Workers = 1
	w, err := library.NewWriter(&text, bodies, opt)
	if err != nil {
		t.Fatal(id, err)
	}
	if opt.Distances {
		_, err = w.Distance(t.Context())
	} else {
		_, err = w.Prove(t.Context())
	}
	if err != nil {
		t.Fatal(id, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(id, err)
	}
	got, _, err := verify(t, text.Bytes(), files...)
	if err != nil {
		t.Fatal(id, err)
	}
	inPython(t, text.Bytes(), got, files...)
	return got
}
