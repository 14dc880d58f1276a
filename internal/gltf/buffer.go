package gltf

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"net/url"
	"path/filepath"
	"strings"
)

// buffer is a run of bytes: the binary chunk, a data URI, or another file. uri is "" for the first.
type buffer struct {
	v      *value
	uri    string
	length int64
	data   *bytes.Reader // of a data URI that has been decoded
}

// The limits of what accessors read and are decoded to, together, in bytes: the buffers that are there can ask for no more than a
// multiple of their bytes. A position that shares its bytes with no other takes 8 times them at most: 4, the least stride, and 28
// decoded. What primitives share is decoded once.
const (
	readsPerByte = 16
	readsMore    = 1 << 20
	decoded      = 28 // of a position: three float64 and a number of 32 bits
)

// isData reports whether a buffer is in the JSON.
func (b *buffer) isData() bool {
	return strings.HasPrefix(strings.ToLower(b.uri[:min(len(b.uri), 5)]), "data:")
}

// findBuffers notes the buffers and their lengths. None is opened.
func (r *reader) findBuffers() {
	list := r.list(r.root, "buffers")
	r.buffers = make([]buffer, len(list))
	for i := range list {
		b := &r.buffers[i]
		b.v, b.uri, b.length = &list[i], r.words(&list[i], "uri"), r.integer(&list[i], "byteLength", 0, maxBuffer)
		if b.uri == "" && list[i].field("uri") != nil {
			r.failf(b.v, "the uri of buffer %d is empty", i)
		}
	}
	r.budget = readsMore
	r.opened.buffer = -1
}

// maxBuffer bounds the length of a buffer: 2⁴⁰ bytes, so that sums and products with strides stay within int64.
const maxBuffer = 1 << 40

// grant adds to the budget for bytes that are there, once for each source: what a buffer claims earns nothing.
func (r *reader) grant(source string, length int64) {
	if r.granted == nil {
		r.granted = map[string]bool{}
	}
	if !r.granted[source] {
		r.granted[source] = true
		r.budget += readsPerByte * length
	}
}

// bytesOf returns the bytes of a buffer, which are at least its length.
func (r *reader) bytesOf(i int) io.ReaderAt {
	b := &r.buffers[i]
	switch {
	case r.err != nil:
		return nil
	case b.uri == "":
		return r.chunk(i)
	case b.isData():
		return r.dataURI(b)
	case r.opened.buffer == i:
		return r.opened.file
	}
	return r.otherFile(i)
}

// chunk is the binary chunk, which the first buffer may be.
func (r *reader) chunk(i int) io.ReaderAt {
	b := &r.buffers[i]
	switch {
	case i > 0 || r.bin == nil:
		r.failf(b.v, "buffer %d has no uri; only the first one of a GLB is its binary chunk", i)
		return nil
	case b.length > r.bin.Size():
		r.failf(b.v, "buffer 0 has %d bytes, the binary chunk %d", b.length, r.bin.Size())
		return nil
	}
	r.grant("", b.length)
	return r.bin
}

// dataURI decodes a buffer that is in the JSON.
func (r *reader) dataURI(b *buffer) io.ReaderAt {
	if b.data != nil {
		return b.data
	}
	data, err := decode(b.uri[len("data:"):])
	switch {
	case err != nil:
		r.failf(b.v, "the data: URI of a buffer: %s", short(err.Error()))
		return nil
	case int64(len(data)) < b.length:
		r.failf(b.v, "a buffer of %d bytes; its data: URI has %d", b.length, len(data))
		return nil
	}
	r.budget += readsPerByte * b.length
	b.data, b.uri = bytes.NewReader(data), "data:"
	return b.data
}

// decode returns what follows the scheme of a data URI: percent-encoded, and in base64 if it says so.
func decode(rest string) ([]byte, error) {
	head, content, ok := strings.Cut(rest, ",")
	if !ok {
		return nil, errors.New("no comma")
	}
	content, err := url.PathUnescape(content)
	if err != nil || !strings.HasSuffix(strings.ToLower(head), ";base64") {
		return []byte(content), err
	}
	return base64.StdEncoding.DecodeString(content)
}

// otherFile opens the file that a buffer is. One is open at a time.
func (r *reader) otherFile(i int) io.ReaderAt {
	b := &r.buffers[i]
	r.closeBuffer()
	if b.hasQuery() {
		r.failf(b.v, "buffer %q has a query or a fragment; expected the path of a file", short(b.uri))
		return nil
	}
	path, err := r.path(b)
	if err != nil {
		r.unopened(b.v, b.uri, err)
		return nil
	}
	f, err := r.files.Open(r.ctx, path)
	if err != nil {
		r.unopened(b.v, b.uri, err)
		return nil
	}
	r.opened = openFile{i, f}
	if info, err := f.Stat(); err != nil || info.Size() < b.length {
		if err != nil {
			r.unopened(b.v, b.uri, err)
			return nil
		}
		r.failf(b.v, "buffer %d has %d bytes, its file %d", i, b.length, info.Size())
		return nil
	}
	r.grant(filepath.Clean(path), b.length)
	return f
}

// hasQuery reports whether an address has a query or a fragment, which no file has.
func (b *buffer) hasQuery() bool { return strings.ContainsAny(b.uri, "?#") }

// path returns that of the file that a buffer is.
func (r *reader) path(b *buffer) (string, error) {
	name, err := url.PathUnescape(b.uri)
	if err == nil && strings.ContainsRune(name, 0) {
		err = errors.New("a NUL byte")
	}
	if err != nil {
		return "", err
	}
	return r.files.Resolve(r.out.Path, name)
}

// closeBuffer closes the buffer file that is open.
func (r *reader) closeBuffer() {
	if r.opened.file != nil {
		_ = r.opened.file.Close() // nothing was written
	}
	r.opened = openFile{buffer: -1}
}
