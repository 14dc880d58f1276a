package robot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// arm is a small URDF with places for more: in <robot>, in the link arm, in the joint elbow.
func arm(inRobot, inLink, inJoint string) string {
	return `<robot name="r">
<link name="base"/>
<link name="arm">` + inLink + `</link>
<joint name="elbow" type="revolute">
<parent link="base"/><child link="arm"/><limit lower="-1" upper="1"/>` + inJoint + `
</joint>` + inRobot + `
</robot>`
}

// shapeIn is a URDF with a shape in line 3.
func shapeIn(shape string) string {
	return arm("", "<collision><geometry>"+shape+"</geometry></collision>", "")
}

// badURDFs are what Read refuses, with the line and a part of the message.
var badURDFs = []struct {
	name, content string
	line          int
	want          string
}{
	{"empty", "", 0, "no element; expected <robot>"},
	{"text", "hello", 1, "text outside of an element"},
	{"another root", "<sdf/>", 1, "<sdf>; expected <robot>"},
	{"two roots", "<robot name='a'><link name='b'/></robot>\n<robot/>", 2, "a second element <robot>"},
	{"not closed", "<robot name='r'>\n<link name='a'>", 2, "not XML: unexpected EOF"},
	{"crossed", "<robot name='r'>\n<link name='a'></joint>", 2, "not XML: element <link> closed by </joint>"},
	{"document type", "<!DOCTYPE robot [<!ENTITY a 'b'>]>\n<robot name='r'/>", 1, "a document type"},
	{"entity", arm("&boom;", "", ""), 6, "not XML: invalid character entity &boom;"},
	{"encoding", "<?xml version='1.0' encoding='latin1'?>\n<robot name='r'/>", 1, "encoding latin1; expected UTF-8"},
	{"not UTF-8", "<robot name='r\xff'/>", 1, "not XML: invalid UTF-8"},
	{"UTF-16", "\xff\xfe<\x00r\x00", 1, "not XML: invalid UTF-8"},
	{"attribute twice", "<robot name='r' name='s'/>", 1, "attribute name of <robot> is there twice"},
	{"xacro element", arm("<xacro:include filename='a'/>", "", ""), 6, "<xacro:include> is xacro, which is not expanded here; run: xacro bad.urdf > robot.urdf"},
	{"xacro namespace", "<robot name='r' xmlns:x='http://www.ros.org/wiki/xacro'>\n<x:macro name='a'/></robot>", 2, "<xacro:macro> is xacro"},
	{"xacro expression", arm("<link name='${prefix}arm'/>", "", ""), 6, "name is ${prefix}arm, an expression of xacro"},
	{"depth", strings.Repeat("<a>", 100), 1, "more than 64 elements within each other"},
	{"attributes", "<robot " + attributes(100) + "/>", 1, "<robot> has 100 attributes; expected at most 64"},
	{"long attribute", "<robot name='" + strings.Repeat("a", 1<<13) + "'/>", 1, "attribute name of <robot> has 8192 bytes; expected at most 4096"},
	{"long token", "<robot name='r'><!--" + strings.Repeat("a", 1<<21) + "--></robot>", 1, "a tag, text or comment of more than 1048576 bytes"},
	{"many elements", "<robot name='r'>" + strings.Repeat("<gazebo/>", 1<<18) + "</robot>", 1, "more than 131072 elements"},
	{"no name", "<robot/>", 1, "robot: <robot> has no attribute name"},
	{"no link", "<robot name='r'/>", 1, "no <link>"},
	{"nameless link", arm("<link/>", "", ""), 6, "a link: <link> has no attribute name"},
	{"link twice", arm("<link name='arm'/>", "", ""), 6, "a second link arm; the first is in line 3"},
	{"misspelt link", arm("<lnik name='a'/>", "", ""), 6, "<lnik> in <robot>; expected link, joint"},
	{"misspelt collision", arm("", "<colision/>", ""), 3, "link arm: <colision>; expected collision"},
	{"no geometry", arm("", "<collision/>", ""), 3, "link arm: <collision> has no <geometry>"},
	{"two geometries", arm("", "<collision><geometry><sphere radius='1'/></geometry>\n<geometry/></collision>", ""), 4, "link arm: a second <geometry>; the first is in line 3"},
	{"empty geometry", shapeIn(""), 3, "link arm: <geometry> has no shape; expected mesh, box"},
	{"two shapes", shapeIn("<sphere radius='1'/><box size='1 1 1'/>"), 3, "link arm: a second shape <box>"},
	{"unknown shape", shapeIn("<torus r='1'/>"), 3, "link arm: shape <torus>; expected mesh, box"},
	{"no radius", shapeIn("<sphere/>"), 3, "link arm: <sphere> has no attribute radius"},
	{"negative radius", shapeIn("<sphere radius='-1'/>"), 3, "link arm: a length of <sphere> is -1; expected at least 0"},
	{"NaN radius", shapeIn("<sphere radius='nan'/>"), 3, "link arm: radius is nan; expected a finite number"},
	{"infinite radius", shapeIn("<sphere radius='1e999'/>"), 3, "link arm: radius is 1e999; expected a finite number"},
	{"hexadecimal radius", shapeIn("<sphere radius='0x1p3'/>"), 3, "link arm: radius is 0x1p3; expected a finite number"},
	{"two sizes", shapeIn("<box size='1 2'/>"), 3, "link arm: size is 1 2; expected 3 finite numbers"},
	{"no size", shapeIn("<box/>"), 3, "link arm: <box> has no attribute size"},
	{"flat scale", shapeIn("<mesh filename='a.stl' scale='1 0 1'/>"), 3, "link arm: scale has a 0"},
	{"misspelt scale", shapeIn("<mesh filename='a.stl' scael='1 1 1'/>"), 3, "link arm: <mesh> has the attribute scael; expected filename, scale"},
	{"no file", shapeIn("<mesh/>"), 3, "link arm: <mesh> has no attribute filename"},
	{"no cylinder length", shapeIn("<cylinder radius='1'/>"), 3, "link arm: <cylinder> has no attribute length"},
	{"misspelt origin", arm("", "<collision><orign xyz='1 0 0'/><geometry><sphere radius='1'/></geometry></collision>", ""), 3, "link arm: <orign> in <collision>"},
	{"origin attribute", arm("", "<collision><origin rpz='1 0 0'/><geometry><sphere radius='1'/></geometry></collision>", ""), 3, "link arm: <origin> has the attribute rpz; expected xyz, rpy"},
	{"far origin", arm("", "<collision><origin xyz='1e300 0 0'/><geometry><sphere radius='1'/></geometry></collision>", ""), 3, "link arm: xyz is {1e+300 0 0}; expected at most 1e+290"},
	{"far angle", arm("", "", "<origin rpy='0 1e7 0'/>"), 5, "joint elbow: rpy is {0 1e+07 0}; expected at most"},
	{"joint twice", arm("<joint name='elbow' type='fixed'><parent link='base'/><child link='arm'/></joint>", "", ""), 6, "a second joint elbow; the first is in line 4"},
	{"joint type", arm("<joint name='j' type='hinge'><parent link='base'/><child link='arm'/></joint>", "", ""), 6, "joint j: type is hinge; expected fixed, revolute"},
	{"no parent", arm("<joint name='j' type='fixed'><child link='arm'/></joint>", "", ""), 6, "joint j: no <parent>"},
	{"unknown child", arm("<joint name='j' type='fixed'><parent link='base'/><child link='hand'/></joint>", "", ""), 6, "joint j: child link hand, which there is not"},
	{"two parents", arm("<joint name='j' type='fixed'><parent link='base'/><child link='arm'/></joint>", "", ""), 6, "joint j: link arm has a parent already, by joint elbow in line 4"},
	{"two roots of links", arm("<link name='other'/>", "", ""), 6, "link other has no parent, and neither has link base"},
	{"cycle", arm("<joint name='j' type='fixed'><parent link='arm'/><child link='base'/></joint>", "", ""), 1, "the links form a cycle"},
	{"cycle apart", arm("<link name='a'/>\n<link name='b'/><joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint><joint name='k' type='fixed'><parent link='b'/><child link='a'/></joint>", "", ""), 6, "link a is in a cycle of links"},
	{"no limit", arm("<link name='a'/><joint name='j' type='prismatic'><parent link='arm'/><child link='a'/></joint>", "", ""), 6, "joint j is prismatic and has no <limit>"},
	{"limits", arm("<link name='a'/><joint name='j' type='prismatic'><parent link='arm'/><child link='a'/><limit lower='2' upper='1'/></joint>", "", ""), 6, "joint j: lower limit 2 above the upper one, 1"},
	{"zero axis", arm("", "", "<axis xyz='0 0 0'/>"), 5, "joint elbow: the axis is 0 0 0"},
	{"planar axis", arm("<link name='a'/><joint name='j' type='planar'><parent link='arm'/><child link='a'/></joint>", "", ""), 6, "joint j: the axis of a planar joint is {1 0 0}; expected 0 0 1"},
	{"misspelt origin", arm("", "", "<originn xyz='3 0 0'/>"), 5, "joint elbow: <originn> in <joint>; expected one of origin, parent"},
	{"origin in capitals", arm("", "", "<Origin xyz='3 0 0'/>"), 5, "joint elbow: <Origin> in <joint>"},
	{"misspelt axis", arm("", "", "<axes xyz='0 0 1'/>"), 5, "joint elbow: <axes> in <joint>"},
	{"misspelt mimic", arm("", "", "<mimc joint='elbow'/>"), 5, "joint elbow: <mimc> in <joint>"},
	{"misspelt lower", arm("<link name='a'/><joint name='j' type='revolute'><parent link='arm'/><child link='a'/><limit lowr='-1' upper='1'/></joint>", "", ""), 6, "joint j: <limit> has the attribute lowr"},
	{"misspelt lower of a continuous joint", arm("<link name='a'/><joint name='j' type='continuous'><parent link='arm'/><child link='a'/><limit lowr='-1'/></joint>", "", ""), 6, "joint j: <limit> has the attribute lowr"},
	{"attribute of a joint", arm("<link name='a'/><joint name='j' type='fixed' xyz='3 0 0'><parent link='arm'/><child link='a'/></joint>", "", ""), 6, "joint j: <joint> has the attribute xyz"},
	{"attribute of a parent", arm("<link name='a'/><joint name='j' type='fixed'><parent link='arm' xyz='3 0 0'/><child link='a'/></joint>", "", ""), 6, "joint j: <parent> has the attribute xyz"},
	{"mimic of nothing", arm("", "", "<mimic joint='knee'/>"), 5, "joint elbow copies joint knee, which there is not"},
	{"mimic of itself", arm("", "", "<mimic joint='elbow'/>"), 4, "joint elbow is in a cycle of joints that copy each other"},
	{"mimic of fixed", arm("<link name='a'/><joint name='j' type='fixed'><parent link='arm'/><child link='a'/></joint>", "", "<mimic joint='j'/>"), 5, "joint elbow (revolute) copies joint j (fixed)"},
}

func attributes(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " a%d='1'", i)
	}
	return b.String()
}

func TestBadURDFs(t *testing.T) {
	for _, bad := range badURDFs {
		r, err := Read(t.Context(), strings.NewReader(bad.content), "bad.urdf")
		expect(t, bad.name, err, "bad.urdf", bad.line, bad.want)
		if r != nil {
			t.Errorf("%s: a robot with an error", bad.name)
		}
	}
}

// expect compares an error with its place and a part of its message.
func expect(t *testing.T, name string, err error, file string, line int, want string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.File != file || e.Line != line || !strings.Contains(e.Error(), want) || strings.Contains(e.Error(), "\n") {
		t.Errorf("%s: %v; want %s:%d: … %s …", name, err, file, line, want)
	}
}

// badSRDFs are what ReadSemantics refuses.
var badSRDFs = []struct {
	name, content string
	line          int
	want          string
}{
	{"empty", " ", 0, "no element"},
	{"another root", "<urdf/>", 1, "<urdf>; expected <robot>"},
	{"no name", "<robot/>", 1, "robot: <robot> has no attribute name"},
	{"one link", "<robot name='r'>\n<disable_collisions link1='base'/></robot>", 2, "<disable_collisions>: <disable_collisions> has no attribute link2"},
	{"itself", "<robot name='r'>\n<disable_collisions link1='base' link2='base'/></robot>", 2, "<disable_collisions> of link base and itself"},
	{"nameless state", "<robot name='r'>\n<group_state group='a'/></robot>", 2, "<group_state>: <group_state> has no attribute name"},
	{"state without a value", "<robot name='r'><group_state name='s' group='a'>\n<joint name='elbow'/></group_state></robot>", 2, "state s: <joint> has no attribute value"},
	{"value", "<robot name='r'><group_state name='s' group='a'>\n<joint name='elbow' value='wide'/></group_state></robot>", 2, "state s: value is wide; expected a finite number"},
	{"misspelt joint of a state", "<robot name='r'><group_state name='s' group='a'>\n<jont name='elbow' value='1'/></group_state></robot>", 2, "state s: <jont>; expected one of joint"},
	{"misspelt attribute of a state", "<robot name='r'><group_state name='s' group='a'>\n<joint name='elbow' value='1' valu='2'/></group_state></robot>", 2, "state s: <joint> has the attribute valu"},
	{"misspelt pair", "<robot name='r'>\n<enable_colisions link1='base' link2='arm'/></robot>", 2, "<robot>: <enable_colisions>; expected one of"},
	{"misspelt member of a group", "<robot name='r'><group name='a'>\n<lnk name='base'/></group></robot>", 2, "<group>: <lnk>; expected one of link, joint"},
	{"document type", "<!DOCTYPE a><robot name='r'/>", 1, "a document type"},
	{"xacro", "<robot name='r' xmlns:xacro='http://ros.org/wiki/xacro'>\n<xacro:arm/></robot>", 2, "<xacro:arm> is xacro"},
}

func TestBadSRDFs(t *testing.T) {
	r := read(t, arm("", "", ""))
	for _, bad := range badSRDFs {
		_, err := r.ReadSemantics(t.Context(), strings.NewReader(bad.content), "bad.srdf")
		expect(t, bad.name, err, "bad.srdf", bad.line, bad.want)
	}
}

// TestWhatDoesNotCount reads elements of the formats that are nothing to collisions.
func TestWhatDoesNotCount(t *testing.T) {
	r := read(t, arm("", "", `<calibration rising="0"/><dynamics damping="1" friction="2"/><safety_controller k_velocity="1"/><gazebo/>
<a:spring xmlns:a="http://example.org" xyz="1"/>`))
	_, err := r.ReadSemantics(t.Context(), strings.NewReader(`<robot name="r"><group name="g"><link name="arm"/><joint name="elbow"/><chain base_link="base" tip_link="arm"/>
<group name="h"/><subgroup name="i"/><passive_joint name="elbow"/></group><group_state name="s" group="g"><joint name="elbow" value="0.5"/></group_state>
<end_effector name="e"/><virtual_joint name="v"/><passive_joint name="elbow"/><link_sphere_approximation link="arm"/><joint_property joint_name="elbow"/>
<a:b xmlns:a="http://example.org"/></robot>`), "a.srdf")
	if err != nil {
		t.Error(err)
	}
}

// read reads a URDF that is right.
func read(t testing.TB, content string) *Robot {
	t.Helper()
	r, err := Read(context.Background(), strings.NewReader(content), "good.urdf")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// badStates are lists of states that are refused.
var badStates = []struct {
	name, content string
	line          int
	want          string
}{
	{"empty", "", 1, "the file is empty"},
	{"blank", "\n\n", 1, "the file is empty"},
	{"unknown column", "elbow,knee\n0,0\n", 1, "column knee: no joint is called knee; expected one of elbow"},
	{"column twice", "elbow,elbow\n0,0\n", 1, "a second column elbow"},
	{"missing column", "time\n0\n", 1, "no column for joint elbow"},
	{"semicolons", "elbow;time\n0;0\n", 1, "column elbow;time: no joint is called"},
	{"short row", "time,elbow\n0,0\n\n1\n", 4, "1 cells; expected 2, as in the header"},
	{"long row", "elbow\n0,1\n", 2, "2 cells; expected 1"},
	{"word", "elbow\n0\nup\n", 3, "elbow is up; expected a finite number"},
	{"NaN", "elbow\nNaN\n", 2, "elbow is NaN; expected a finite number"},
	{"infinite", "elbow\n1e999\n", 2, "elbow is 1e999; expected a finite number"},
	{"empty cell", "time,elbow\n0,\n", 2, `elbow is ""; expected a finite number`},
	{"time", "time,elbow\nnoon,0\n", 2, "time is noon; expected a finite number"},
	{"far", "elbow\n1e9\n", 2, "elbow is 1e+09; expected a number of at most"},
	{"quote", "elbow\n\"1\n", 2, "a double quote without its end"},
	{"text after a quote", "\"elbow\"x\n1\n", 1, "a double quote without its end, or with text after it"},
	{"long line", "elbow\n" + strings.Repeat("1", 1<<21), 2, "line of more than 1048576 bytes"},
}

func TestBadStates(t *testing.T) {
	r := read(t, arm("", "", ""))
	for _, bad := range badStates {
		s, err := readerOf(strings.NewReader(bad.content), "bad.csv", r)
		for err == nil {
			err = s.Next(make([]float64, 1))
		}
		if errors.Is(err, io.EOF) {
			err = nil
		}
		expect(t, bad.name, err, "bad.csv", bad.line, bad.want)
	}
}
