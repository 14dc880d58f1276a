package mesh

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
)

// strip has n triangles and a quad over the triangles 2 and 3.
func strip(n int) *Mesh {
	m := &Mesh{Name: "strip", Vertices: []geom.Vec{v(0, 0, 0), v(1, 1, 0)}}
	for i := range n {
		m.Vertices = append(m.Vertices, v(float64(i+2), float64((i+2)*(i+2)), 0))
		m.Triangles = append(m.Triangles, [3]uint32{0, uint32(i + 1), uint32(i + 2)})
	}
	m.Polygons = []Polygon{{2, 2}}
	return m
}

func TestSplitKeepsEveryTriangle(t *testing.T) {
	m := strip(8)
	m.Parts = []Part{
		{Group, "b", []Run{{6, 1}, {1, 1}}}, // file order of runs does not matter
		{Object, "other kind", []Run{{0, 8}}},
		{Group, "a", []Run{{2, 3}}},
		{Group, "nothing", []Run{{4, 0}}},
	}
	parts, err := Split(m, Group)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range parts {
		names = append(names, p.Name)
		if err := p.Check(); err != nil {
			t.Error(err)
		}
	}
	if want := []string{"", "b", "a"}; !slices.Equal(names, want) {
		t.Fatalf("parts are %q, want %q", names, want)
	}
	for part, triangles := range [][]int{{0, 5, 7}, {1, 6}, {2, 3, 4}} {
		if len(parts[part].Triangles) != len(triangles) {
			t.Fatalf("part %d has %d triangles, want %d", part, len(parts[part].Triangles), len(triangles))
		}
		for i, whole := range triangles {
			if parts[part].Triangle(i) != m.Triangle(whole) {
				t.Errorf("triangle %d of part %d is not triangle %d of the whole", i, part, whole)
			}
		}
	}
	if got := len(parts[1].Vertices); got != 5 {
		t.Errorf("part b has %d vertices, want the 5 it uses", got)
	}
	if want := []Polygon{{0, 2}}; !reflect.DeepEqual(parts[2].Polygons, want) {
		t.Errorf("polygons of part a are %v, want %v", parts[2].Polygons, want)
	}
}

func TestSplitCutsPolygons(t *testing.T) {
	m := strip(6)
	m.Polygons = []Polygon{{0, 4}, {4, 2}}
	m.Parts = []Part{{Solid, "first", []Run{{0, 1}}}, {Solid, "second", []Run{{1, 4}}}}
	parts, err := Split(m, Solid)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]Polygon{nil, {{0, 3}}, nil} {
		if !reflect.DeepEqual(parts[i].Polygons, want) {
			t.Errorf("polygons of part %d are %v, want %v", i, parts[i].Polygons, want)
		}
	}
}

func TestSplitErrors(t *testing.T) {
	m := strip(3)
	m.Parts = []Part{{Solid, "long", []Run{{2, 2}}}, {Group, "empty", nil}}
	for kind, want := range map[PartKind]string{
		Object: `"strip" has no objects`,
		Group:  "has no groups",
		Solid:  `solid "long" has triangles 2+2 of 3`,
	} {
		if _, err := Split(m, kind); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("splitting by %v: error is %v, want it to contain %q", kind, err, want)
		}
	}
}
