package gltf

import (
	"encoding/binary"
	"errors"
	"io"
)

// Magic are the first bytes of a GLB file.
const Magic = "glTF"

// The types of chunks.
const (
	chunkJSON = 0x4E4F534A
	chunkBIN  = 0x004E4942
)

// container finds the chunks of a file: JSON, and the binary chunk of a GLB. A file without the GLB's magic is JSON.
func (r *reader) container() []byte {
	head := r.bytes(0, min(r.size, 12))
	if len(head) < len(Magic) || string(head[:len(Magic)]) != Magic {
		return r.whole()
	}
	if len(head) < 12 {
		r.failAt(r.size, "file ends within the header of 12 bytes")
		return nil
	}
	version, length := binary.LittleEndian.Uint32(head[4:]), int64(binary.LittleEndian.Uint32(head[8:]))
	switch {
	case version != 2:
		r.failAt(4, "GLB version %d; expected 2", version)
	case length > r.size:
		r.failAt(8, "the header counts %d bytes, the file has %d", length, r.size)
	case length < r.size:
		r.failAt(length, "data after the %d bytes that the header counts; expected the end of the file", length)
	}
	return r.chunks(length)
}

// whole returns the text of a glTF file that is not a GLB.
func (r *reader) whole() []byte {
	r.base = -1
	if r.size > maxJSON {
		r.failAt(0, "%d bytes; expected at most %d of JSON", r.size, maxJSON)
		return nil
	}
	return r.bytes(0, r.size)
}

// chunks returns the first chunk, which is JSON, and notes the binary one after it. Others are passed over.
func (r *reader) chunks(length int64) []byte {
	var doc []byte
	at := int64(12)
	for i := 0; at < length && r.err == nil; i++ {
		if length-at < 8 {
			r.failAt(at, "file ends within the header of a chunk")
			break
		}
		head := r.bytes(at, 8)
		if r.err != nil {
			break
		}
		n, kind := int64(binary.LittleEndian.Uint32(head)), binary.LittleEndian.Uint32(head[4:])
		start := at + 8
		if n > length-start {
			r.failAt(at, "a chunk of %d bytes, with %d left in the file", n, length-start)
			break
		}
		switch {
		case i == 0 && kind != chunkJSON:
			r.failAt(at, "the first chunk is of type %#x; expected JSON (%#x)", kind, chunkJSON)
		case i == 0 && n > maxJSON:
			r.failAt(at, "a JSON chunk of %d bytes; expected at most %d", n, maxJSON)
		case i == 0:
			r.base, doc = start, r.bytes(start, n)
		case kind == chunkJSON, kind == chunkBIN && i > 1:
			r.failAt(at, "a second chunk of type %#x, or one that is not in its place", kind)
		case kind == chunkBIN:
			r.bin = io.NewSectionReader(r.in, start, n)
		}
		at = start + n
	}
	if r.err == nil && doc == nil {
		r.failAt(length, "no JSON chunk")
	}
	return doc
}

// bytes reads n bytes that are there: callers compare with the size of the file first.
func (r *reader) bytes(at, n int64) []byte {
	if r.err != nil {
		return nil
	}
	b := make([]byte, n)
	if k, err := r.in.ReadAt(b, at); int64(k) < n {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		r.err = r.readError(at+int64(k), err)
		return nil
	}
	return b
}
