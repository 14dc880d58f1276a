//go:build unix

package procs

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// A stopped process takes nothing, says nothing and ignores the end of its input.
// Only SIGKILL reaches it.
func TestStoppedProcess(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*Pool){"close": (*Pool).Close, "stop": (*Pool).Stop} {
		p, list := run(t, 2, echo)
		if err := list[0].cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			list[0].Send(message(t, 1, strings.Repeat("x", 1<<18)))
		}
		list[1].Send(message(t, 2, "alive"))
		if m := <-p.Inbox(); m.From != list[1] || string(m.Data) != "alive" {
			t.Errorf("%s: from %d: %.10q, %v", name, m.From.Tag, m.Data, m.Err)
		}
		begun := time.Now()
		end(p)
		if took := time.Since(begun); took > grace+burial || !list[0].over() || !list[1].over() {
			t.Errorf("%s: took %v; ended: %v and %v", name, took, list[0].over(), list[1].over())
		}
	}
}
