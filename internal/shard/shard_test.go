package shard_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/shard"
)

// write returns the file of a shard of a list of n items, each of which is reported on a line.
func write(t *testing.T, index, of, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := shard.NewWriter(&b, shard.Header{Index: index, Of: of, Engine: "e", Scene: "s", Options: "o", Report: []byte("{}")})
	for first := index * shard.Block; first < n; first += of * shard.Block {
		var text strings.Builder
		items := min(shard.Block, n-first)
		for k := range items {
			fmt.Fprintln(&text, first+k)
		}
		if err := w.Add(first, items, []byte(text.String())); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(shard.End{List: "l", Items: n, Totals: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func files(texts ...[]byte) []shard.File {
	var all []shard.File
	for i, text := range texts {
		all = append(all, shard.File{Name: fmt.Sprintf("f%d", i), ReadSeeker: bytes.NewReader(text)})
	}
	return all
}

// TestAllLengths merges lists of all lengths about the ends of blocks, dealt out to one to five shards.
func TestAllLengths(t *testing.T) {
	t.Parallel()
	for n := range 5*shard.Block + 2 {
		var want strings.Builder
		for k := range n {
			fmt.Fprintln(&want, k)
		}
		for of := 1; of <= 5; of++ {
			var texts [][]byte
			for i := range of {
				texts = append(texts, write(t, of-1-i, of, n)) // the last one first
			}
			set, err := shard.Check(t.Context(), files(texts...))
			if err != nil {
				t.Fatalf("%d items, %d shards: %v", n, of, err)
			}
			var got bytes.Buffer
			if err := set.Copy(t.Context(), &got); err != nil || got.String() != want.String() {
				t.Fatalf("%d items, %d shards: %v, %q", n, of, err, got.String())
			}
		}
	}
}

// TestEveryByteCounts cuts a file off at each byte, and changes each byte: no such file is taken.
func TestEveryByteCounts(t *testing.T) {
	t.Parallel()
	text := write(t, 0, 1, shard.Block+3)
	for k := range text {
		if _, err := shard.Check(t.Context(), files(text[:k])); err == nil {
			t.Fatalf("cut off after %d of %d bytes, and taken", k, len(text))
		} else if k < len(text)-1 && !strings.Contains(err.Error(), "cut off") {
			t.Fatalf("cut off after %d bytes: %v", k, err)
		}
		changed := bytes.Clone(text)
		changed[k] ^= 1
		if _, err := shard.Check(t.Context(), files(changed)); err == nil {
			t.Fatalf("byte %d of %d changed, and taken", k, len(text))
		}
	}
	if _, err := shard.Check(t.Context(), files(append(bytes.Clone(text), '\n'))); err == nil {
		t.Error("a line after the end, and taken")
	}
}

// TestMissing names the shards that are missing, at most twenty of them.
func TestMissing(t *testing.T) {
	t.Parallel()
	_, err := shard.Check(t.Context(), files(write(t, 1, 30, 5)))
	if err == nil || !strings.HasPrefix(err.Error(), "missing: shard 0/30, 2/30, ") || !strings.HasSuffix(err.Error(), ", 20/30 and 9 more") {
		t.Error(err)
	}
	if _, err := shard.Check(t.Context(), nil); err == nil {
		t.Error("no files are a list")
	}
}

// TestHeaders refuses headers that would be followed out of range.
func TestHeaders(t *testing.T) {
	t.Parallel()
	for _, h := range []string{
		`{"schema":1,"shard":0,"of":1000000000000}`, `{"schema":1,"shard":-1,"of":3}`, `{"schema":1,"shard":3,"of":3}`,
		`{"schema":1,"shard":0,"of":0}`, `{"shard":0,"of":1}`, `{"schema":2,"shard":0,"of":1}`, `[]`, `null`, `{"schema":1,"shard":0,"of":1} {}`,
		`{"schema":1,"shard":0,"of":1,"more":1}`,
	} {
		if _, err := shard.NewReader(strings.NewReader(h + "\n")); err == nil {
			t.Errorf("%s is a header", h)
		}
	}
	if _, err := shard.NewReader(strings.NewReader(strings.Repeat(" ", 1<<21))); err == nil || !strings.Contains(err.Error(), "line of more than") {
		t.Error(err)
	}
}

// TestChangedMeanwhile replaces a file between the check and the copy.
func TestChangedMeanwhile(t *testing.T) {
	t.Parallel()
	all := files(write(t, 0, 2, 40), write(t, 1, 2, 40))
	set, err := shard.Check(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	all[1].ReadSeeker.(*bytes.Reader).Reset(write(t, 1, 2, 24)) //nolint:forcetypeassert // files made it
	if err := set.Copy(t.Context(), io.Discard); err == nil || !strings.Contains(err.Error(), "f1: it changed while it was read") {
		t.Error(err)
	}
}

// TestStopped ends with its context.
func TestStopped(t *testing.T) {
	t.Parallel()
	set, err := shard.Check(t.Context(), files(write(t, 0, 1, 3)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := set.Copy(ctx, io.Discard); err == nil {
		t.Error("copied after the end of the context")
	}
	if _, err := shard.Check(ctx, files(write(t, 0, 1, 3))); err == nil {
		t.Error("checked after the end of the context")
	}
}

// full is a disk without space.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestFullDisk returns the error of a write as it is: it is not one of the file that is read.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	set, err := shard.Check(t.Context(), files(write(t, 0, 2, 40), write(t, 1, 2, 40)))
	if err != nil {
		t.Fatal(err)
	}
	if err := set.Copy(t.Context(), full{}); !errors.Is(err, errFull) || err.Error() != errFull.Error() {
		t.Error(err)
	}
}
