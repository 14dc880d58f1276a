package main

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/viewer"
	"github.com/collide-go/collide/robot"
	"github.com/collide-go/collide/scene"
)

// mostSliders is the number of variables that a page moves: a message of it has room for three times as many.
const mostSliders = 256

// joints returns the variables of the robots for the sliders of a page, nil without robots and for too many variables.
func (in *inputs) joints() *viewer.Joints {
	robots := in.robots()
	if len(robots) == 0 {
		return nil
	}
	j := &viewer.Joints{States: []viewer.JointState{}}
	for _, r := range robots {
		addJoints(j, r)
		j.Values = append(j.Values, r.Values...)
	}
	if len(j.List) == 0 || len(j.Values) > mostSliders {
		return nil
	}
	if r := robots[0]; len(robots) == 1 && r.Semantics != nil {
		j.States = namedStates(r)
	}
	j.Poses = func(values []float64) ([]geom.Pose, error) { return in.posesOf(robots, values) }
	return j
}

// addJoints adds the variables and the mimic joints of a robot, in the order of its joints.
func addJoints(j *viewer.Joints, r *scene.RobotAt) {
	prefix, first := "", len(j.Values)
	if r.Name != "" {
		prefix = r.Name + "/"
	}
	variables := r.Variables()
	for i := range r.Joints {
		k := &r.Joints[i]
		for v := range variables {
			if variables[v].Joint == i {
				j.List = append(j.List, slider(prefix+variables[v].Name, k.Type, variables[v].Lower, variables[v].Upper, r.Values[v], first+v))
			}
		}
		if k.Mimic == nil {
			continue
		}
		s := slider(prefix+k.Name, k.Type, k.Lower, k.Upper, r.Value(i, r.Values), 0)
		s.Mimic = true
		for at := k; at.Mimic != nil; at = &r.Joints[at.Mimic.Joint] { // value = multiplier·(multiplier·(…) + offset) + offset
			s.Offset += s.Multiplier * at.Mimic.Offset
			s.Multiplier *= at.Mimic.Multiplier
			s.Variable = first + variableOf(variables, at.Mimic.Joint)
		}
		j.List = append(j.List, s)
	}
}

// variableOf returns the variable of a joint that has one, 0 for none.
func variableOf(variables []robot.Variable, joint int) int {
	for i := range variables {
		if variables[i].Joint == joint {
			return i
		}
	}
	return 0
}

// slider returns the slider of a joint. Without limits it goes half a turn or a metre to each side, and in any case to where the robot
// stands.
func slider(name string, kind robot.JointType, lower, upper, at float64, variable int) viewer.Joint {
	s := viewer.Joint{Name: name, Variable: variable, Multiplier: 1}
	s.Angle = kind == robot.Revolute || kind == robot.Continuous
	reach := 1.0
	if s.Angle || kind == robot.Planar {
		reach = math.Pi
	}
	if math.IsInf(lower, 0) {
		lower = -reach
	}
	if math.IsInf(upper, 0) {
		upper = reach
	}
	s.Lower, s.Upper = min(lower, at), max(upper, at)
	return s
}

// namedStates returns the states of an SRDF that the robot can be in.
func namedStates(r *scene.RobotAt) []viewer.JointState {
	states, known := []viewer.JointState{}, map[string]bool{}
	for _, s := range r.Semantics.States {
		if known[s.Name] {
			continue
		}
		known[s.Name] = true
		if values, err := r.Semantics.StateValues(r.Robot, s.Name); err == nil {
			states = append(states, viewer.JointState{Name: s.Name, Values: values})
		}
	}
	return states
}

// posesOf returns the poses of all bodies under the values of all robots.
func (in *inputs) posesOf(robots []*scene.RobotAt, values []float64) ([]geom.Pose, error) {
	links := map[*scene.RobotAt][]geom.Pose{}
	for _, r := range robots {
		n := len(r.Variables())
		if err := r.CheckState(values[:n]); err != nil {
			return nil, err
		}
		links[r], values = r.LinkPoses(r.Base, values[:n], nil), values[n:]
	}
	poses := make([]geom.Pose, len(in.placed))
	for i := range in.placed {
		if poses[i] = in.placed[i].Pose; in.placed[i].Link != nil {
			poses[i] = in.placed[i].Link.Pose(links[in.placed[i].Link.Robot])
		}
	}
	return poses, nil
}
