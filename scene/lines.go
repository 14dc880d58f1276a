package scene

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds a line of a pose or allow file, in bytes.
const maxLine = 1 << 16

// lineReader yields the lines of a text file with their numbers, in constant
// memory whatever the file holds.
type lineReader struct {
	r    *bufio.Reader
	file string
	line int
}

func newLineReader(r io.Reader, file string) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, maxLine), file: file}
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
		return "", l.errorf("line of more than %d bytes", maxLine)
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
