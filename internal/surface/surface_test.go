package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestSurface holds the module to its limit. Whoever cannot use what is exported should not
// have to read it.
func TestSurface(t *testing.T) {
	s, err := load("../..")
	if err != nil {
		t.Fatal(err)
	}
	if n := s.total(); n > limit {
		t.Errorf("%d exported names, more than %d: 'go run ./internal/surface' has them by package", n, limit)
	}
	if lines := s.unnameable(); len(lines) > unnameableLimit {
		t.Errorf("%d types that callers cannot name, more than %d:\n%s", len(lines), unnameableLimit, strings.Join(lines, "\n"))
	}
}

// made type-checks packages of one file each, in the order given; an import is of a package before.
func made(t *testing.T, sources ...string) *surface {
	t.Helper()
	s := &surface{module: "m", files: token.NewFileSet()}
	known := known{}
	for _, text := range sources {
		path, code, _ := strings.Cut(text, ":")
		f, err := parser.ParseFile(s.files, path+".go", code, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		p, err := (&types.Config{Importer: known}).Check(path, s.files, []*ast.File{f}, nil)
		if err != nil {
			t.Fatal(err)
		}
		known[path] = p
		if !isInternal(path) {
			s.public = append(s.public, p)
		}
	}
	return s
}

type known map[string]*types.Package

func (k known) Import(path string) (*types.Package, error) {
	if p, ok := k[path]; ok {
		return p, nil
	}
	return importer.Default().Import(path)
}

const secret = "m/internal/secret:package secret; type Thing struct{ Size int }; func (Thing) Weigh() {}; func (*Thing) Lift() {}; type Other int"

func TestCounts(t *testing.T) {
	for code, want := range map[string]int{
		"m:package m; const A, b = 1, 2; var C, d int; func E() {}; func f() {}":                                  6 - 3,
		"m:package m; type T struct{ Field int }; func (T) M() {}; func (*T) N() {}; func (T) o() {}":             3,
		"m:package m; type t struct{}; func (t) M() {}":                                                           0,
		"m:package m; type t struct{}; func (t) M() {}; type T struct{ t }":                                       2,
		"m:package m; type B struct{}; func (B) M() {}; type T struct{ B }":                                       3,
		"m:package m; type I interface{ M(); N() }":                                                               1,
		"m:package m; import \"m/internal/secret\"; type T = secret.Thing":                                        3,
		"m/sub:package sub; type T struct{}; func (T) M() {}; type A = T":                                         3,
		"m/internal:package internal; type T struct{}":                                                            0,
		"m:package m; type g[T any] struct{}; func (g[T]) M() {}; type H struct{ g[int] }; func F[T any](t T) {}": 3,
	} {
		if n := made(t, secret, code).total(); n != want {
			t.Errorf("%s: %d names, want %d", code, n, want)
		}
	}
}

func TestUnnameable(t *testing.T) {
	const m = "m:package m; import \"m/internal/secret\"; var _ secret.Thing; "
	for code, want := range map[string]string{
		m + "func F(secret.Thing) {}":                                           "F",
		m + "func F() []*secret.Thing { return nil }":                           "F",
		m + "func F(func(map[string]secret.Thing)) {}":                          "F",
		m + "var V secret.Other":                                                "V",
		m + "const C = secret.Other(1)":                                         "C",
		m + "type T struct{ F secret.Thing; g secret.Thing }":                   "T.F",
		m + "type T struct{ secret.Thing }":                                     "T.Thing",
		m + "type T struct{}; func (T) M(chan secret.Thing) {}":                 "T.M",
		m + "type I interface{ M(secret.Thing); n(secret.Thing) }":              "I.M",
		m + "type T []secret.Thing":                                             "T",
		m + "type t struct{ F secret.Thing }; type T struct{ t }":               "T.F",
		m + "type A = secret.Thing; func F(secret.Thing, A) {}":                 "",
		m + "type a = secret.Thing; func F(a) {}":                               "F",
		m + "type T[P interface{ *secret.Thing }] struct{}":                     "T",
		m + "type L[P any] struct{}; func F(L[secret.Thing]) {}":                "F",
		m + "func f(secret.Thing) {}":                                           "",
		m + "type t int; func F() t { return 0 }":                               "F",
		m + "type t int; func (t) M(secret.Thing) {}":                           "",
		m + "type T struct{ next *T }; func (t *T) Next() *T { return t.next }": "",
		m + "func F(error, any, int) {}":                                        "",
	} {
		lines := made(t, secret, code).unnameable()
		var names []string
		for _, line := range lines {
			names = append(names, strings.Fields(line)[1])
		}
		if !slices.Equal(names, strings.Fields(want)) {
			t.Errorf("%s: %q, want %q", code, lines, want)
		}
	}
}

// TestAliasesShowTheirParts: what an alias of an internal type leads to must have names, too.
func TestAliasesShowTheirParts(t *testing.T) {
	s := made(t, "m/internal/deep:package deep; type Part struct{}; type Whole struct{ P Part }", "m:package m; import \"m/internal/deep\"; type W = deep.Whole")
	if lines := s.unnameable(); len(lines) != 1 || !strings.Contains(lines[0], "W.P has the type deep.Part") {
		t.Errorf("%q", lines)
	}
}
