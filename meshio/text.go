package meshio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/collide-go/collide/geom"
)

// lineReader hands out the lines of a text file.
type lineReader struct {
	s    *source
	line int    // of the line last handed out, from 1
	long []byte // holds a line that crosses windows
}

func newLineReader(s *source) *lineReader { return &lineReader{s: s} }

func (l *lineReader) here() place { return place{file: l.s.name, line: max(l.line, 1)} }

func (l *lineReader) errorf(format string, args ...any) error {
	return l.here().errorf(format, args...)
}

func (l *lineReader) fail(err error) error { return l.here().fail(err) }

// next returns the next line without its end (LF or CR LF), valid until the next
// call; io.EOF after the last. A last line need not be ended.
func (l *lineReader) next() ([]byte, error) {
	b, err := l.s.ReadSlice('\n')
	if err == nil && len(b) <= l.s.opt.MaxLine { // the common case
		l.line++
		return l.trim(b), nil
	}
	if errors.Is(err, io.EOF) && len(b) == 0 {
		return nil, io.EOF
	}
	l.line++
	if errors.Is(err, bufio.ErrBufferFull) {
		b, err = l.gather(b)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, l.fail(err)
	}
	if b = l.trim(b); len(b) > l.s.opt.MaxLine {
		return nil, l.fail(l.tooLong())
	}
	return b, nil
}

func (l *lineReader) tooLong() error {
	return fmt.Errorf("%w: line is longer than %d bytes", ErrLimit, l.s.opt.MaxLine)
}

// gather collects a line longer than the window, up to the limit.
func (l *lineReader) gather(b []byte) ([]byte, error) {
	l.long = append(l.long[:0], b...)
	for {
		b, err := l.s.ReadSlice('\n')
		l.long = append(l.long, b...)
		if len(l.long) > l.s.opt.MaxLine+2 {
			return nil, l.tooLong()
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return l.long, err
		}
	}
}

// trim removes the line's end, and the byte order mark of the first line.
func (l *lineReader) trim(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == '\n' {
		b = b[:n-1]
	}
	if n := len(b); n > 0 && b[n-1] == '\r' {
		b = b[:n-1]
	}
	if l.line == 1 {
		b = trimBOM(b)
	}
	return b
}

// nextContent returns the fields of the next line that has any, comments from #
// on removed where hash is set.
func (l *lineReader) nextContent(hash bool) (fields, error) {
	for {
		b, err := l.next()
		if err != nil {
			return fields{}, err
		}
		if hash {
			b = beforeHash(b)
		}
		if f := (fields{b}); !f.empty() {
			return f, nil
		}
	}
}

// beforeHash returns what precedes the comment of a line.
func beforeHash(b []byte) []byte {
	if i := bytes.IndexByte(b, '#'); i >= 0 {
		return b[:i]
	}
	return b
}

// fields walks the white-space separated words of a line.
type fields struct{ rest []byte }

func isSpace(c byte) bool { return c == ' ' || c-'\t' < 5 } // \t \n \v \f \r

// next returns the next word, empty at the end of the line.
func (f *fields) next() []byte {
	b := f.rest
	i := 0
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	j := i
	for j < len(b) && !isSpace(b[j]) {
		j++
	}
	f.rest = b[j:]
	return b[i:j]
}

// empty reports whether no word is left.
func (f *fields) empty() bool {
	g := *f
	return len(g.next()) == 0
}

// vec reads the three coordinates of a vertex.
func (f *fields) vec() (geom.Vec, error) {
	var c [3]float64
	for i := range c {
		token := f.next()
		x, err := parseFloat(token)
		if err != nil {
			return geom.Vec{}, fmt.Errorf("vertex %c: %w", 'x'+rune(i), err)
		}
		c[i] = x
	}
	return geom.Vec{X: c[0], Y: c[1], Z: c[2]}, nil
}
