package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/robot"
	"github.com/collide-go/collide/scene"
)

// robotInfo is what info reports about a robot.
type robotInfo struct {
	Name string `json:"name"`
	// In is the name in a scene and File the URDF there.
	In       string         `json:"in,omitempty"`
	File     string         `json:"file,omitempty"`
	Root     string         `json:"root"`
	Joints   []jointInfo    `json:"joints"`
	States   []stateInfo    `json:"states"`
	Untested []untestedInfo `json:"untested"`

	lines []string // about what is not tested
}

// jointInfo is a joint. Lower and Upper are nil where nothing limits the value.
type jointInfo struct {
	Name   string   `json:"name"`
	Type   string   `json:"type"`
	Parent string   `json:"parent"`
	Child  string   `json:"child"`
	Lower  *float64 `json:"lower,omitempty"`
	Upper  *float64 `json:"upper,omitempty"`
	// Copies is the joint that a mimic joint copies.
	Copies string `json:"copies,omitempty"`
}

type stateInfo struct {
	Name  string `json:"name"`
	Group string `json:"group"`
}

// untestedInfo is a pair of links that is not tested.
type untestedInfo struct {
	A      string `json:"a"`
	B      string `json:"b"`
	Reason string `json:"reason"`
}

// infoRobot describes a robot and its links, where the flags say that it stands.
func (a *app) infoRobot(ctx context.Context, from *input.Files, file, format string) error {
	in, err := a.load(ctx, from, []string{file}, "", &progress{w: nil})
	if err != nil {
		return err
	}
	infos := []bodyInfo{}
	for i := range in.placed {
		info, err := describeWithin(ctx, &in.placed[i])
		if err != nil {
			return err
		}
		infos = append(infos, info)
	}
	r := describeRobot(&in, in.robot)
	if format == "json" {
		return quote.WriteJSON(a.stdout, struct {
			File   string     `json:"file"`
			Robot  robotInfo  `json:"robot"`
			Bodies []bodyInfo `json:"bodies"`
		}{filepath.ToSlash(file), r, infos})
	}
	r.File = in.robot.File
	if err := a.robotText(&r); err != nil {
		return err
	}
	return a.infoText(infos)
}

// describeRobots describes the robots of a scene.
func describeRobots(in *inputs) []robotInfo {
	var infos []robotInfo
	for _, r := range in.robots() {
		info := describeRobot(in, r)
		info.In, info.File = r.Name, filepath.ToSlash(r.File)
		infos = append(infos, info)
	}
	return infos
}

// describeRobot describes one of the robots of the bodies.
func describeRobot(in *inputs, r *scene.RobotAt) robotInfo {
	info := robotInfo{Name: r.Robot.Name, Root: r.Links[r.Root()].Name, Joints: []jointInfo{}, States: []stateInfo{}, Untested: []untestedInfo{}}
	for i := range r.Joints {
		info.Joints = append(info.Joints, describeJoint(r.Robot, &r.Joints[i]))
	}
	if r.Semantics != nil {
		for _, s := range r.Semantics.States {
			info.States = append(info.States, stateInfo{s.Name, s.Group})
		}
	}
	names := in.names()
	var own []report.Untested
	for _, u := range in.untested {
		if in.linkOf(u.A) == r || in.linkOf(u.B) == r {
			own = append(own, u)
			info.Untested = append(info.Untested, untestedInfo{names[u.A], names[u.B], u.Reason})
		}
	}
	info.lines = report.UntestedLines(own, names)
	return info
}

// linkOf returns the robot that a body belongs to.
func (in *inputs) linkOf(body int) *scene.RobotAt {
	first, _ := in.bodies.Parts(body)
	if l := in.placed[first].Link; l != nil {
		return l.Robot
	}
	return nil
}

func describeJoint(r *robot.Robot, j *robot.Joint) jointInfo {
	info := jointInfo{Name: j.Name, Type: string(j.Type), Parent: r.Links[j.Parent].Name, Child: r.Links[j.Child].Name}
	if !math.IsInf(j.Lower, 0) {
		info.Lower, info.Upper = &j.Lower, &j.Upper
	}
	if j.Mimic != nil {
		info.Copies = r.Joints[j.Mimic.Joint].Name
	}
	return info
}

// robotText describes a robot for people.
func (a *app) robotText(r *robotInfo) error {
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	var errs []error
	put := func(format string, args ...any) {
		_, err := fmt.Fprintf(t, format+"\n", args...)
		errs = append(errs, err)
	}
	title := quote.Name(r.Name)
	if r.In != "" {
		title = quote.Name(r.In) + ": " + title
	}
	put("%s (robot, %s)", title, quote.Name(r.File))
	put("  root\t%s", quote.Name(r.Root))
	for i := range r.Joints {
		j := &r.Joints[i]
		limits := ""
		if j.Lower != nil {
			limits = fmt.Sprintf(", %v to %v", *j.Lower, *j.Upper)
		}
		if j.Copies != "" {
			limits += ", copies " + quote.Name(j.Copies)
		}
		put("  joint\t%s: %s to %s, %s%s", quote.Name(j.Name), quote.Name(j.Parent), quote.Name(j.Child), j.Type, limits)
	}
	for _, s := range r.States {
		put("  state\t%s of %s", quote.Name(s.Name), quote.Name(s.Group))
	}
	for _, line := range r.lines {
		put("  %s", strings.Replace(line, "): ", ")\t", 1))
	}
	return errors.Join(append(errs, t.Flush())...)
}
