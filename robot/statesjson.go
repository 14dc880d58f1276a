package robot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxJSON bounds a list of states in JSON, in bytes: it is read as a whole.
const maxJSON = 64 << 20

// jsonStates is a JointTrajectory of ROS: {"joint_names": [...], "points": [{"positions": [...], "velocities": [...], "time_from_start": {...}}, ...]},
// other fields left out.
type jsonStates struct {
	s       *StateReader
	d       *json.Decoder
	text    []byte
	line    int // of the byte at counted
	counted int
	ended   bool
}

// readJSON reads the names; the points follow one by one.
func (s *StateReader) readJSON() error {
	text, err := io.ReadAll(io.LimitReader(s.r, maxJSON+1))
	if err != nil {
		return &Error{File: s.file, Line: 1, Msg: "reading", Err: err}
	}
	if len(text) > maxJSON {
		return s.errorf("more than %d bytes of JSON; CSV has no such limit", maxJSON)
	}
	text = bytes.TrimPrefix(text, []byte(bom))
	j := &jsonStates{s: s, d: json.NewDecoder(bytes.NewReader(text)), text: text, line: 1}
	s.json = j
	if _, err := j.d.Token(); err != nil { // the brace that NewCellReader saw
		return j.fail(err)
	}
	return j.names()
}

// names reads the fields up to the list of points.
func (j *jsonStates) names() error {
	var names []string
	for j.d.More() {
		key, err := j.d.Token()
		if err != nil {
			return j.fail(err)
		}
		switch key {
		case "joint_names":
			if names != nil {
				return j.errorf("a second joint_names")
			}
			if err := j.d.Decode(&names); err != nil {
				return j.fail(err)
			}
		case "points":
			if names == nil {
				return j.errorf("points before joint_names")
			}
			if t, err := j.d.Token(); err != nil || t != json.Delim('[') {
				return j.errorf("points is no list")
			}
			j.s.line = j.here()
			return j.s.columnsOf(names, false)
		default:
			var other json.RawMessage
			if err := j.d.Decode(&other); err != nil {
				return j.fail(err)
			}
		}
	}
	return j.errorf("no points; expected joint_names and points, as of a JointTrajectory")
}

// next reads the next state.
func (j *jsonStates) next(values []float64) error {
	if j.ended {
		return io.EOF
	}
	if !j.d.More() {
		j.ended = true
		return j.end()
	}
	j.s.line = j.here()
	var point jsonPoint
	if err := j.d.Decode(&point); err != nil {
		return j.fail(err)
	}
	j.s.line = j.here()
	if len(point.Positions) != len(j.s.columns) {
		return j.errorf("%d positions; expected %d, as joint_names has", len(point.Positions), len(j.s.columns))
	}
	for i, x := range point.Positions {
		if x == nil {
			return j.errorf("%s is null; expected a number", name(j.s.cell.variables[j.s.columns[i]].Name))
		}
		values[j.s.columns[i]] = *x
	}
	j.setPace(&point)
	return j.s.settle(values)
}

// end reads what comes after the last point, up to the end of the file. It returns io.EOF for a list that is
// whole: a second list of points would not have been read.
func (j *jsonStates) end() error {
	if _, err := j.d.Token(); err != nil { // the bracket
		return j.fail(err)
	}
	for j.d.More() {
		key, err := j.d.Token()
		if err != nil {
			return j.fail(err)
		}
		if key == "joint_names" || key == "points" {
			return j.errorf("a second %s", key)
		}
		var other json.RawMessage
		if err := j.d.Decode(&other); err != nil {
			return j.fail(err)
		}
	}
	if _, err := j.d.Token(); err != nil { // the brace
		return j.fail(err)
	}
	if _, err := j.d.Token(); !errors.Is(err, io.EOF) {
		return j.errorf("text after the end of the JSON")
	}
	return io.EOF
}

// here returns the line that the decoder has come to.
func (j *jsonStates) here() int {
	at := min(int(j.d.InputOffset()), len(j.text))
	j.line += bytes.Count(j.text[j.counted:at], []byte("\n"))
	j.counted = at
	return j.line
}

func (j *jsonStates) errorf(format string, args ...any) error {
	return &Error{File: j.s.file, Line: j.here(), Msg: fmt.Sprintf(format, args...)}
}

// fail gives an error of the decoder its place.
func (j *jsonStates) fail(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &Error{File: j.s.file, Line: 1 + bytes.Count(j.text, []byte("\n")), Msg: "the file ends within JSON"}
	}
	return &Error{File: j.s.file, Line: j.here(), Msg: "not the JSON of a JointTrajectory", Err: err}
}
