package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	guideFence = regexp.MustCompile("(?ms)^```\\w+ (\\S+)\n(.*?)^```|^((?:    [^\n]*\n)+)")
	guideExit  = regexp.MustCompile(`^\s*exits with (\d)`)
)

// TestRobotGuide writes the files of the guide, runs its commands in order and holds it to what it says they print
// and exit with, 0 where it does not say.
func TestRobotGuide(t *testing.T) {
	text, err := os.ReadFile("../../docs/guides/robotcell.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "ur5"), os.DirFS("../../testdata/ur5")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	commands, printed := 0, ""
	for _, at := range guideFence.FindAllSubmatchIndex(text, -1) {
		if at[2] >= 0 {
			if err := os.WriteFile(string(text[at[2]:at[3]]), text[at[4]:at[5]], 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for line := range strings.Lines(string(text[at[6]:at[7]])) {
			line = strings.TrimSpace(line)
			args, ok := strings.CutPrefix(line, "collide ")
			if !ok {
				if !strings.Contains(printed, line+"\n") {
					t.Errorf("%q is not printed:\n%s", line, printed)
				}
				continue
			}
			want := 0
			if m := guideExit.FindSubmatch(text[at[1]:]); m != nil {
				want, _ = strconv.Atoi(string(m[1]))
			}
			code, stdout, stderr := runHere(context.Background(), nil, strings.Fields(args)...)
			if commands, printed = commands+1, stdout; code != want {
				t.Errorf("%s: exit %d, want %d\n%s", line, code, want, stderr)
			}
		}
	}
	if commands != 5 {
		t.Errorf("%d commands; expected 5", commands)
	}
	if srdf, err := os.ReadFile("arm.srdf"); err != nil || strings.Count(string(srdf), `reason="Never"`) != 1 || !strings.Contains(string(srdf), `link1="wrist1" link2="wrist3"`) {
		t.Errorf("%s, %v", srdf, err)
	}
	if _, err := os.Stat("report.xml"); err != nil {
		t.Error(err)
	}
}
