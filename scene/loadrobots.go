package scene

import (
	"context"
	"errors"
	"fmt"

	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/robot"
)

// readRobot is a URDF that was read, with its SRDF.
type readRobot struct {
	*robot.Robot
	semantics *robot.Semantics
}

// placeRobots appends the links of a scene's robots to its bodies, and moves the bodies that they hold.
func (l *Loader) placeRobots(ctx context.Context, s *Scene, path string, placed []Placed) ([]Placed, error) {
	if len(s.Robots) == 0 {
		return placed, nil
	}
	if l.Robots == nil {
		return nil, &Error{File: path, Line: s.Robots[0].line, Msg: "the scene has robots, which are not read here"}
	}
	names, bodies := map[string]bool{}, map[string]int{}
	for i := range placed {
		bodies[placed[i].Name], names[placed[i].Name] = i, true
	}
	for i := range s.Robots {
		entry := &s.Robots[i]
		fault := func(line int, err error) error {
			return &Error{File: path, Line: line, Msg: entry.title(), Err: err}
		}
		r, err := l.robotAt(ctx, entry, path)
		if err != nil && ctx.Err() != nil {
			return nil, err
		}
		if err != nil {
			return nil, fault(entry.line, err)
		}
		if line, err := entry.hold(s, r, placed, bodies); err != nil {
			return nil, fault(line, err)
		}
		links := r.Placed()
		if err := checkLinks(r, links, names); err != nil {
			return nil, fault(entry.line, err)
		}
		if err := l.countBodies(path, entry.line, len(links)); err != nil {
			return nil, err
		}
		placed = append(placed, links...)
	}
	return placed, nil
}

// title names a robot in errors.
func (r *Robot) title() string {
	if r.Name == "" {
		return "robot"
	}
	return "robot " + quote.Name(r.Name)
}

// robotAt reads a robot and puts it where it stands.
func (l *Loader) robotAt(ctx context.Context, entry *Robot, path string) (*RobotAt, error) {
	if !isRotation(&entry.Pose) {
		return nil, errors.New("its pose is not a rotation and a translation")
	}
	from, err := l.readRobot(ctx, entry, path)
	if err != nil {
		return nil, err
	}
	r := &RobotAt{Robot: from.Robot, Name: entry.Name, Semantics: from.semantics, Base: entry.Pose, Visual: l.Robots.Visual}
	if r.Values, err = entry.values(from); err != nil {
		return nil, err
	}
	for _, text := range r.Beyond() {
		l.Warnings = append(l.Warnings, (&Error{File: path, Line: entry.line, Msg: entry.title() + ": " + text}).Error())
	}
	return r, nil
}

// readRobot reads a URDF and an SRDF unless they have been read already.
func (l *Loader) readRobot(ctx context.Context, entry *Robot, path string) (*readRobot, error) {
	urdf, err := l.Files.Resolve(path, entry.URDF)
	if err != nil {
		return nil, err
	}
	key := [2]string{urdf}
	if entry.SRDF != "" {
		if key[1], err = l.Files.Resolve(path, entry.SRDF); err != nil {
			return nil, err
		}
	}
	if r, ok := l.robots[key]; ok {
		return r, nil
	}
	if err := l.Declare("m", urdf); err != nil {
		return nil, err
	}
	l.Robots.Files, l.Robots.Model = l.Files, l.Model
	r := &readRobot{}
	if r.Robot, err = l.Robots.File(ctx, urdf); err != nil {
		return nil, err
	}
	if key[1] != "" {
		if r.semantics, err = l.Robots.Semantics(ctx, r.Robot, key[1]); err != nil {
			return nil, err
		}
		l.Warnings = append(l.Warnings, r.semantics.Warnings...)
	}
	if l.robots == nil {
		l.robots = map[[2]string]*readRobot{}
	}
	l.robots[key] = r
	return r, nil
}

// values returns the state that an entry asks for.
func (r *Robot) values(from *readRobot) ([]float64, error) {
	if r.State != "" {
		if from.semantics == nil {
			return nil, fmt.Errorf("state %s without an srdf", quote.Name(r.State))
		}
		return from.semantics.StateValues(from.Robot, r.State)
	}
	names, values := make([]string, len(r.Joints)), make([]float64, len(r.Joints))
	for i, j := range r.Joints {
		names[i], values[i] = j.Name, j.Value
	}
	v, err := from.NamedState(names, values)
	if err != nil {
		return nil, fmt.Errorf("joints: %w", err)
	}
	return v, nil
}

// hold moves the bodies that links hold to where these are. It returns the line of an error.
func (r *Robot) hold(s *Scene, at *RobotAt, placed []Placed, bodies map[string]int) (int, error) {
	if len(r.Attach) == 0 {
		return 0, nil
	}
	links := map[string]int{}
	for i := range at.Links {
		links[at.Links[i].Name] = i
	}
	poses := at.LinkPoses(at.Base, at.Values, nil)
	for i := range r.Attach {
		a := &r.Attach[i]
		body, ok := bodies[a.Body]
		if !ok {
			return a.line, fmt.Errorf("attach: no body of the scene is called %s", quote.Name(a.Body))
		}
		held, err := a.link(at, links)
		if err == nil {
			err = holdable(&s.Bodies[body], &placed[body])
		}
		if err != nil {
			return a.line, fmt.Errorf("attach: %w", err)
		}
		p := &placed[body]
		held.At = s.Bodies[body].Pose
		p.Link, p.Pose = held, held.Pose(poses)
	}
	return 0, nil
}

// link returns what an attachment says of its body.
func (a *Attachment) link(at *RobotAt, links map[string]int) (*Link, error) {
	held := &Link{Robot: at, Held: true}
	var ok bool
	if held.Index, ok = links[a.Link]; !ok {
		return nil, fmt.Errorf("no link is called %s", quote.Name(a.Link))
	}
	for _, t := range a.Touch {
		k, ok := links[t]
		if !ok {
			return nil, fmt.Errorf("touch: no link is called %s", quote.Name(t))
		}
		held.Touch = append(held.Touch, k)
	}
	return held, nil
}

// holdable returns why a link cannot hold a body.
func holdable(b *Body, p *Placed) error {
	switch {
	case p.Link != nil:
		return fmt.Errorf("%s is attached already", quote.Name(b.Name))
	case b.Immovable:
		return fmt.Errorf("%s is immovable; expected a body that moves with the link", quote.Name(b.Name))
	case b.Motion != nil || b.Deform != nil || b.Dynamics != nil:
		return fmt.Errorf("%s moves; expected a body without motion, deform and mass", quote.Name(b.Name))
	}
	return nil
}

// checkLinks refuses robots without shapes and names that are taken, and takes those of the links.
func checkLinks(r *RobotAt, links []Placed, names map[string]bool) error {
	if len(links) == 0 {
		return fmt.Errorf("no link of %s has a shape", quote.Name(r.File))
	}
	for i := range links {
		if i > 0 && SameBody(&links[i-1], &links[i]) {
			continue
		}
		if names[links[i].Name] {
			return fmt.Errorf(`link %s has the name of another body; expected another "name" of the robot`, quote.Name(links[i].Name))
		}
		names[links[i].Name] = true
	}
	return nil
}
