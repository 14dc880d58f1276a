// Package cachefile keeps what takes long to find out in a folder from one process to the next. Nothing depends on it: what
// cannot be read or written is found out again.
package cachefile

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/atomicfile"
)

// Read returns what a file of the folder holds, nil for none: where the folder is "", the file cannot be read, or it has more
// than most bytes.
func Read(ctx context.Context, folder, name string, most int) []byte {
	if folder == "" {
		return nil
	}
	r, err := new(input.Files).Open(ctx, filepath.Join(folder, name))
	if err != nil {
		return nil
	}
	defer func() { _ = r.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err != nil || len(data) > most {
		return nil
	}
	return data
}

// Write has a file of the folder hold the data, whole or not at all, and reports whether it does. The folder is made where it is not there,
// for the user alone.
func Write(ctx context.Context, folder, name string, data []byte) bool {
	if folder == "" || os.MkdirAll(folder, 0o700) != nil {
		return false
	}
	f, err := atomicfile.Create(ctx, filepath.Join(folder, name))
	if err != nil {
		return false
	}
	defer f.Discard()
	if _, err := f.Write(data); err != nil {
		return false
	}
	return f.Commit() == nil
}
