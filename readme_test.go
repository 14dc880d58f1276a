package collide_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadmeExample builds the README's program in a module of its own that
// knows this one by a replace directive only, and runs it here.
func TestReadmeExample(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a second module")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command to build a second module with")
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(readme), "```go\n")
	program, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("README.md has no Go program")
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("main.go", program)
	write("go.sum", string(sums))
	write("go.mod", "module example.org/user\n\ngo 1.26\n\nrequire "+modulePath+" v0.0.0\n\nreplace "+modulePath+" => "+here+"\n")
	binary := filepath.Join(dir, "user.exe")
	build := exec.Command("go", "build", "-mod=mod", "-o", binary, ".")
	build.Dir, build.Env = dir, append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS=", "GOARCH=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the README's program: %v\n%s", err, out)
	}
	out, err := exec.Command(binary).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "1 contact ") || !strings.HasSuffix(lines[0], " <nil>") || lines[2] != "4 free" {
		t.Errorf("the README's program printed\n%s", out)
	}
}
