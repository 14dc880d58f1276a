//go:build !wasm

// Command build writes the folder of the npm package: make npm.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide/internal/atomicfile"
	"github.com/collide-go/collide/internal/viewer"
	"github.com/collide-go/collide/internal/wasm"
)

func main() {
	source := flag.String("source", "npm", "the `folder` of the package's sources")
	out := flag.String("out", "", "the `folder` to write")
	version := flag.String("version", "v0.0.0-dev", "version, such as v0.1.0")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "npm: expected -out FOLDER")
		os.Exit(2)
	}
	if err := build(context.Background(), *source, *out, *version); err != nil {
		fmt.Fprintln(os.Stderr, "npm:", err)
		os.Exit(2)
	}
}

// build compiles the engine and copies the files that the package needs with it.
func build(ctx context.Context, source, out, version string) error {
	if err := os.MkdirAll(filepath.Join(out, "dist"), 0o755); err != nil {
		return err
	}
	if err := wasm.Build(ctx, "internal/npm/engine", version, filepath.Join(out, "dist/engine.wasm")); err != nil {
		return err
	}
	content, err := contents(ctx, source, version)
	if err != nil {
		return err
	}
	var files atomicfile.Batch
	defer files.Discard()
	for name, data := range content {
		write := func(w io.Writer) error { _, err := w.Write(data); return err }
		if err := files.Write(ctx, filepath.Join(out, name), write); err != nil {
			return err
		}
	}
	return files.Commit()
}

// contents returns the files of the package but the engine, by their names.
func contents(ctx context.Context, source, version string) (map[string][]byte, error) {
	content := map[string][]byte{}
	paths, err := filepath.Glob(filepath.Join(source, "dist/*.*s")) // scripts and their types
	if err != nil || len(paths) == 0 {
		return nil, errors.Join(err, fmt.Errorf("%s: no scripts in dist; expected those that tsc writes", source))
	}
	for _, path := range append(paths, filepath.Join(source, "README.md"), filepath.Join(source, "../LICENSE")) {
		name, err := filepath.Rel(source, path)
		if err != nil {
			return nil, err
		}
		if content[strings.TrimPrefix(filepath.ToSlash(name), "../")], err = os.ReadFile(path); err != nil {
			return nil, err
		}
	}
	support, licence, err := wasm.Support(ctx)
	files, err2 := viewer.Files()
	serve, err3 := os.ReadFile(filepath.Join(source, "src/engine.js"))
	if err := errors.Join(err, err2, err3); err != nil {
		return nil, err
	}
	content["dist/engine.js"] = bytes.Join([][]byte{files, support, serve}, []byte("\n"))
	content["LICENSE-go"] = licence
	content["package.json"], err = manifest(filepath.Join(source, "package.json"), version)
	return content, err
}

// manifest returns the package's manifest with a version.
func manifest(path, version string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	const mark = `"version": "0.0.0-dev"`
	text, err := json.Marshal(strings.TrimPrefix(version, "v"))
	if n := bytes.Count(data, []byte(mark)); err != nil || n != 1 {
		return nil, errors.Join(err, fmt.Errorf("%s: %d times %s; expected it once", path, n, mark))
	}
	return bytes.Replace(data, []byte(mark), append([]byte(`"version": `), text...), 1), nil
}
