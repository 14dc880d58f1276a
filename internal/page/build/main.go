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
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide/internal/atomicfile"
	"github.com/collide-go/collide/internal/viewer"
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

// modulePath is before the packages of this module.
const modulePath = "github.com/collide-go/collide/"

// Packages that read and report are compiled without inlining, the standard library's and ours: the engine is 6 % smaller. Those that search are not among them, but math/big, to which few decisions come.
const (
	cold = `encoding/json encoding/xml encoding/csv fmt time regexp regexp/syntax reflect strconv os compress/flate compress/gzip archive/zip image/png image/draw
		image unicode strings bytes bufio net/url path/filepath io/fs syscall internal/fmtsort math/big`
	ours = `scene robot meshio input internal/gltf internal/collada internal/threemf internal/xmltree internal/report internal/rules internal/approval internal/baseline
		internal/viewer internal/quote internal/unit internal/page internal/compound internal/sim`
)

// compile returns the page's parts; the module is built on the way.
func compile(ctx context.Context, module string) (*viewer.EnginePage, error) {
	args := []string{"build", "-trimpath", "-ldflags=-s -w -buildid=", "-o", module}
	for _, name := range strings.Fields(cold) {
		args = append(args, "-gcflags="+name+"=-l")
	}
	for _, name := range strings.Fields(ours) {
		args = append(args, "-gcflags="+modulePath+name+"=-l")
	}
	c := exec.CommandContext(ctx, "go", append(args, modulePath+"internal/page/engine")...)
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, text)
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	worker, err := viewer.Worker()
	support, err2 := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"))
	wasm, err3 := os.ReadFile(module)
	if err := errors.Join(err, err2, err3); err != nil {
		return nil, err
	}
	return &viewer.EnginePage{Script: bytes.Join([][]byte{worker, support}, []byte("\n")), Module: wasm}, nil
}
