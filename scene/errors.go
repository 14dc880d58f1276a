package scene

import (
	"strconv"

	"github.com/collide-go/collide/internal/quote"
)

// Error is a fault in an input file, at a 1-based line and, where it is known, a
// 1-based column (in bytes).
type Error struct {
	File         string
	Line, Column int
	Msg          string
	// Err is the cause, if there is one beyond Msg.
	Err error
}

// Error returns "file:line:column: message", leaving out what is not known. It is
// one line that can be printed, whatever the file and its name hold.
func (e *Error) Error() string {
	s := quote.Name(e.File)
	if e.Line > 0 {
		s += ":" + strconv.Itoa(e.Line)
		if e.Column > 0 {
			s += ":" + strconv.Itoa(e.Column)
		}
	}
	s += ": " + quote.Line(e.Msg)
	if e.Err != nil {
		s += ": " + quote.Line(e.Err.Error())
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
