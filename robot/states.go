package robot

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// StateReader reads a list of states in CSV: a header with the names of the robot's variables, in any order,
// and a state a row. A column time does not count. Every variable has a column; mimic joints have none. Blank
// lines do not count, and a cell may be in double quotes. A list that begins with a brace is the JSON of ROS'
// JointTrajectory: joint_names, then points with their positions; other fields do not count.
type StateReader struct {
	r       *bufio.Reader
	file    string
	robot   *Robot
	columns []int // the variable of each column, −1 for time
	line    int
	last    []byte
	json    *jsonStates // nil for CSV
}

// maxLine bounds a line of a list of states, in bytes.
const maxLine = 1 << 20

// bom is a byte order mark in UTF-8.
const bom = "\xef\xbb\xbf"

// NewStateReader reads the header of a list of states; file is its name in errors, which are of type *Error.
func NewStateReader(in io.Reader, file string, robot *Robot) (*StateReader, error) {
	s := &StateReader{r: bufio.NewReaderSize(in, 1<<16), file: file, robot: robot}
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

// columnsOf finds the variable of each name. A column time may be there besides.
func (s *StateReader) columnsOf(cells []string, time bool) error {
	index := make(map[string]int, len(s.robot.variables))
	for i, v := range s.robot.variables {
		index[v.Name] = i
	}
	seen := map[string]bool{}
	for _, c := range cells {
		i, ok := index[c]
		switch {
		case seen[c]:
			return s.errorf("a second column %s", name(c))
		case time && c == "time" && !ok:
			i = -1
		case !ok:
			return &Error{File: s.file, Line: s.line, Msg: "column " + name(c), Err: s.robot.noVariable(c)}
		}
		seen[c] = true
		s.columns = append(s.columns, i)
	}
	for _, v := range s.robot.variables {
		if !seen[v.Name] {
			return s.errorf("no column for joint %s", name(v.Name))
		}
	}
	return nil
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
		x, ok := decimal(c)
		v := s.columns[i]
		switch {
		case v < 0 && !ok:
			return s.errorf("time is %s; expected a finite number", name(c))
		case !ok:
			return s.errorf("%s is %s; expected a finite number", name(s.robot.variables[v].Name), name(c))
		case v >= 0:
			values[v] = x
		}
	}
	if err := s.robot.CheckState(values); err != nil {
		return &Error{File: s.file, Line: s.line, Err: err}
	}
	return nil
}

// Line returns the 1-based line of the state that Next read last.
func (s *StateReader) Line() int { return s.line }

// File returns the name of the list in errors.
func (s *StateReader) File() string { return s.file }

// Buffered reports whether more of the input is at hand, so that Next is unlikely to wait.
func (s *StateReader) Buffered() bool {
	return s.r.Buffered() > 0 || s.json != nil && !s.json.ended
}

// next returns the next line that is not blank, without its end.
func (s *StateReader) next() (string, error) {
	for {
		s.line++
		s.last = s.last[:0]
		for {
			part, err := s.r.ReadSlice('\n')
			if s.last = append(s.last, part...); len(s.last) > maxLine {
				return "", s.errorf("line of more than %d bytes", maxLine)
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if errors.Is(err, io.EOF) && len(s.last) == 0 {
				return "", io.EOF
			}
			if err != nil && !errors.Is(err, io.EOF) {
				return "", &Error{File: s.file, Line: s.line, Msg: "reading", Err: err}
			}
			break
		}
		if line := strings.TrimSpace(string(s.last)); line != "" {
			return line, nil
		}
	}
}

// cells splits a line at its commas; a cell in double quotes may hold commas, and "" for a quote.
func (s *StateReader) cells(line string) ([]string, error) {
	var cells []string
	for {
		line = strings.TrimLeft(line, " \t")
		if !strings.HasPrefix(line, `"`) {
			cell, rest, more := strings.Cut(line, ",")
			cells = append(cells, strings.TrimSpace(cell))
			if !more {
				return cells, nil
			}
			line = rest
			continue
		}
		cell, rest, ok := quotedCell(line[1:])
		rest = strings.TrimLeft(rest, " \t")
		if cells = append(cells, cell); !ok || rest != "" && rest[0] != ',' {
			return nil, s.errorf("a double quote without its end, or with text after it")
		}
		if rest == "" {
			return cells, nil
		}
		line = rest[1:]
	}
}

// quotedCell reads up to the closing quote.
func quotedCell(s string) (cell, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '"' {
			if i+1 == len(s) || s[i+1] != '"' {
				return b.String(), s[i+1:], true
			}
			i++
		}
		b.WriteByte(s[i])
	}
	return "", "", false
}

func (s *StateReader) errorf(format string, args ...any) error {
	return &Error{File: s.file, Line: s.line, Msg: fmt.Sprintf(format, args...)}
}
