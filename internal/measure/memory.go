package measure

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
)

// Memory is the main memory that processes hold, in bytes.
type Memory struct {
	// Proportional is the sum of the proportional set sizes: a page that k processes
	// share counts for 1/k in each, so that it counts once in the sum if they are all
	// of them.
	Proportional float64
	// Private is the sum of the pages that no other process shares.
	Private float64
}

// MemoryOf returns what a process and its descendants hold now, NaN where the system does
// not report it (smaps_rollup of Linux).
func MemoryOf(pid int) Memory {
	return memoryOf("/proc", pid)
}

func memoryOf(proc string, pid int) Memory {
	m, ok := rollup(filepath.Join(proc, strconv.Itoa(pid), "smaps_rollup"))
	if !ok {
		return Memory{math.NaN(), math.NaN()}
	}
	parent := map[int]int{}
	paths, _ := filepath.Glob(filepath.Join(proc, "[0-9]*", "stat")) // the pattern is well formed
	for _, path := range paths {
		child, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if up, _, ok := processStat(path); err == nil && ok {
			parent[child] = up
		}
	}
	for child := range parent {
		if child == pid || !descends(child, pid, parent) {
			continue
		}
		if c, ok := rollup(filepath.Join(proc, strconv.Itoa(child), "smaps_rollup")); ok { // else it has ended since
			m.Proportional += c.Proportional
			m.Private += c.Private
		}
	}
	return m
}

// rollup reads the sums over the mappings of one process.
func rollup(path string) (m Memory, ok bool) {
	text, found := contents(path)
	if !found {
		return m, false
	}
	for line := range strings.Lines(text) {
		var name string
		var kilobytes float64
		if n, _ := fmt.Sscanf(line, "%s %f kB", &name, &kilobytes); n < 2 {
			continue
		}
		switch name {
		case "Pss:":
			m.Proportional, ok = 1024*kilobytes, true
		case "Private_Clean:", "Private_Dirty:", "Private_Hugetlb:":
			m.Private += 1024 * kilobytes
		}
	}
	return m, ok
}
