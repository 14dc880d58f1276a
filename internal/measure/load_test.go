package measure

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// fakeProc is a folder like /proc.
type fakeProc struct {
	t    *testing.T
	path string
}

func newProc(t *testing.T) fakeProc { return fakeProc{t, t.TempDir()} }

func (p fakeProc) write(name, text string) {
	p.t.Helper()
	path := filepath.Join(p.path, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// total sets the processor time of all processes; idle time, waiting and interrupts must
// not count.
func (p fakeProc) total(user, nice, system, steal, rest int) {
	p.write("stat", fmt.Sprintf("cpu  %d %d %d %d %d %d %d %d 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n", user, nice, system, rest, rest, rest, rest, steal))
}

// process has a name that looks like more fields.
func (p fakeProc) process(pid, parent, user, system, childUser, childSystem int) {
	p.write(fmt.Sprintf("%d/stat", pid), fmt.Sprintf("%d (a) R 1 (b)) S %d 0 0 0 0 0 0 0 0 0 %d %d %d %d 20 0 1 0 0\n", pid, parent, user, system, childUser, childSystem))
}

func TestLoad(t *testing.T) {
	t.Parallel()
	p := newProc(t)
	l := &Load{proc: p.path, self: 7}
	p.total(1000, 100, 50, 5, 9)
	p.process(1, 0, 500, 5, 0, 0) // not ours
	p.process(7, 1, 100, 10, 3, 4)
	p.process(8, 7, 20, 2, 0, 0)
	p.process(9, 8, 30, 3, 0, 0)
	l.Start()
	l.start = l.start.Add(-10 * time.Second) // a window of ten seconds
	// In the window the machine is busy for 1,802 steps, 1,000 of them ours: 500 of
	// this process, 300 of its child and 200 of a grandchild that ended and was waited for.
	p.total(1000+1500, 100+200, 50+100, 5+2, 99_999)
	p.process(1, 0, 1300, 7, 0, 0)
	p.process(7, 1, 550, 60, 3, 4)
	p.process(8, 7, 300, 22, 33+100, 100)
	if err := os.RemoveAll(filepath.Join(p.path, "9")); err != nil {
		t.Fatal(err)
	}
	cores, ok := l.Others()
	want := (1802.0 - (500 + 300 + 200) - 2) / 100 / 10
	if !ok || math.Abs(cores-want) > 0.01 {
		t.Errorf("others keep %v cores busy (%v), want %v", cores, ok, want)
	}
}

func TestLoadOfAnIdleMachine(t *testing.T) {
	t.Parallel()
	p := newProc(t)
	l := &Load{proc: p.path, self: 7}
	p.total(1000, 0, 0, 0, 0)
	p.process(7, 1, 100, 0, 0, 0)
	l.Start()
	// The counts are read at different times: either may be ahead.
	for _, steps := range [][2]int{{2, 0}, {1, 3}} {
		p.total(1000+steps[0], 0, 0, 0, 0)
		p.process(7, 1, 100+steps[1], 0, 0, 0)
		if cores, ok := l.Others(); !ok || cores != 0 {
			t.Errorf("%d steps in all, %d ours: %v cores (%v), want 0", steps[0], steps[1], cores, ok)
		}
	}
}

func TestLoadWithoutCounts(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(p fakeProc){
		"no folder": func(fakeProc) {}, "no process": func(p fakeProc) { p.total(1, 1, 1, 1, 1) },
		"not a number": func(p fakeProc) { p.write("stat", "cpu a b c d e f g h\n"); p.process(7, 1, 0, 0, 0, 0) },
		"too short":    func(p fakeProc) { p.write("stat", "cpu 1 2 3\n"); p.process(7, 1, 0, 0, 0, 0) },
		"no self":      func(p fakeProc) { p.total(1, 1, 1, 1, 1); p.process(8, 7, 0, 0, 0, 0) },
	} {
		p := newProc(t)
		write(p)
		l := &Load{proc: p.path, self: 7}
		l.Start()
		if cores, ok := l.Others(); ok {
			t.Errorf("%s: %v cores", name, cores)
		}
	}
}

// On Linux the counts are there, and this test's own work is not another process's.
func TestLoadOfThisMachine(t *testing.T) {
	t.Parallel()
	var l Load
	l.Start()
	for end := time.Now().Add(50 * time.Millisecond); time.Now().Before(end); {
	}
	cores, ok := l.Others()
	if ok != (runtime.GOOS == "linux") {
		t.Fatalf("counts: %v on %s", ok, runtime.GOOS)
	}
	if cores < 0 || cores > float64(runtime.NumCPU())+1 {
		t.Errorf("%v of %d cores", cores, runtime.NumCPU())
	}
}

func TestMemoryOf(t *testing.T) {
	t.Parallel()
	p := newProc(t)
	for pid, parent := range map[int]int{7: 1, 8: 7, 9: 8, 10: 1, 11: 7} {
		p.process(pid, parent, 0, 0, 0, 0)
		if pid != 11 { // it has ended since
			p.write(fmt.Sprintf("%d/smaps_rollup", pid), fmt.Sprintf("00-ff ---p 0 00:00 0 [rollup]\nRss: 999 kB\nPss:   %d kB\nPss_Anon: 5 kB\n"+
				"Shared_Clean: 77 kB\nPrivate_Clean: %d kB\nPrivate_Dirty: %d kB\nPrivate_Hugetlb: 2048 kB\n", 100*pid, pid, 10*pid))
		}
	}
	want := Memory{Proportional: 1024 * 100 * (7 + 8 + 9), Private: 1024 * (11*(7+8+9) + 3*2048)}
	if got := memoryOf(p.path, 7); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := memoryOf(p.path, 12); !math.IsNaN(got.Proportional) || !math.IsNaN(got.Private) {
		t.Errorf("a process that is not there holds %+v", got)
	}
	own := MemoryOf(os.Getpid())
	if linux := runtime.GOOS == "linux"; linux != (own.Private > 0) || linux != (own.Proportional >= own.Private) {
		t.Errorf("this process holds %+v on %s", own, runtime.GOOS)
	}
}
