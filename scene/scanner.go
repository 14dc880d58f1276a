package scene

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
)

// scanner reads JSON out of a document, value by value. Its arrays are the memory of the
// nodes it returns: reset takes it back.
type scanner struct {
	ctx context.Context
	doc *document
	at  int
	// values counts them since the last reset, seen all of them; depth is how many
	// objects and arrays stand around.
	values, seen, depth int
	// items, keys and keyAt are those of the arrays and objects that are complete,
	// stack, stackKeys and stackAt of those around what is being read.
	items, stack    []node
	keys, stackKeys []string
	keyAt, stackAt  []int
}

const (
	// restValues is after how many values, or bodies, an interruption is looked for.
	restValues = 1 << 12
	// deepest bounds how many objects and arrays may stand in each other.
	deepest = 100
	// mostValues bounds the values of one body, or of one other field of a scene.
	mostValues = 1 << 12
)

// reset gives up all nodes.
func (s *scanner) reset() {
	s.values, s.items, s.keys, s.keyAt = 0, s.items[:0], s.keys[:0], s.keyAt[:0]
}

// document reads the whole text. Values of the root's fields that are named in lists, if
// they are arrays, are counted and not kept.
func (s *scanner) document(lists []string) (node, error) {
	s.space()
	root := node{offset: s.at}
	var err error
	if s.peek() == '{' {
		root, err = s.object(func(key string) (node, error) { return s.field(key, lists) })
	} else {
		root.kind = kindOf(s.peek())
		err = s.skip()
	}
	if err != nil {
		return root, err
	}
	if s.space(); s.at < len(s.doc.data) {
		return root, s.doc.syntaxError(s.at)
	}
	return root, nil
}

// field reads a field of the root.
func (s *scanner) field(key string, lists []string) (node, error) {
	s.values = 0
	if s.space(); s.peek() != '[' || !slices.Contains(lists, key) {
		return s.value()
	}
	n := node{kind: kindArray, offset: s.at}
	var err error
	n.count, err = s.skipArray()
	return n, err
}

// kindOf tells from its first byte what a value is.
func kindOf(c byte) kind {
	switch c {
	case '{':
		return kindObject
	case '[':
		return kindArray
	case '"':
		return kindString
	case 't', 'f':
		return kindBool
	case 'n':
		return kindNull
	}
	return kindNumber
}

// value reads a value.
func (s *scanner) value() (node, error) {
	s.space()
	if s.values++; s.values > mostValues {
		return node{}, s.doc.errorf(s.at, "more than %d values in one body or field, which no scene needs", mostValues)
	}
	n := node{kind: kindOf(s.peek()), offset: s.at}
	switch n.kind {
	case kindObject:
		return s.object(func(string) (node, error) { return s.value() })
	case kindArray:
		return s.array()
	}
	raw, err := s.scalar()
	if err != nil {
		return n, err
	}
	switch n.kind {
	case kindBool:
		n.truth = raw == "true"
	case kindNumber:
		n.text = raw
	case kindString:
		n.text = unquote(raw)
	}
	return n, nil
}

func (s *scanner) array() (node, error) {
	n := node{kind: kindArray, offset: s.at}
	from := len(s.stack)
	_, err := s.elements(']', func() error {
		v, err := s.value()
		s.stack = append(s.stack, v)
		return err
	})
	n.items = keep(&s.items, s.stack[from:])
	s.stack = s.stack[:from]
	return n, err
}

// object reads an object, whose values read reads.
func (s *scanner) object(read func(key string) (node, error)) (node, error) {
	n := node{kind: kindObject, offset: s.at}
	from, fromKeys := len(s.stack), len(s.stackKeys)
	_, err := s.elements('}', func() error {
		at := s.at
		key, err := s.key()
		if err != nil {
			return err
		}
		switch keys := s.stackKeys[fromKeys:]; {
		case len(keys) == mostValues:
			return s.doc.errorf(at, "more than %d fields in one object, which no scene needs", mostValues)
		case slices.Contains(keys, key):
			return s.doc.errorf(at, "key %q stands twice in one object", key)
		}
		s.stackKeys, s.stackAt = append(s.stackKeys, key), append(s.stackAt, at)
		v, err := read(key)
		s.stack = append(s.stack, v)
		return err
	})
	n.items, n.keys, n.keyAt = keep(&s.items, s.stack[from:]), keep(&s.keys, s.stackKeys[fromKeys:]), keep(&s.keyAt, s.stackAt[fromKeys:])
	s.stack, s.stackKeys, s.stackAt = s.stack[:from], s.stackKeys[:fromKeys], s.stackAt[:fromKeys]
	return n, err
}

// keep copies values to the end of an array and returns the copy.
func keep[T any](to *[]T, values []T) []T {
	from := len(*to)
	*to = append(*to, values...)
	return (*to)[from:len(*to):len(*to)]
}

// key reads a key and its colon.
func (s *scanner) key() (string, error) {
	if s.peek() != '"' {
		return "", s.doc.syntaxError(s.at)
	}
	raw, err := s.scalar()
	if err != nil {
		return "", err
	}
	if s.space(); s.peek() != ':' {
		return "", s.doc.syntaxError(s.at)
	}
	s.at++
	return unquote(raw), nil
}

// elements calls read at each element of an array, or key of an object, up to its end,
// and returns how many there are.
func (s *scanner) elements(end byte, read func() error) (int, error) {
	if s.depth++; s.depth > deepest {
		return 0, s.doc.errorf(s.at, "more than %d objects and arrays in each other, which no scene needs", deepest)
	}
	if err := s.rest(); err != nil {
		return 0, err
	}
	s.at++
	if s.space(); s.peek() == end {
		s.at++
		s.depth--
		return 0, nil
	}
	for n := 1; ; n++ {
		s.space()
		if err := read(); err != nil {
			return n, err
		}
		s.space()
		switch s.peek() {
		case ',':
			s.at++
		case end:
			s.at++
			s.depth--
			return n, nil
		default:
			return n, s.doc.syntaxError(s.at)
		}
	}
}

// skip reads a value and keeps nothing.
func (s *scanner) skip() error {
	var err error
	switch s.space(); s.peek() {
	case '{':
		_, err = s.elements('}', func() error {
			if _, err := s.key(); err != nil {
				return err
			}
			return s.skip()
		})
	case '[':
		_, err = s.skipArray()
	default:
		_, err = s.scalar()
	}
	return err
}

// skipArray reads an array and returns how many elements it has.
func (s *scanner) skipArray() (int, error) { return s.elements(']', s.skip) }

// unquote returns the text of a string between its quotes.
func unquote(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	var text string
	_ = json.Unmarshal([]byte(raw), &text) // the string has been checked
	return text
}
