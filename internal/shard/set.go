package shard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/collide-go/collide/internal/quote"
)

// File is the file of a shard with its name in errors.
type File struct {
	Name string
	io.ReadSeeker
}

// Set are the files of all shards of one list, in the order of their indices.
type Set struct {
	files []File
	first *Reader
	ends  []*End
}

// maxNamed is how many missing shards an error names.
const maxNamed = 20

// Check reads all files and returns those of a whole list. An error names the file or
// the shard that is cut off, damaged, foreign, doubled, unfinished or missing.
func Check(ctx context.Context, files []File) (*Set, error) {
	if len(files) == 0 {
		return nil, errors.New("no shard")
	}
	s := &Set{}
	for i := range files {
		r, err := readAll(ctx, &files[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", quote.Name(files[i].Name), err)
		}
		if err := s.take(files, i, r); err != nil {
			return nil, err
		}
	}
	return s, s.whole()
}

// readAll reads a file to its end.
func readAll(ctx context.Context, f *File) (*Reader, error) {
	r, err := NewReader(f)
	for err == nil {
		if err = ctx.Err(); err == nil {
			_, _, err = r.Next(io.Discard)
		}
	}
	if !errors.Is(err, io.EOF) {
		return nil, err
	}
	return r, nil
}

// take adds a file to the set.
func (s *Set) take(files []File, i int, r *Reader) error {
	name, h := quote.Name(files[i].Name), &r.Header
	if s.first == nil {
		s.first, s.files, s.ends = r, make([]File, h.Of), make([]*End, h.Of)
	}
	if what := foreign(s.first, r); what != "" {
		return fmt.Errorf("%s: not of the same sweep as %s: %s", name, quote.Name(files[0].Name), what)
	}
	if s.ends[h.Index] != nil {
		return fmt.Errorf("%s: shard %d/%d is there twice: also in %s", name, h.Index, h.Of, quote.Name(s.files[h.Index].Name))
	}
	if r.End.Reason != "" {
		return fmt.Errorf("%s: shard %d/%d is not finished: %s", name, h.Index, h.Of, quote.Line(r.End.Reason))
	}
	s.files[h.Index], s.ends[h.Index] = files[i], r.End
	return nil
}

// foreign returns in what the second shard differs from the first, "" if they belong together.
func foreign(a, b *Reader) string {
	x, y := &a.Header, &b.Header
	switch {
	case x.Of != y.Of:
		return fmt.Sprintf("a shard of %d, not of %d", y.Of, x.Of)
	case x.Engine != y.Engine:
		return fmt.Sprintf("another engine: %s, not %s", quote.Line(y.Engine), quote.Line(x.Engine))
	case x.Scene != y.Scene:
		return "another scene"
	case x.Options != y.Options:
		return fmt.Sprintf("other options: %s, not %s", quote.Line(y.Options), quote.Line(x.Options))
	case !bytes.Equal(x.Report, y.Report):
		return "another report"
	case b.End.Reason == "" && (a.End.List != b.End.List || a.End.Items != b.End.Items):
		return "another list"
	}
	return ""
}

// whole returns an error that names the shards that are missing.
func (s *Set) whole() error {
	var missing []string
	for i, e := range s.ends {
		if e == nil {
			missing = append(missing, strconv.Itoa(i)+"/"+strconv.Itoa(len(s.ends)))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	more := ""
	if n := len(missing); n > maxNamed {
		missing, more = missing[:maxNamed], fmt.Sprintf(" and %d more", n-maxNamed)
	}
	return fmt.Errorf("missing: shard %s%s", strings.Join(missing, ", "), more)
}

// Header returns what all shards have in common. Its index is that of the first file.
func (s *Set) Header() Header { return s.first.Header }

// Ends returns the ends in the order of the shards.
func (s *Set) Ends() []*End { return s.ends }

// Copy writes the reports on all items in the order of the list.
func (s *Set) Copy(ctx context.Context, w io.Writer) error {
	readers := make([]*Reader, len(s.files))
	for i := range s.files {
		_, err := s.files[i].Seek(0, io.SeekStart)
		if err == nil {
			readers[i], err = NewReader(s.files[i])
		}
		if err != nil {
			return fmt.Errorf("%s: %w", quote.Name(s.files[i].Name), err)
		}
	}
	out := &sink{w: w}
	ended := 0
	for turn := 0; ended < len(readers); turn++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		i := turn % len(readers)
		_, _, err := readers[i].Next(out)
		switch {
		case out.err != nil:
			return out.err
		case errors.Is(err, io.EOF) && readers[i].End.Sum == s.ends[i].Sum: // once a shard has ended, all that follow end, too
			ended++
		case err == nil && ended == 0:
		case err == nil, errors.Is(err, io.EOF):
			return fmt.Errorf("%s: it changed while it was read", quote.Name(s.files[i].Name))
		default:
			return fmt.Errorf("%s: %w", quote.Name(s.files[i].Name), err)
		}
	}
	return nil
}

// sink keeps the error of a write, which is not one of the shard that is read.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(p []byte) (n int, err error) {
	n, s.err = s.w.Write(p)
	return n, s.err
}
