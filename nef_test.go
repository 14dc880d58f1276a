package collide_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
)

// TestInteriorsByNef: two closed meshes penetrate each other or lie one inside the other if and only if their interiors have a point in
// common by CGAL's Nef polyhedra: testdata/nef.txt, or more in the file that COLLIDE_NEF names. bench/peers/cgal writes them.
func TestInteriorsByNef(t *testing.T) {
	t.Parallel()
	path := "testdata/nef.txt"
	if more := os.Getenv("COLLIDE_NEF"); more != "" {
		path = more
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // only read
	counts := map[collide.Kind]int{}
	pairs := 0
	for in := (&nefReader{in: bufio.NewScanner(f)}); ; pairs++ {
		want, a, b, more := in.pair()
		if in.err != nil {
			t.Fatalf("%s:%d: %v", path, in.line, in.err)
		}
		if !more {
			break
		}
		for _, bodies := range [][]collide.Body{{a, b}, {b, a}} {
			for _, method := range []collide.Method{nil, methods.Brute()} {
				kind := kindOfNef(t, bodies, method)
				if deep := kind == collide.Penetrate || kind == collide.Inside; deep != want || kind == collide.UnknownKind {
					t.Errorf("%s:%d, method %v: kind %q, common inner points by CGAL: %v", path, in.line, method, kind, want)
				}
				counts[kind]++
			}
		}
	}
	t.Logf("%d pairs: %v", pairs, counts)
	for _, k := range []collide.Kind{collide.NoKind, collide.Touch, collide.Penetrate, collide.Inside} {
		if counts[k] < pairs/50 || counts[k] == 0 {
			t.Errorf("%d of %d pairs are of kind %q: the sample proves little", counts[k]/4, pairs, k)
		}
	}
}

// kindOfNef returns the kind of two bodies, which must be decided.
func kindOfNef(t *testing.T, bodies []collide.Body, method collide.Method) collide.Kind {
	t.Helper()
	d := detector(t, bodies, collide.Options{Method: method, Kinds: true, Workers: 1})
	defer func() { _ = d.Close() }() // nothing is lost with it
	r, err := d.Detect(context.Background())
	if err != nil {
		t.Error(err)
		return collide.UnknownKind
	}
	if len(r.Pairs) == 0 {
		return collide.NoKind
	}
	return r.Pairs[0].Kind
}

// nefReader reads pairs of meshes. It stops at its first error.
type nefReader struct {
	in   *bufio.Scanner
	line int
	err  error
}

// fields returns the words of the next line, nil at the end.
func (r *nefReader) fields(n int) []string {
	if r.err != nil || !r.in.Scan() {
		return nil
	}
	r.line++
	words := strings.Fields(r.in.Text())
	if len(words) != n {
		r.err = fmt.Errorf("%d words, expected %d", len(words), n)
		return nil
	}
	return words
}

// pair reads whether the interiors have a point in common, and two meshes.
func (r *nefReader) pair() (common bool, a, b collide.Body, ok bool) {
	words := r.fields(2)
	if words == nil {
		return false, a, b, false
	}
	a, b = r.body("a"), r.body("b")
	return words[1] == "1", a, b, r.err == nil
}

// body reads a mesh.
func (r *nefReader) body(name string) collide.Body {
	m := &mesh.Mesh{Name: name}
	count := r.numbers(2)
	for range int(count[0]) {
		x := r.numbers(3)
		m.Vertices = append(m.Vertices, geom.Vec{X: x[0], Y: x[1], Z: x[2]})
	}
	for range int(count[1]) {
		x := r.numbers(3)
		m.Triangles = append(m.Triangles, [3]uint32{uint32(x[0]), uint32(x[1]), uint32(x[2])})
	}
	return collide.Body{Name: name, Shape: collide.NewModel(m)}
}

// numbers reads a line of numbers, 0 after an error.
func (r *nefReader) numbers(n int) []float64 {
	list := make([]float64, n)
	for i, word := range r.fields(n) {
		if list[i], r.err = strconv.ParseFloat(word, 64); r.err != nil {
			break
		}
	}
	return list
}
