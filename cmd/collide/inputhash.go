package main

import (
	"context"
	"crypto/sha256"
	"path/filepath"
	"slices"
	"strings"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/gltf"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/report"
)

// listsInputs reports whether one of the reports lists the files that were read.
func listsInputs(outputs []checkOutput) bool {
	return slices.ContainsFunc(outputs, func(o checkOutput) bool { return o.format.Name == html || o.format.Name == "markdown" })
}

// inputFiles returns the files of a check with their hashes: those that the command line names, the scenes and meshes of the bodies, and the
// buffers of glTF files. The files that decide are read from a place of their own. An interrupted check has none.
func (a *app) inputFiles(ctx context.Context, from, deciding *input.Files, named []string, in *inputs, f *checkFlags) ([]report.Input, error) {
	var list []hashedFile
	seen := map[string]bool{"": true}
	add := func(files *input.Files, path string) {
		if !seen[path] {
			seen[path] = true
			list = append(list, hashedFile{files, report.Input{Path: path}})
		}
	}
	for _, path := range append(slices.Clone(named), a.robot.srdf) {
		add(from, path)
	}
	for i := range in.placed {
		add(from, in.placed[i].Scene)
		add(from, in.placed[i].File)
	}
	for _, d := range f.deciding() {
		add(deciding, *d.path)
	}
	for _, h := range slices.Clone(list) {
		buffers, err := buffersOf(ctx, h.from, h.Path)
		if err != nil && ctx.Err() == nil {
			return nil, err
		}
		for _, path := range buffers {
			add(h.from, path)
		}
	}
	return hashAll(ctx, list, f.workers)
}

// hashedFile is an input file and what opens it.
type hashedFile struct {
	from *input.Files
	report.Input
}

// hashAll hashes files, on several cores.
func hashAll(ctx context.Context, list []hashedFile, workers int) ([]report.Input, error) {
	errs := make([]error, len(list))
	par.For(len(list), par.Workers(workers), 1, func(_, i, _ int) {
		sum, err := fileHash(ctx, list[i].from, list[i].Path)
		if errs[i] = err; err == nil {
			list[i].Sum = [sha256.Size]byte(sum)
		}
	})
	inputs := make([]report.Input, len(list))
	for i := range list {
		if ctx.Err() != nil {
			return nil, nil //nolint:nilerr // the check itself says that it was interrupted
		}
		if errs[i] != nil {
			return nil, errs[i]
		}
		inputs[i] = list[i].Input
	}
	report.SortInputs(inputs)
	return inputs, nil
}

// buffersOf returns the files that hold the buffers of a glTF file, none for others.
func buffersOf(ctx context.Context, from *input.Files, path string) ([]string, error) {
	if ext := strings.ToLower(filepath.Ext(path)); ext != ".gltf" && ext != ".glb" {
		return nil, nil
	}
	return gltf.Buffers(ctx, from, path)
}
