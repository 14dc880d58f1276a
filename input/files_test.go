package input

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folder makes a folder "in" with files, a file next to it, and links out of it. It
// becomes the working directory's neighbour only by name: paths are absolute.
func folder(t *testing.T) (in, secret string) {
	t.Helper()
	dir := t.TempDir()
	in, secret = filepath.Join(dir, "in"), filepath.Join(dir, "secret")
	if err := os.MkdirAll(filepath.Join(in, "parts"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{secret, filepath.Join(in, "a"), filepath.Join(in, "parts", "b")} {
		if err := os.WriteFile(path, []byte(filepath.Base(path)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{
		"out": "../secret", "absolute": secret, "up": "..", "inward": "parts/b", "parts/back": "../a",
	} {
		if err := os.Symlink(target, filepath.Join(in, link)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	return in, secret
}

// read returns the content of a file.
func read(t *testing.T, f *Files, path string) (string, error) {
	t.Helper()
	file, err := f.Open(t.Context(), path)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }() // only read
	b, err := io.ReadAll(file)
	return string(b), err
}

func TestRoot(t *testing.T) {
	in, secret := folder(t)
	t.Chdir(in)
	for _, dir := range []string{".", in} {
		f, err := OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"a", "./parts/../a", filepath.Join(in, "a"), "../in/a", "parts/back"} {
			if got, err := read(t, f, path); err != nil || got != "a" {
				t.Errorf("%s: %q, %v", path, got, err)
			}
		}
		if got, err := read(t, f, "inward"); err != nil || got != "b" {
			t.Errorf("inward: %q, %v", got, err)
		}
		for _, path := range []string{"out", "absolute", "up/secret", "up/in/a", "../secret", secret, "parts/../../secret"} {
			var p *fs.PathError
			if got, err := read(t, f, path); !errors.Is(err, ErrOutside) || !errors.As(err, &p) || p.Path != path {
				t.Errorf("%s: %q, %v", path, got, err)
			}
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := OpenRoot("a"); err == nil {
		t.Error("a file is a root directory")
	}
}

// TestRootThroughLink enters the root directory by another name than it is given.
func TestRootThroughLink(t *testing.T) {
	in, _ := folder(t)
	link := in + "-link"
	if err := os.Symlink(in, link); err != nil {
		t.Fatal(err)
	}
	t.Chdir(link)
	for _, dir := range []string{in, link, "."} {
		f, err := OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"a", filepath.Join(in, "a"), filepath.Join(link, "a")} {
			if got, err := read(t, f, path); err != nil || got != "a" {
				t.Errorf("--root %s %s: %q, %v", dir, path, got, err)
			}
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestResolve(t *testing.T) {
	in, secret := folder(t)
	bound, err := OpenRoot(in)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = bound.Close() }() // only read
	for _, f := range []*Files{nil, {}, bound} {
		for name, want := range map[string]string{"b.obj": "cells/b.obj", "../parts/b.obj": "parts/b.obj", "odd:name": "cells/odd:name", "C:part": "cells/C:part"} {
			if filepath.Separator != '/' {
				continue // C: is a drive there
			}
			if got, err := f.Resolve("cells/cell.json", name); err != nil || got != want {
				t.Errorf("%s: %q, %v; want %q", name, got, err, want)
			}
		}
		for _, name := range []string{"file:///etc/passwd", "FILE:part.obj", "http://host/part.obj", "package://robot/part.stl"} {
			if got, err := f.Resolve("cell.json", name); err == nil {
				t.Errorf("%s is %q", name, got)
			}
		}
		got, err := f.Resolve("cell.json", filepath.ToSlash(secret))
		if f == bound && !errors.Is(err, ErrOutside) || f != bound && (err != nil || got != secret) {
			t.Errorf("absolute path: %q, %v", got, err)
		}
	}
}

// TestReserved refuses a file that is to be written by whatever name it is read.
func TestReserved(t *testing.T) {
	in, _ := folder(t)
	t.Chdir(in)
	if err := os.Link("a", "hard"); err != nil {
		t.Skipf("no hard links here: %v", err)
	}
	bound, err := OpenRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = bound.Close() }() // only read
	info, err := os.Stat("a")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []*Files{{}, bound} {
		f.Reserve("--out a", info)
		for _, path := range []string{"a", "hard", "parts/back"} {
			want := "--out a: the same file as the input " + path + "; expected another"
			if _, err := read(t, f, path); err == nil || err.Error() != want {
				t.Errorf("opened %s: %v", path, err)
			}
			if err := f.Check(path); err == nil || err.Error() != want {
				t.Errorf("checked %s: %v", path, err)
			}
		}
		for _, path := range []string{"parts/b", "missing", ""} {
			if err := f.Check(path); err != nil {
				t.Errorf("checked %s: %v", path, err)
			}
		}
	}
}

func TestIrregular(t *testing.T) {
	in, _ := folder(t)
	for path, what := range map[string]string{in: "a directory", os.DevNull: "a device"} {
		if _, err := read(t, nil, path); !errors.Is(err, ErrIrregular) || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := read(t, nil, filepath.Join(in, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

func TestCancelled(t *testing.T) {
	in, _ := folder(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (*Files)(nil).Open(ctx, filepath.Join(in, "a")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
