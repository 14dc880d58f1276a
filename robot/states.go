package robot

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/collide-go/collide/internal/decimal"
)

// StateReader reads a list of states in CSV: a header with the names of the variables, in any order,
// and a state a row. A column time, and columns NAME.velocity, one for each variable or none, are what Pace returns. Every variable has a column; mimic joints have none. Blank
// lines do not count, and a cell may be in double quotes. A list that begins with a brace is the JSON of ROS'
// JointTrajectory: joint_names, then points with their positions, velocities and time_from_start; other fields do not count.
//
// A column BODY.link names the link that holds a body from a state on, and nothing where none does. Links that the body is not tested
// against while it is held may follow, separated by blanks.
type StateReader struct {
	r       *bufio.Reader
	file    string
	cell    *Cell
	columns []int // the variable of each column, or its velocity as many numbers on; timeColumn, −2 − i for the holder of body i
	line    int
	last    []byte
	json    *jsonStates // nil for CSV
	hands   hands
	pace    pace
}

// maxLine bounds a line of a list of states, in bytes.
const maxLine = 1 << 20

// bom is a byte order mark in UTF-8.
const bom = "\xef\xbb\xbf"

// NewCellReader reads the header of a list of states of a cell, which may be one robot's; file is its name in errors, which are of type *Error.
// Links of the cell may hold the bodies, which are numbered as the others of a checker.
func NewCellReader(in io.Reader, file string, cell *Cell, bodies []Holdable) (*StateReader, error) {
	s := &StateReader{r: bufio.NewReaderSize(in, 1<<16), file: file, cell: cell, hands: newHands(cell, bodies)}
	if s.beginsJSON() {
		if err := s.readJSON(); err != nil {
			return nil, err
		}
		return s, nil
	}
	line, err := s.next()
	if errors.Is(err, io.EOF) {
		return nil, &Error{File: file, Line: 1, Msg: "the file is empty; expected a header of joint names"}
	}
	if err != nil {
		return nil, err
	}
	if err := s.header(strings.TrimPrefix(line, bom)); err != nil {
		return nil, err
	}
	return s, nil
}

// beginsJSON reports whether the first byte that is not blank is a brace, as far as what arrived first has one.
func (s *StateReader) beginsJSON() bool {
	_, _ = s.r.Peek(1) // the next read reports what is wrong
	head, _ := s.r.Peek(s.r.Buffered())
	return strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(string(head), bom), " \t\r\n"), "{")
}

// header finds the variable of each column.
func (s *StateReader) header(line string) error {
	cells, err := s.cells(line)
	if err != nil {
		return err
	}
	return s.columnsOf(cells, true)
}

// columnsOf finds the variable of each name. A column time, and those of holders, may be there besides in CSV.
func (s *StateReader) columnsOf(cells []string, csv bool) error {
	index := make(map[string]int, len(s.cell.variables))
	for i, v := range s.cell.variables {
		index[v.Name] = i
	}
	seen := map[string]bool{}
	for _, c := range cells {
		i, ok := index[c]
		body := -1
		if csv {
			var err error
			if body, err = s.hands.column(c); err != nil {
				return s.errorf("column %s: %v", name(c), err)
			}
		}
		switch {
		case seen[c]:
			return s.errorf("a second column %s", name(c))
		case ok && body >= 0:
			return s.errorf("column %s is a joint, and the holder of a body; expected another name of the body", name(c))
		case csv && c == "time" && !ok:
			i, s.pace.timed = timeColumn, true
		case body >= 0 && s.hands.bodies[body].Fixed != "":
			return s.errorf("column %s: %s %s; no link can hold it", name(c), name(s.hands.bodies[body].Name), s.hands.bodies[body].Fixed)
		case body >= 0:
			i = -2 - body
			s.hands.follow(body)
		case !ok:
			if i = s.velocity(index, c); !csv || i < 0 {
				return &Error{File: s.file, Line: s.line, Msg: "column " + name(c), Err: s.noColumn(c)}
			}
		}
		seen[c] = true
		s.columns = append(s.columns, i)
	}
	for _, v := range s.cell.variables {
		if !seen[v.Name] {
			return s.errorf("no column for joint %s", name(v.Name))
		}
		if csv && s.pace.fast && !seen[v.Name+velocitySuffix] {
			return s.errorf("no column for the velocity of joint %s; expected one for each joint, or none", name(v.Name))
		}
	}
	return nil
}

// noColumn is the error of a column that there is not.
func (s *StateReader) noColumn(c string) error {
	if body, ok := strings.CutSuffix(c, holderSuffix); ok && s.json == nil {
		return fmt.Errorf("no body around the robots is called %s", name(body))
	}
	return s.cell.noVariable(c)
}

// Next reads the next state into values, which has room for all variables. It returns io.EOF after the last state.
func (s *StateReader) Next(values []float64) error {
	if s.json != nil {
		return s.json.next(values)
	}
	line, err := s.next()
	if err != nil {
		return err
	}
	cells, err := s.cells(line)
	if err != nil {
		return err
	}
	if len(cells) != len(s.columns) {
		return s.errorf("%d cells; expected %d, as in the header", len(cells), len(s.columns))
	}
	for i, c := range cells {
		v := s.columns[i]
		if v < -1 {
			if err := s.hands.read(-2-v, c); err != nil {
				return s.errorf("%s%s is %s: %v", name(s.hands.bodies[-2-v].Name), holderSuffix, name(c), err)
			}
			continue
		}
		x, ok := decimal.Parse(c)
		if !ok {
			return s.errorf("%s is %s; expected a finite number", s.columnName(v), name(c))
		}
		switch n := len(values); {
		case v == timeColumn:
			s.pace.time = x
		case v < n:
			values[v] = x
		default:
			s.pace.velocities[v-n] = x
		}
	}
	return s.settle(values)
}

// columnName is the name of a column of numbers.
func (s *StateReader) columnName(v int) string {
	switch n := len(s.cell.variables); {
	case v == timeColumn:
		return "time"
	case v >= n:
		return "the velocity of " + name(s.cell.variables[v-n].Name)
	}
	return name(s.cell.variables[v].Name)
}

// settle checks the values of a state, and lets links take and release bodies in it.
func (s *StateReader) settle(values []float64) error {
	err := s.cell.CheckState(values)
	if err == nil {
		err = s.hands.settle(values)
	}
	if err != nil {
		return &Error{File: s.file, Line: s.line, Err: err}
	}
	return nil
}

// Holds returns what links hold in the state that Next read last, and on the way to the one after it: that of all bodies of which links
// take or release any in the list, or that a link holds at first, in ascending order. The slice does not change; it is the same where nothing
// was taken or released.
func (s *StateReader) Holds() []Hold { return s.hands.holds }

// Moved returns the bodies that Holds has in every state, ascending.
func (s *StateReader) Moved() []int { return s.hands.moved }

// Line returns the 1-based line of the state that Next read last.
func (s *StateReader) Line() int { return s.line }

// File returns the name of the list in errors.
func (s *StateReader) File() string { return s.file }

// Buffered reports whether more of the input is at hand, so that Next is unlikely to wait.
func (s *StateReader) Buffered() bool {
	return s.r.Buffered() > 0 || s.json != nil && !s.json.ended
}

func (s *StateReader) errorf(format string, args ...any) error {
	return &Error{File: s.file, Line: s.line, Msg: fmt.Sprintf(format, args...)}
}
