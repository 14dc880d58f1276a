package main

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// hostile is a name that wants to be a command of a CI service, to turn the direction
// of writing, to ring, to colour, and to be a line of its own.
const hostile = "::error::x\n::error file=a::y\r##[error]z\x1b[31m\u202e\u0085\u2028\a##vso[task]\x7f"

const (
	tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
	twoParts    = "v 0 0 0\nv 1 0 0\nv 0 1 0\no ::error::\x1b[31m\u202e##[\nf 1 2 3\no =1+1\nf 1 2 3\n"
)

// hostileFolder makes the files whose names and contents are hostile, and makes their
// folder the current one.
func hostileFolder(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such names")
	}
	t.Chdir(t.TempDir())
	name := func(s string) string {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	printed := "::error::x\u202e##[error]z\u0085\u2028" // a scene refuses control characters
	scene := `{"version": 1, "bodies": [{"name": ` + name(printed) + `, "mesh": ` + name(hostile+".obj") + `},
  {"name": "=cmd|' /C calc'!A0", "mesh": "plain.obj"}, {"name": "@SUM", "sphere": {"center": [0, 0, 0], "radius": 1}, "mass": 1}]}`
	for file, content := range map[string]string{
		hostile + ".obj":       tetrahedron,
		"plain.obj":            tetrahedron,
		hostile + "parts.obj":  twoParts,
		hostile + "bad.obj":    "v 0 0 \x1b[31m" + hostile + "\n",
		hostile + ".json":      scene,
		hostile + "bad.json":   `{"version": 1, "bodies": [{` + name(printed) + `: 1}]}`,
		hostile + "lost.json":  `{"version": 1, "bodies": [{"name": ` + name(printed) + `, "mesh": ` + name(hostile) + `}]}`,
		hostile + ".allow":     "\"::error::x\u202e##[error]z\u0085\u2028\" @SUM\n\x1b[31m::error:: \u202e\n",
		hostile + "bad.allow":  "\x1b[31m\n",
		hostile + ".poses":     "1 0 0 0 0 1 0 0 0 0 1 0\n",
		hostile + "bad.poses":  "1 0 0 0 0 1 0 0 0 0 1 0\n::error::\x1b[31m 0 0 0 0 1 0 0 0 0 1 0\n",
		hostile + "tian.txt":   "s 0 0 0 0 0 0 1 1 1\ns 0 0 0 ::error:: \x1b 0 1 1 1\n",
		hostile + "bad.clr":    "collide\x00::error::\x1b[31m",
		hostile + "bad.ply":    "ply\nformat ascii 1.0\nelement vertex 1\nproperty float \x1b[31m::error::\nend_header\nx\n",
		hostile + "bad.stl":    "solid \x1b[31m\nfacet normal ::error::\x1b\n",
		hostile + "secret.off": "::error::\x1b[31mroot:x:0:0\n",
	} {
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHostileNames gives every verb and format names and files that are hostile.
// Nothing that is not for printing, and no line that a service takes for a command,
// may come out.
func TestHostileNames(t *testing.T) {
	hostileFolder(t)
	mesh, scene := hostile+".obj", hostile+".json"
	var runs [][]string
	for _, format := range []string{"text", "json", "csv", "junit", "sarif", "markdown", "github", "text,html"} {
		runs = append(runs,
			[]string{"check", mesh, "plain.obj", "--format", format},
			[]string{"check", scene, "--format", format, "--solid", "--self", "--allow", hostile + ".allow"},
			[]string{"check", hostile + "parts.obj", "--split", "objects", "--format", format})
	}
	for _, format := range []string{"text", "json", "csv"} {
		runs = append(runs,
			[]string{"sweep", mesh, "plain.obj", "--poses", hostile + ".poses", "--format", format},
			[]string{"sweep", mesh, "plain.obj", "--poses", hostile + "bad.poses", "--format", format},
			[]string{"sim", scene, "--frames", "2", "--record", hostile + ".clr", "--format", format},
			[]string{"sim", hostile + ".clr", "--format", format})
	}
	for _, format := range []string{"text", "json"} {
		runs = append(runs, []string{"info", mesh, "--format", format}, []string{"info", hostile + "parts.obj", "--format", format},
			[]string{"info", scene, "--format", format})
	}
	for _, bad := range []string{"bad.obj", "bad.json", "lost.json", "missing.obj", "missing.json", "tian.txt", "bad.clr", "bad.ply", "bad.stl", "secret.off"} {
		file := hostile + bad
		runs = append(runs, []string{"check", file, mesh}, []string{"check", "--self", file, "--format", "html"}, []string{"info", file}, []string{"sim", file},
			[]string{"view", file, "--no-open"}, []string{"convert", file, "out.obj"}, []string{"sweep", file, file, "--poses", hostile + ".poses"},
			[]string{"gen", "motion", "-n", "3", "--mesh", file})
	}
	runs = append(runs, strange()...)
	for _, args := range runs {
		code, stdout, stderr := runHere(context.Background(), strings.NewReader(""), args...)
		checkSafe(t, args, "stdout", stdout)
		checkSafe(t, args, "stderr", stderr)
		if code == exitBad && strings.Count(stderr, "\n") != 1 && !strings.Contains(stderr, "warning") {
			t.Errorf("%q: an error of %d lines: %q", args, strings.Count(stderr, "\n"), stderr)
		}
	}
}

// strange are command lines whose arguments themselves are hostile.
func strange() [][]string {
	mesh := hostile + ".obj"
	return [][]string{
		{hostile}, {"--" + hostile}, {"-" + hostile}, {"help", hostile}, {"completion", hostile}, {"check"},
		{"check", "--" + hostile}, {"check", "-x" + hostile}, {"check", mesh}, {"sweep", mesh}, {"sweep", mesh, mesh},
		{"check", mesh, mesh, "--method", hostile}, {"check", mesh, mesh, "--format", hostile}, {"check", mesh, mesh, "--budget", hostile},
		{"check", mesh, mesh, "--workers", hostile}, {"check", mesh, mesh, "--backend", hostile}, {"check", mesh, mesh, "--split", hostile},
		{"check", mesh, mesh, "--split", "groups"}, {"check", mesh, mesh, "--image", hostile}, {"check", mesh, mesh, "--option", hostile},
		{"check", mesh, "plain.obj", "--allow", hostile + "bad.allow"}, {"check", mesh, mesh, "--allow", hostile},
		{"check", mesh, "plain.obj", "--out", hostile + "/" + hostile}, {"check", mesh, "plain.obj", "--image", hostile + "/x.png"},
		{"check", mesh, "plain.obj", "--method", "recode", "--option", "recode.resolution=99999"},
		{"sweep", mesh, mesh, "--poses", hostile}, {"sweep", mesh, hostile + ".json", "--poses", hostile + ".poses"},
		{"convert", mesh, hostile}, {"convert", mesh, hostile + "/" + hostile + ".obj"}, {"convert", hostile + ".json", "a.obj"},
		{"sim", mesh}, {"sim", "fire-drill:" + hostile}, {"sim", hostile + ".json", "--record", hostile + "/" + hostile},
		{"view", "--no-open", "--listen", hostile}, {"view", "--no-open", "--port", hostile}, {"view", "--no-open", "fire-drill:" + hostile},
		{"view", "--no-open", hostile + ".clr", mesh}, {"view", "--no-open", hostile + ".clr", "--dt", "1"},
		{"gen", hostile}, {"gen", "motion", hostile}, {"gen", "tian", "--out", hostile + "/" + hostile}, {"gen", "streams", "--preset", hostile},
		{"gen", "motion", "-n", "4", "--mesh", mesh},
		{"bench", hostile}, {"bench", "octree", "--methods", hostile}, {"methods", hostile}, {"devices", hostile}, {"version", hostile}, {"version", "--format", "json"}, {"worker", hostile}, {"probe", hostile},
	}
}

// ours are the headings of Markdown, and the commands of the format github, each of
// which has a place in a file or a title.
var ours = regexp.MustCompile(`^## collide: |^::(error|warning|notice) (file=[^:,]+,)?title=collide::`)

// checkSafe asserts that an output has printable lines that are no commands.
func checkSafe(t *testing.T, args []string, where, text string) {
	t.Helper()
	for _, line := range strings.Split(text, "\n") {
		line = ours.ReplaceAllString(line, "")
		for _, r := range line {
			if !strconv.IsPrint(r) && r != '\t' {
				t.Errorf("%q: %s holds %U: %q", args, where, r, line)
			}
		}
		if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##") {
			t.Errorf("%q: %s holds a command: %q", args, where, line)
		}
	}
}

// TestHostileNamesKeepTheirValue asserts that JSON states what a name is, and that
// JUnit parses.
func TestHostileNamesKeepTheirValue(t *testing.T) {
	hostileFolder(t)
	_, stdout, _ := runHere(context.Background(), nil, "check", hostile+".obj", "plain.obj", "--format", "json")
	var got struct{ Bodies []struct{ File string } }
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || got.Bodies[0].File != hostile+".obj" {
		t.Errorf("the file is %q, %v", got.Bodies, err)
	}
	_, stdout, _ = runHere(context.Background(), nil, "check", hostile+".json", "--format", "junit")
	d := xml.NewDecoder(strings.NewReader(stdout))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	_, stdout, _ = runHere(context.Background(), nil, "check", hostile+".json", "--format", "csv")
	if !strings.Contains(stdout, ",'=cmd|' /C calc'!A0,") || !strings.Contains(stdout, ",'@SUM,") {
		t.Errorf("cells are formulas:\n%s", stdout)
	}
}
