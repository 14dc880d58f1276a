package gltf

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"
)

// kind is what a JSON value is.
type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	array
	object
)

func (k kind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// value is a JSON value that remembers where it stands. Most values of a file are numbers, so what others need lies apart.
type value struct {
	at     int32 // where it ends in the text
	kind   kind
	number float64 // or 1 for true
	*compound
}

// compound is a string, the elements of an array, or the fields of an object.
type compound struct {
	text  string
	kids  []value
	keys  []string
	index map[string]int // of the keys of an object that has many
}

// The limits of a document. A node with a matrix is about 25 values.
const (
	maxJSON   = 1 << 28 // bytes
	maxValues = 1 << 22
	maxDepth  = 64
)

// fault is an error at an offset in the text.
type fault struct {
	at  int
	msg string
}

func (f *fault) Error() string { return f.msg }

// parser builds the tree of a document. What is called "extras" is the business of the file's maker and left out.
type parser struct {
	ctx  context.Context
	d    *json.Decoder
	left int // values and keys that may still come
}

// parse returns the value of a document that is JSON and nothing else, of at most so many tokens. Duplicate keys are errors. Errors about the
// text are of type *fault.
func parse(ctx context.Context, data []byte, most int) (*value, error) {
	if !utf8.Valid(data) {
		return nil, &fault{msg: "not UTF-8 text"}
	}
	p := parser{ctx: ctx, d: json.NewDecoder(bytes.NewReader(data)), left: most}
	root, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if _, err := p.d.Token(); !errors.Is(err, io.EOF) {
		return nil, p.errorf("text after the object; expected the end")
	}
	return &root, nil
}

func (p *parser) at() int { return int(p.d.InputOffset()) }

func (p *parser) errorf(format string, args ...any) error {
	return &fault{at: p.at(), msg: fmt.Sprintf(format, args...)}
}

func (p *parser) token() (json.Token, error) {
	t, err := p.d.Token()
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, p.errorf("not JSON: unexpected end")
	case err != nil:
		return nil, p.errorf("not JSON: %v", err)
	}
	if p.left--; p.left%4096 == 0 && p.ctx.Err() != nil {
		return nil, p.ctx.Err()
	}
	if p.left < 0 {
		return nil, p.errorf("more values, keys and brackets than are read (%d)", maxValues)
	}
	return t, nil
}

func (p *parser) value(depth int) (value, error) {
	t, err := p.token()
	if err != nil {
		return value{}, err
	}
	if depth > maxDepth {
		return value{}, p.errorf("more than %d values within each other", maxDepth)
	}
	v := value{at: int32(p.at())}
	switch t := t.(type) {
	case bool:
		if v.kind = boolean; t {
			v.number = 1
		}
	case float64:
		v.kind, v.number = number, t
	case string:
		v.kind, v.compound = text, &compound{text: t}
	case json.Delim:
		v.compound = &compound{}
		if t == '[' {
			v.kind = array
			err = p.elements(&v, depth)
		} else {
			v.kind = object
			err = p.fields(&v, depth)
		}
	}
	return v, err
}

func (p *parser) elements(v *value, depth int) error {
	for p.d.More() {
		e, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		v.kids = append(v.kids, e)
	}
	_, err := p.token() // the bracket, or what is wrong
	return err
}

func (p *parser) fields(v *value, depth int) error {
	seen := map[string]bool{}
	for p.d.More() {
		t, err := p.token()
		if err != nil {
			return err
		}
		key, ok := t.(string)
		switch {
		case !ok:
			return p.errorf("not JSON: a key that is no string")
		case seen[key]:
			return p.errorf("field %q is there twice", short(key))
		}
		seen[key] = true
		e, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		if key != "extras" {
			v.keys, v.kids = append(v.keys, key), append(v.kids, e)
		}
	}
	_, err := p.token()
	return err
}

// field returns a field of an object, nil where there is none.
func (v *value) field(key string) *value {
	if v == nil || v.kind != object {
		return nil
	}
	if len(v.keys) > manyKeys {
		if i, ok := v.indexed()[key]; ok {
			return &v.kids[i]
		}
		return nil
	}
	if i := slices.Index(v.keys, key); i >= 0 {
		return &v.kids[i]
	}
	return nil
}

// manyKeys is how many keys are searched one by one: more than the format has in any object. An object that many others refer
// to must not cost its length each time.
const manyKeys = 32

func (v *value) indexed() map[string]int {
	if v.index == nil {
		v.index = make(map[string]int, len(v.keys))
		for i, k := range v.keys {
			v.index[k] = i
		}
	}
	return v.index
}

// short shortens a text of a file for a message.
func short(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	end := most
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// truth is what a boolean is.
func (v *value) truth() bool { return v.number != 0 }
