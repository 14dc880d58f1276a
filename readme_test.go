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
	t.Parallel()
	lines := strings.Split(strings.TrimSpace(runProgram(t, "README.md")), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "1 contact ") || !strings.HasSuffix(lines[0], " <nil>") || lines[2] != "4 free" {
		t.Errorf("the README's program printed\n%s", strings.Join(lines, "\n"))
	}
}

// TestGuides holds the guide for services to what it says its program prints.
func TestGuides(t *testing.T) {
	t.Parallel()
	const guide = "docs/service.md"
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	_, said, _ := strings.Cut(string(text), "It prints\n\n")
	said, _, _ = strings.Cut(said, "\n\n")
	if got, want := strings.TrimSpace(runProgram(t, guide)), strings.TrimSpace(strings.ReplaceAll(said, "    ", "")); got != want || want == "" {
		t.Errorf("%s says its program prints\n%s\nit prints\n%s", guide, want, got)
	}
}

// runProgram builds the first Go program of a document in a second module and returns
// what it prints.
func runProgram(t *testing.T, document string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a second module")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command to build a second module with")
	}
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "```go\n")
	program, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatalf("%s has no Go program", document)
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
		t.Fatalf("building the program of %s: %v\n%s", document, err, out)
	}
	out, err := exec.Command(binary).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}
