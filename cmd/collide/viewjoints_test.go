package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/collide-go/collide/internal/compound"
	"github.com/collide-go/collide/robot"
	"github.com/collide-go/collide/scene"
)

// TestJointsOfView: mimic joints follow through each other, sliders have limits, and a body that is held moves along.
func TestJointsOfView(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"arm.urdf": `<robot name="arm">
 <link name="base"/><link name="a"><collision><geometry><sphere radius="1"/></geometry></collision></link><link name="b"/><link name="c"/>
 <joint name="turn" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/></joint>
 <joint name="half" type="revolute"><parent link="base"/><child link="b"/><axis xyz="0 0 1"/><limit lower="-1" upper="2"/><mimic joint="turn" multiplier="0.5" offset="0.25"/></joint>
 <joint name="back" type="prismatic"><parent link="base"/><child link="c"/><axis xyz="1 0 0"/><limit lower="-9" upper="9"/><mimic joint="half" multiplier="-2" offset="1"/></joint>
</robot>`,
		"cell.json": `{"version": 1, "bodies": [{"name": "tool", "sphere": {"center": [0, 0, 0], "radius": 0.1}, "pose": [1, 0, 0, 3, 0, 1, 0, 0, 0, 0, 1, 0]}],
 "robots": [{"name": "l", "urdf": "arm.urdf", "joints": {"turn": 4}}, {"name": "r", "urdf": "arm.urdf", "attach": [{"body": "tool", "link": "a"}]}]}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	placed, err := (&scene.Loader{Robots: &robot.Loader{}}).Scene(t.Context(), filepath.Join(dir, "cell.json"))
	if err != nil {
		t.Fatal(err)
	}
	in := inputs{bodies: compound.New()}
	in.add(placed...)
	j := in.joints()
	if j == nil || len(j.List) != 6 || len(j.Values) != 2 || len(j.States) != 0 {
		t.Fatalf("joints %+v", j)
	}
	// The tool names the robot r first: its variable is the first one.
	var names []string
	for _, s := range j.List {
		names = append(names, s.Name)
		v := j.Values[s.Variable]
		if x := s.Multiplier*v + s.Offset; x < s.Lower || x > s.Upper {
			t.Errorf("%s is %v, from %v to %v", s.Name, x, s.Lower, s.Upper)
		}
	}
	if names[0] != "r/turn" || names[5] != "l/back" || j.Values[1] != 4 {
		t.Errorf("joints %v, values %v", names, j.Values)
	}
	turn, back := j.List[3], j.List[5]
	if turn.Lower != -math.Pi || turn.Upper != 4 || !turn.Angle || turn.Mimic {
		t.Errorf("a turn without limits: %+v", turn)
	}
	if back.Multiplier != -1 || back.Offset != 0.5 || back.Variable != 1 || !back.Mimic || back.Angle {
		t.Errorf("−2·(0.5·turn + 0.25) + 1 is %+v", back)
	}
	poses, err := j.Poses([]float64{math.Pi / 2, 4})
	if err != nil || math.Abs(poses[0].T.Y-3) > 1e-12 || len(poses) != 3 {
		t.Errorf("the tool is at %v, %v; expected (0, 3, 0)", poses, err)
	}
	if _, err := j.Poses([]float64{math.NaN(), 4}); err == nil {
		t.Error("no error for NaN")
	}
}
