//go:build !wasm

// Command build writes the page without a server: make page.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/collide-go/collide/internal/atomicfile"
	"github.com/collide-go/collide/internal/viewer"
	"github.com/collide-go/collide/internal/wasm"
)

func main() {
	out := flag.String("out", "", "the `file` to write")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "page: expected -out FILE")
		os.Exit(2)
	}
	if err := build(context.Background(), *out); err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(2)
	}
}

// build compiles the engine and writes the page.
func build(ctx context.Context, out string) error {
	dir, err := os.MkdirTemp("", "collide-page")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // only ours
	page, err := compile(ctx, filepath.Join(dir, "engine.wasm"))
	if err != nil {
		return err
	}
	var files atomicfile.Batch
	defer files.Discard()
	if err := files.Write(ctx, out, func(w io.Writer) error { return page.Write(w) }); err != nil {
		return err
	}
	return files.Commit()
}

// small are packages compiled without inlining: the page is 3 % smaller, and under 4 MB. A page asks one question of a worker; tests of it took as long as before, that of half a million triangles a sixth longer at most.
var small = []string{"internal/world", "internal/kind", "internal/depth", "internal/engines", "internal/broad", "internal/placed", "mesh", "shape", "internal/predicate", "internal/tree", "internal/proof", "internal/swept", "deforming", "internal/ccd", "internal/raster", "methods/oocda", "methods/icollide", "methods/pipelining", "methods/multiprocess", "methods/volumes", "internal/recipe", "internal/procs", "internal/narrow", "internal/volume", "internal/simd"}

// compile returns the page's parts; the module is built on the way.
func compile(ctx context.Context, module string) (*viewer.EnginePage, error) {
	if err := wasm.Build(ctx, "internal/page/engine", "", module, small...); err != nil {
		return nil, err
	}
	support, _, err := wasm.Support(ctx)
	files, err2 := viewer.Files()
	worker, err3 := viewer.Worker()
	engine, err4 := os.ReadFile(module)
	if err := errors.Join(err, err2, err3, err4); err != nil {
		return nil, err
	}
	return &viewer.EnginePage{Script: bytes.Join([][]byte{files, worker, support}, []byte("\n")), Module: engine}, nil
}
