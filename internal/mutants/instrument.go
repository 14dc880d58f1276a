package main

import (
	"context"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// instrumented is a target with many mutants in one source.
type instrumented struct {
	target *target
	// overlay is the list that puts the sources in place of the originals.
	overlay string
	// number is that of each mutant that the sources hold, from 1 on.
	number map[*mutant]int
	// function is the number of the function that a mutant changes.
	function map[*mutant]int
	// unbuilt are mutants that do not compile.
	unbuilt map[*mutant]bool
}

// instrument makes a source of all mutants of a target that can be switched and that compile.
func (r *runner) instrument(ctx context.Context, t *target, mutants []*mutant) (*instrumented, error) {
	in := &instrumented{target: t, number: map[*mutant]int{}, unbuilt: map[*mutant]bool{}}
	for i, m := range mutants {
		in.number[m] = i + 1
	}
	for {
		if err := r.write(in); err != nil {
			return nil, err
		}
		out, err := r.goCommand(ctx, "build", "-gcflags=-e", "-overlay", in.overlay, "./"+t.dir)
		if err == nil || len(in.number) == 0 {
			fmt.Fprintf(r.out, "%s: %d mutants in one source, %d do not compile\n", t.dir, len(in.number), len(in.unbuilt))
			return in, err
		}
		if !in.drop(out) {
			return nil, fmt.Errorf("the mutants of %s do not compile: %w\n%s", t.dir, err, out)
		}
	}
}

var inCopy = regexp.MustCompile(`(?m)^mutant(\d+)\.go:`)

// drop leaves out the mutants that the compiler's output names, and reports whether there are any.
func (in *instrumented) drop(out []byte) bool {
	bad := map[int]bool{}
	for _, found := range inCopy.FindAllSubmatch(out, -1) {
		n, _ := strconv.Atoi(string(found[1])) // digits
		bad[n] = true
	}
	dropped := false
	for m, n := range in.number {
		if bad[n] {
			delete(in.number, m)
			in.unbuilt[m], dropped = true, true
		}
	}
	return dropped
}

// write writes the sources and the overlay. Mutants that cannot be switched lose their number.
func (r *runner) write(in *instrumented) error {
	dir, err := os.MkdirTemp(r.dir, "switched")
	if err != nil {
		return err
	}
	files := map[string]map[*mutant]int{}
	for m, n := range in.number {
		if files[m.file] == nil {
			files[m.file] = map[*mutant]int{}
		}
		files[m.file][m] = n
	}
	replace, name := map[string]string{}, ""
	in.function = map[*mutant]int{}
	for file, numbers := range files {
		original, source, err := r.read(file)
		if err != nil {
			return err
		}
		text, of, err := switched(file, source, numbers)
		if err != nil {
			return err
		}
		maps.Copy(in.function, of)
		copied := filepath.Join(dir, filepath.Base(file))
		if err := os.WriteFile(copied, text, 0o666); err != nil {
			return err
		}
		replace[original] = copied
		name, err = packageName(source)
		if err != nil {
			return err
		}
	}
	maps.DeleteFunc(in.number, func(m *mutant, _ int) bool { return in.function[m] == 0 })
	if err := r.chooser(in, dir, name, replace); err != nil {
		return err
	}
	in.overlay, err = writeOverlay(dir, replace)
	return err
}

// chooser adds the file that reads which mutant is active.
func (r *runner) chooser(in *instrumented, dir, name string, replace map[string]string) error {
	at, err := filepath.Abs(filepath.Join(r.root, filepath.FromSlash(in.target.dir), "mutant_active.go"))
	if err != nil {
		return err
	}
	replace[at] = filepath.Join(dir, "mutant_active.go")
	most := 0
	for _, n := range in.number {
		most = max(most, n)
	}
	return os.WriteFile(replace[at], []byte(chooser(name, most)), 0o666)
}

func packageName(source []byte) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), "", source, parser.PackageClauseOnly)
	if err != nil {
		return "", err
	}
	return f.Name.Name, nil
}

// read returns the path and the text of a file of the module.
func (r *runner) read(file string) (string, []byte, error) {
	name, err := filepath.Abs(filepath.Join(r.root, filepath.FromSlash(file)))
	if err != nil {
		return "", nil, err
	}
	source, err := os.ReadFile(name)
	return name, source, err
}

// writeOverlay writes the list that puts files in place of others.
func writeOverlay(dir string, replace map[string]string) (string, error) {
	list, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, list, 0o666)
}
