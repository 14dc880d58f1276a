package robot

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

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
