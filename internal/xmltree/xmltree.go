// Package xmltree reads XML documents into trees, within limits: what robots and their COLLADA meshes are
// written in. A document type, another encoding than UTF-8, attributes that are there twice and what exceeds a limit are errors
// with a line.
package xmltree

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/stoppable"
)

// Limits bound a document.
type Limits struct {
	Bytes    int // of the document
	Token    int // bytes of a tag, a text or a comment
	Elements int // of the document
	Depth    int // of elements within elements
	Attrs    int // of an element
	Attr     int // bytes of the value of an attribute
}

// Element is an XML element.
type Element struct {
	Name  xml.Name
	Line  int
	Attrs []xml.Attr
	Kids  []*Element
	// Text is what Parse was asked to keep: all text of the element, pieces between comments and other elements joined.
	Text []byte
}

// Error is a fault in a document, at a 1-based line; 0 where no line is at fault.
type Error struct {
	Line int
	Msg  string
	// Err is the cause, if there is one beyond Msg.
	Err error
}

// Error returns the message without the line.
func (e *Error) Error() string {
	if e.Err != nil {
		return e.Msg + ": " + e.Err.Error()
	}
	return e.Msg
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// document is an XML document being read.
type document struct {
	limits Limits
	keep   map[string]bool
	each   func(open []*Element, e *Element) (bool, error)
	d      *xml.Decoder
	root   *Element
	open   []*Element
	count  int
	line   int // of the token at hand
}

// Parse returns the root element of a document. keep names the elements whose text is kept. Errors are of type *Error.
func Parse(ctx context.Context, r io.Reader, limits Limits, keep ...string) (*Element, error) {
	return ParseEach(ctx, r, limits, nil, keep...)
}

// ParseEach is Parse for documents with long lists. each is called where an element begins, with the elements around it, the root
// first. It reports whether the element belongs to the tree: one that does not is forgotten, and does not count for
// Limits.Elements. Its errors end the reading at the element's line. A nil each keeps all.
func ParseEach(ctx context.Context, r io.Reader, limits Limits, each func(open []*Element, e *Element) (bool, error), keep ...string) (*Element, error) {
	b := bufio.NewReaderSize(stoppable.Reader(ctx, r), 1<<16)
	if start, _ := b.Peek(len(bom)); string(start) == bom { // an error comes back with the first token
		_, _ = b.Discard(len(bom))
	}
	in := &meter{r: b, limits: limits}
	doc := &document{limits: limits, keep: map[string]bool{}, each: each, d: xml.NewDecoder(in)}
	for _, k := range keep {
		doc.keep[k] = true
	}
	doc.d.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) { return nil, errCharset(charset) }
	for {
		in.token = 0
		doc.line, _ = doc.d.InputPos()
		t, err := doc.d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = doc.take(t)
		}
		if err != nil {
			return nil, doc.fault(err)
		}
	}
	if doc.root == nil {
		return nil, &Error{Msg: "no element"}
	}
	return doc.root, nil
}

const bom = "\xef\xbb\xbf"

// errCharset is the error of a document in another encoding.
type errCharset string

func (e errCharset) Error() string { return "encoding " + Short(string(e)) + "; expected UTF-8" }

// fault gives an error of reading its place.
func (doc *document) fault(err error) error {
	var located *Error
	var syntax *xml.SyntaxError
	var charset errCharset
	switch {
	case errors.As(err, &located):
		return err
	case errors.As(err, &charset):
		return &Error{Line: doc.line, Msg: charset.Error()}
	case errors.As(err, &syntax):
		msg := syntax.Msg
		if len(msg) > 2*maxShown {
			msg = strings.ToValidUTF8(msg[:2*maxShown], "") + "…"
		}
		return &Error{Line: syntax.Line, Msg: "not XML: " + msg}
	}
	return &Error{Line: doc.line, Msg: "reading", Err: err}
}

// take adds a token to the tree.
func (doc *document) take(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		return doc.start(&t)
	case xml.EndElement:
		doc.open = doc.open[:len(doc.open)-1] // the decoder pairs tags
	case xml.CharData:
		if len(doc.open) == 0 {
			if len(bytes.TrimSpace(t)) > 0 {
				return doc.errorf("text outside of an element")
			}
			return nil
		}
		if e := doc.open[len(doc.open)-1]; doc.keep[e.Name.Local] {
			e.Text = append(e.Text, t...)
		}
	case xml.Directive:
		return doc.errorf("a document type (<!…>); expected none")
	}
	return nil
}

func (doc *document) start(t *xml.StartElement) error {
	e := &Element{Name: t.Name, Line: doc.line, Attrs: slices.Clone(t.Attr)}
	switch {
	case doc.root != nil && len(doc.open) == 0:
		return doc.errorf("a second element <%s>; expected one", Short(t.Name.Local))
	case len(doc.open) == doc.limits.Depth:
		return doc.errorf("more than %d elements within each other", doc.limits.Depth)
	case len(e.Attrs) > doc.limits.Attrs:
		return doc.errorf("<%s> has %d attributes; expected at most %d", Short(t.Name.Local), len(e.Attrs), doc.limits.Attrs)
	}
	if err := doc.checkAttrs(e); err != nil {
		return err
	}
	kept := true
	if doc.each != nil {
		var err error
		if kept, err = doc.each(doc.open, e); err != nil {
			return doc.errorf("%v", err)
		}
	}
	if len(doc.open) == 0 {
		doc.root = e
	} else if kept {
		p := doc.open[len(doc.open)-1]
		p.Kids = append(p.Kids, e)
	}
	if kept {
		doc.count++
	}
	if doc.count > doc.limits.Elements {
		return doc.errorf("more than %d elements", doc.limits.Elements)
	}
	doc.open = append(doc.open, e)
	return nil
}

// checkAttrs refuses what an attribute must not be: there twice, too long.
func (doc *document) checkAttrs(e *Element) error {
	for i, a := range e.Attrs {
		if len(a.Value) > doc.limits.Attr {
			return doc.errorf("attribute %s of <%s> has %d bytes; expected at most %d", Short(a.Name.Local), Short(e.Name.Local), len(a.Value), doc.limits.Attr)
		}
		for _, b := range e.Attrs[:i] {
			if a.Name == b.Name {
				return doc.errorf("attribute %s of <%s> is there twice", Short(a.Name.Local), Short(e.Name.Local))
			}
		}
	}
	return nil
}

func (doc *document) errorf(format string, args ...any) error {
	return &Error{Line: doc.line, Msg: fmt.Sprintf(format, args...)}
}

// Short returns a name from a file as it stands in a message, shortened.
func Short(s string) string {
	if len(s) <= maxShown {
		return quote.Name(s)
	}
	end := maxShown
	for end > 0 && s[end]&0xC0 == 0x80 { // not within a character
		end--
	}
	return quote.Name(s[:end]) + "…"
}

// maxShown is the length in bytes of the words of a file that messages repeat.
const maxShown = 60
