package scene

import "fmt"

// Error is a fault in an input file, at a 1-based line and, where it is known, a
// 1-based column (in bytes).
type Error struct {
	File         string
	Line, Column int
	Msg          string
	// Err is the cause, if there is one beyond Msg.
	Err error
}

// Error returns "file:line:column: message", leaving out what is not known.
func (e *Error) Error() string {
	s := e.File
	if e.Line > 0 {
		s += fmt.Sprintf(":%d", e.Line)
		if e.Column > 0 {
			s += fmt.Sprintf(":%d", e.Column)
		}
	}
	s += ": " + e.Msg
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
