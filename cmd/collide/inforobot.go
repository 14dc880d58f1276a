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
)

// robotInfo is what info reports about a robot.
type robotInfo struct {
	Name     string         `json:"name"`
	Root     string         `json:"root"`
	Joints   []jointInfo    `json:"joints"`
	States   []stateInfo    `json:"states"`
	Untested []untestedInfo `json:"untested"`
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
	r := describeRobot(&in)
	if format == "json" {
		return quote.WriteJSON(a.stdout, struct {
			File   string     `json:"file"`
			Robot  robotInfo  `json:"robot"`
			Bodies []bodyInfo `json:"bodies"`
		}{filepath.ToSlash(file), r, infos})
	}
	if err := a.robotText(&r, &in); err != nil {
		return err
	}
	return a.infoText(infos)
}

func describeRobot(in *inputs) robotInfo {
	r := in.robot
	info := robotInfo{Name: r.Name, Root: r.Links[r.Root()].Name, Joints: []jointInfo{}, States: []stateInfo{}, Untested: []untestedInfo{}}
	for i := range r.Joints {
		info.Joints = append(info.Joints, describeJoint(r.Robot, &r.Joints[i]))
	}
	if r.semantics != nil {
		for _, s := range r.semantics.States {
			info.States = append(info.States, stateInfo{s.Name, s.Group})
		}
	}
	names := in.names()
	for _, u := range in.untested {
		info.Untested = append(info.Untested, untestedInfo{names[u.A], names[u.B], u.Reason})
	}
	return info
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
func (a *app) robotText(r *robotInfo, in *inputs) error {
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	var errs []error
	put := func(format string, args ...any) {
		_, err := fmt.Fprintf(t, format+"\n", args...)
		errs = append(errs, err)
	}
	put("%s (robot, %s)", quote.Name(r.Name), quote.Name(in.robot.File))
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
	for _, line := range report.UntestedLines(in.untested, in.names()) {
		put("  %s", strings.Replace(line, "): ", ")\t", 1))
	}
	return errors.Join(append(errs, t.Flush())...)
}
