package robot

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// twoSliders is a robot with the joints a and b.
func twoSliders(t *testing.T) *Robot {
	t.Helper()
	const joint = `<link name="%[1]s-link"/><joint name="%[1]s" type="prismatic"><parent link="base"/><child link="%[1]s-link"/><limit lower="-9" upper="9"/></joint>`
	r, err := Read(t.Context(), strings.NewReader(`<robot name="r"><link name="base"/>`+fmt.Sprintf(joint, "a")+fmt.Sprintf(joint, "b")+`</robot>`), "r.urdf")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// readerOf reads a list of states of one robot, whose bodies nothing holds.
func readerOf(in io.Reader, file string, r *Robot) (*StateReader, error) {
	cell, err := NewCell(Member{Robot: r})
	if err != nil {
		return nil, err
	}
	return NewCellReader(in, file, cell, nil)
}

// readAll returns all states of a list.
func readAll(r *Robot, text string) (states [][2]float64, err error) {
	s, err := readerOf(strings.NewReader(text), "s.json", r)
	if err != nil {
		return nil, err
	}
	for {
		var values [2]float64
		if err := s.Next(values[:]); errors.Is(err, io.EOF) {
			if again := s.Next(values[:]); !errors.Is(again, io.EOF) {
				return nil, fmt.Errorf("after the end: %w", again)
			}
			return states, nil
		} else if err != nil {
			return nil, err
		}
		states = append(states, values)
	}
}

// TestJointTrajectory reads what ROS writes; names may be in any order.
func TestJointTrajectory(t *testing.T) {
	r := twoSliders(t)
	for _, text := range []string{
		`{"joint_names":["b","a"],"points":[{"positions":[2,1]},{"positions":[-4,3e0],"velocities":[0,0]}]}`,
		"\xef\xbb\xbf \n{\"header\": {\"points\": []},\n \"joint_names\": [\"a\", \"b\"], \"points\": [\n{\"positions\": [1, 2], \"time_from_start\": {\"secs\": 1}},\n{\"positions\": [3, -4]}],\n \"x\": 1}\n",
	} {
		got, err := readAll(r, text)
		if err != nil || len(got) != 2 || got[0] != [2]float64{1, 2} || got[1] != [2]float64{3, -4} {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	if got, err := readAll(r, `{"joint_names":["a","b"],"points":[]}`); err != nil || len(got) != 0 {
		t.Errorf("no points: %v, %v", got, err)
	}
}

// TestBadJointTrajectories: what is not a whole list is an error with its line, wherever it ends.
func TestBadJointTrajectories(t *testing.T) {
	r := twoSliders(t)
	const good = `{"joint_names":["a","b"],"points":[{"positions":[1,2]},{"positions":[3,4]}],"x":[1]}`
	for n := 1; n < len(good); n++ {
		if got, err := readAll(r, good[:n]); err == nil {
			t.Errorf("cut after %d bytes: %v", n, got)
		}
	}
	for text, want := range map[string]string{
		`{}`:                                           "s.json:1: no points",
		`{"points":[]}`:                                "points before joint_names",
		`{"joint_names":["a"],"points":[]}`:            "no column for joint b",
		`{"joint_names":["a","a"],"points":[]}`:        "a second column a",
		`{"joint_names":["a","b",""],"points":[]}`:     "column",
		`{"joint_names":["a","b","time"],"points":[]}`: "column time",
		`{"joint_names":["a","b"],"points":{}}`:        "points is no list",
		`{"joint_names":["a","b"],"joint_names":["b","a"],"points":[]}`:                    "a second joint_names",
		"{\"joint_names\":[\"a\",\"b\"],\"points\":[\n{\"positions\":[1]}]}":               "s.json:2: 1 positions; expected 2",
		"{\"joint_names\":[\"a\",\"b\"],\"points\":[\n\n{}]}":                              "s.json:3: 0 positions; expected 2",
		`{"joint_names":["a","b"],"points":[{"positions":[null,2]}]}`:                      "a is null; expected a number",
		`{"joint_names":["a","b"],"points":[{"positions":["1",2]}]}`:                       "JointTrajectory",
		`{"joint_names":["a","b"],"points":[{"positions":[1e999,2]}]}`:                     "JointTrajectory",
		`{"joint_names":["a","b"],"points":[],"points":[{"positions":[1,2]}]}`:             "a second points",
		`{"joint_names":["a","b"],"points":[{"positions":[1,2]}]} {}`:                      "text after the end",
		`{"joint_names":["a","b"],"points":[{"positions":[1,2]}],"joint_names":["b","a"]}`: "a second joint_names",
	} {
		if got, err := readAll(r, text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, %v; expected %s", text, got, err, want)
		}
	}
}
