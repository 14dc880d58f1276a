package robot

import (
	"fmt"
	"strconv"

	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/xmltree"
)

// Error is a fault in a URDF, an SRDF or a list of states, at a 1-based line.
type Error struct {
	File string
	// Line is 0 where no line is at fault.
	Line int
	Msg  string
	// Err is the cause, if there is one beyond Msg.
	Err error
}

// Error returns "file:line: message", one line that can be printed, whatever the file and its name
// hold.
func (e *Error) Error() string {
	s := quote.Name(e.File)
	if e.Line > 0 {
		s += ":" + strconv.Itoa(e.Line)
	}
	if e.Msg != "" {
		s += ": " + quote.Line(e.Msg)
	}
	if e.Err != nil {
		s += ": " + quote.Line(e.Err.Error())
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// name returns a name from a file as it stands in a message, shortened.
func name(s string) string { return xmltree.Short(s) }

// warning is a line about a place in a file that does not keep the file from being read.
func warning(file string, line int, format string, args ...any) string {
	return (&Error{File: file, Line: line, Msg: fmt.Sprintf(format, args...)}).Error()
}
