package collide_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// fileCalls are the functions of package os that open, write or rename files, and the
// packages that may call them: input reads and internal/atomicfile writes, so that no
// file is waited for without end, read from where it should not be, or lost.
var fileCalls = map[string][]string{
	"Open":       {"input"},
	"ReadFile":   {},
	"DirFS":      {},
	"CopyFS":     {},
	"OpenInRoot": {},
	"OpenRoot":   {"input"},
	"OpenFile":   {"input", "internal/atomicfile"},
	"Create":     {},
	"CreateTemp": {},
	"MkdirTemp":  {},
	"WriteFile":  {},
	"Truncate":   {},
	"Link":       {},
	"Symlink":    {},
	"Rename":     {"internal/atomicfile"},
	"Remove":     {"internal/atomicfile"},
	"RemoveAll":  {},
}

// TestFilesAreOpenedInOnePlace finds calls of those functions elsewhere, in the command
// and in every package it may import. Tests, generators (folders that start with "_")
// and tools of the maintainers are exempt, and so is what a program reads about itself
// in /proc.
func TestFilesAreOpenedInOnePlace(t *testing.T) {
	t.Parallel()
	seen := 0
	shipped := append(allowed("cmd/collide"), "cmd/collide", "bench/peers")
	sources(t, func(file string) {
		if !slices.Contains(shipped, path.Dir(file)) {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			name, literal := osFunction(n)
			allowed, watched := fileCalls[name]
			switch {
			case strings.HasPrefix(literal, "/proc/"):
				return false
			case !watched:
			case slices.Contains(allowed, path.Dir(file)):
				seen++
			default:
				t.Errorf("%s calls os.%s; expected package input or internal/atomicfile", file, name)
			}
			return true
		})
	})
	if seen < 5 {
		t.Errorf("%d calls found: the test does not look where it should", seen)
	}
}

// osFunction returns the function of package os that a node calls, or refers to
// without calling it, and the call's first argument if that is a literal.
func osFunction(n ast.Node) (name, literal string) {
	if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 {
		name, _ = osFunction(call.Fun)
		if arg, ok := call.Args[0].(*ast.BasicLit); ok {
			literal, _ = strconv.Unquote(arg.Value) // numbers stay ""
		}
		return name, literal
	}
	if s, ok := n.(*ast.SelectorExpr); ok {
		if x, ok := s.X.(*ast.Ident); ok && x.Name == "os" {
			return s.Sel.Name, ""
		}
	}
	return "", ""
}
