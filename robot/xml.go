package robot

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
)

// The limits of a document. The largest URDFs of real robots have a few hundred kilobytes and some
// thousand elements.
const (
	maxBytes    = 16 << 20 // of a file
	maxToken    = 1 << 20  // bytes of a tag, a text or a comment
	maxElements = 1 << 17  // of a file
	maxDepth    = 64       // of elements within elements
	maxAttrs    = 64       // of an element
	maxAttr     = 1 << 12  // bytes of the value of an attribute
)

// element is an XML element. Texts are not kept: neither format has any that counts.
type element struct {
	name  xml.Name
	line  int
	attrs []xml.Attr
	kids  []*element
}

// document is an XML file being read.
type document struct {
	file  string
	in    *meter
	d     *xml.Decoder
	root  *element
	open  []*element
	count int
	line  int // of the token at hand
}

// parse reads an XML document and returns its root element. A document type, another encoding than
// UTF-8 and what exceeds a limit are errors.
func parse(ctx context.Context, r io.Reader, file string) (*element, error) {
	b := bufio.NewReaderSize(&stoppable{ctx, r}, 1<<16)
	if start, _ := b.Peek(len(bom)); string(start) == bom { // an error comes back with the first token
		_, _ = b.Discard(len(bom))
	}
	in := &meter{r: b}
	doc := &document{file: file, in: in, d: xml.NewDecoder(in)}
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
		return nil, &Error{File: file, Msg: "no element; expected <robot>"}
	}
	return doc.root, nil
}

const bom = "\xef\xbb\xbf"

// errCharset is the error of a document in another encoding.
type errCharset string

func (e errCharset) Error() string {
	return fmt.Sprintf("encoding %s; expected UTF-8", name(string(e)))
}

// fault gives an error of reading its place.
func (doc *document) fault(err error) error {
	var located *Error
	var syntax *xml.SyntaxError
	var charset errCharset
	switch {
	case errors.As(err, &located):
		return err
	case errors.As(err, &charset):
		return &Error{File: doc.file, Line: doc.line, Msg: charset.Error()}
	case errors.As(err, &syntax):
		msg := syntax.Msg
		if len(msg) > 2*maxShown {
			msg = strings.ToValidUTF8(msg[:2*maxShown], "") + "…"
		}
		return &Error{File: doc.file, Line: syntax.Line, Msg: "not XML: " + msg}
	}
	return &Error{File: doc.file, Line: doc.line, Msg: "reading", Err: err}
}

// take adds a token to the tree.
func (doc *document) take(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		return doc.start(&t)
	case xml.EndElement:
		doc.open = doc.open[:len(doc.open)-1] // the decoder pairs tags
	case xml.CharData:
		if len(doc.open) == 0 && len(bytes.TrimSpace(t)) > 0 {
			return doc.errorf("text outside of an element")
		}
	case xml.Directive:
		return doc.errorf("a document type (<!…>); expected none")
	}
	return nil
}

func (doc *document) start(t *xml.StartElement) error {
	e := &element{name: t.Name, line: doc.line, attrs: slices.Clone(t.Attr)}
	doc.count++
	switch {
	case doc.root != nil && len(doc.open) == 0:
		return doc.errorf("a second element <%s>; expected one", name(t.Name.Local))
	case doc.count > maxElements:
		return doc.errorf("more than %d elements", maxElements)
	case len(doc.open) == maxDepth:
		return doc.errorf("more than %d elements within each other", maxDepth)
	case len(e.attrs) > maxAttrs:
		return doc.errorf("<%s> has %d attributes; expected at most %d", name(t.Name.Local), len(e.attrs), maxAttrs)
	}
	if err := doc.checkAttrs(e); err != nil {
		return err
	}
	if strings.Contains(strings.ToLower(t.Name.Space), "xacro") {
		return doc.errorf("<%s> is xacro, which is not expanded here; run: xacro %s > robot.urdf", name("xacro:"+t.Name.Local), name(doc.file))
	}
	if len(doc.open) == 0 {
		doc.root = e
	} else {
		p := doc.open[len(doc.open)-1]
		p.kids = append(p.kids, e)
	}
	doc.open = append(doc.open, e)
	return nil
}

// checkAttrs refuses what an attribute must not be: there twice, too long.
func (doc *document) checkAttrs(e *element) error {
	for i, a := range e.attrs {
		if len(a.Value) > maxAttr {
			return doc.errorf("attribute %s of <%s> has %d bytes; expected at most %d", name(a.Name.Local), name(e.name.Local), len(a.Value), maxAttr)
		}
		for _, b := range e.attrs[:i] {
			if a.Name == b.Name {
				return doc.errorf("attribute %s of <%s> is there twice", name(a.Name.Local), name(e.name.Local))
			}
		}
	}
	return nil
}

func (doc *document) errorf(format string, args ...any) error {
	return &Error{File: doc.file, Line: doc.line, Msg: fmt.Sprintf(format, args...)}
}

// meter hands out bytes one by one, as xml.Decoder takes them from an io.ByteReader, and counts those of
// the file and of the token: the decoder keeps a whole token in memory.
type meter struct {
	r            *bufio.Reader
	total, token int
}

// ReadByte returns the next byte within the limits.
func (m *meter) ReadByte() (byte, error) {
	if m.token++; m.token > maxToken {
		return 0, fmt.Errorf("a tag, text or comment of more than %d bytes", maxToken)
	}
	if m.total++; m.total > maxBytes {
		return 0, fmt.Errorf("more than %d bytes", maxBytes)
	}
	return m.r.ReadByte()
}

// Read makes a meter an io.Reader; the decoder calls ReadByte alone.
func (m *meter) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	b, err := m.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = b
	return 1, nil
}

// stoppable is a reader that ends with its context.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s *stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}
