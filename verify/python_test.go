package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/collide-go/collide/internal/require"
)

// inPython has the second verifier read a proof, of the first poses of a list where the list is not "". It must print and
// exit as the first one does: got is what that printed, "" if it refused. Under the word full each proof has a process of its own, else one
// process verifies all of them.
func inPython(t testing.TB, text []byte, got string, files ...string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "proof")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	out, complaint := python(t, append(append([]string{file}, files...), "--list"))
	switch refused := strings.HasPrefix(complaint, "not verified: "); {
	case refused != (got == ""):
		t.Errorf("the second verifier prints %s%s; the first %q\n%x", out, complaint, got, text)
	case !refused && out != got:
		t.Errorf("the second verifier prints\n%s%s\nwant\n%s", out, complaint, got)
	}
}

// python returns what the second verifier prints.
func python(t testing.TB, args []string) (out, complaint string) {
	t.Helper()
	program, err := exec.LookPath("python3")
	if err != nil {
		t.Skipf("no Python for the second verifier: %v", err)
	}
	args = append([]string{"verify.py"}, args...)
	if !require.Full() {
		if out, complaint, err = shared.run(program, args); err != nil {
			t.Fatalf("the interpreter: %v", err)
		}
		return out, complaint
	}
	c := exec.CommandContext(t.Context(), program, args...)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	_ = c.Run() // what it printed says how it ended
	return stdout.String(), stderr.String()
}

// session is a program that runs Python programs by their arguments, a JSON array a line, each in a new namespace, and answers with
// a JSON array of what it printed on standard output and standard error.
const session = `
import contextlib, io, json, sys, traceback
programs, answers = {}, sys.stdout
for line in sys.stdin:
    sys.argv = json.loads(line)
    if sys.argv[0] not in programs:
        programs[sys.argv[0]] = compile(open(sys.argv[0], encoding="utf-8").read(), sys.argv[0], "exec")
    out, complaint = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(complaint):
        try:
            exec(programs[sys.argv[0]], {"__name__": "__main__"})
        except SystemExit:
            pass
        except BaseException:
            traceback.print_exc()
    print(json.dumps([out.getvalue(), complaint.getvalue()]), file=answers, flush=True)
`

// interpreter is a Python process that runs one program after the other; it ends with its standard input.
type interpreter struct {
	one     sync.Mutex
	process *exec.Cmd
	to      io.WriteCloser
	answers *bufio.Reader
}

// TestMain waits for the interpreter, so that its time counts as the tests'.
func TestMain(m *testing.M) {
	code := m.Run()
	if shared.to != nil {
		_ = shared.to.Close()
		_ = shared.process.Wait() // the tests have its answers
	}
	os.Exit(code)
}

var shared interpreter

func (p *interpreter) run(python string, args []string) (out, complaint string, err error) {
	p.one.Lock()
	defer p.one.Unlock()
	if p.to == nil {
		if err := p.start(python); err != nil {
			return "", "", err
		}
	}
	line, err := json.Marshal(args)
	if err != nil {
		return "", "", err
	}
	if _, err := p.to.Write(append(line, '\n')); err != nil {
		return "", "", err
	}
	if line, err = p.answers.ReadBytes('\n'); err != nil {
		return "", "", err
	}
	var texts [2]string
	err = json.Unmarshal(line, &texts)
	return texts[0], texts[1], err
}

func (p *interpreter) start(python string) error {
	c := exec.Command(python, "-c", session)
	to, err := c.StdinPipe()
	if err != nil {
		return err
	}
	from, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	c.Stderr = os.Stderr
	p.process, p.to, p.answers = c, to, bufio.NewReader(from)
	return c.Start()
}
