package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

const importPath = `"github.com/collide-go/collide/gpu/internal/vk"`

// used is what the source files of the given directories name of package vk:
// its types and constants as vk.Name, and every selector, among which are the
// commands called as methods.
type used struct{ names, selectors map[string]bool }

func scan(dirs []string) (used, error) {
	u := used{map[string]bool{}, map[string]bool{}}
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return u, err
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.SkipObjectResolution)
			if err != nil {
				return u, err
			}
			u.file(f)
		}
	}
	return u, nil
}

// file enters what a file names. Commands are called as methods, so a file need not import
// the package for that.
func (u *used) file(f *ast.File) {
	imports := false
	for _, i := range f.Imports {
		imports = imports || i.Path.Value == importPath
	}
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		u.selectors[s.Sel.Name] = true
		if x, ok := s.X.(*ast.Ident); imports && ok && x.Name == "vk" {
			u.names[s.Sel.Name] = true
		}
		return true
	})
}
