package shape

import (
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestHeightFieldMesh compares vertices and triangles with the formulas of the documentation, on numbers whose products and sums are
// rounded.
func TestHeightFieldMesh(t *testing.T) {
	t.Parallel()
	f := HeightField{Origin: geom.Vec{X: 0.1, Y: -7, Z: 0.3}, DX: 0.1, DY: 1.0 / 3, Columns: 4, Heights: []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1e-20, 0.7}}
	m, err := f.Mesh()
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Check(); err != nil || len(m.Vertices) != 12 || len(m.Triangles) != 12 {
		t.Fatalf("%d vertices, %d triangles, %v", len(m.Vertices), len(m.Triangles), err)
	}
	for j := range 3 {
		for i := range 4 {
			x, y := float64(float64(i)*f.DX), float64(float64(j)*f.DY)
			if want := (geom.Vec{X: f.Origin.X + x, Y: f.Origin.Y + y, Z: f.Origin.Z + f.Heights[4*j+i]}); m.Vertices[4*j+i] != want {
				t.Errorf("vertex %d, %d is %v, want %v", i, j, m.Vertices[4*j+i], want)
			}
		}
	}
	for j := range 2 {
		for i := range 3 {
			a, b, c, d := uint32(4*j+i), uint32(4*j+i+1), uint32(4*j+i+5), uint32(4*j+i+4)
			cell := 2 * (3*j + i)
			if m.Triangles[cell] != [3]uint32{a, b, c} || m.Triangles[cell+1] != [3]uint32{a, c, d} {
				t.Errorf("cell %d, %d has %v and %v", i, j, m.Triangles[cell], m.Triangles[cell+1])
			}
		}
	}
	for i := range m.Triangles {
		q := m.Triangle(i)
		if n := q[1].Sub(q[0]).Cross(q[2].Sub(q[0])); n.Z <= 0 {
			t.Errorf("triangle %d is seen from below: %v", i, n)
		}
	}
}

func TestHeightFieldCheck(t *testing.T) {
	t.Parallel()
	good := func() HeightField { return HeightField{DX: 1, DY: 2, Columns: 2, Heights: make([]float64, 6)} }
	for _, c := range []struct {
		want   string
		change func(f *HeightField)
	}{
		{"", func(*HeightField) {}},
		{"", func(f *HeightField) { f.Origin.Z, f.Heights[3] = math.MaxFloat64, -math.MaxFloat64 }},
		{"", func(f *HeightField) { f.DX = math.SmallestNonzeroFloat64 }},
		{"at least 2 complete rows", func(f *HeightField) { f.Columns = 4 }},
		{"at least 2 complete rows", func(f *HeightField) { f.Columns = 1 }},
		{"at least 2 complete rows", func(f *HeightField) { f.Columns = 0 }},
		{"at least 2 complete rows", func(f *HeightField) { f.Columns = -2 }},
		{"at least 2 complete rows", func(f *HeightField) { f.Columns = 6 }},
		{"at least 2 complete rows", func(f *HeightField) { f.Columns = math.MaxInt }},
		{"at least 2 complete rows", func(f *HeightField) { f.Heights = nil }},
		{"at most 16777216", func(f *HeightField) { f.Heights = make([]float64, mostHeights+2) }},
		{"spacings above 0", func(f *HeightField) { f.DX = 0 }},
		{"spacings above 0", func(f *HeightField) { f.DY = -1 }},
		{"spacings above 0", func(f *HeightField) { f.DY = math.Inf(1) }},
		{"spacings above 0", func(f *HeightField) { f.DX = math.NaN() }},
		{"finite origin", func(f *HeightField) { f.Origin.Y = math.NaN() }},
		{"columns 0 and 1 of the height field are equal", func(f *HeightField) { f.Origin.X, f.DX = 1, 1e-17 }},
		{"rows 0 and 1 of the height field are equal", func(f *HeightField) { f.Origin.Y, f.DY = 0x1p60, 1 }},
		{"row 2 of the height field is beyond", func(f *HeightField) { f.DY = math.MaxFloat64 }},
		{"height 1 of row 2 of the height field is not finite", func(f *HeightField) { f.Heights[5] = math.NaN() }},
		{"height 0 of row 1 of the height field is not finite", func(f *HeightField) { f.Origin.Z, f.Heights[2] = math.MaxFloat64, math.MaxFloat64 }},
	} {
		f := good()
		c.change(&f)
		err := f.Check()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("error %v, want %q", err, c.want)
		}
		if m, again := f.Mesh(); (again == nil) != (err == nil) || (m == nil) != (err != nil) {
			t.Errorf("Mesh returns %v and %v where Check returns %v", m != nil, again, err)
		}
	}
}
