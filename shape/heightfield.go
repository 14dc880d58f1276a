package shape

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// HeightField is a surface over a grid in the plane of X and Y, such as a terrain: triangles without an inside. It is
// no shape of a body itself; collide.NewModel of its Mesh is. Heights are row by row: that at column i of row j is
// Heights[j·Columns+i], over
//
//	(Origin.X + i·DX, Origin.Y + j·DY), and its vertex is at Origin.Z + height.
//
// Every product and every sum is rounded to float64. The cell of columns i, i+1 and rows j, j+1 is cut by the diagonal
// from the vertex (i, j) to the vertex (i+1, j+1).
type HeightField struct {
	Origin geom.Vec
	// DX and DY are the distances of columns and of rows, above 0.
	DX, DY float64
	// Columns is the number of heights in a row, at least 2.
	Columns int
	Heights []float64
}

// mostHeights bounds a field: it has less than twice as many triangles.
const mostHeights = 1 << 24

// Rows returns the number of rows, 0 for a field without columns.
func (f *HeightField) Rows() int {
	if f.Columns <= 0 {
		return 0
	}
	return len(f.Heights) / f.Columns
}

// Check returns an error for fewer than 2 rows or columns, a row that is not complete, more than 16,777,216 heights,
// a number that is not finite, a spacing that is not above 0, and grid lines that are equal after rounding. O(n) for n heights.
func (f *HeightField) Check() error {
	rows := f.Rows()
	switch {
	case rows < 2 || f.Columns < 2 || rows*f.Columns != len(f.Heights):
		return fmt.Errorf("height field needs at least 2 complete rows of at least 2 heights, has %d heights in rows of %d", len(f.Heights), f.Columns)
	case len(f.Heights) > mostHeights:
		return fmt.Errorf("height field of %d heights; expected at most %d", len(f.Heights), mostHeights)
	case !f.Origin.IsFinite() || !isSpacing(f.DX) || !isSpacing(f.DY):
		return fmt.Errorf("height field needs a finite origin and spacings above 0, has %v, %v, %v", f.Origin, f.DX, f.DY)
	}
	if err := checkLines("column", f.Origin.X, f.DX, f.Columns); err != nil {
		return err
	}
	if err := checkLines("row", f.Origin.Y, f.DY, rows); err != nil {
		return err
	}
	for k, h := range f.Heights {
		if z := f.Origin.Z + h; math.IsInf(z, 0) || math.IsNaN(z) {
			return fmt.Errorf("height %d of row %d of the height field is not finite: %v over %v", k%f.Columns, k/f.Columns, h, f.Origin.Z)
		}
	}
	return nil
}

func isSpacing(d float64) bool { return d > 0 && !math.IsInf(d, 1) }

// checkLines returns an error for grid lines that are equal after rounding or are not finite.
func checkLines(what string, from, by float64, n int) error {
	last := gridLine(from, by, 0)
	for i := 1; i < n; i++ {
		x := gridLine(from, by, i)
		switch {
		case math.IsInf(x, 0):
			return fmt.Errorf("%s %d of the height field is beyond the range of numbers", what, i)
		case x == last:
			return fmt.Errorf("%ss %d and %d of the height field are equal after rounding, at %v: the spacing %v is too small", what, i-1, i, x, by)
		}
		last = x
	}
	return nil
}

// gridLine returns a coordinate of a grid line.
func gridLine(from, by float64, i int) float64 { return from + float64(float64(i)*by) }

// Mesh returns the field as triangles, or the error of Check. Seen from above they turn counter-clockwise. The triangles of the cell at column i of
// row j are 2·(j·(Columns−1)+i), which has the vertex (i+1, j), and the next, which has (i, j+1).
func (f *HeightField) Mesh() (*mesh.Mesh, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	n, rows := f.Columns, f.Rows()
	m := &mesh.Mesh{
		Name:      "height field",
		Vertices:  make([]geom.Vec, 0, len(f.Heights)),
		Triangles: make([][3]uint32, 0, 2*(n-1)*(rows-1)),
	}
	for k, h := range f.Heights {
		m.Vertices = append(m.Vertices, geom.Vec{X: gridLine(f.Origin.X, f.DX, k%n), Y: gridLine(f.Origin.Y, f.DY, k/n), Z: f.Origin.Z + h})
	}
	for j := range rows - 1 {
		for i := range n - 1 {
			a := uint32(j*n + i)
			b, c, d := a+1, a+uint32(n)+1, a+uint32(n)
			m.Triangles = append(m.Triangles, [3]uint32{a, b, c}, [3]uint32{a, c, d})
		}
	}
	return m, nil
}
