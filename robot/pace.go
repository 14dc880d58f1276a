package robot

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
)

// velocitySuffix follows the name of a variable in the name of the column of its velocity.
const velocitySuffix = ".velocity"

// timeColumn is the column of a reader that has the time; velocities are numbered after the variables.
const timeColumn = -1

// pace is what a list has of when its states are, and how fast joints are in them.
type pace struct {
	timed, fast bool // the list has times, and velocities
	time        float64
	velocities  []float64 // of the variables, in the state that was read last
	lacks       error     // what its JSON is wrong with
}

// Pace returns the time of the state that Next read last, in seconds, and the velocities of all variables there, per second; the slice is valid until the next call of
// Next. They are the columns time and NAME.velocity of CSV, and time_from_start and velocities of JSON. It is an error if the list, or the state, lacks them.
func (s *StateReader) Pace() (time float64, velocities []float64, err error) {
	p := &s.pace
	switch {
	case p.lacks != nil:
		err = p.lacks
	case !p.timed:
		err = errors.New("no column time; expected the seconds at which each state is reached")
	case !p.fast:
		err = errors.New("no velocities; expected a column NAME.velocity for each joint")
	}
	if err != nil {
		return 0, nil, &Error{File: s.file, Line: s.line, Err: err}
	}
	return p.time, p.velocities, nil
}

// velocity returns the number of a column of velocities, −1 for another column.
func (s *StateReader) velocity(index map[string]int, c string) int {
	v, ok := strings.CutSuffix(c, velocitySuffix)
	i, known := index[v]
	if !ok || !known {
		return -1
	}
	if s.pace.velocities == nil {
		s.pace.velocities, s.pace.fast = make([]float64, len(s.cell.variables)), true
	}
	return i + len(s.cell.variables)
}

// jsonPoint is a point of a JointTrajectory; a null is no number.
type jsonPoint struct {
	Positions     []*float64
	Velocities    json.RawMessage
	Accelerations json.RawMessage
	When          json.RawMessage `json:"time_from_start"`
}

// setPace takes the time and the velocities of a point. A fault in them is kept for Pace to report: a list may be read for its positions alone.
func (j *jsonStates) setPace(point *jsonPoint) {
	p := &j.s.pace
	p.timed, p.fast, p.lacks = true, true, nil
	p.velocities = append(p.velocities[:0], make([]float64, len(j.s.cell.variables))...)
	var faster []any
	if err := json.Unmarshal(point.Accelerations, &faster); point.Accelerations != nil && (err != nil || len(faster) > 0) {
		p.lacks = errors.New("accelerations, with which a controller drives another motion than the cubic; expected velocities alone")
		return
	}
	var v []*float64
	if err := json.Unmarshal(point.Velocities, &v); err != nil || len(v) != len(j.s.columns) {
		p.lacks = errors.New("no velocities; expected as many numbers as positions")
		return
	}
	for i, x := range v {
		if x == nil {
			p.lacks = errors.New("a velocity is null; expected a number")
			return
		}
		p.velocities[j.s.columns[i]] = *x
	}
	var d struct{ Sec, Nanosec, Secs, Nsecs *int64 }
	if err := json.Unmarshal(point.When, &d); err != nil || (d.Sec == nil) == (d.Secs == nil) {
		p.lacks = errors.New(`no time_from_start; expected {"sec": 1, "nanosec": 500000000}`)
		return
	}
	p.time = seconds(d.Sec, d.Nanosec)
	if d.Sec == nil {
		p.time = seconds(d.Secs, d.Nsecs)
	}
}

// seconds is a time of ROS, rounded.
func seconds(whole, nano *int64) float64 {
	if nano == nil {
		return float64(*whole)
	}
	return math.FMA(float64(*nano), 1e-9, float64(*whole))
}
