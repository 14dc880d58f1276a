package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// file is one entry of an archive.
type file struct {
	name string
	mode int64
	data []byte
}

// archives packs each binary with licence, notices and a page on how to begin.
func (r *release) archives(targets []target) error {
	for _, t := range targets {
		files, err := r.contents(t)
		if err != nil {
			return err
		}
		pack := compressed
		if t.goos == "windows" {
			pack = zipped
		}
		data, err := pack(files, r.when)
		if err != nil {
			return fmt.Errorf("%s: %w", r.archive(t), err)
		}
		if err := os.WriteFile(r.archive(t), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) archive(t target) string {
	ext := ".tar.gz"
	if t.goos == "windows" {
		ext = ".zip"
	}
	return r.path(t.stem(r.version) + ext)
}

func (r *release) contents(t target) ([]file, error) {
	var files []file
	for _, f := range []struct {
		name, path string
		mode       int64
	}{
		{t.exe(), r.binary(t), 0o755},
		{"LICENSE", filepath.Join(r.source, "LICENSE"), 0o644},
		{"NOTICES", r.noticesOf(t), 0o644},
		{"README.md", filepath.Join(r.source, "README.md"), 0o644},
	} {
		data, err := os.ReadFile(f.path)
		if err != nil {
			return nil, err
		}
		files = append(files, file{f.name, f.mode, data})
	}
	return files, nil
}

// compressed is a tar archive, compressed, in which nothing depends on the machine.
func compressed(files []file, when time.Time) ([]byte, error) {
	data, err := plainTar(files, when)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	z, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	err = z.Close()
	return buf.Bytes(), err
}

func plainTar(files []file, when time.Time) ([]byte, error) {
	var buf bytes.Buffer
	w := tar.NewWriter(&buf)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.data)), ModTime: when, Typeflag: tar.TypeReg, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return buf.Bytes(), err
}

func zipped(files []file, when time.Time) ([]byte, error) {
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: when}
		h.SetMode(os.FileMode(f.mode))
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return buf.Bytes(), err
}

// checksums lists all files of the release, as sha256sum -c reads them.
func (r *release) checksums([]target) error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var list bytes.Buffer
	for _, e := range entries {
		if e.IsDir() || e.Name() == marker {
			continue
		}
		sum, err := r.sum(r.path(e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%s  %s\n", sum, e.Name())
	}
	return os.WriteFile(r.path("SHA256SUMS"), list.Bytes(), 0o644)
}

func (r *release) sum(path string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}
