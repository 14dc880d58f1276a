package scene

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/robot"
)

const withRobots = `{"version": 1, "unit": "m",
 "bodies": [{"name": "tool", "sphere": {"center": [0, 0, 0], "radius": 0.1}, "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.5]}],
 "robots": [
  {"name": "left", "urdf": "arm.urdf", "srdf": "arm.srdf", "pose": [0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3], "joints": "home"},
  {"name": "right", "urdf": "arm.urdf", "joints": {"turn": 0.5, "slide": 0.30000000000000004},
   "attach": [{"body": "tool", "link": "hand", "touch": ["upper", "base"]}]}]}`

// arm is a robot of three links; hand has no shape of its own, grip has two.
const arm = `<robot name="arm">
 <link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
 <link name="upper"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
 <link name="hand"/>
 <link name="grip">
  <collision><geometry><sphere radius="1"/></geometry></collision>
  <collision><origin xyz="0 0 1"/><geometry><sphere radius="1"/></geometry></collision>
 </link>
 <joint name="turn" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-1" upper="1"/></joint>
 <joint name="slide" type="prismatic"><parent link="upper"/><child link="hand"/><axis xyz="1 0 0"/><limit lower="-1" upper="1"/></joint>
 <joint name="end" type="fixed"><parent link="hand"/><child link="grip"/></joint>
</robot>`

const armSemantics = `<robot name="arm">
 <group name="all"><joint name="turn"/></group>
 <group_state name="home" group="all"><joint name="turn" value="0.25"/></group_state>
 <disable_collisions link1="base" link2="grip" reason="Never"/>
</robot>`

func forgetLines(robots []Robot) {
	for i := range robots {
		robots[i].line, robots[i].poseLine = 0, 0
		for k := range robots[i].Attach {
			robots[i].Attach[k].line = 0
		}
	}
}

func TestWriteRobotsThenParse(t *testing.T) {
	s, err := Parse(strings.NewReader(withRobots), "cell.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Robots) != 2 || s.Robots[0].State != "home" || s.Robots[1].Attach[0].Touch[1] != "base" || s.Robots[1].line != 5 {
		t.Fatalf("read %+v", s.Robots)
	}
	var b bytes.Buffer
	if err := Write(&b, s); err != nil {
		t.Fatal(err)
	}
	again, err := Parse(&b, "again.json")
	if err != nil {
		t.Fatal(err)
	}
	forgetLines(s.Robots)
	forgetLines(again.Robots)
	if !reflect.DeepEqual(s.Robots, again.Robots) {
		t.Errorf("%+v became %+v", s.Robots, again.Robots)
	}
	for _, r := range []Robot{
		{URDF: "", Pose: geom.Identity},
		{URDF: "a.urdf", Pose: geom.Pose{R: geom.Mat{-1, 0, 0, 0, 1, 0, 0, 0, 1}}},
		{URDF: "a.urdf", Pose: geom.Identity, State: "home"},
		{URDF: "a.urdf", Pose: geom.Identity, Name: "a\nb"},
		{URDF: "a.urdf", Pose: geom.Identity, Joints: []JointValue{{"a", 1}, {"a", 1}}},
	} {
		b.Reset()
		if err := Write(&b, &Scene{Robots: []Robot{r}}); err == nil || b.Len() > 0 {
			t.Errorf("%+v: wrote %d bytes, error %v", r, b.Len(), err)
		}
	}
}

// cell writes a scene with its robot.
func cell(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string]string{"cell.json": text, "arm.urdf": arm, "arm.srdf": armSemantics} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "cell.json")
}

// linksOf returns the names and the links of bodies: shapes of one link are one body.
func linksOf(placed []Placed) (names []string, links []*Link) {
	for i := range placed {
		if i == 0 || !SameBody(&placed[i-1], &placed[i]) {
			names, links = append(names, placed[i].Name), append(links, placed[i].Link)
		}
	}
	return names, links
}

func TestRobotsOfScenes(t *testing.T) {
	path := cell(t, withRobots)
	l := Loader{Robots: &robot.Loader{}}
	placed, err := l.Scene(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	names, links := linksOf(placed)
	if got := strings.Join(names, " "); got != "tool left/base left/upper left/grip right/base right/upper right/grip" || len(placed) != 9 {
		t.Fatalf("bodies %s of %d shapes", got, len(placed))
	}
	var pairs []string
	for _, u := range Untested(links) {
		pairs = append(pairs, names[u.A]+" "+names[u.B]+": "+u.Reason)
	}
	want := "tool right/base: attached, tool right/upper: attached, left/base left/upper: parent, left/base left/grip: SRDF: Never, right/base right/upper: parent"
	if got := strings.Join(pairs, ", "); got != want {
		t.Errorf("not tested are %s\nwant %s", got, want)
	}
	// The tool is where the hand holds it: half a unit above, by the robot's own kinematics.
	at := links[4].Robot
	poses := at.LinkPoses(at.Base, []float64{0.5, 0.30000000000000004}, nil)
	up := geom.Pose{R: geom.Identity.R, T: geom.Vec{Z: 0.5}}
	if want := poses[2].Compose(&up); placed[0].Pose != want {
		t.Errorf("the tool is at %v, the hand holds it at %v", placed[0].Pose, want)
	}
	// The other robot stands at its pose, in the state of its SRDF.
	other := links[1].Robot
	if got := other.LinkPoses(other.Base, []float64{0.25, 0}, nil)[1]; placed[2].Pose != got || placed[1].Pose.T != (geom.Vec{X: 1, Y: 2, Z: 3}) {
		t.Errorf("the left arm is at %v and %v", placed[1].Pose, placed[2].Pose)
	}
	if links[1].Robot.Links[0].Collision[0].Shape == nil || l.Unit != "m" {
		t.Errorf("unit %q", l.Unit)
	}
}

// TestRobotsAreRefused: who does not ask for robots gets none, and their links count among the bodies.
func TestRobotsAreRefused(t *testing.T) {
	path := cell(t, withRobots)
	if _, err := new(Loader).Scene(context.Background(), path); err == nil || !strings.Contains(err.Error(), "cell.json:4: the scene has robots, which are not read here") {
		t.Errorf("without Robots: %v", err)
	}
	few := Loader{Robots: &robot.Loader{}, Limits: Limits{Bodies: 8}}
	if _, err := few.Scene(context.Background(), path); !errors.Is(err, meshio.ErrLimit) || !strings.Contains(err.Error(), "cell.json:5: 9 bodies together; expected at most 8") {
		t.Errorf("with 8 bodies: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (&Loader{Robots: &robot.Loader{}}).Scene(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestBadRobots(t *testing.T) {
	for _, c := range [][2]string{
		{`"robots": {}`, "robots is an object; expected an array"},
		{`"robots": []`, `the scene has no "bodies"`},
		{`"bodies": [], "robots": []`, "expected at least one body"},
		{`"robots": [7]`, "a robot is a number; expected an object"},
		{`"robots": [{}]`, `a robot has no "urdf"`},
		{`"robots": [{"urdf": ""}]`, "urdf is empty"},
		{`"robots": [{"urdf": "arm.urdf", "name": ""}]`, `name ""`},
		{`"robots": [{"urdf": "arm.urdf", "joints": 7}]`, "joints is a number; expected an object of values, or the name of a state"},
		{`"robots": [{"urdf": "arm.urdf", "joints": ""}]`, "joints is empty"},
		{`"robots": [{"urdf": "arm.urdf", "joints": {"turn": "1"}}]`, "a joint is a string; expected a number"},
		{`"robots": [{"urdf": "arm.urdf", "joints": {"turn": 1e999}}]`, "within the range of a double"},
		{`"robots": [{"urdf": "arm.urdf", "joints": {"turn": 1, "turn": 1}}]`, `"turn"`},
		{`"robots": [{"urdf": "arm.urdf", "joints": {"turn": 1e9}}]`, "turn is 1e+09; expected a number of at most"},
		{`"robots": [{"urdf": "arm.urdf", "joints": {"end": 1}}]`, "joint end is fixed and has no value"},
		{`"robots": [{"urdf": "arm.urdf", "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1.002, 0]}]`, "not a rotation and a translation"},
		{`"robots": [{"urdf": "arm.urdf", "attach": 7}]`, "attach is a number; expected an array"},
		{`"robots": [{"urdf": "arm.urdf", "attach": [{}]}]`, `an attachment has no "body"`},
		{`"robots": [{"urdf": "arm.urdf", "attach": [{"body": "a", "link": "hand", "to": 1}]}]`, `unknown field "to" in an attachment`},
		{`"robots": [{"urdf": "arm.urdf", "attach": [{"body": "a", "link": "hand", "touch": "base"}]}]`, "touch is a string; expected an array"},
		{`"bodies": [{"name": "a", "sphere": {"center": [0,0,0], "radius": 1}}], "robots": [{"urdf": "arm.urdf", "attach": [{"body": "a", "link": "hand", "touch": ["toe"]}]}]`, "attach: touch: no link is called toe"},
		{`"bodies": [{"name": "a", "sphere": {"center": [0,0,0], "radius": 1}}], "robots": [{"urdf": "arm.urdf", "attach": [{"body": "a", "link": "hand"}, {"body": "a", "link": "base"}]}]`, "attach: a is attached already"},
		{`"bodies": [{"name": "a", "sphere": {"center": [0,0,0], "radius": 1}, "mass": 1}], "robots": [{"urdf": "arm.urdf", "attach": [{"body": "a", "link": "hand"}]}]`, "attach: a moves"},
		{`"robots": [{"urdf": "cell.json"}]`, "cell.json:1: robot: "},
		{`"robots": [{"urdf": "arm.urdf", "srdf": "arm.urdf"}]`, "cell.json:1: robot: "},
		{`"robots": [{"urdf": "http://example.org/arm.urdf"}]`, "cell.json:1: robot: "},
	} {
		path := cell(t, `{"version": 1, `+c[0]+"}")
		_, err := (&Loader{Robots: &robot.Loader{}}).Scene(context.Background(), path)
		if err == nil || !strings.Contains(err.Error(), c[1]) || strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("%s: %v; expected %s in it", c[0], err, c[1])
		}
	}
}
