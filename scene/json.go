package scene

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/collide-go/collide/internal/quote"
)

// maxSceneBytes bounds a scene file; a body takes about 300 bytes, so this is
// room for a million of them.
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
	offset int
	text   string // of a string or number
	truth  bool
	items  []node   // of an array, or the values of an object
	keys   []string // of an object, beside items
	keyAt  []int    // offsets of the keys
}

// document is a parsed file with what is needed to name places in it.
type document struct {
	file string
	data []byte
	root node
	// counted is how many lines end before an offset.
	counted struct{ offset, lines int }
}

// parseDocument reads one JSON value and nothing after it, of about so many bytes.
func parseDocument(ctx context.Context, r io.Reader, file string, size int64) (*document, error) {
	data := bytes.NewBuffer(make([]byte, 0, min(size, maxSceneBytes)+bytes.MinRead))
	_, err := data.ReadFrom(io.LimitReader(r, maxSceneBytes+1))
	if err != nil {
		return nil, &Error{File: file, Msg: "reading", Err: err}
	}
	d := &document{file: file, data: data.Bytes()}
	if data.Len() > maxSceneBytes {
		return nil, &Error{File: file, Msg: fmt.Sprintf("more than %d bytes, which no scene needs", maxSceneBytes)}
	}
	if i := invalidUTF8(d.data); i >= 0 {
		return nil, d.errorf(i, "not UTF-8 text; a scene is JSON")
	}
	b := builder{ctx: ctx, doc: d, dec: json.NewDecoder(bytes.NewReader(d.data))}
	b.dec.UseNumber()
	if d.root, err = b.value(); err != nil {
		return nil, err
	}
	if _, err := b.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, d.syntaxError()
	}
	return d, nil
}

// syntaxError places the first fault of a document that is not JSON. What reads tokens
// tells neither the place nor what is wrong as well.
func (d *document) syntaxError() error {
	var all json.RawMessage
	var syntax *json.SyntaxError
	if err := json.Unmarshal(d.data, &all); !errors.As(err, &syntax) {
		return &Error{File: d.file, Msg: "not JSON", Err: err}
	}
	// Its offset counts the bytes read including the offending one.
	at := min(max(int(syntax.Offset)-1, 0), len(d.data))
	if int(syntax.Offset) >= len(d.data) && syntax.Error() == "unexpected end of JSON input" {
		at = len(d.data)
	}
	return d.errorf(at, "not JSON: %s", syntax.Error())
}

// errorf returns an *Error at a byte offset.
func (d *document) errorf(offset int, format string, args ...any) error {
	before := d.data[:min(offset, len(d.data))]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := len(before) - (bytes.LastIndexByte(before, '\n') + 1) + 1
	return &Error{File: d.file, Line: line, Column: column, Msg: fmt.Sprintf(format, args...)}
}

// line returns the 1-based line of a byte offset. It counts on from the last one asked
// for: a scene is asked for the line of every body in turn.
func (d *document) line(offset int) int {
	if offset < d.counted.offset {
		d.counted.offset, d.counted.lines = 0, 0
	}
	d.counted.lines += bytes.Count(d.data[d.counted.offset:offset], []byte("\n"))
	d.counted.offset = offset
	return 1 + d.counted.lines
}

func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return -1
}

// builder turns the token stream of a document into nodes.
type builder struct {
	ctx context.Context
	doc *document
	dec *json.Decoder
	// values counts them; items, keys and keyAt are those of the arrays and objects
	// around what is being read.
	values, depth int
	items         []node
	keys          []string
	keyAt         []int
}

// restValues is after how many values, or bodies, an interruption is looked for.
const restValues = 1 << 12

// deepest bounds how many objects and arrays may stand in each other.
const deepest = 100

// next returns the next token and the offset at which it starts: the decoder
// only tells where the last one ended.
func (b *builder) next() (json.Token, int, error) {
	at := int(b.dec.InputOffset())
	for at < len(b.doc.data) && bytes.IndexByte([]byte(" \t\r\n,:"), b.doc.data[at]) >= 0 {
		at++
	}
	t, err := b.dec.Token()
	if err != nil {
		return nil, at, b.doc.syntaxError()
	}
	return t, at, nil
}

func (b *builder) value() (node, error) {
	if b.values++; b.values%restValues == 0 && b.ctx.Err() != nil {
		return node{}, fmt.Errorf("%s: %w", quote.Name(b.doc.file), b.ctx.Err())
	}
	t, at, err := b.next()
	if err != nil {
		return node{}, err
	}
	n := node{offset: at}
	switch t := t.(type) {
	case json.Delim:
		if b.depth++; b.depth > deepest {
			return n, b.doc.errorf(at, "more than %d objects and arrays in each other, which no scene needs", deepest)
		}
		if t == '{' {
			n, err = b.object(n)
		} else {
			n, err = b.array(n)
		}
		b.depth--
		return n, err
	case bool:
		n.kind, n.truth = kindBool, t
	case json.Number:
		n.kind, n.text = kindNumber, t.String()
	case string:
		n.kind, n.text = kindString, t
	}
	return n, nil
}

func (b *builder) array(n node) (node, error) {
	n.kind = kindArray
	from := len(b.items)
	for b.dec.More() {
		v, err := b.value()
		if err != nil {
			return n, err
		}
		b.items = append(b.items, v)
	}
	n.items, b.items = slices.Clone(b.items[from:]), b.items[:from]
	_, _, err := b.next()
	return n, err
}

func (b *builder) object(n node) (node, error) {
	n.kind = kindObject
	from, fromItems := len(b.keys), len(b.items)
	var seen map[string]bool
	for b.dec.More() {
		t, at, err := b.next()
		if err != nil {
			return n, err
		}
		key, _ := t.(string)
		if seen[key] || seen == nil && slices.Contains(b.keys[from:], key) {
			return n, b.doc.errorf(at, "key %q stands twice in one object", key)
		}
		b.keys, b.keyAt = append(b.keys, key), append(b.keyAt, at)
		seen = seenKeys(seen, b.keys[from:])
		v, err := b.value()
		if err != nil {
			return n, err
		}
		b.items = append(b.items, v)
	}
	n.keys, n.keyAt, n.items = slices.Clone(b.keys[from:]), slices.Clone(b.keyAt[from:]), slices.Clone(b.items[fromItems:])
	b.keys, b.keyAt, b.items = b.keys[:from], b.keyAt[:from], b.items[:fromItems]
	_, _, err := b.next()
	return n, err
}

// seenKeys returns a set of the keys, the last of which is new, once they are many;
// a few are compared one by one.
func seenKeys(seen map[string]bool, keys []string) map[string]bool {
	const few = 16
	if len(keys) <= few {
		return nil
	}
	if seen == nil {
		seen = map[string]bool{}
		for _, k := range keys {
			seen[k] = true
		}
	}
	seen[keys[len(keys)-1]] = true
	return seen
}
