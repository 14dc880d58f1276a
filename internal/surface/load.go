package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// surface is what a module shows to others.
type surface struct {
	module string // its path
	root   string // its folder
	files  *token.FileSet
	public []*types.Package // in the order of their paths
}

// listed is what the go command reports of a package.
type listed struct {
	ImportPath, Name, Dir, Export string
	GoFiles                       []string
	Module                        *struct {
		Path, Dir string
		Main      bool
	}
}

// load type-checks the public packages of the module in dir. Imported packages are read from
// the go command's export data, so that only the public packages are parsed.
func load(dir string) (*surface, error) {
	packages, err := list(dir)
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	for _, p := range packages {
		exports[p.ImportPath] = p.Export
	}
	s := &surface{files: token.NewFileSet()}
	imports := importer.ForCompiler(s.files, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(exports[path])
	})
	for _, p := range packages {
		if p.Module == nil || !p.Module.Main {
			continue
		}
		s.module, s.root = p.Module.Path, p.Module.Dir
		if !p.isPublic() {
			continue
		}
		checked, err := s.check(p, imports)
		if err != nil {
			return nil, err
		}
		s.public = append(s.public, checked)
	}
	if len(s.public) == 0 {
		return nil, fmt.Errorf("%s has no public package", dir)
	}
	return s, nil
}

// list asks the go command for the packages of the module and all that they import.
func list(dir string) ([]*listed, error) {
	c := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Name,Dir,Export,GoFiles,Module", "./...")
	c.Dir = dir
	var messages bytes.Buffer
	c.Stderr = &messages
	text, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &messages)
	}
	var packages []*listed
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		p := &listed{}
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, p)
	}
}

func (p *listed) isPublic() bool { return p.Name != "main" && !isInternal(p.ImportPath) }

// isInternal reports whether only a part of a module may import the package.
func isInternal(path string) bool { return strings.Contains("/"+path+"/", "/internal/") }

func (s *surface) check(p *listed, imports types.Importer) (*types.Package, error) {
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(s.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	config := types.Config{Importer: imports, IgnoreFuncBodies: true}
	return config.Check(p.ImportPath, s.files, files, nil)
}
