package meshio

import (
	"context"
	"encoding/binary"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// bigSTL writes a closed wavy torus of 2·n·n triangles as binary STL.
func bigSTL(tb testing.TB, n int) string {
	tb.Helper()
	b := make([]byte, 84, 84+100*n*n)
	binary.LittleEndian.PutUint32(b[80:], uint32(2*n*n))
	point := func(i, j int) [3]float32 {
		u, v := 2*math.Pi*float64(i%n)/float64(n), 2*math.Pi*float64(j%n)/float64(n)
		r := 3 + (1+0.1*math.Sin(20*u))*math.Cos(v)
		return [3]float32{float32(r * math.Cos(u)), float32(r * math.Sin(u)), float32(math.Sin(v))}
	}
	put := func(corners ...[3]float32) {
		b = append(b, make([]byte, 12)...)
		for _, c := range corners {
			for _, x := range c {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
			}
		}
		b = append(b, 0, 0)
	}
	for i := range n {
		for j := range n {
			put(point(i, j), point(i+1, j), point(i+1, j+1))
			put(point(i, j), point(i+1, j+1), point(i, j+1))
		}
	}
	path := filepath.Join(tb.TempDir(), "torus.stl")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

// million is the side of the torus that has a million triangles (999,698).
const million = 707

// BenchmarkReadSTL1M reads and welds a million triangles; compare it with
// BenchmarkPlainRead1M, which moves the same bytes and does nothing with them.
func BenchmarkReadSTL1M(b *testing.B) {
	path := bigSTL(b, million)
	b.SetBytes(84 + 50*2*million*million)
	b.ReportAllocs()
	for b.Loop() {
		m, err := ReadFile(context.Background(), path, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if len(m.Triangles) != 2*million*million || len(m.Vertices) != million*million {
			b.Fatalf("%d triangles, %d vertices", len(m.Triangles), len(m.Vertices))
		}
	}
}

// BenchmarkPlainRead1M reads the same file through a buffer of the same size.
func BenchmarkPlainRead1M(b *testing.B) {
	path := bigSTL(b, million)
	b.SetBytes(84 + 50*2*million*million)
	for b.Loop() {
		f, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{f}, make([]byte, bufferSize)); err != nil {
			b.Fatal(err)
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
