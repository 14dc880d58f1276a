package robot

import (
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// triangleDAE is a triangle in centimetres, in a file that calls y up.
const triangleDAE = `<COLLADA><asset><unit meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="s"><float_array id="a" count="9">0 0 0 100 0 0 0 200 0</float_array><technique_common><accessor source="#a" count="3" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices><triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#w"/></scene></COLLADA>`

// TestCOLLADA reads a mesh in its own unit, with a scale, and one with a fault, whose line is named.
func TestCOLLADA(t *testing.T) {
	folder(t, map[string]string{
		"t.dae": triangleDAE, "bad.dae": strings.Replace(triangleDAE, "0 1 2<", "0 1 3<", 1),
		"a.urdf": shapeIn("<mesh filename='t.dae' scale='1 1 -2'/>"), "b.urdf": shapeIn("<mesh filename='bad.dae'/>"), "c.urdf": shapeIn("<mesh filename='none.dae'/>"),
	})
	r, err := (&Loader{}).File(t.Context(), "a.urdf")
	if err != nil {
		t.Fatal(err)
	}
	m := r.Links[1].Collision[0].Shape.(*collide.Model).Mesh()
	if got, want := m.Bounds(), (geom.AABB{Max: geom.Vec{X: 1, Y: 2}}); got != want {
		t.Errorf("bounds %v, want %v", got, want)
	}
	_, err = (&Loader{}).File(t.Context(), "b.urdf")
	expect(t, "bad", err, "b.urdf", 3, "link arm: mesh bad.dae: bad.dae:3: <p> has the index 3; there are 3 vertices")
	_, err = (&Loader{}).File(t.Context(), "c.urdf")
	expect(t, "absent", err, "c.urdf", 3, "link arm: mesh none.dae: none.dae cannot be read")
	_, err = (&Loader{MaxTriangles: 1}).File(t.Context(), "a.urdf")
	expect(t, "limit", err, "a.urdf", 3, "2 triangles in COLLADA files and scaled copies")
}
