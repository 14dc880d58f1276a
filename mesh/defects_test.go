package mesh

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// defective lists meshes with one thing wrong each.
func defective() map[string]*Mesh {
	flipped := tetrahedron()
	flipped.Triangles[1] = [3]uint32{0, 3, 1}
	open := soup(tetrahedron())
	open.Triangles = open.Triangles[:3]
	fin := merge(tetrahedron(), &Mesh{Vertices: []geom.Vec{v(0, 0, 0), v(1, 0, 0), v(0, -1, -1)}, Triangles: [][3]uint32{{0, 1, 2}}})
	duplicated := tetrahedron()
	duplicated.Triangles = append(duplicated.Triangles, [3]uint32{1, 3, 0}, [3]uint32{3, 1, 0})
	// Two corners weld: the triangle is a segment, and the mesh stays closed.
	sliver := tetrahedron()
	sliver.Vertices = append(sliver.Vertices, v(math.Copysign(0, -1), 0, 0))
	sliver.Triangles = append(sliver.Triangles, [3]uint32{0, 4, 1}, [3]uint32{1, 0, 1})
	isolated := tetrahedron()
	isolated.Vertices = append(isolated.Vertices, v(9, 9, 9))
	boundary := &Mesh{Name: "many"}
	for i := range 9 {
		boundary = merge(boundary, moved(polygon(v(0, 0, 0), v(1, 0, 0), v(2, 0, 0)), v(0, float64(i), 0)))
	}
	return map[string]*Mesh{
		"none": tetrahedron(), "flipped": flipped, "open": open, "fin": fin, "duplicated": duplicated,
		"sliver": sliver, "isolated": isolated, "many": boundary,
		"twisted-quad": polygon(v(0, 0, 0), v(1, 0, 0), v(1, 1, math.SmallestNonzeroFloat64), v(0, 1, 0)),
		"concave-quad": polygon(v(0, 0, 0), v(2, 0, 0), v(0.5, 0.5, 0), v(0, 2, 0)),
	}
}

func TestDefectsGolden(t *testing.T) {
	for name, m := range defective() {
		got, err := json.MarshalIndent(Analyze(m), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, '\n')
		path := filepath.Join("testdata", "defects-"+name+".json")
		if *update {
			if err := os.WriteFile(path, got, 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != strings.ReplaceAll(string(want), "\r\n", "\n") {
			t.Errorf("%s: defects are\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestDefectCounts says in code what the golden files must hold.
func TestDefectCounts(t *testing.T) {
	meshes := defective()
	for name, count := range map[string]func(*Defects) (got, want int){
		"none":         func(d *Defects) (int, int) { return d.Total(), 0 },
		"flipped":      func(d *Defects) (int, int) { return d.InconsistentEdges.Count, 3 },
		"open":         func(d *Defects) (int, int) { return d.OpenEdges.Count, 3 },
		"fin":          func(d *Defects) (int, int) { return d.OpenEdges.Count + d.NonManifoldEdges.Count, 4 },
		"duplicated":   func(d *Defects) (int, int) { return d.DuplicateTriangles.Count, 2 },
		"sliver":       func(d *Defects) (int, int) { return d.DegenerateTriangles.Count, 2 },
		"isolated":     func(d *Defects) (int, int) { return d.IsolatedVertices.Count, 1 },
		"many":         func(d *Defects) (int, int) { return d.DegenerateTriangles.Count + len(d.DegenerateTriangles.First), 14 },
		"twisted-quad": func(d *Defects) (int, int) { return d.NonPlanarPolygons.Count, 1 },
		"concave-quad": func(d *Defects) (int, int) { return d.ConcavePolygons.Count, 1 },
	} {
		if got, want := count(Analyze(meshes[name])); got != want {
			t.Errorf("%s: counted %d, want %d", name, got, want)
		}
	}
}

// TestClosed holds the definition: as many triangles in one direction as in the other
// along every edge. "flipped" has an even number on each, "duplicated" three on a side
// of which one runs the other way.
func TestClosed(t *testing.T) {
	meshes := defective()
	for name, want := range map[string]bool{
		"none": true, "flipped": false, "open": false, "fin": false, "duplicated": true, "sliver": true, "isolated": true,
	} {
		if got := Analyze(meshes[name]).Closed; got != want {
			t.Errorf("%s: closed is %v, want %v", name, got, want)
		}
	}
	twice := tetrahedron() // two sheets of everything
	twice.Triangles = append(twice.Triangles, twice.Triangles...)
	if d := Analyze(twice); !d.Closed || d.DuplicateTriangles.Count != 4 || d.NonManifoldEdges.Count != 6 {
		t.Errorf("a mesh counted twice: %+v", d)
	}
}

func TestPolygonShapes(t *testing.T) {
	star := func(k int) []geom.Vec { // five corners of a pentagon, every k-th next
		corners := []geom.Vec{v(0, 10, 0), v(-9, 3, 0), v(-6, -8, 0), v(6, -8, 0), v(9, 3, 0)}
		var out []geom.Vec
		for i := range 5 {
			out = append(out, corners[i*k%5])
		}
		return out
	}
	for name, c := range map[string]struct {
		corners            []geom.Vec
		nonPlanar, concave int
	}{
		"square":               {[]geom.Vec{v(0, 0, 0), v(1, 0, 0), v(1, 1, 0), v(0, 1, 0)}, 0, 0},
		"clockwise":            {[]geom.Vec{v(0, 0, 0), v(0, 1, 0), v(1, 1, 0), v(1, 0, 0)}, 0, 0},
		"in x":                 {[]geom.Vec{v(3, 0, 0), v(3, 1, 0), v(3, 1, 1), v(3, 0, 1)}, 0, 0},
		"in y":                 {[]geom.Vec{v(0, 3, 0), v(1, 3, 0), v(1, 3, 1), v(0, 3, 1)}, 0, 0},
		"corner in an edge":    {[]geom.Vec{v(0, 0, 0), v(1, 0, 0), v(2, 0, 0), v(2, 2, 0), v(0, 2, 0)}, 0, 0},
		"repeated corner":      {[]geom.Vec{v(0, 0, 0), v(0, 0, 0), v(2, 0, 0), v(2, 2, 0), v(2, 2, 0)}, 0, 0},
		"line":                 {[]geom.Vec{v(0, 0, 0), v(1, 1, 1), v(2, 2, 2), v(3, 3, 3)}, 0, 0},
		"point":                {[]geom.Vec{v(1, 1, 1), v(1, 1, 1), v(1, 1, 1), v(1, 1, 1)}, 0, 0},
		"pentagon":             {star(1), 0, 0},
		"pentagram":            {star(2), 0, 1},
		"bow tie":              {[]geom.Vec{v(0, 0, 0), v(1, 1, 0), v(1, 0, 0), v(0, 1, 0)}, 0, 1},
		"spike along an edge":  {[]geom.Vec{v(0, 0, 0), v(3, 0, 0), v(2, 0, 0), v(2, 2, 0), v(0, 2, 0)}, 0, 1},
		"reflex by one ulp":    {[]geom.Vec{v(0, 0, 0), v(1, 0, 0), v(math.Nextafter(0.5, 0), 0.5, 0), v(0, 1, 0)}, 0, 1},
		"convex by one ulp":    {[]geom.Vec{v(0, 0, 0), v(1, 0, 0), v(math.Nextafter(0.5, 1), 0.5, 0), v(0, 1, 0)}, 0, 0},
		"huge":                 {[]geom.Vec{v(0, 0, 1e300), v(1e300, 0, 1e300), v(1e300, 1e300, 1e300), v(0, 1e300, 1e300)}, 0, 0},
		"not planar by an ulp": {[]geom.Vec{v(0, 0, 1), v(1, 0, 1), v(1, 1, math.Nextafter(1, 2)), v(0, 1, 1)}, 1, 0},
	} {
		d := Analyze(polygon(c.corners...))
		if d.NonPlanarPolygons.Count != c.nonPlanar || d.ConcavePolygons.Count != c.concave {
			t.Errorf("%s: %d non-planar, %d concave; want %d, %d", name, d.NonPlanarPolygons.Count, d.ConcavePolygons.Count, c.nonPlanar, c.concave)
		}
	}
}

func TestConcaveFromEveryCorner(t *testing.T) {
	corners := []geom.Vec{v(0, 0, 0), v(2, 0, 0), v(0.5, 0.5, 0), v(0, 2, 0)}
	for i := range corners {
		turned := append(append([]geom.Vec{}, corners[i:]...), corners[:i]...)
		if d := Analyze(polygon(turned...)); d.ConcavePolygons.Count != 1 {
			t.Errorf("beginning at corner %d: not concave", i)
		}
	}
}
