package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/require"
)

var (
	guideFence = regexp.MustCompile("(?ms)^```\\w+(?: (\\S+))?\n(.*?)^```|^((?:    [^\n]*\n)+)")
	guideExit  = regexp.MustCompile(`^\s*exits with (\d)`)
)

// guide runs the commands of a guide in the working directory.
type guide struct {
	t        *testing.T
	commands int
	printed  string // by the last command
}

// follow writes the files of a guide, runs its commands in order and holds it to what it says they print and to what the
// last of several exits with, 0 where it does not say.
func (g *guide) follow(text []byte) {
	g.t.Helper()
	for _, at := range guideFence.FindAllSubmatchIndex(text, -1) {
		if at[2] >= 0 {
			if err := os.WriteFile(string(text[at[2]:at[3]]), text[at[4]:at[5]], 0o600); err != nil {
				g.t.Fatal(err)
			}
			continue
		}
		if at[6] < 0 {
			continue // a fence without a name is to be read
		}
		block, want := strings.TrimSuffix(string(text[at[6]:at[7]]), "\n"), 0
		if m := guideExit.FindSubmatch(text[at[1]:]); m != nil {
			want, _ = strconv.Atoi(string(m[1]))
		}
		lines := strings.Split(block, "\n")
		for i, line := range lines {
			code := 0
			if !strings.Contains(strings.Join(lines[i+1:], "\n"), "    collide ") { // the last command
				code = want
			}
			g.line(strings.TrimSpace(line), code)
		}
	}
}

// line runs a command, or looks for a line in what the last one printed. A worktree is a copy.
func (g *guide) line(line string, want int) {
	g.t.Helper()
	if dir, ok := strings.CutPrefix(line, "git worktree add "); ok {
		dir, _, _ = strings.Cut(dir, " ")
		if err := os.CopyFS(filepath.Clean(dir), os.DirFS(".")); err != nil {
			g.t.Fatal(err)
		}
		return
	}
	args, ok := strings.CutPrefix(line, "collide ")
	if !ok {
		if !strings.Contains(g.printed, line+"\n") {
			g.t.Errorf("%q is not printed:\n%s", line, g.printed)
		}
		return
	}
	code, stdout, stderr := runHere(context.Background(), nil, strings.Fields(args)...)
	if g.commands, g.printed = g.commands+1, stdout; code != want {
		g.t.Errorf("%s: exit %d, want %d\n%s", line, code, want, stderr)
	}
}

// openGuide reads a guide and changes to a new directory with files of testdata.
func openGuide(t *testing.T, name string, with ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "guides", name))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "work")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, folder := range with {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join("..", "..", "testdata", folder))); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return text
}

func TestRobotGuide(t *testing.T) {
	text, g := openGuide(t, "robotcell.md", "ur5"), guide{t: t}
	if g.follow(text); g.commands != 6 {
		t.Errorf("%d commands; expected 6", g.commands)
	}
	if srdf, err := os.ReadFile("arm.srdf"); err != nil || strings.Count(string(srdf), `reason="Never"`) != 1 || !strings.Contains(string(srdf), `link1="wrist1" link2="wrist3"`) {
		t.Errorf("%s, %v", srdf, err)
	}
	if _, err := os.Stat("report.xml"); err != nil {
		t.Error(err)
	}
}

func TestAssemblyGateGuide(t *testing.T) {
	if !require.Full() {
		t.Skip("thirteen commands on 16 parts: COLLIDE_REQUIRE=full follows the guide")
	}
	text, g := openGuide(t, "assemblygate.md"), guide{t: t}
	if g.follow(text); g.commands != 13 {
		t.Errorf("%d commands; expected 13", g.commands)
	}
	for name, want := range map[string]string{
		"first.rules": "\nhousing_1 cover_1 touch\n", "open.txt": "\n5fc73022fb3a2ed51ee3bd12632effb3 cover_2 bolt_3 open depth <= 3.0",
		"reports/collide.md": "**Changed:** `gate.rules differs from ../main/gate.rules, which decides`", "reports/collide.bcf": "markup.bcf", "reports/collide.html": "bolt_3",
	} {
		if got, err := os.ReadFile(filepath.FromSlash(name)); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s has no %q: %v", name, want, err)
		}
	}
}
