//go:build !unix

package atomicfile

import (
	"context"
	"io/fs"
	"os"
)

// openDirect opens what is no regular file.
func openDirect(_ context.Context, path string, _ fs.FileMode) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY, 0)
}

// syncFolder does nothing: a folder cannot be flushed here.
func syncFolder(string) error { return nil }
