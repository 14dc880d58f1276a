package main

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	library "github.com/collide-go/collide/proof"
	"github.com/collide-go/collide/shape"
)

// drawSolid draws a solid of small whole numbers, so that many pairs touch in a point, an edge or a face, or are exactly a reach apart.
func drawSolid(r *rand.Rand) collide.Shape {
	at := func() geom.Vec {
		return geom.Vec{X: float64(r.IntN(5) - 2), Y: float64(r.IntN(5) - 2), Z: float64(r.IntN(5) - 2)}
	}
	switch r.IntN(4) {
	case 0:
		return shape.Sphere{Center: at(), Radius: float64(r.IntN(5)) / 2}
	case 1:
		c := shape.Capsule{A: at(), B: at(), Radius: float64(r.IntN(3)) / 2}
		if c.A == c.B {
			c.B.X++
		}
		return c
	case 2:
		return shape.Box{Center: at(), Size: geom.Vec{X: float64(r.IntN(4)), Y: float64(r.IntN(4)), Z: float64(r.IntN(4))}}
	}
	points := make([]geom.Vec, 1+r.IntN(7))
	for i := range points {
		points[i] = at()
	}
	return shape.Convex{Points: points}
}

func drawPose(r *rand.Rand) geom.Pose {
	p := geom.Identity
	if r.IntN(2) == 0 {
		p.R = geom.AxisAngle(geom.Vec{X: r.Float64(), Y: 1, Z: r.Float64()}, r.Float64()).Matrix()
	}
	p.T = geom.Vec{X: float64(r.IntN(9) - 4), Y: float64(r.IntN(9) - 4), Z: float64(r.IntN(9) - 4)}
	return p
}

// solidScene is a file of a mesh and bodies: it and three solids.
func solidScene(t *testing.T, r *rand.Rand) (file string, bodies []library.Body) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "slab.obj")
	if err := os.WriteFile(file, []byte(slab), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := library.ReadFile(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	bodies = []library.Body{{Name: "slab", Mesh: m}}
	for range 3 {
		s, err := library.Solid(drawSolid(r))
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, library.Body{Name: "solid", Mesh: s, Pose: drawPose(r)})
	}
	return file, bodies
}

// TestSolids: spheres, capsules, boxes and hulls beside a mesh have proofs of their contacts, clearances and distances, and both verifiers
// print what the engine found.
func TestSolids(t *testing.T) {
	t.Parallel()
	r, touching := rand.New(rand.NewPCG(25, 41)), 0
	for i := range require.Samples(400, 24, 16) {
		file, bodies := solidScene(t, r)
		opt := library.Options{Moving: 1, Reach: []float64{0, 1, 0.75}[i%3], Distances: i%4 == 3}
		if opt.Distances {
			opt.Reach = 0
		}
		var out bytes.Buffer
		w, err := library.NewWriter(&out, bodies, opt)
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		pose := drawPose(r)
		if opt.Distances {
			found, err := w.Distance(t.Context(), pose)
			if err != nil {
				t.Fatalf("%d: %v", i, err)
			}
			if want.WriteString("verified: contact"); found.Value > 0 {
				want.Reset()
				fmt.Fprintf(&want, "verified: distance above %.17g, at most %.17g ", math.Nextafter(found.Value, 0), math.Nextafter(found.Value, math.Inf(1)))
			}
		} else {
			found, err := w.Prove(t.Context(), pose)
			if err != nil {
				t.Fatalf("%d: %v", i, err)
			}
			touching += min(len(found.Contacts), 1)
			fmt.Fprintf(&want, "frame 0: %d %s, %s\n", len(found.Contacts), listed(opt.Reach), found.Hash())
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, code, err := verify(t, out.Bytes(), file)
		if inPython(t, out.Bytes(), got, file); err != nil || code > 1 || !strings.Contains(got, want.String()) {
			t.Errorf("%d: exit %d, %v\n%s\nwant\n%s", i, code, err, got, want.String())
		}
		if i%4 == 0 && !opt.Distances {
			falsifySolids(t, r, out.Bytes(), got, file)
		}
	}
	if touching == 0 {
		t.Error("nothing touches")
	}
}

// falsifySolids changes bits of the last part of a proof, its steps: it is refused, or says the same.
func falsifySolids(t *testing.T, r *rand.Rand, text []byte, got, file string) {
	t.Helper()
	last := func(s string) string { return s[strings.LastIndex(s, "frame 0: body"):] }
	steps := bytes.LastIndex(text, []byte{6, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}) + 4 + 6*8 + 1 + 96 // six pairs of bodies, one pose
	for range 40 {
		other := slices.Clone(text)
		other[steps+r.IntN(len(text)-steps-9)] ^= 1 << r.IntN(8)
		if again, _, err := verify(t, other, file); err == nil && last(again) != last(got) {
			t.Fatalf("a changed proof says\n%s\nwant\n%s", again, got)
		} else if r.IntN(8) == 0 {
			if err != nil {
				again = ""
			}
			inPython(t, other, again, file)
		}
	}
}

// TestForgedSolids: a ball of radius 2 around the origin touches the box from (2, −1, −1) to (4, 1, 1) in one point. What is not so is refused
// by both verifiers.
func TestForgedSolids(t *testing.T) {
	t.Parallel()
	named := func(step, ball, box, other, w byte) []byte { // a point of the ball, and two of the box with one weight
		return []byte{step, 1, ball, 0, 1, 0, 1, 2, box, 0, 1, 0, w, other, 0, 1, 0, w}
	}
	touch := named(38, 0, 0, 3, 1)
	face := []vec{{-1, -1}, {3, -1}, {-1, 3}} // with the origin
	honest := func() *forgery {
		f := &forgery{count: 1, frames: []forgedFrame{{steps: touch}}}
		var box []vec
		for i := range 8 {
			box = append(box, vec{float64(2 + 2*(i>>2)), float64(2*(i>>1&1) - 1), float64(2*(i&1) - 1)})
		}
		f.meshes = []forgedMesh{{solid: &forgedSolid{1, 2, []vec{{}}}}, {solid: &forgedSolid{1, 0, box}}}
		f.bodies = []forgedBody{{name: "ball", pose: identity}, {name: "box", mesh: 1, pose: identity}}
		return f
	}
	ball := func(f *forgery) *forgedSolid { return f.meshes[0].solid }
	for _, c := range []struct {
		name  string
		true  bool
		forge func(f *forgery)
	}{
		{"the point", true, func(*forgery) {}},
		{"a ball that is a bit smaller", false, func(f *forgery) { ball(f).radius = math.Nextafter(2, 1) }},
		{"a ball that is a bit smaller is apart", true, func(f *forgery) {
			ball(f).radius, f.frames[0].steps = math.Nextafter(2, 1), []byte{alongX}
		}},
		{"apart in the point", false, func(f *forgery) { f.frames[0].steps = []byte{alongX} }},
		{"at most 1 apart and farther", false, func(f *forgery) { f.reach, ball(f).radius, f.frames[0].steps = 1, 1, []byte{alongX} }},
		{"a bit more than the reach apart", true, func(f *forgery) { f.reach, ball(f).radius, f.frames[0].steps = 1, math.Nextafter(1, 0), []byte{alongX} }},
		{"at most 1 apart", true, func(f *forgery) { f.reach, ball(f).radius = 1, 1 }},
		{"a point that is not of the box", false, func(f *forgery) { f.frames[0].steps = named(38, 0, 0, 8, 1) }},
		{"a point that is not of the ball", false, func(f *forgery) { f.frames[0].steps = named(38, 1, 0, 3, 1) }},
		{"the middle of the box", false, func(f *forgery) { f.frames[0].steps = named(38, 0, 0, 7, 1) }},
		{"no weights", false, func(f *forgery) { f.frames[0].steps = named(38, 0, 0, 3, 0) }},
		{"a common point", true, func(f *forgery) {
			ball(f).points[0], ball(f).radius, f.frames[0].steps = vec{3}, 0, named(38, 0, 0, 7, 1)
		}},
		{"a common point by no step", false, func(f *forgery) { f.frames[0].steps = append([]byte{39}, touch[1:]...) }},
		{"an edge", false, func(f *forgery) { f.frames[0].steps = []byte{32} }},
		{"an edge, and points", false, func(f *forgery) { f.frames[0].steps = append([]byte{35}, touch[1:]...) }},
		{"an edge of three points through three", true, func(f *forgery) {
			ball(f).points, f.meshes[1].solid.points, f.frames[0].steps = face, []vec{{0, 0, -1}, {0, 0, 1}, {5, 0, 0}}, []byte{35}
		}},
		{"an edge of four points", false, func(f *forgery) {
			ball(f).points, f.meshes[1].solid.points, f.frames[0].steps = face, []vec{{0, 0, -1}, {0, 0, 1}, {5, 0, 0}, {5, 0, 1}}, []byte{35}
		}},
		{"an edge through four points", false, func(f *forgery) {
			ball(f).points, f.meshes[1].solid.points, f.frames[0].steps = slices.Concat(face, []vec{{0, 0, -9}}), []vec{{0, 0, -1}, {0, 0, 1}, {5, 0, 0}}, []byte{35}
		}},
		{"an edge of three points beside three", false, func(f *forgery) {
			ball(f).points, f.meshes[1].solid.points, f.frames[0].steps = face, []vec{{0, 0, -1}, {0, 0, 1}, {5, 0, 0}}, []byte{32}
		}},
		{"a half of a solid", false, func(f *forgery) { f.frames[0].steps = slices.Concat([]byte{31}, touch, touch) }},
		{"a shape of no kind", false, func(f *forgery) { ball(f).kind = 2 }},
		{"a radius below 0", false, func(f *forgery) { ball(f).radius, f.frames[0].steps = -2, []byte{alongX} }},
		{"an endless radius", false, func(f *forgery) { ball(f).radius = math.Inf(1) }},
		{"no radius", false, func(f *forgery) { ball(f).radius, f.frames[0].steps = math.NaN(), []byte{alongX} }},
		{"no points", false, func(f *forgery) { ball(f).points, f.frames[0].steps = nil, []byte{alongX} }},
		{"too many points", false, func(f *forgery) { ball(f).points = make([]vec, 4097) }},
		{"a point that is no number", false, func(f *forgery) { ball(f).points[0][1], f.frames[0].steps = math.NaN(), []byte{alongX} }},
		{"a distance", true, func(f *forgery) {
			f.question, ball(f).radius, f.frames[0].steps = 1, 1.5, bounded(math.Nextafter(0.5, 0), 0.5, touch, []byte{alongX})
		}},
		{"a distance above its bound", false, func(f *forgery) {
			f.question, ball(f).radius, f.frames[0].steps = 1, 1.5, bounded(0.5, 0.5, touch, []byte{alongX})
		}},
		{"a distance below its bound", false, func(f *forgery) {
			f.question, ball(f).radius, f.frames[0].steps = 1, 1.5, bounded(0, math.Nextafter(0.5, 0), touch, []byte{alongX})
		}},
	} {
		f := honest()
		c.forge(f)
		got, _, err := verify(t, f.text())
		if err != nil {
			got = ""
		}
		if inPython(t, f.text(), got); (err == nil) != c.true {
			t.Errorf("%s: %s%v", c.name, got, err)
		}
	}
}
