package robot

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
)

// everyJoint has a joint of each type in a row, and a mimic joint that comes before the one it copies.
const everyJoint = `<robot name="every" xmlns:drake="http://drake.mit.edu">
<drake:note/><material name="grey"/>
<joint name="follow" type="prismatic"><parent link="base"/><child link="f"/><axis xyz="0 0 3"/><limit lower="-9" upper="9"/><mimic joint="turn" multiplier="2" offset="0.5"/></joint>
<joint name="weld" type="fixed"><parent link="base"/><child link="a"/><origin xyz="1 0 0"/><axis xyz="0 0 0"/></joint>
<joint name="turn" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 2"/><limit lower="-1" upper="1"/></joint>
<joint name="spin" type="continuous"><parent link="b"/><child link="c"/></joint>
<joint name="slide" type="prismatic"><parent link="c"/><child link="d"/><axis xyz="0 1 0"/><limit lower="0.5" upper="1"/></joint>
<joint name="plane" type="planar"><parent link="d"/><child link="e"/><axis xyz="0 0 1"/></joint>
<joint name="fly" type="floating"><parent link="base"/><child link="g"/></joint>
<link name="base"><inertial/><collision><geometry><sphere radius="1"/></geometry></collision></link>
<link name="a"/><link name="b"/><link name="c"/><link name="d"/><link name="e"/><link name="f"/><link name="g"/>
</robot>`

const armSRDF = `<robot name="every">
<group name="all"><chain base_link="base" tip_link="e"/></group>
<group_state name="home" group="all"><joint name="slide" value="0.75"/><joint name="turn" value="0.5"/><joint name="follow" value="1.5"/></group_state>
<group_state name="home" group="other"><joint name="plane" value="1 2 3"/></group_state>
<disable_collisions link1="c" link2="a" reason="Never"/>
<disable_collisions link1="a" link2="c" reason="Default"/>
<disable_collisions link1="a" link2="gripper" reason="Never"/>
<disable_collisions link1="b" link2="gripper" reason="Never"/>
<disable_default_collisions link="g"/>
<enable_collisions link1="g" link2="base"/>
</robot>`

func TestVariables(t *testing.T) {
	r := read(t, everyJoint)
	var names []string
	for _, v := range r.Variables() {
		names = append(names, v.Name)
	}
	want := strings.Fields("turn spin slide plane/x plane/y plane/theta fly/trans_x fly/trans_y fly/trans_z fly/rot_x fly/rot_y fly/rot_z fly/rot_w")
	if !slices.Equal(names, want) {
		t.Errorf("variables %v, want %v", names, want)
	}
	if r.Links[r.Root()].Name != "base" || r.Parent(r.Root()) != -1 {
		t.Errorf("root %s with parent %d", r.Links[r.Root()].Name, r.Parent(r.Root()))
	}
}

// TestLinkPoses moves every joint and compares with poses by hand.
func TestLinkPoses(t *testing.T) {
	r := read(t, everyJoint)
	values, err := r.ParseState("turn=0.5, slide=0.75,plane/x=1,plane/y=2,fly/rot_x=1,fly/rot_w=0,fly/trans_z=4")
	if err != nil {
		t.Fatal(err)
	}
	poses := r.LinkPoses(geom.Identity, values, nil)
	s, c := geom.Sincos(0.5)
	turned := geom.Mat{c, -s, 0, s, c, 0, 0, 0, 1}
	want := map[string]geom.Pose{
		"a": {R: geom.Identity.R, T: geom.Vec{X: 1}},
		"b": {R: turned, T: geom.Vec{X: 1}},
		"d": {R: turned, T: geom.Vec{X: 1 - 0.75*s, Y: 0.75 * c}},
		"e": {R: turned, T: geom.Vec{X: 1 - 0.75*s + c - 2*s, Y: 0.75*c + s + 2*c}},
		"f": {R: geom.Identity.R, T: geom.Vec{Z: 1.5}},
		"g": {R: geom.Mat{1, 0, 0, 0, -1, 0, 0, 0, -1}, T: geom.Vec{Z: 4}},
	}
	for i := range r.Links {
		w, ok := want[r.Links[i].Name]
		if ok && far(&poses[i], &w) > 1e-15 {
			t.Errorf("link %s is at %v, want %v", r.Links[i].Name, poses[i], w)
		}
	}
	if again := r.LinkPoses(geom.Identity, values, poses[:0]); &again[0] != &poses[0] {
		t.Error("LinkPoses did not use the memory it was given")
	}
}

// far is the largest difference between two poses.
func far(p, q *geom.Pose) float64 {
	d := p.T.Sub(q.T).MaxAbs()
	for i := range p.R {
		d = max(d, math.Abs(p.R[i]-q.R[i]))
	}
	return d
}

// TestTurn holds rotations about any axis to geom's, which go by quaternions.
func TestTurn(t *testing.T) {
	for _, axis := range []geom.Vec{{X: 1}, {Y: -1}, {Z: 1}, {X: 1, Y: 2, Z: 3}, {X: 1e-200, Y: 1e-200}, {X: 1e200, Z: -1e200}} {
		for _, angle := range []float64{0, 0.1, -3, 100} {
			got := geom.Pose{R: turn(unit(axis), angle)}
			want := geom.Pose{R: geom.AxisAngle(axis, angle).Matrix()}
			if d := far(&got, &want); d > 1e-14 {
				t.Errorf("%v by %v: %g from the quaternion's", axis, angle, d)
			}
		}
	}
	p := originPose(geom.Vec{X: 1}, geom.Vec{X: 0.3, Y: -0.7, Z: 2})
	want := geom.Pose{R: geom.RollPitchYaw(0.3, -0.7, 2).Matrix(), T: geom.Vec{X: 1}}
	if d := far(&p, &want); d > 1e-15 {
		t.Errorf("origin: %g from the quaternion's", d)
	}
}

func TestParseState(t *testing.T) {
	r := read(t, everyJoint)
	for list, want := range map[string]string{
		"":                        "joint slide has no value, and 0 is outside its limits, 0.5 to 1",
		"slide":                   "slide; expected NAME=VALUE",
		"slide=":                  "slide=; expected NAME=VALUE",
		"slide=1,":                `""; expected NAME=VALUE`,
		"slide=1,slide=1":         "slide is there twice",
		"slide=inf":               "slide=inf; expected NAME=VALUE",
		"slide=1,knee=1":          "no joint is called knee; expected one of turn, spin",
		"slide=1,weld=1":          "joint weld is fixed and has no value",
		"slide=1,follow=1":        "joint follow copies joint turn and has no value of its own",
		"slide=1,plane=1":         "joint plane is planar; expected plane followed by one of /x, /y, /theta",
		"slide=1,turn=1e300":      "turn is 1e+300; expected a number of at most",
		"slide=1,fly/rot_w=0":     "expected a quaternion",
		"slide=1,plane/theta=1e9": "plane/theta is 1e+09; expected a number of at most",
	} {
		if _, err := r.ParseState(list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", list, err, want)
		}
	}
	values, err := r.ParseState(" turn = -2 , slide=1")
	if err != nil || values[0] != -2 || values[12] != 1 {
		t.Fatalf("values %v, %v", values, err)
	}
	if beyond := r.Beyond(values, nil); len(beyond) != 1 || r.Joints[beyond[0]].Name != "turn" {
		t.Errorf("beyond their limits: %v, want turn", beyond)
	}
	values[2] = math.NaN()
	if err := r.CheckState(values); err == nil || !strings.Contains(err.Error(), "slide is NaN") {
		t.Errorf("NaN: %v", err)
	}
	if err := r.CheckState(values[1:]); err == nil || !strings.Contains(err.Error(), "12 values; expected 13") {
		t.Errorf("a value less: %v", err)
	}
}

func TestSemantics(t *testing.T) {
	r := read(t, everyJoint)
	s, err := r.ReadSemantics(t.Context(), strings.NewReader(armSRDF), "every.srdf")
	if err != nil {
		t.Fatal(err)
	}
	link := map[string]int{}
	for i := range r.Links {
		link[r.Links[i].Name] = i
	}
	if want := (Disabled{link["a"], link["c"], "Never"}); len(s.Disabled) != 7 || s.Disabled[0] != want {
		t.Errorf("disabled %v, want 7 pairs, the first %v", s.Disabled, want)
	}
	for _, d := range s.Disabled {
		if d.A == link["base"] && d.B == link["g"] {
			t.Error("an enabled pair is disabled by default")
		}
	}
	if len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "every.srdf:7: no link is called gripper") {
		t.Errorf("warnings %q, want one about gripper in line 7", s.Warnings)
	}
	values, err := s.StateValues(r, "home")
	if err != nil || !slices.Equal(values[:6], []float64{0.5, 0, 0.75, 1, 2, 3}) {
		t.Errorf("home is %v, %v", values, err)
	}
	for name, want := range map[string]string{
		"away":   "every.srdf: no state is called away; expected one of home",
		"broken": "every.srdf:2: state broken: no joint is called knee",
		"apart":  "every.srdf: state apart: joint follow is 1; expected 2.5, since it copies joint turn",
		"torn":   "every.srdf:2: state torn: turn is 1 and 2; expected one value",
		"wide":   "every.srdf:2: state wide: joint turn has 2 values; expected 1",
		"stuck":  "every.srdf:2: state stuck: joint weld is fixed",
	} {
		s, err := r.ReadSemantics(t.Context(), strings.NewReader(brokenStates), "every.srdf")
		if name == "away" {
			s, err = r.ReadSemantics(t.Context(), strings.NewReader(armSRDF), "every.srdf")
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.StateValues(r, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

const brokenStates = `<robot name="other">
<group_state name="broken" group="g"><joint name="knee" value="1"/></group_state><group_state name="apart" group="g"><joint name="turn" value="1"/><joint name="slide" value="1"/><joint name="follow" value="1"/></group_state><group_state name="torn" group="g"><joint name="turn" value="1"/><joint name="turn" value="2"/></group_state><group_state name="wide" group="g"><joint name="turn" value="1 2"/></group_state><group_state name="stuck" group="g"><joint name="weld" value="1"/></group_state>
</robot>`

// TestShortcuts holds the shortcuts for upright and straight joints to plain products, value for value.
func TestShortcuts(t *testing.T) {
	r := read(t, strings.ReplaceAll(everyJoint, `<axis xyz="0 0 2"/>`, `<axis xyz="0 0 -2"/>`))
	for _, turn := range []float64{0, 1, -0.7, 3} {
		values, err := r.ParseState("slide=0.75,spin=2,fly/trans_x=1")
		if err != nil {
			t.Fatal(err)
		}
		values[0] = turn
		poses := r.LinkPoses(geom.Pose{R: geom.RollPitchYaw(1, 2, 3).Matrix(), T: geom.Vec{X: 1, Y: 2, Z: 3}}, values, nil)
		for _, i := range r.order {
			j := &r.Joints[i]
			m := j.motion(r, values)
			if j.Type == Prismatic {
				m.T = j.Axis.Scale(r.value(j, values))
			}
			want := poses[j.Parent].Compose(&j.Origin)
			if want = want.Compose(&m); poses[j.Child] != want {
				t.Errorf("joint %s at %v: %v, want %v", j.Name, turn, poses[j.Child], want)
			}
		}
	}
}
