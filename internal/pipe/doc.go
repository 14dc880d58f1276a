// Package pipe answers queries of another program over a pair of pipes: meshes, poses and
// answers travel as raw little-endian numbers, everything else as JSON. docs/pipe.md is the
// protocol for those who write the other side; python/ has one.
//
// A message is one of package procs: a uint32 that counts what follows, a byte that states its
// kind, and the payload.
package pipe

import "fmt"

// Version is that of the protocol.
const Version = 1

// maxMessage is the length of the longest message that is read, in bytes, kind and payload
// counted: 1 GiB, a mesh of 20 million triangles with 30 million corners.
const maxMessage = 1 << 30

// Kinds of messages. Those from the engine are lower case.
const (
	msgHello = 'H' // "collide", uint32 version
	msgMesh  = 'M' // uint32 vertices, uint32 triangles, float64[3·vertices], uint32[3·triangles], name
	msgOpen  = 'O' // Setup as JSON
	msgQuery = 'Q' // see query
	msgRays  = 'R' // see rayQuery

	msgWelcome = 'h' // uint32 version, the engine's version as text
	msgOpened  = 'o' // Opened as JSON
	msgRows    = 'r' // see encode
	msgHits    = 'y' // see encodeHits
	msgDone    = 'd' // done as JSON
	msgBeat    = 'b' // nothing: the engine is at work
	msgRefused = 'e' // one line of text: what was asked for is refused, the session goes on
)

// greeting is what the payload of msgHello begins with.
const greeting = "collide"

// Error is a fault of the other side that ends the session.
type Error struct{ Reason string }

func (e *Error) Error() string { return "pipe: " + e.Reason }

func faulty(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }
