//go:build !wasm

// Package wasm compiles commands of this module to WebAssembly.
package wasm

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// modulePath is before the packages of this module.
const modulePath = "github.com/collide-go/collide/"

// Packages that read and report are compiled without inlining, the standard library's and ours: the engine is 6 % smaller. Those that search are not among them, but math/big, to which few decisions come.
const (
	cold = `encoding/json encoding/xml encoding/csv fmt time regexp regexp/syntax reflect strconv os compress/flate compress/gzip archive/zip image/png image/draw
		image unicode strings bytes bufio net/url path/filepath io/fs syscall internal/fmtsort math/big text/tabwriter net/netip flag`
	ours = `scene robot meshio input internal/gltf internal/collada internal/threemf internal/xmltree internal/report internal/rules internal/approval internal/baseline
		internal/viewer internal/quote internal/unit internal/page internal/compound internal/sim`
)

// Build compiles a package of this module for js/wasm into the file out. Version is put into main.release, "" for none. The packages of
// this module that are named further are compiled without inlining, too. Equal sources and releases of Go give equal files.
func Build(ctx context.Context, pkg, version, out string, further ...string) error {
	flags := "-ldflags=-s -w -buildid="
	if version != "" {
		flags += " -X main.release=" + version
	}
	args := []string{"build", "-trimpath", "-buildvcs=false", flags, "-o", out}
	for _, name := range strings.Fields(cold) {
		args = append(args, "-gcflags="+name+"=-l")
	}
	for _, name := range append(strings.Fields(ours), further...) {
		args = append(args, "-gcflags="+modulePath+name+"=-l")
	}
	c := exec.CommandContext(ctx, "go", append(args, modulePath+pkg)...)
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWASM=", "GOEXPERIMENT=", "GOFLAGS=-mod=readonly")
	if text, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, text)
	}
	return nil
}

// Support returns the script of the release of Go that runs what it compiled, and its licence.
func Support(ctx context.Context) (script, licence []byte, err error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, nil, fmt.Errorf("go env: %w", err)
	}
	dir := strings.TrimSpace(string(root))
	if script, err = os.ReadFile(filepath.Join(dir, "lib/wasm/wasm_exec.js")); err != nil {
		return nil, nil, err
	}
	licence, err = os.ReadFile(filepath.Join(dir, "LICENSE"))
	return script, licence, err
}
