package atomicfile

import (
	"context"
	"io"
)

// Batch is several files that appear together: none of them before all are written and flushed to the disk. A process
// that is killed while they are renamed can leave some of them new and some old, each of them whole.
type Batch struct{ files []*File }

// Write writes a file of the batch. What is no regular file is written and closed at once, because somebody may wait for
// its end. Errors are of type [*Error], or that of write.
func (b *Batch) Write(ctx context.Context, path string, write func(io.Writer) error) error {
	f, err := Create(ctx, path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil || f.temp == "" {
		defer f.Discard()
		if err != nil {
			return err
		}
		return f.Commit()
	}
	b.files = append(b.files, f)
	return nil
}

// Commit flushes all files and puts them in their places.
func (b *Batch) Commit() error {
	defer b.Discard()
	for _, f := range b.files {
		if err := f.file.Sync(); err != nil {
			return &Error{f.name, cause(err)}
		}
	}
	for _, f := range b.files {
		if err := f.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// Discard gives up the files that were not committed.
func (b *Batch) Discard() {
	for _, f := range b.files {
		f.Discard()
	}
	b.files = nil
}
