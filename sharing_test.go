package collide_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRacedPackages: the packages that make race has the race detector look at are those whose code starts goroutines, gives
// work to internal/par, or has locks or atomics. The Makefile looks for lines of text, this test for statements.
func TestRacedPackages(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip(err)
	}
	out, err := exec.CommandContext(t.Context(), "make", "-s", "sharing").Output()
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Fields(string(out))
	slices.Sort(listed)
	var shares []string
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		name := d.Name()
		if path != "." && (name == "testdata" || name == "node_modules" || name == "packaging" || name == "bin" || name == "python" || name[0] == '.' || name[0] == '_') {
			return filepath.SkipDir
		}
		if p, err := build.ImportDir(path, 0); err == nil && sharesMemory(t, p) {
			shares = append(shares, strings.TrimSuffix(modulePath+"/"+filepath.ToSlash(path), "/."))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(shares)
	if !slices.Equal(listed, shares) {
		t.Errorf("make race looks at\n%q\nmemory is shared in\n%q", listed, shares)
	}
}

// sharesMemory reports whether a package has what the race detector is for.
func sharesMemory(t *testing.T, p *build.Package) bool {
	t.Helper()
	if slices.ContainsFunc(p.Imports, func(path string) bool {
		return path == "sync" || path == "sync/atomic" || path == modulePath+"/internal/par"
	}) {
		return true
	}
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for n := range ast.Preorder(f) {
			if _, ok := n.(*ast.GoStmt); ok {
				return true
			}
			if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Go" {
				return true
			}
		}
	}
	return false
}
