package main

import (
	"context"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestListedValues asserts of every flag of every verb whose help lists values that
// these, and no others, are what it accepts.
func TestListedValues(t *testing.T) {
	list := regexp.MustCompile(`[\w-]+(\|[\w-]+)+`)
	visit(new(app).root(), func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			listed := list.FindString(f.Usage)
			if listed == "" {
				return
			}
			v, ok := f.Value.(*choice)
			if !ok || listed != strings.Join(v.words, "|") {
				t.Errorf("%s --%s lists %s and accepts other values", c.CommandPath(), f.Name, listed)
			}
		})
	})
}

// visit calls do for a command and all below it.
func visit(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, sub := range c.Commands() {
		visit(sub, do)
	}
}

// TestFormatsWork runs every verb in each format that its help lists, and in others.
func TestFormatsWork(t *testing.T) {
	dir := t.TempDir()
	knot, ring := "../../testdata/example/knot.obj", "../../testdata/example/ring.obj"
	poses := filepath.Join("testdata", "poses.txt")
	examples := map[string][]string{
		"collide check": {"check", knot, ring}, "collide sweep": {"sweep", knot, ring, "--poses", poses},
		"collide sim": {"sim", "../../testdata/ur5/free.json", "--frames", "1"}, "collide info": {"info", ring}, "collide methods": {"methods"},
		"collide devices": {"devices"}, "collide version": {"version"}, "collide gen tian": {"gen", "tian", "-n", "4", "--out", filepath.Join(dir, "out")}, "collide bench": nil, "collide bench compare": nil,
		"collide distance": {"distance", knot, ring}, "collide trajectory": {"trajectory", "../../testdata/ur5/ur5.urdf", "--states", "../../testdata/ur5/path.csv"}, "collide robot matrix": {"robot", "matrix", "../../testdata/ur5/ur5.urdf", "--samples", "2"}, "collide ccd": {"ccd", filepath.Join("testdata", "queries.txt")},
	}
	visit(new(app).root(), func(c *cobra.Command) {
		f := c.Flags().Lookup("format")
		if f == nil {
			return
		}
		example, ok := examples[c.CommandPath()]
		if !ok {
			t.Errorf("%s has formats and no example here", c.CommandPath())
		}
		if example == nil { // minutes a run; package bench tests its formats
			return
		}
		words := f.Value.(*choice).words
		for _, format := range []string{"text", "json", "csv", "junit", "sarif", "html", "markdown", "github", "yaml", ""} {
			code, stdout, stderr := runHere(context.Background(), nil, append(slices.Clone(example), "--format", format)...)
			works := code != exitBad && !strings.Contains(stderr, "format")
			if works != slices.Contains(words, format) || !works && stdout != "" {
				t.Errorf("%s --format %q: exit %d, %q; help lists %v", c.CommandPath(), format, code, stderr, words)
			}
		}
	})
}

// TestTableKeepsOptions: the page of view chooses by name; the method that the flags chose
// is found there with its options, and no other is changed.
func TestTableKeepsOptions(t *testing.T) {
	ctx := t.Context()
	q := queryFlags{method: "oocda", backend: "auto", options: []string{"oocda.rounds=3"}}
	m, err := q.chosen(ctx)
	if err != nil {
		t.Fatal(err)
	}
	table, plain := withOptions(methodTable(ctx), m), methodTable(ctx)
	for i := range table {
		about, was := table[i].About(), plain[i].About()
		if changed := !reflect.DeepEqual(about, was); changed != (about.Name == "oocda") {
			t.Errorf("%s on %s: changed %v", about.Name, about.Backend, changed)
		}
	}
}
