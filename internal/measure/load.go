package measure

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ticks is the number of steps a second in which Linux counts processor time for
// programs, on every architecture that Go runs on.
const ticks = 100

// Load measures how much processor time other processes use: those that are neither this
// one nor its descendants. The zero value is ready for Start.
type Load struct {
	// proc is the folder of the system's counts, "" for /proc; self is the process
	// that is left out with its descendants, 0 for this one.
	proc string
	self int

	start       time.Time
	total, ours int64
	counted     bool
}

// Start begins a window of time.
func (l *Load) Start() {
	l.start, l.total, l.ours, l.counted = l.counts()
}

// Others returns the number of processor cores that other processes have kept busy since
// Start, on average, and false where the system has no such counts. Time that the
// hypervisor gave to other machines counts, since it was not this program's; that of
// interrupts does not.
//
// The counts advance in steps and are read one after the other, so that a step of each may
// fall on either side: two of them are taken off.
func (l *Load) Others() (cores float64, ok bool) {
	now, total, ours, counted := l.counts()
	spent := now.Sub(l.start).Seconds()
	if !counted || !l.counted || spent <= 0 {
		return 0, false
	}
	others := (total - l.total) - (ours - l.ours) - 2
	return max(float64(others), 0) / ticks / spent, true
}

// counts returns the steps of processor time of all processes until now, and those of this
// process and its descendants. The latter are read last, which takes longer the busier the
// machine is.
func (l *Load) counts() (now time.Time, total, ours int64, ok bool) {
	now = time.Now()
	total, ok = l.allBusy()
	if !ok {
		return now, 0, 0, false
	}
	ours, ok = l.ownBusy()
	return now, total, ours, ok
}

func (l *Load) folder() string {
	if l.proc == "" {
		return "/proc"
	}
	return l.proc
}

// allBusy adds up the first line of stat: user, nice, system and steal.
func (l *Load) allBusy() (int64, bool) {
	s, ok := contents(filepath.Join(l.folder(), "stat"))
	if !ok {
		return 0, false
	}
	line, _, _ := strings.Cut(s, "\n")
	fields := strings.Fields(line) // cpu user nice system idle iowait irq softirq steal …
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0, false
	}
	return addFields(fields, 1, 2, 3, 8)
}

// ownBusy adds up this process and its descendants, those included that have ended and
// were waited for: their time is that of the parent's children then.
func (l *Load) ownBusy() (sum int64, ok bool) {
	self := l.self
	if self == 0 {
		self = os.Getpid()
	}
	parent, busy := map[int]int{}, map[int]int64{}
	paths, _ := filepath.Glob(filepath.Join(l.folder(), "[0-9]*", "stat")) // the pattern is well formed
	for _, path := range paths {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err != nil {
			continue
		}
		if up, n, ok := processStat(path); ok { // else it has ended since
			parent[pid], busy[pid] = up, n
		}
	}
	for pid := range busy {
		if descends(pid, self, parent) {
			sum += busy[pid]
		}
	}
	_, ok = busy[self]
	return sum, ok
}

// processStat returns the parent of a process and the steps of processor time of it and of
// its children that were waited for.
func processStat(path string) (parent int, busy int64, ok bool) {
	s, ok := contents(path)
	if !ok {
		return 0, 0, false
	}
	fields := strings.Fields(s[strings.LastIndexByte(s, ')')+1:]) // the name before may hold anything
	if len(fields) < 15 {                                         // state ppid … utime stime cutime cstime
		return 0, 0, false
	}
	parent, err := strconv.Atoi(fields[1])
	busy, ok = addFields(fields, 11, 12, 13, 14)
	return parent, busy, ok && err == nil
}

func addFields(fields []string, which ...int) (sum int64, ok bool) {
	for _, i := range which {
		n, err := strconv.ParseInt(fields[i], 10, 64)
		if err != nil {
			return 0, false
		}
		sum += n
	}
	return sum, true
}

// descends reports whether pid is ancestor or one of its descendants.
func descends(pid, ancestor int, parent map[int]int) bool {
	for range len(parent) + 1 { // a table read while processes end may hold a circle
		if pid == ancestor {
			return true
		}
		up, ok := parent[pid]
		if !ok {
			return false
		}
		pid = up
	}
	return false
}
