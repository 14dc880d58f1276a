package scene

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/collide-go/collide/internal/quote"
)

// maxSceneBytes bounds a scene file; a body takes about 150 bytes, so this is
// room for three million of them.
const maxSceneBytes = 512 << 20

type kind uint8

const (
	kindNull kind = iota
	kindBool
	kindNumber
	kindString
	kindArray
	kindObject
)

func (k kind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// node is a JSON value that remembers where it stands. encoding/json forgets
// positions, accepts duplicate keys and matches names in any case; a strict
// reader with good messages needs the tree.
type node struct {
	kind   kind
	truth  bool
	offset int
	text   string   // of a string or number, which may be a part of the document
	items  []node   // of an array, or the values of an object
	keys   []string // of an object, next to items
	keyAt  []int    // offsets of the keys
	// count is the number of elements of an array that is not held but read element
	// by element: see document.each.
	count int
}

// document is a file with what is needed to name places in it. Its text is the only copy
// of the file; nodes refer to it.
type document struct {
	file string
	data string
	root node
	// counted is how many lines end before an offset.
	counted struct{ offset, lines int }
}

// parseDocument reads one JSON object and nothing after it, of about so many bytes. The
// whole text is checked; of the object, the values of lists are left to document.each.
func parseDocument(ctx context.Context, r io.Reader, file string, size int64, lists ...string) (*document, error) {
	var data strings.Builder
	data.Grow(int(min(size, maxSceneBytes)) + 1)
	if _, err := io.Copy(&data, io.LimitReader(r, maxSceneBytes+1)); err != nil {
		return nil, &Error{File: file, Msg: "reading", Err: err}
	}
	d := &document{file: file, data: data.String()}
	if len(d.data) > maxSceneBytes {
		return nil, &Error{File: file, Msg: fmt.Sprintf("more than %d bytes, which no scene needs", maxSceneBytes)}
	}
	if i := invalidUTF8(d.data); i >= 0 {
		return nil, d.errorf(i, "not UTF-8 text; a scene is JSON")
	}
	s := scanner{ctx: ctx, doc: d}
	var err error
	if d.root, err = s.document(lists); err != nil {
		return nil, err
	}
	return d, nil
}

// each calls visit for each element of an array that was left to it, in order. The node
// is valid during the call only: the next one takes its memory.
func (d *document) each(ctx context.Context, n *node, visit func(*node) error) error {
	s := scanner{ctx: ctx, doc: d, at: n.offset + 1}
	for i := range n.count {
		if i > 0 {
			s.space()
			s.at++ // the comma: the text has been checked
		}
		s.reset()
		element, err := s.value()
		if err == nil {
			err = visit(&element)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// syntaxError places the first fault of a document that is not JSON, which the scanner
// found at an offset. encoding/json says best what is wrong; it sees the text up to a little
// behind the fault, as it cannot be interrupted.
func (d *document) syntaxError(at int) error {
	if at >= len(d.data) {
		return d.errorf(len(d.data), "not JSON: unexpected end of JSON input")
	}
	const behind = 16
	var all json.RawMessage
	var syntax *json.SyntaxError
	text := d.data[:min(at+behind, len(d.data))]
	if err := json.Unmarshal([]byte(text), &all); !errors.As(err, &syntax) {
		return d.errorf(at, "not JSON")
	}
	return d.errorf(at, "not JSON: %s", syntax.Error())
}

// errorf returns an *Error at a byte offset.
func (d *document) errorf(offset int, format string, args ...any) error {
	before := d.data[:min(offset, len(d.data))]
	line := 1 + strings.Count(before, "\n")
	column := len(before) - (strings.LastIndexByte(before, '\n') + 1) + 1
	return &Error{File: d.file, Line: line, Column: column, Msg: fmt.Sprintf(format, args...)}
}

// interrupted returns the error of a context that has ended.
func (d *document) interrupted(ctx context.Context) error {
	return fmt.Errorf("%s: %w", quote.Name(d.file), ctx.Err())
}

// line returns the 1-based line of a byte offset. It counts on from the last one asked
// for: a scene is asked for the line of every body in turn.
func (d *document) line(offset int) int {
	if offset < d.counted.offset {
		d.counted.offset, d.counted.lines = 0, 0
	}
	d.counted.lines += strings.Count(d.data[d.counted.offset:offset], "\n")
	d.counted.offset = offset
	return 1 + d.counted.lines
}

func invalidUTF8(data string) int {
	if utf8.ValidString(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRuneInString(data[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return -1
}
