package collada

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/meshio"
)

// file is a document with a square of four points, faces in line 5, and what the scene holds in line 8.
func file(faces, scene string) string {
	return `<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema"><asset><unit meter="0.01"/><up_axis> Z_UP </up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="s">
<float_array id="a" count="12">0 0 0 1 0<!-- in pieces --> 0 1 1 0<![CDATA[ 0 1]]> 0</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X"/><param name="Y"/><param name="Z"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
` + faces + `
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w">
` + scene + `
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#w"/></scene></COLLADA>`
}

const (
	input    = `<input semantic="VERTEX" source="#v" offset="0"/>`
	two      = `<triangles count="2">` + input + `<p>0 1 2 0 2 3</p></triangles>`
	instance = `<node><instance_geometry url="#g"/></node>`
)

func parse(content string) (*Document, error) {
	return Read(context.Background(), strings.NewReader(content), "a.dae", 1000)
}

// TestFaces reads each kind of primitive.
func TestFaces(t *testing.T) {
	for faces, want := range map[string]string{
		two: "[[0 1 2] [0 2 3]]",
		`<triangles>` + input + `<input semantic="NORMAL" source="#n" offset="1"/><p>0 9 1 9 2 9</p></triangles>`: "[[0 1 2]]",
		`<polylist count="2">` + input + `<vcount>4 3</vcount><p>0 1 2 3 3 2 1</p></polylist>`:                    "[[0 1 2] [0 2 3] [3 2 1]]",
		`<polygons count="2">` + input + `<p>0 1 2 3</p><p>0 1 3</p></polygons>`:                                  "[[0 1 2] [0 2 3] [0 1 3]]",
		`<trifans count="1">` + input + `<p>0 1 2 3</p></trifans>`:                                                "[[0 1 2] [0 2 3]]",
		`<tristrips count="1">` + input + `<p>0 1 2 3</p></tristrips>`:                                            "[[0 1 2] [2 1 3]]",
		`<lines count="1">` + input + `<p>0 1</p></lines>` + two:                                                  "[[0 1 2] [0 2 3]]",
		two + two: "[[0 1 2] [0 2 3] [4 5 6] [4 6 7]]",
	} {
		d, err := parse(file(faces, instance))
		if err != nil {
			t.Errorf("%s: %v", faces, err)
			continue
		}
		if got := fmt.Sprint(d.Mesh.Triangles); got != want || d.Meter != 0.01 || d.Up != "Z_UP" {
			t.Errorf("%s: triangles %s, unit %v, %s up; want %s", faces, got, d.Meter, d.Up, want)
		}
		if got := d.Mesh.Vertices[2]; got != (geom.Vec{X: 1, Y: 1}) {
			t.Errorf("%s: vertex 2 is %v", faces, got)
		}
	}
}

// TestTransforms multiplies transforms from the root outward and expands instances.
func TestTransforms(t *testing.T) {
	scene := `<node><translate>1 0 0</translate><rotate>0 0 1 90</rotate><scale>2 2 2</scale>
<node><matrix>1 0 0 0 0 1 0 0 0 0 1 5 0 0 0 1</matrix><instance_geometry url="#g"/></node></node><node id="n"><instance_geometry url="#g"/></node><node><translate>0 0 7</translate><instance_node url="#n"/></node>`
	d, err := parse(file(two, scene))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Mesh.Triangles) != 6 || len(d.Mesh.Vertices) != 12 {
		t.Fatalf("%d triangles, %d vertices", len(d.Mesh.Triangles), len(d.Mesh.Vertices))
	}
	for i, want := range map[int]geom.Vec{1: {X: 1, Y: 2, Z: 10}, 3: {X: -1, Z: 10}, 5: {X: 1}, 9: {X: 1, Z: 7}} {
		if got := d.Mesh.Vertices[i]; got.Sub(want).MaxAbs() > 1e-15 {
			t.Errorf("vertex %d is %v, want %v", i, got, want)
		}
	}
}

// TestWhatIsSkipped reads elements that are no surface: extensions, and what the schema has beyond it.
func TestWhatIsSkipped(t *testing.T) {
	d, err := parse(file(two+`<lines count="0"/><extra/><a:faces xmlns:a="http://example.org"/>`, `<extra/><node><extra/><asset/><instance_light url="#l"/>
<a:turn xmlns:a="http://example.org">1</a:turn><instance_geometry url="#g"><extra/></instance_geometry></node>`))
	if err != nil || len(d.Mesh.Triangles) != 2 {
		t.Fatal(d, err)
	}
}

var badFiles = []struct {
	name, content string
	line          int
	want          string
}{
	{"empty", "", 1, "no element"},
	{"another root", "<robot/>", 1, "<robot>; expected <COLLADA>"},
	{"not XML", "<COLLADA>", 1, "not XML"},
	{"document type", "<!DOCTYPE COLLADA><COLLADA/>", 1, "a document type"},
	{"no scene", "<COLLADA/>", 1, "no <instance_visual_scene>"},
	{"another scene", strings.Replace(file(two, instance), `url="#w"`, `url="#x"`, 1), 9, "<instance_visual_scene> refers to #x, the id of no <visual_scene>"},
	{"external", file(two, `<node><instance_geometry url="b.dae#g"/></node>`), 8, "url of <instance_geometry> is b.dae#g; expected # and an id of this file"},
	{"no geometry", file(two, `<node><instance_geometry url="#h"/></node>`), 8, "refers to #h, the id of no <geometry>"},
	{"two geometries", strings.Replace(file(two, instance), `<library_geometries>`, `<library_geometries><geometry id="g"/>`, 1), 8, "the id of two elements <geometry>"},
	{"nothing", file(two, "<node/>"), 1, "no triangle in the scene"},
	{"skin", file(two, `<node><instance_controller url="#c"/></node>`), 8, "skins and morphs are not read"},
	{"itself", file(two, `<node id="n"><instance_node url="#n"/></node>`), 8, "an instance_node that holds itself?"},
	{"misspelt triangles", file(two+"<trianglez/>", instance), 5, "<trianglez> in <mesh>; expected one of"},
	{"misspelt corners", file(strings.Replace(two, "</triangles>", "<q>1</q></triangles>", 1), instance), 5, "<q> in <triangles>; expected one of"},
	{"misspelt mesh", strings.Replace(file(two, instance), "</mesh>", "</mesh><mseh/>", 1), 6, "<mseh> in <geometry>; expected one of"},
	{"misspelt instance", file(two, `<node><instance_geometri url="#g"/><instance_geometry url="#g"/></node>`), 8, "<instance_geometri> in <node>; expected one of"},
	{"misspelt transform", file(two, `<node><translates>0 0 5</translates><instance_geometry url="#g"/></node>`), 8, "<translates> in <node>; expected one of"},
	{"misspelt node", file(two, instance+`<nodes/>`), 8, "<nodes> in <visual_scene>; expected one of"},
	{"misspelt scene", strings.Replace(file(two, instance), "<scene>", "<scene><instance_visual/>", 1), 9, "<instance_visual> in <scene>; expected one of"},
	{"two scenes", strings.Replace(file(two, instance), "</scene>", `<instance_visual_scene url="#w"/></scene>`, 1), 9, "a second <instance_visual_scene>; the first is in line 9"},
	{"misspelt unit", strings.Replace(file(two, instance), "<unit", `<units/><unit`, 1), 1, "<units> in <asset>; expected one of"},
	{"misspelt metre", strings.Replace(file(two, instance), "meter=", `metre=`, 1), 1, "<unit> has the attribute metre; expected meter, name"},
	{"doubling", file(two, doubling(40)), 8, "nodes, or 256 within each other"},
	{"matrix", file(two, `<node><matrix>1 2 3</matrix></node>`), 8, "<matrix> has 3 numbers; expected 16"},
	{"projection", file(two, `<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1</matrix></node>`), 8, "the last row of <matrix>"},
	{"axis", file(two, `<node><rotate>0 0 0 90</rotate></node>`), 8, "the axis of <rotate> is 0 0 0"},
	{"lookat", file(two, `<node><lookat>1 2 3 4 5 6 7 8 9</lookat></node>`), 8, "<lookat> is not read"},
	{"word", file(two, `<node><translate>1 2 up</translate></node>`), 8, "<translate> has up; expected finite numbers"},
	{"overflow", file(two, `<node><scale>1e308 1e308 1</scale><scale>10 10 1</scale><instance_geometry url="#g"/></node>`), 2, "beyond the range of float64"},
	{"unit", strings.Replace(file(two, instance), `meter="0.01"`, `meter="-1"`, 1), 1, "unit of -1 metres"},
	{"axis up", strings.Replace(file(two, instance), "Z_UP", "W_UP", 1), 1, "up_axis is W_UP"},
	{"array count", strings.Replace(file(two, instance), `count="12"`, `count="13"`, 1), 3, "<float_array> has 12 numbers; its count is 13"},
	{"infinite", strings.Replace(file(two, instance), "0 0 0 1", "0 INF 0 1", 1), 3, "<float_array> has INF"},
	{"accessor", strings.Replace(file(two, instance), `count="4"`, `count="5"`, 1), 4, "<accessor> of 5 points with stride 3 and offset 0; the array has 12 numbers"},
	{"stride", strings.Replace(file(two, instance), `stride="3"`, `stride="2"`, 1), 4, "<accessor> with stride 2"},
	{"stride 0", strings.Replace(file(two, instance), `stride="3"`, `stride="0"`, 1), 4, "<accessor> with stride 0"},
	{"negative count", strings.Replace(file(two, instance), `count="4"`, `count="-4"`, 1), 4, "count of <accessor> is -4; expected an integer"},
	{"no accessor", strings.Replace(strings.Replace(file(two, instance), "<accessor", "<x", 1), "</accessor", "</x", 1), 2, "<source> has no <accessor> in <technique_common>"},
	{"no positions", strings.Replace(file(two, instance), `semantic="POSITION"`, `semantic="NORMAL"`, 1), 4, "no <input> with the semantic POSITION"},
	{"no vertices", file(`<triangles><p>0 1 2</p></triangles>`, instance), 5, "<triangles> has no <input> with the semantic VERTEX"},
	{"index", file(`<triangles>`+input+`<p>0 1 4</p></triangles>`, instance), 5, "<p> has the index 4; there are 4 vertices"},
	{"negative index", file(`<triangles>`+input+`<p>0 1 -1</p></triangles>`, instance), 5, "<p> has -1; expected integers"},
	{"corners", file(`<triangles>`+input+`<p>0 1 2 3</p></triangles>`, instance), 5, "<triangles> has 4 corners; expected a multiple of 3"},
	{"indices", file(`<triangles>`+input+`<input semantic="NORMAL" source="#n" offset="1"/><p>0 0 1</p></triangles>`, instance), 5, "<p> has 3 indices; expected a multiple of 2"},
	{"count", file(`<triangles count="3">`+input+`<p>0 1 2</p></triangles>`, instance), 5, "<triangles> has 1 faces; its count is 3"},
	{"two lists", file(`<triangles>`+input+`<p>0 1 2</p><p>0 1 2</p></triangles>`, instance), 5, "a second <p> in <triangles>"},
	{"too few", file(`<polylist>`+input+`<vcount>2</vcount><p>0 1</p></polylist>`, instance), 5, "a face of <polylist> has 2 corners"},
	{"vcount", file(`<polylist>`+input+`<vcount>3 3</vcount><p>0 1 2</p></polylist>`, instance), 5, "<vcount> has more corners than <p>"},
	{"short vcount", file(`<polylist>`+input+`<vcount>3</vcount><p>0 1 2 3</p></polylist>`, instance), 5, "<p> has 4 corners; <vcount> has 3"},
	{"short strip", file(`<tristrips>`+input+`<p>0 1</p></tristrips>`, instance), 5, "a strip has 2 corners"},
	{"hole", file(`<polygons>`+input+`<ph><p>0 1 2</p></ph></polygons>`, instance), 5, "polygons with holes are not read"},
	{"spline", strings.Replace(strings.Replace(file(two, instance), "<mesh>", "<spline>", 1), "</mesh>", "</spline>", 1), 2, "<spline> is not read"},
	{"limit", file(`<trifans>`+input+"<p>"+strings.Repeat("0 1 2 ", 400)+`</p></trifans>`, instance), 5, "more than 1000 triangles"},
	{"limit of instances", file(two, strings.Repeat(instance, 501)), 2, "more than 1000 triangles in the instances"},
}

// doubling are nodes of which each holds the one before twice.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString(`<node id="n0"/>`)
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, `<node id="n%d"><instance_node url="#n%d"/><instance_node url="#n%d"/></node>`, i, i-1, i-1)
	}
	return b.String()
}

func TestBadFiles(t *testing.T) {
	for _, bad := range badFiles {
		_, err := parse(bad.content)
		var e *meshio.Error
		if !errors.As(err, &e) || e.Line != bad.line || !strings.Contains(e.Error(), bad.want) || strings.Contains(e.Error(), "\n") {
			t.Errorf("%s: %v; want line %d, %s", bad.name, err, bad.line, bad.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, strings.NewReader(file(two, instance)), "a.dae", 10); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestPandaCounts compares counts and bounds with those of trimesh.
func TestPandaCounts(t *testing.T) {
	dir := require.Shared("robots/panda") + "/"
	require.File(t, dir+"meshes.json")
	content, err := os.ReadFile(dir + "meshes.json")
	if err != nil {
		t.Fatal(err)
	}
	var meshes map[string]struct {
		Triangles int
		Bounds    [2][3]float64
	}
	if err := json.Unmarshal(content, &meshes); err != nil {
		t.Fatal(err)
	}
	tested := 0
	for name, want := range meshes {
		if !strings.HasSuffix(name, ".dae") {
			continue
		}
		tested++
		content, err := os.ReadFile(dir + name)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Read(t.Context(), bytes.NewReader(content), name, 1<<20)
		if err != nil {
			t.Error(err)
			continue
		}
		box := d.Mesh.Bounds()
		off := 0.0
		for k := range 3 {
			off = max(off, math.Abs(box.Min.At(k)-want.Bounds[0][k]), math.Abs(box.Max.At(k)-want.Bounds[1][k]))
		}
		if len(d.Mesh.Triangles) != want.Triangles || off > 1e-6 {
			t.Errorf("%s: %d triangles, want %d; bounds %g off", name, len(d.Mesh.Triangles), want.Triangles, off)
		}
	}
	if tested != 10 {
		t.Errorf("%d files were tested, want 10", tested)
	}
}

// FuzzCOLLADA asks of any input: no panic, an error that names the file, or a mesh that is right.
func FuzzCOLLADA(f *testing.F) {
	for _, bad := range badFiles {
		f.Add(bad.content)
	}
	f.Add(file(two, instance))
	f.Fuzz(func(t *testing.T, content string) {
		d, err := parse(content)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "a.dae:") || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("error %q", err)
			}
			return
		}
		if err := d.Mesh.Check(); err != nil {
			t.Error(err)
		}
	})
}
