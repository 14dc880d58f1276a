package robot

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/collide-go/collide/internal/xmltree"
)

// The limits of a URDF or SRDF. The largest ones of real robots have a few hundred kilobytes and some thousand elements.
var limits = xmltree.Limits{Bytes: 16 << 20, Token: 1 << 20, Elements: maxElements, Depth: 64, Attrs: 64, Attr: 1 << 12}

const maxElements = 1 << 17

// element is an XML element.
type element = xmltree.Element

// parse reads a document and returns its root element. Elements of xacro are errors.
func parse(ctx context.Context, in io.Reader, file string) (*element, error) {
	root, err := xmltree.Parse(ctx, in, limits)
	var fault *xmltree.Error
	if errors.As(err, &fault) {
		if fault.Line == 0 {
			fault.Msg += "; expected <robot>"
		}
		return nil, &Error{File: file, Line: fault.Line, Msg: fault.Msg, Err: fault.Err}
	}
	if err != nil {
		return nil, err
	}
	r := reader{file: file}
	r.refuseXacro(root)
	return root, r.err
}

// refuseXacro finds elements that are to be expanded first.
func (r *reader) refuseXacro(e *element) {
	if strings.Contains(strings.ToLower(e.Name.Space), "xacro") {
		r.failf(e, "<%s> is xacro, which is not expanded here; run: xacro %s > robot.urdf", name("xacro:"+e.Name.Local), name(r.file))
	}
	for _, k := range e.Kids {
		r.refuseXacro(k)
	}
}

// attr returns an attribute and whether it is there.
func attr(e *element, key string) (string, bool) {
	for _, a := range e.Attrs {
		if plain(a.Name.Space) && a.Name.Local == key {
			return a.Value, true
		}
	}
	return "", false
}
