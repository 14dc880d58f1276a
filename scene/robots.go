package scene

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/robot"
)

// Robot is one entry of a scene's robots.
type Robot struct {
	// Name stands before the names of the links, as NAME/LINK. It is "" at most where the scene has one robot: its
	// links then have their own names.
	Name string
	// URDF and SRDF are paths with forward slashes, relative to the scene file; SRDF is "" for none.
	URDF, SRDF string
	// Pose is that of the root link, a rotation and a translation in metres; Parse sets the identity when the file gives none.
	Pose geom.Pose
	// Joints are the values of variables, in radians and metres; others are 0.
	Joints []JointValue
	// State names a state of the SRDF in place of Joints, "" for none.
	State string
	// Attach are bodies of the scene that links hold.
	Attach []Attachment

	line, poseLine int
}

// JointValue is the value of a variable of a robot, such as a revolute joint.
type JointValue struct {
	Name  string
	Value float64
}

// Attachment makes the pose of a body one in the coordinates of a link.
type Attachment struct {
	Body, Link string
	// Touch are links beside Link that the body is not tested against.
	Touch []string

	line int
}

// RobotAt is a robot where it stands.
type RobotAt struct {
	*robot.Robot
	// Name is that in the scene, which stands before the names of the links, "" for none.
	Name string
	// Semantics are those of the SRDF, nil for none.
	Semantics *robot.Semantics
	// Base is the pose of the root link and Values the state.
	Base   geom.Pose
	Values []float64
	// Visual reports that bodies are the visual shapes.
	Visual bool
}

// Link is what a body has to do with a robot: it is a link, or one holds it.
type Link struct {
	Robot *RobotAt
	// Index is the link's, and At is where the body is in its coordinates.
	Index int
	At    geom.Pose
	// Held reports that the link holds the body, and Touch are further links that it is not tested against.
	Held  bool
	Touch []int
}

// Pose returns the pose of the body, given those of the links: the product of the link's and At.
func (l *Link) Pose(links []geom.Pose) geom.Pose {
	if l.At == geom.Identity {
		return links[l.Index]
	}
	return links[l.Index].Compose(&l.At)
}

// SameBody reports whether two shapes that follow each other are of one link, which is one body.
func SameBody(p, q *Placed) bool {
	a, b := p.Link, q.Link
	return a != nil && b != nil && !a.Held && !b.Held && a.Robot == b.Robot && a.Index == b.Index
}

// LinkName is the name of a link as a body.
func (r *RobotAt) LinkName(link int) string {
	if r.Name == "" {
		return r.Links[link].Name
	}
	return r.Name + "/" + r.Links[link].Name
}

// Placed returns the shapes of the links at their places, in the order of the URDF.
func (r *RobotAt) Placed() []Placed {
	poses := r.LinkPoses(r.Base, r.Values, nil)
	parts := r.Parts(r.Visual)
	placed := make([]Placed, len(parts))
	for i := range parts {
		p := &parts[i]
		link := &Link{Robot: r, Index: p.Link, At: p.Geometry.Origin}
		placed[i] = Placed{
			Name: r.LinkName(p.Link), File: cmp.Or(p.Geometry.File, r.File), Shape: p.Geometry.Shape, Pose: link.Pose(poses),
			Restitution: 1, Scene: r.File, Line: p.Geometry.Line, Link: link,
		}
	}
	return placed
}

// Beyond returns a line about each joint that is outside its limits.
func (r *RobotAt) Beyond() []string {
	var lines []string
	for _, j := range r.Robot.Beyond(r.Values, nil) {
		k := &r.Joints[j]
		lines = append(lines, fmt.Sprintf("joint %s is %v; its limits are %v to %v", quote.Name(k.Name), r.Value(j, r.Values), k.Lower, k.Upper))
	}
	return lines
}

// Untested returns the pairs of bodies that are not tested because of robots, ascending, with the reason "parent", "SRDF: …"
// or "attached": of a link, its parent and what the SRDF disables, and of a body that a link holds, that link and those that the
// scene names. The links are those of the bodies, nil for a body that has to do with none.
func Untested(links []*Link) []robot.Untested {
	bodies, robots := bodiesOf(links)
	var list []robot.Untested
	add := func(at map[int]int, a, b int, reason string) {
		x, known := at[a]
		if y, too := at[b]; known && too {
			list = append(list, robot.Untested{A: min(x, y), B: max(x, y), Reason: reason})
		}
	}
	for _, r := range robots {
		for _, u := range r.Untested(r.Visual, r.Semantics) {
			add(bodies[r], u.A, u.B, u.Reason)
		}
	}
	for i, l := range links {
		if l == nil || !l.Held {
			continue
		}
		for _, k := range append([]int{l.Index}, l.Touch...) {
			if body, ok := bodies[l.Robot][k]; ok {
				list = append(list, robot.Untested{A: min(i, body), B: max(i, body), Reason: "attached"})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b robot.Untested) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	return slices.CompactFunc(list, func(a, b robot.Untested) bool { return a.A == b.A && a.B == b.B })
}

// bodiesOf returns the body of each link of each robot, and the robots in the order of their first bodies.
func bodiesOf(links []*Link) (map[*RobotAt]map[int]int, []*RobotAt) {
	bodies := map[*RobotAt]map[int]int{}
	var robots []*RobotAt
	for i, l := range links {
		if l == nil {
			continue
		}
		if bodies[l.Robot] == nil {
			bodies[l.Robot], robots = map[int]int{}, append(robots, l.Robot)
		}
		if !l.Held {
			bodies[l.Robot][l.Index] = i
		}
	}
	return bodies, robots
}
