package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

const (
	wedge = "# C:\\parts\\\nv 0 0 0 # one\r\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
	slab  = "v -1 -1 -0.25\nv 1 -1 -0.25\nv 1 1 -0.25\nv -1 1 -0.25\nv -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\n" +
		"f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\nf 1 1 1\nf 2 3 2\n"
)

// smallReach is a reach at which poses of smallProof are near, exactly at it, and next to it.
const smallReach = 0.25

// smallProof is a proof with every kind of step for its reach: bodies far apart, near, at and next to the reach, flush, crossing,
// corner on edge, and 1e-300 apart.
func smallProof(t testing.TB, reach float64) (text []byte, files []string) {
	t.Helper()
	files = smallFiles(t)
	text, _ = prove(t, read(t, files[0]), read(t, files[1]), reach, smallPoses())
	return text, files
}

func smallFiles(t testing.TB) (files []string) {
	t.Helper()
	dir := t.TempDir()
	files = []string{filepath.Join(dir, "wedge.obj"), filepath.Join(dir, "slab.obj")}
	for i, m := range []string{wedge, slab} {
		if err := os.WriteFile(files[i], []byte(m), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func smallPoses() (poses []geom.Pose) {
	turned := geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}, 1).Matrix()
	for _, at := range []geom.Vec{{Z: 3}, {}, {Z: 1e-300}, {Z: -0.125}, {X: 1}, {X: 1, Y: 1}, {X: 1, Y: 1, Z: -0.25}, {X: 0.3, Z: 0.4}, {Z: smallReach}, {Z: math.Nextafter(smallReach, 1)}, {X: 1, Y: 1, Z: smallReach}} {
		poses = append(poses, geom.Pose{R: geom.Identity.R, T: at}, geom.Pose{R: turned, T: at})
	}
	return poses
}

// falsify changes a proof at random.
func falsify(r *rand.Rand, text []byte) []byte {
	text = slices.Clone(text)
	for range 1 + r.IntN(2) {
		i, j := r.IntN(len(text)), r.IntN(len(text))
		switch r.IntN(8) {
		case 0:
			text[i] ^= 1 << r.IntN(8)
		case 1:
			text[i] = byte(r.IntN(256))
		case 2:
			text[i], text[j] = text[j], text[i]
		case 3:
			text[i] = byte([]int{27, 30, 31, 32, 35, 38, 39, r.IntN(27)}[r.IntN(8)])
		case 4:
			text = text[:i+1]
		case 5:
			text = slices.Delete(text, min(i, j), min(len(text), min(i, j)+1+r.IntN(8)))
		case 6:
			text = otherReach(r, text)
		default:
			text = slices.Insert(text, i, text[j:min(len(text), j+1+r.IntN(8))]...)
		}
		if len(text) == 0 {
			return text
		}
	}
	return text
}

// otherReach changes the reach of a proof: to the next number, to one that differs in a bit, or to another one.
func otherReach(r *rand.Rand, text []byte) []byte {
	at := len(magic) + 1
	if len(text) < at+8 {
		return text
	}
	bits := binary.LittleEndian.Uint64(text[at:])
	switch r.IntN(4) {
	case 0:
		bits++
	case 1:
		bits--
	case 2:
		bits ^= 1 << r.IntN(64)
	default:
		bits = math.Float64bits([]float64{0, 1e-300, 0.125, smallReach, 0.5, 3}[r.IntN(6)])
	}
	binary.LittleEndian.PutUint64(text[at:], bits)
	return text
}

// TestFalsified: a proof that was changed is refused, or what it claims is true.
func TestFalsified(t *testing.T) {
	t.Parallel()
	contacts, files := smallProof(t, 0)
	near, _ := smallProof(t, smallReach)
	apart, _ := smallDistances(t)
	inside, _ := smallSolids(t)
	r := rand.New(rand.NewPCG(25, 1))
	refused, accepted, truths := 0, 0, known{}
	cases := require.Samples(3000, 200, 120)
	if require.Long() {
		cases = 100_000
	}
	for i := range cases {
		changed := falsify(r, [][]byte{contacts, near, apart, inside}[i%4])
		err := checked(changed, files, func(v *verifier, lines string) {
			if lie := truths.lie(v, lines); lie != "" {
				t.Fatalf("frame %d: %s\n%x", v.frames, lie, changed)
			}
		})
		if err == nil {
			accepted++
		} else {
			refused++
		}
	}
	t.Logf("refused %d, true %d", refused, accepted)
	if accepted == 0 || refused < accepted {
		t.Errorf("%d refused, %d true", refused, accepted)
	}
}

// TestVerifiersAgree: what one of the two refuses, the other refuses, too, and what they print of the rest is the same.
func TestVerifiersAgree(t *testing.T) {
	t.Parallel()
	for i, small := range []func(testing.TB) ([]byte, []string){
		func(t testing.TB) ([]byte, []string) { return smallProof(t, 0) },
		func(t testing.TB) ([]byte, []string) { return smallProof(t, smallReach) },
		smallDistances,
		smallSolids,
	} {
		text, files := small(t)
		inPython(t, text, printed(t, text, files), files...)
		r := rand.New(rand.NewPCG(25, uint64(5+i)))
		for range require.Cases(60, 4) {
			changed := falsify(r, text)
			inPython(t, changed, printed(t, changed, files), files...)
		}
	}
}

// printed is what the verifier prints with -list, "" if it refuses the proof.
func printed(t *testing.T, text []byte, files []string) string {
	t.Helper()
	out, _, err := verify(t, text, files...)
	if err != nil {
		return ""
	}
	return out
}

// TestRefused holds what is refused to its message.
func TestRefused(t *testing.T) {
	t.Parallel()
	text, files := smallProof(t, 0)
	list := filepath.Join(t.TempDir(), "poses.txt")
	if err := os.WriteFile(list, []byte("1 0 0 0 0 1 0 0 0 0 1 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(text, []byte{4, 0, 0, 0}) + 4 // the order of the wedge
	for _, c := range []struct {
		name, want string
		change     func([]byte) []byte
	}{
		{"empty", "cut short", func([]byte) []byte { return nil }},
		{"version", "version 6", func(b []byte) []byte { b[14]--; return b }},
		{"reach", "a reach of -2", func(b []byte) []byte {
			return append(append(b[:len(magic)+1:len(magic)+1], 0, 0, 0, 0, 0, 0, 0, 0xc0), b[len(magic)+9:]...)
		}},
		{"infinite", "not finite", func(b []byte) []byte {
			return append(append(b[:len(magic)+1:len(magic)+1], 0, 0, 0, 0, 0, 0, 0xf0, 0x7f), b[len(magic)+9:]...)
		}},
		{"file", "SHA-256", func(b []byte) []byte { b[len(magic)+9+4+4+2+1+1] ^= 1; return b }},
		{"count", "another number of triangles", func(b []byte) []byte { b[at-4]++; return b }},
		{"order", "comes twice", func(b []byte) []byte { copy(b[at:], b[at+4:at+8]); return b }},
		{"cut", "cut short", func(b []byte) []byte { return b[:len(b)-1] }},
		{"end", "after a number of frames", func(b []byte) []byte { return append(b, 0) }},
		{"frames", "a number of frames", func(b []byte) []byte { b[len(b)-8]++; return b }},
		{"mark", "a number of frames", func(b []byte) []byte { b[len(b)-9] = 2; return b }},
		{"one pose", "not that of the list", nil},
	} {
		b, more := slices.Clone(text), []string{"-poses", list}
		if c.change != nil {
			b, more = c.change(b), nil
		}
		file := filepath.Join(t.TempDir(), "proof")
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		code, err := attempt(append([]string{file, files[0], files[1]}, more...), &out)
		if code != 2 || err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(out.String(), "verified") {
			t.Errorf("%s: exit %d, %v, %s; want %q", c.name, code, err, &out, c.want)
		}
		if strings.Contains(c.want, "reach") || strings.Contains(c.want, "version") {
			inPython(t, b, "", files...)
		}
	}
}

// FuzzVerify: no bytes make the verifier panic or accept what is not true.
func FuzzVerify(f *testing.F) {
	text, files := smallProof(f, 0)
	f.Add(text)
	f.Add(text[:len(text)/2])
	text, _ = smallProof(f, smallReach) // of the same files, by their content
	f.Add(text)
	text, _ = smallDistances(f)
	f.Add(text)
	text, _ = smallSolids(f)
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		_ = checked(text, files, func(v *verifier, lines string) { // an error is a refusal
			if lie := (known{}).lie(v, lines); lie != "" {
				t.Fatalf("frame %d: %s", v.frames, lie)
			}
		})
	})
}
