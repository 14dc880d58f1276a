package scene

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds a line of a pose or allow file, in bytes.
const maxLine = 1 << 16

// maxRow bounds a row of heights, in bytes: 40,000 numbers of 25.
const maxRow = 1 << 20

// lineReader yields the lines of a text file with their numbers, in constant
// memory whatever the file holds.
type lineReader struct {
	r    *bufio.Reader
	file string
	line int
}

func newLineReader(r io.Reader, file string) *lineReader { return newLongLineReader(r, file, maxLine) }

// newLongLineReader reads lines of up to so many bytes.
func newLongLineReader(r io.Reader, file string, most int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, most), file: file}
}

// next returns the next line without its end, and io.EOF after the last.
func (l *lineReader) next() (string, error) {
	b, err := l.r.ReadSlice('\n')
	if len(b) == 0 && errors.Is(err, io.EOF) {
		return "", io.EOF
	}
	l.line++
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", l.errorf("line of more than %d bytes", l.r.Size())
	case err != nil && !errors.Is(err, io.EOF):
		return "", &Error{File: l.file, Line: l.line, Msg: "reading", Err: err}
	}
	for len(b) > 0 && (b[len(b)-1] == '\n' || b[len(b)-1] == '\r') {
		b = b[:len(b)-1]
	}
	return string(b), nil
}

func (l *lineReader) errorf(format string, args ...any) error {
	return &Error{File: l.file, Line: l.line, Msg: fmt.Sprintf(format, args...)}
}
