package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// attacks are files that a hostile change could have checked: what the log must say of each,
// and the exit code of the job.
var attacks = []struct {
	files, says string
	code        int
}{
	{"attack/names.json", `hub and "\x3a:error::pwned" touch`, 1},
	{"attack/control.json", "without control characters", 2},
	{"attack/outside.json", "leads out of", 2},
	{"attack/absolute.json", "leads out of", 2},
	{"attack/uri.json", "is a URI", 2},
	{"attack/large.json", "icosphere of 5000000 triangles", 2},
	{"attack/many.json", "triangles in all meshes", 2},
	{"attack/link.obj\nassembly.json", "leads out of", 2},
	{"/etc/passwd", "leads out of", 2},
	{"../../../../etc/passwd\nassembly.json", "leads out of", 2},
	{"--out=stolen", "--out=stolen", 2},
	{"$(touch stolen)", "$(touch stolen)", 2},
}

// underAttack returns the example with a link that leads out of it, and a line that no log
// may show.
func underAttack(t *testing.T) (dir, secret string) {
	t.Helper()
	dir = example(t)
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "attack", "link.obj")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("/etc/passwd")
	if err != nil {
		t.Fatal(err)
	}
	word, _, _ := strings.Cut(string(text), ":")
	return dir, word + ":"
}

// harmless fails if the files had more effect than an exit code and a line in the log.
func harmless(t *testing.T, i int, dir, secret, log string, code int) {
	t.Helper()
	a := &attacks[i]
	if code != a.code || !strings.Contains(log, a.says) {
		t.Errorf("%q: exit code %d, want %d and %q\n%s", a.files, code, a.code, a.says, log)
	}
	if strings.Contains(log, secret) {
		t.Errorf("%q: what the file holds is shown\n%s", a.files, log)
	}
	if strings.ContainsAny(log, "\x1b\r") {
		t.Errorf("%q: control characters in the log\n%q", a.files, log)
	}
	if _, err := os.Stat(filepath.Join(dir, "stolen")); err == nil {
		t.Errorf("%q: a file was written", a.files)
	}
}

// TestActionUnderAttack runs the steps on what a hostile change could bring.
func TestActionUnderAttack(t *testing.T) {
	a, bin := readAction(t), binary(t)
	dir, secret := underAttack(t)
	for i, attack := range attacks {
		j := a.run(t, dir, map[string]string{"files": attack.files, "binary": bin})
		harmless(t, i, dir, secret, j.log.String()+j.summary(), j.failed)
		for _, c := range j.commands() {
			if attack.code != 1 || !strings.HasPrefix(c, "::error file=attack/names.json,title=collide::") && !strings.HasPrefix(c, "::notice title=collide::") {
				t.Errorf("%q: a line of the log is a command: %s", attack.files, c)
			}
		}
	}
}

// TestComponentUnderAttack runs the script on the same.
func TestComponentUnderAttack(t *testing.T) {
	c, bin := readComponent(t), binary(t)
	dir, secret := underAttack(t)
	from, commit := upstream(t)
	for i, attack := range attacks {
		code, log := c.run(t, dir, from, map[string]string{"commit": commit, "files": attack.files, "binary": bin})
		harmless(t, i, dir, secret, log, code)
	}
}
