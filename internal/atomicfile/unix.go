//go:build unix

package atomicfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// pipePoll is how often a named pipe is tried that nobody reads yet.
const pipePoll = 20 * time.Millisecond

// openDirect opens what is no regular file. A named pipe that nobody reads is waited
// for: opening it the ordinary way could not be interrupted.
func openDirect(ctx context.Context, path string, mode fs.FileMode) (*os.File, error) {
	if mode&fs.ModeNamedPipe == 0 {
		return os.OpenFile(path, os.O_WRONLY, 0)
	}
	for {
		file, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if !errors.Is(err, syscall.ENXIO) {
			return file, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pipePoll):
		}
	}
}

// syncFolder makes a rename in a folder last. File systems that cannot flush a
// folder say so with EINVAL or ENOTSUP; the file's own content is safe by then.
func syncFolder(path string) error {
	folder, err := os.OpenFile(path, os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrPermission) {
		return nil // one may write to a folder that one may not read
	}
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }() // nothing was written through it
	err = folder.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return err
}
