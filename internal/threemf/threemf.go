// Package threemf reads 3MF: the triangles of the objects, and the places at which the items of the build put them. An object
// of components brings an instance for each mesh below it. The production extension is read.
//
// Materials and pictures do not count. Extensions that hold geometry (beam lattices, slices, displacement, volumes), and those
// that a file requires and that are not known here, are errors that name them.
package threemf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/placed"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/xmltree"
	"github.com/collide-go/collide/meshio"
)

// The limits of a part of the archive. Vertices and triangles do not count as elements.
var limits = xmltree.Limits{Bytes: 1 << 40, Token: 1 << 20, Elements: 1 << 20, Depth: 64, Attrs: 64, Attr: 1 << 12}

// reader takes a file apart. It keeps its first error.
type reader struct {
	ctx     context.Context
	archive *archive
	path    string
	limits  placed.Limits
	err     error
	models  map[string]*model
	made    int // triangles
	out     placed.File
	number  map[*object]int // in out.Meshes
}

// ReadFile reads a .3mf file, which files opens. Errors of its content are of type *meshio.Error.
func ReadFile(ctx context.Context, files *input.Files, path string, limits placed.Limits) (*placed.File, error) {
	f, err := files.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return Read(ctx, f, info.Size(), path, limits)
}

// Read reads a file of a given size.
func Read(ctx context.Context, in io.ReaderAt, size int64, path string, limits placed.Limits) (*placed.File, error) {
	r := &reader{ctx: ctx, path: path, limits: limits, models: map[string]*model{}, number: map[*object]int{}}
	r.out.Path = path
	if r.archive, r.err = openArchive(in, size); r.err != nil {
		return nil, &meshio.Error{File: path, Msg: r.err.Error(), Err: r.err}
	}
	start := r.start()
	m := r.model(start)
	if r.err == nil {
		r.build(m)
	}
	if r.err != nil {
		return nil, r.err
	}
	return &r.out, nil
}

// failf records a fault in a part, at the line of an element, if there is one.
func (r *reader) failf(part string, e *xmltree.Element, format string, args ...any) {
	line := 0
	if e != nil {
		line = e.Line
	}
	r.fault(part, line, nil, format, args...)
}

func (r *reader) fault(part string, line int, cause error, format string, args ...any) {
	if r.err == nil {
		r.err = &meshio.Error{File: r.path, Line: line, Msg: part + ": " + fmt.Sprintf(format, args...), Err: cause}
	}
}

// limit is failf for an error that wraps meshio.ErrLimit.
func (r *reader) limit(part string, e *xmltree.Element, format string, args ...any) {
	r.fault(part, e.Line, meshio.ErrLimit, format, args...)
}

// parse reads a part as XML.
func (r *reader) parse(part string, each func(open []*xmltree.Element, e *xmltree.Element) (bool, error)) *xmltree.Element {
	if r.err != nil {
		return nil
	}
	in, err := r.archive.open(part)
	if err != nil {
		r.fault(part, 0, err, "%v", err)
		return nil
	}
	defer func() { _ = in.Close() }() // nothing was written
	root, err := xmltree.ParseEach(r.ctx, in, limits, each)
	var located *xmltree.Error
	switch {
	case errors.As(err, &located):
		r.fault(part, located.Line, located.Err, "%v", err)
	case err != nil:
		r.fault(part, 0, err, "%v", err)
	}
	if r.err != nil {
		return nil
	}
	return root
}

const (
	relationship = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
	modelType    = "application/vnd.ms-package.3dmanufacturing-3dmodel+xml"
)

// start returns the part that the package's relationships name as its model.
func (r *reader) start() string {
	const rels, types = "_rels/.rels", "[Content_Types].xml"
	root := r.parse(types, nil)
	if r.err != nil {
		return ""
	}
	start := ""
	if list := r.parse(rels, nil); list != nil {
		for _, e := range list.Kids {
			if attr(e, "Type") != relationship {
				continue
			}
			if start != "" {
				r.failf(rels, e, "a second relationship to a 3D model; expected one")
			}
			if mode := attr(e, "TargetMode"); mode != "" && mode != "Internal" {
				r.failf(rels, e, "the model is %s to the package; expected it within", xmltree.Short(mode))
			}
			start = r.target(rels, e, attr(e, "Target"))
		}
		if start == "" {
			r.failf(rels, list, "no relationship to a 3D model")
		}
	}
	if is := contentType(root, start); r.err == nil && is != modelType {
		r.failf(types, root, "%s is of type %s; expected %s", quote.Name(start), xmltree.Short(is), modelType)
	}
	return start
}

// target returns the part that a file names: percent-encoded, from the package's root.
func (r *reader) target(part string, e *xmltree.Element, raw string) string {
	name, err := url.PathUnescape(raw)
	if name = strings.TrimPrefix(name, "/"); err == nil {
		err = checkName(name)
	}
	if err != nil {
		r.failf(part, e, "the part %s: %v", xmltree.Short(raw), err)
	}
	return name
}

// contentType is what the package calls a part.
func contentType(root *xmltree.Element, part string) string {
	is, ext := "", strings.TrimPrefix(path.Ext(part), ".")
	for _, e := range root.Kids {
		switch {
		case e.Name.Local == "Override" && strings.EqualFold(strings.TrimPrefix(attr(e, "PartName"), "/"), part):
			return attr(e, "ContentType")
		case e.Name.Local == "Default" && strings.EqualFold(attr(e, "Extension"), ext):
			is = attr(e, "ContentType")
		}
	}
	return is
}

// attr returns an attribute without a namespace, "" where it is not there.
func attr(e *xmltree.Element, key string) string { return attrIn(e, "", key) }

func attrIn(e *xmltree.Element, space, key string) string {
	for _, a := range e.Attrs {
		if a.Name.Space == space && a.Name.Local == key {
			return a.Value
		}
	}
	return ""
}
