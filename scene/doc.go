// Package scene reads and writes what a detector is fed from: scene files (JSON,
// version 1, see docs/scene.md), pose lists and allow files. Readers are strict:
// what they do not know is an error that names file, line and column and what
// was expected, because a silently ignored field is a wrong answer.
package scene
