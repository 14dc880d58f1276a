package gltf

import (
	"context"

	"github.com/collide-go/collide/input"
)

// Buffers returns the paths of the files that hold the buffers of a .glb or .gltf file that ReadFile has read. A file that cannot be opened is
// not among them: a buffer that nothing uses may name one, and was not read.
func Buffers(ctx context.Context, files *input.Files, path string) (list []string, err error) {
	f, err := files.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	r := &reader{ctx: ctx, in: f, size: info.Size(), files: files}
	r.out.Path = path
	if r.begin(); r.err == nil {
		r.findBuffers()
	}
	for i := range r.buffers {
		if at := r.named(&r.buffers[i]); at != "" {
			list = append(list, at)
		}
	}
	return list, r.err
}

// named returns the path of the file that holds a buffer, "" for a buffer in no file or in one that cannot be opened.
func (r *reader) named(b *buffer) string {
	if b.uri == "" || b.isData() || b.hasQuery() {
		return ""
	}
	path, err := r.path(b)
	if err != nil {
		return ""
	}
	f, err := r.files.Open(r.ctx, path)
	if err != nil {
		return ""
	}
	_ = f.Close() // nothing was written
	return path
}
