package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
)

// TestClearances proves the sets of the shared clearance files, at each of their limits. In samples the second verifier reads one
// proof of each pair of meshes, of another limit for the next pair.
func TestClearances(t *testing.T) {
	for turn, pair := range [][2]string{{"bunny", "bunny"}, {"cow", "homer"}, {"rob", "env"}, {"gridcube", "gridcube"}} {
		name := pair[0] + "-" + pair[1]
		t.Run(name, func(t *testing.T) {
			fileA, fileB := filepath.Join(pairs, pair[0]+".obj"), filepath.Join(pairs, pair[1]+".obj")
			require.File(t, fileA)
			a, b := read(t, fileA), read(t, fileB)
			list := posesOf(t, filepath.Join(pairs, name+".poses.txt"))
			for k, c := range clearances(t, filepath.Join(pairs, name+".clearance.txt"), list) {
				poses, hashes := c.poses, c.hashes
				if n := min(len(poses), require.Samples(6, 2, 1)); !require.Long() {
					poses, hashes = poses[:n], hashes[:n]
				}
				text, want := prove(t, a, b, c.reach, poses)
				got, code, err := verify(t, text, fileA, fileB)
				if require.Full() || k == turn%2 && pair[0] != "bunny" { // as in TestPairs
					inPython(t, text, got, fileA, fileB)
				}
				if err != nil || code > 1 || !strings.Contains(got, want) {
					t.Errorf("within %v: exit %d, %v\n%s\nwant\n%s", c.reach, code, err, got, want)
				}
				for i, h := range hashes {
					if !strings.Contains(got, fmt.Sprintf("frame %d: %s\n", i, h)) {
						t.Errorf("within %v: pose %d of %d: want %s", c.reach, i, len(poses), h)
					}
				}
			}
		})
	}
}

// clearance is what the poses with a limit of a file have within it, as verifiers print it.
type clearance struct {
	reach  float64
	poses  []geom.Pose
	hashes []string
}

// clearances reads the lines of a clearance file, those of one limit together; among the first poses are some with pairs.
func clearances(t *testing.T, file string, poses []geom.Pose) (list []clearance) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var pose, count int
		var d float64
		var percent, decimal, sum string
		if _, err := fmt.Sscan(line, &pose, &percent, &d, &decimal, &count, &sum); err != nil {
			t.Fatalf("%s: %q: %v", file, line, err)
		}
		k := slices.IndexFunc(list, func(c clearance) bool { return c.reach == d })
		if k < 0 {
			k, list = len(list), append(list, clearance{reach: d})
		}
		at := 0
		if c := &list[k]; count == 0 || count > 2000 {
			at = len(c.poses)
		}
		list[k].poses = slices.Insert(list[k].poses, at, poses[pose])
		list[k].hashes = slices.Insert(list[k].hashes, at, fmt.Sprintf("%d %s, %s", count, listed(d), sum))
	}
	return list
}

// TestTies: pairs of triangles at their distance, and at the numbers next to it, are proven to be what they are, and the contrary
// is not; each kind of step comes.
func TestTies(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 6))
	kinds, ties := map[byte]int{}, 0
	for i := range require.Cases(2400, 150) {
		p, q := nearPair(r, i)
		n := new(predicate.Tally).Distance(&p, &q)
		x := n.Square.Root()
		if n.Square.CompareDistance(x) == 0 && x > 0 {
			ties++
		}
		for _, reach := range []float64{math.Nextafter(x, 0), x, math.Nextafter(x, math.Inf(1)), x * (1 - 1e-6), x * (1 + 1e-6), x * 2, x / 2} {
			if reach > math.MaxFloat64 {
				continue
			}
			near := n.Square.CompareDistance(reach) <= 0
			steps, err := stepsOf(t, &p, &q, reach, near)
			if err != nil {
				t.Fatalf("case %d: %v\n%v\n%v", i, err, p, q)
			}
			kinds[steps[0]]++
			v := about(reach, steps, cornersOf(p), cornersOf(q))
			if err := refusal(func() { v.cover(v.of[0].all(), v.of[1].all()) }); err != nil || len(v.found) == 1 != near {
				t.Fatalf("case %d within %v: near %v, proven %v, %v\n%v\n%v", i, reach, near, v.found, err, p, q)
			}
			if _, err := stepsOf(t, &p, &q, reach, !near); err == nil {
				t.Fatalf("case %d within %v: near %v, and the contrary is proven\n%v\n%v", i, reach, near, p, q)
			}
		}
	}
	t.Logf("%d ties, steps %v", ties, kinds)
	for _, k := range []byte{22, 27, 28, 29, 38} {
		if kinds[k] == 0 {
			t.Errorf("no step %d among %v", k, kinds)
		}
	}
	if ties == 0 {
		t.Error("no distance is a float64")
	}
}

// nearPair returns triangles on a grid, in a plane, at an angle of 3 to 4, far away, tiny, huge, or anywhere.
func nearPair(r *rand.Rand, i int) (p, q geom.Triangle) {
	coordinate := func() float64 { return float64(r.IntN(5)) }
	if i%3 == 0 {
		coordinate = r.NormFloat64
	}
	for k := range 3 {
		p[k], q[k] = geom.Vec{X: coordinate(), Y: coordinate(), Z: coordinate()}, geom.Vec{X: coordinate(), Y: coordinate(), Z: coordinate() + 4}
		switch i % 4 {
		case 1: // planes
			p[k].Z, q[k].Z = 1, 4
		case 2: // planes that lean
			p[k], q[k] = geom.Vec{X: p[k].X, Y: 3 * p[k].Y, Z: 4 * p[k].Y}, geom.Vec{X: q[k].X, Y: 3*q[k].Y - 4, Z: 4*q[k].Y + 3}
		}
	}
	scale, shift := []float64{1, 0x1p-1060, 0x1p1000, 0x1p-30}[r.IntN(4)], []float64{0, 1e9}[r.IntN(2)]
	if scale > 1 {
		shift = 0 // beyond the range
	}
	for k := range 3 {
		p[k], q[k] = p[k].Add(geom.Vec{X: shift}).Scale(scale), q[k].Add(geom.Vec{X: shift}).Scale(scale)
	}
	return p, q
}

// stepsOf proves that two triangles are near, or that they are not.
func stepsOf(t *testing.T, p, q *geom.Triangle, reach float64, near bool) ([]byte, error) {
	t.Helper()
	x := proof.Prover{Reach: reach}
	var list []proof.Contact
	if near {
		list = []proof.Contact{{0, 0}}
	}
	steps, err := x.Pair(context.Background(), lone(t, p), lone(t, q), &geom.Identity, &geom.Identity, list)
	return steps, err
}

func lone(t *testing.T, p *geom.Triangle) *proof.Mesh {
	t.Helper()
	m, err := proof.NewMesh(context.Background(), &mesh.Mesh{Vertices: p[:], Triangles: [][3]uint32{{0, 1, 2}}}, [32]byte{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func cornersOf(p geom.Triangle) (corners []vec) {
	for _, v := range p {
		corners = append(corners, vec{v.X, v.Y, v.Z})
	}
	return corners
}

// about is a verifier that reads steps about two bodies, of an element each, as they are.
func about(reach float64, steps []byte, a, b []vec) *verifier {
	v := &verifier{in: steps, out: io.Discard, reach: reach}
	for k, corners := range [2][]vec{a, b} {
		v.of[k] = &body{order: []uint32{0}, at: corners, hulls: map[node][]vec{}, pose: identity}
	}
	return v
}

// TestOneStep holds single steps of two triangles at a distance of 5 to what verifiers make of them.
func TestOneStep(t *testing.T) {
	t.Parallel()
	a, b := cornersOf(geom.Triangle{{}, {X: -1}, {Y: -1}}), cornersOf(geom.Triangle{{X: 3, Y: 4}, {X: 9, Y: 4}, {X: 3, Y: 9}})
	weights := func(step byte, w ...byte) []byte {
		text := []byte{step}
		for k, x := range w {
			if k%3 == 0 {
				text = append(text, 3)
			}
			text = append(text, byte(k%3), 0, 1, 0, x)
		}
		return text
	}
	for _, c := range []struct {
		name  string
		reach float64
		step  []byte
		found int
		ok    bool
	}{
		{"apart by less", math.Nextafter(5, 4), []byte{27, 3, 4, 0}, 0, true},
		{"apart by the reach", 5, []byte{27, 3, 4, 0}, 0, false},
		{"apart by the reach, of any length", 5, []byte{29, 1, 0, 3, 1, 0, 4, 0, 0}, 0, false},
		{"apart by less, of any length", 4.9, []byte{29, 1, 0, 3, 1, 0, 4, 0, 0}, 0, true},
		{"below the wrong way", 1, []byte{27, 0xfd, 0xfc, 0}, 0, false},
		{"along an axis", 3.5, []byte{16}, 0, true},
		{"along a diagonal", 4.94, []byte{25}, 0, true},
		{"along a diagonal, just not", 4.95, []byte{25}, 0, false},
		{"along nothing", 0, []byte{27, 0, 0, 0}, 0, false},
		{"at the reach", 5, weights(38, 7, 0, 0, 3, 0, 0), 1, true},
		{"beyond the reach", math.Nextafter(5, 4), weights(38, 7, 0, 0, 3, 0, 0), 0, false},
		{"at the reach, by no step", 5, weights(39, 7, 0, 0, 3, 0, 0), 0, false},
		{"no weights", 5, weights(38, 0, 0, 0, 3, 0, 0), 0, false},
		{"no weights of the other", 5, weights(38, 1, 0, 0, 0, 0, 0), 0, false},
		{"near without a reach", 0, weights(38, 7, 0, 0, 3, 0, 0), 0, false},
		{"a negative weight", 5, append(weights(38, 7, 0, 0, 3, 0), 2, 0, 1, 0x80, 1), 0, false},
	} {
		v := about(c.reach, c.step, a, b)
		err := refusal(func() { v.cover(v.of[0].all(), v.of[1].all()) })
		if got := err == nil; got != c.ok || c.ok && len(v.found) != c.found {
			t.Errorf("%s: %v, %v", c.name, err, v.found)
		}
		var claim bytes.Buffer
		files := lonePair(t, &claim, c.reach, a, b, c.step)
		inPython(t, claim.Bytes(), printed(t, claim.Bytes(), files), files...)
	}
}

// lonePair writes the files of two bodies of a triangle and a proof of a step about them.
func lonePair(t *testing.T, claim *bytes.Buffer, reach float64, a, b []vec, step []byte) (files []string) {
	t.Helper()
	var meshes []*proof.Mesh
	for i, corners := range [][]vec{a, b} {
		var text strings.Builder
		for _, c := range corners {
			fmt.Fprintln(&text, "v", c[0], c[1], c[2])
		}
		text.WriteString("f 1 2 3\n")
		files = append(files, filepath.Join(t.TempDir(), fmt.Sprint(i, ".obj")))
		if err := os.WriteFile(files[i], []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		meshes = append(meshes, read(t, files[i]).proof)
	}
	w := proof.NewWriter(claim, &proof.Head{Reach: reach, Meshes: meshes, Bodies: []proof.Body{{Name: "a", Pose: geom.Identity}, {Name: "b", Mesh: 1, Pose: geom.Identity}}})
	if err := w.Frame(nil, step); err != nil {
		t.Fatal(err)
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	return files
}
