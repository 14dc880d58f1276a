package meshio

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/collide-go/collide/internal/quote"
)

// ErrLimit is wrapped by errors that tell of a limit of [Options].
var ErrLimit = errors.New("limit exceeded")

// ErrUnknownFormat is wrapped by errors about files whose format neither content
// nor extension tells.
var ErrUnknownFormat = errors.New("unknown mesh format")

// Error states what is wrong in a file and where.
type Error struct {
	// File is the name the reader was given.
	File string
	// Line counts from 1; it is 0 in binary data, where Byte reports the place.
	Line int
	// Byte is the offset from the start of the file, counted from 0. It is
	// meaningful when Line is 0.
	Byte int64
	// Msg states what was found and what was expected.
	Msg string
	// Err is the cause, nil when the content itself is wrong.
	Err error
}

// Error returns "part.obj:17: message" or "part.stl: byte 84: message": one line that
// can be printed, whatever the file and its name hold.
func (e *Error) Error() string {
	if e.Line > 0 {
		return quote.Name(e.File) + ":" + strconv.Itoa(e.Line) + ": " + quote.Line(e.Msg)
	}
	return quote.Name(e.File) + ": byte " + strconv.FormatInt(e.Byte, 10) + ": " + quote.Line(e.Msg)
}

// Unwrap returns the cause, so that errors.Is finds context.Canceled and ErrLimit.
func (e *Error) Unwrap() error { return e.Err }

// place is where a reader stands: a line, or a byte when line is 0.
type place struct {
	file string
	line int
	byte int64
}

func (p place) errorf(format string, args ...any) error {
	return &Error{File: p.file, Line: p.line, Byte: p.byte, Msg: fmt.Sprintf(format, args...)}
}

// fail gives err its place. Errors that have one keep it.
func (p place) fail(err error) error {
	if located := (*Error)(nil); errors.As(err, &located) {
		return err
	}
	return &Error{File: p.file, Line: p.line, Byte: p.byte, Msg: err.Error(), Err: err}
}

// show quotes a token for a message, shortened when it is long.
func show(token []byte) string {
	const most = 32
	if len(token) > most {
		return strconv.Quote(string(token[:most])) + "…"
	}
	return strconv.Quote(string(token))
}
