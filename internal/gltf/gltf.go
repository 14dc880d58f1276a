// Package gltf reads glTF 2.0, as GLB or as JSON with buffers: the triangles of the meshes, and the places at which the nodes
// of the default scene put them. Coordinates are those of the file, in metres; nothing is turned, though the format calls +Y
// up.
//
// Materials, normals, cameras and lights do not count. What would leave surface out or put it elsewhere is an error that
// names it: skins, morph targets, animations of what bears a mesh, extensions that hold geometry (Draco,
// meshopt, instancing on the GPU), and extensions that a file requires and that are not known here.
package gltf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/placed"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
)

// reader takes a file apart. It keeps its first error.
type reader struct {
	ctx    context.Context
	files  *input.Files
	in     io.ReaderAt
	size   int64
	limits placed.Limits

	doc  []byte
	base int64 // of doc in the file, -1 for a file that is text
	bin  *io.SectionReader
	root *value
	err  error

	buffers []buffer
	opened  openFile
	budget  int64 // bytes of accessors that may still be read and decoded
	granted map[string]bool
	out     placed.File
	// The arrays of the document.
	nodes, meshes, accessors, views []value
	quantized                       bool // positions may be integers

	visited []bool
	bears   []bool // nodes that place a mesh, or have a child that does
	places  []place
	points  map[int]*points
	decoded map[positionsKey]*points
	surface []bool // meshes with triangles, as far as looked is true
	looked  []bool
	made    int // triangles
	touched []*points

	// What is not read.
	flat      int // primitives of points or lines, of meshes that are placed
	unknowns  int // properties
	unknown   string
	sceneName string
}

// place is an instance by the mesh's number in the file.
type place struct {
	node, mesh int
	at         placed.Place
}

// ReadFile reads a .glb or .gltf file. Files opens it and the buffers that it names. Errors of its content are of type *meshio.Error.
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
	return Read(ctx, f, info.Size(), files, path, limits)
}

// Read reads a file of a given size. Buffers that it names are opened with files.
func Read(ctx context.Context, in io.ReaderAt, size int64, files *input.Files, path string, limits placed.Limits) (*placed.File, error) {
	r := &reader{ctx: ctx, in: in, size: size, files: files, limits: limits, points: map[int]*points{}}
	r.out.Path, r.out.Unit = path, "m"
	defer r.closeBuffer()
	if r.begin(); r.err == nil {
		r.document()
	}
	if r.err != nil {
		return nil, r.err
	}
	return &r.out, nil
}

// begin reads the JSON.
func (r *reader) begin() {
	if r.doc = r.container(); r.err != nil {
		return
	}
	r.root, r.err = parse(r.ctx, r.doc, maxValues)
	var f *fault
	if errors.As(r.err, &f) {
		r.err = r.errorAt(f.at, f.msg)
	}
}

// document reads what the JSON describes.
func (r *reader) document() {
	if r.root.kind != object {
		r.failf(r.root, "the document is %v; expected an object", r.root.kind)
		return
	}
	r.asset()
	r.spelling(r.root, rootObject, nil)
	r.extensions()
	r.nodes, r.meshes = r.list(r.root, "nodes"), r.list(r.root, "meshes")
	r.accessors, r.views = r.list(r.root, "accessors"), r.list(r.root, "bufferViews")
	r.visited, r.bears = make([]bool, len(r.nodes)), make([]bool, len(r.nodes))
	r.surface, r.looked = make([]bool, len(r.meshes)), make([]bool, len(r.meshes))
	r.findBuffers()
	r.scene()
	r.animations()
	if r.err == nil && len(r.places) == 0 {
		r.failf(r.root, "no triangle in the scene")
	}
	r.instances()
	r.unread()
}

// unread counts what the file has beside what was read.
func (r *reader) unread() {
	if r.err != nil {
		return
	}
	nodes := 0
	for i := range r.nodes {
		if !r.visited[i] && r.nodes[i].field("mesh") != nil {
			nodes++
		}
	}
	outside := "outside " + r.sceneName
	named := "unknown to glTF 2.0, the first of them " + quote.Name(short(r.unknown))
	r.out.Leave(placed.Unread{N: r.flat, One: "primitive of points or lines", Many: "primitives of points or lines"},
		placed.Unread{N: nodes, One: "node with a mesh " + outside, Many: "nodes with meshes " + outside},
		placed.Unread{N: r.unknowns, One: "property unknown to glTF 2.0, " + quote.Name(short(r.unknown)), Many: "properties " + named})
}

// asset checks the version.
func (r *reader) asset() {
	asset := r.root.field("asset")
	if asset == nil {
		r.failf(r.root, "no \"asset\"; expected glTF 2.0")
		return
	}
	version := r.words(asset, "version")
	if r.err == nil && !strings.HasPrefix(version, "2.") {
		r.failf(asset, "glTF version %q; expected 2.0", short(version))
	}
	if least := r.words(asset, "minVersion"); r.err == nil && least != "" && least != "2.0" {
		r.failf(asset, "the file needs a reader of glTF %q; this one reads 2.0", short(least))
	}
}

// harmless are the beginnings of the names of extensions that add no surface and move none.
var harmless = []string{
	"KHR_materials_", "KHR_texture_", "KHR_lights_", "KHR_xmp", "EXT_texture_", "EXT_lights_", "MSFT_texture_", "MSFT_packing_", quantization,
}

// quantization is the extension by which positions may be integers.
const quantization = "KHR_mesh_quantization"

// extensions refuses files that need an extension which is not read.
func (r *reader) extensions() {
	for _, e := range r.list(r.root, "extensionsUsed") {
		r.quantized = r.quantized || e.kind == text && e.text == quantization
	}
	for _, e := range r.list(r.root, "extensionsRequired") {
		if e.kind != text {
			r.failf(&e, "extensionsRequired has %v; expected strings", e.kind)
			return
		}
		if !slices.ContainsFunc(harmless, func(h string) bool { return strings.HasPrefix(e.text, h) }) {
			r.failf(&e, "the file requires the extension %s, which is not read%s", quote.Name(short(e.text)), advice(e.text))
			return
		}
	}
}

// advice is what helps with an extension.
func advice(extension string) string {
	switch extension {
	case "KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression":
		return "; export without compression"
	case "EXT_mesh_gpu_instancing":
		return "; export each instance as a node"
	}
	return ""
}

// refuse refuses the extensions of a value that hold geometry.
func (r *reader) refuse(v *value, what string, extensions ...string) {
	for _, e := range extensions {
		if v.field("extensions").field(e) != nil {
			r.failf(v, "%s has the extension %s, which is not read%s", what, e, advice(e))
		}
	}
}

// instances reads the meshes that the scene places.
func (r *reader) instances() {
	number := map[int]int{} // in out.Meshes, by the number in the file
	for _, p := range r.places {
		k, ok := number[p.mesh]
		if !ok {
			m := r.mesh(&r.meshes[p.mesh], p.mesh)
			if r.err != nil {
				return
			}
			k = len(r.out.Meshes)
			number[p.mesh] = k
			r.out.Meshes = append(r.out.Meshes, m)
		}
		name := placed.Name(r.words(&r.nodes[p.node], "name"), r.words(&r.meshes[p.mesh], "name"), fmt.Sprintf("node%d", p.node))
		r.out.Instances = append(r.out.Instances, placed.Instance{Name: name, Mesh: k, Place: p.at})
	}
}

// check returns an error for a mesh that no other reader would return either.
func (r *reader) check(m *mesh.Mesh, v *value) *mesh.Mesh {
	if r.err != nil {
		return nil
	}
	m.Name = filepath.Base(r.out.Path)
	if err := m.Check(); err != nil {
		r.failf(v, "%v", err)
	}
	return m
}

// errorAt is an error at an offset of the JSON text.
func (r *reader) errorAt(at int, msg string) error {
	e := &meshio.Error{File: r.out.Path, Msg: msg}
	if r.base >= 0 {
		e.Byte = r.base + int64(at)
		return e
	}
	e.Line = 1
	for _, c := range r.doc[:min(at, len(r.doc))] {
		if c == '\n' {
			e.Line++
		}
	}
	return e
}

// failf records a fault of a value.
func (r *reader) failf(v *value, format string, args ...any) {
	if r.err == nil {
		r.err = r.errorAt(int(v.at), fmt.Sprintf(format, args...))
	}
}

// limit is failf for an error that wraps meshio.ErrLimit.
func (r *reader) limit(v *value, format string, args ...any) {
	if r.err == nil {
		r.failf(v, format, args...)
		var e *meshio.Error
		if errors.As(r.err, &e) {
			e.Err = meshio.ErrLimit
		}
	}
}

// failAt records a fault at a byte of the file.
func (r *reader) failAt(at int64, format string, args ...any) {
	if r.err == nil {
		r.err = &meshio.Error{File: r.out.Path, Byte: at, Msg: fmt.Sprintf(format, args...)}
	}
}

// readError is an error of reading the file itself.
func (r *reader) readError(at int64, err error) error {
	return &meshio.Error{File: r.out.Path, Byte: at, Msg: "reading: " + err.Error(), Err: err}
}

// unopened puts the place of a buffer before the error of opening it.
func (r *reader) unopened(v *value, name string, err error) {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	if r.err == nil {
		r.failf(v, "buffer %s cannot be read: %v", quote.Name(short(name)), err)
		var e *meshio.Error
		if errors.As(r.err, &e) {
			e.Err = err
		}
	}
}

// list returns the elements of a field that is an array, nil where it is not there.
func (r *reader) list(v *value, key string) []value {
	f := v.field(key)
	if f == nil || r.err != nil {
		return nil
	}
	if f.kind != array {
		r.failf(f, "%s is %v; expected an array", key, f.kind)
		return nil
	}
	return f.kids
}

// words returns a field that is a string, "" where it is not there.
func (r *reader) words(v *value, key string) string {
	f := v.field(key)
	if f == nil || r.err != nil {
		return ""
	}
	if f.kind != text {
		r.failf(f, "%s is %v; expected a string", key, f.kind)
		return ""
	}
	return f.text
}

// integer returns a field that is an integer from 0 to most, none where it is not there.
func (r *reader) integer(v *value, key string, none, most int64) int64 {
	f := v.field(key)
	if f == nil || r.err != nil {
		return none
	}
	return r.whole64(f, key, none, most)
}

// whole64 returns a value that is an integer from 0 to most.
func (r *reader) whole64(f *value, what string, none, most int64) int64 {
	if f.kind != number || f.number != math.Trunc(f.number) || f.number < 0 || f.number > float64(most) {
		found := f.kind.String()
		if f.kind == number {
			found = fmt.Sprint(f.number)
		}
		r.failf(f, "%s is %s; expected an integer from 0 to %d", what, found, most)
		return none
	}
	return int64(f.number)
}

// numbers returns a field of n numbers, nil where it is not there.
func (r *reader) numbers(v *value, key string, n int) []float64 {
	list := r.list(v, key)
	if v.field(key) == nil || r.err != nil {
		return nil
	}
	if len(list) != n {
		r.failf(v, "%s has %d numbers; expected %d", key, len(list), n)
		return nil
	}
	out := make([]float64, n)
	for i := range list {
		if list[i].kind != number {
			r.failf(&list[i], "%s has %v; expected numbers", key, list[i].kind)
			return nil
		}
		out[i] = list[i].number
	}
	return out
}

// openFile is the buffer file that is open.
type openFile struct {
	buffer int
	file   *os.File
}
