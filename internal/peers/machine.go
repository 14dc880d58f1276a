package harness

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"github.com/collide-go/collide/input"
)

// machine describes where a table was measured.
type machine struct {
	cpu, vectors, kernel, system, goVersion string
	cores                                   int
}

// thisMachine reads what the system reports; what it does not report is "unknown".
func thisMachine() machine {
	m := machine{
		cpu: "unknown CPU", kernel: runtime.GOOS, system: "unknown system",
		goVersion: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH,
		cores:     runtime.NumCPU(),
	}
	if release, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		m.kernel = "Linux " + strings.TrimSpace(string(release))
	}
	if name, ok := field("/etc/os-release", "PRETTY_NAME", "="); ok {
		m.system = strings.Trim(name, `"`)
	}
	m.cpu = cpuName(m.cpu)
	m.vectors = vectorSets()
	return m
}

// cpuName adds family and model, since virtual machines often name the maker
// alone.
func cpuName(unknown string) string {
	name, ok := field("/proc/cpuinfo", "model name", ":")
	if !ok {
		return unknown
	}
	family, okF := field("/proc/cpuinfo", "cpu family", ":")
	model, okM := field("/proc/cpuinfo", "model", ":")
	if okF && okM {
		name += " (family " + family + ", model " + model + ")"
	}
	return name
}

func vectorSets() string {
	flags, _ := field("/proc/cpuinfo", "flags", ":")
	var sets []string
	for _, f := range []string{"avx2", "avx512f"} {
		if strings.Contains(" "+flags+" ", " "+f+" ") {
			sets = append(sets, f)
		}
	}
	if len(sets) == 0 {
		return "no wide vectors known"
	}
	return strings.Join(sets, ", ")
}

// field returns the value behind the first line "key <sep> value" of a file.
func field(path, key, sep string) (string, bool) {
	f, err := (*input.Files)(nil).Open(context.Background(), path)
	if err != nil {
		return "", false
	}
	defer func() { _ = f.Close() }() // only read
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		k, v, ok := strings.Cut(lines.Text(), sep)
		if ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v), true
		}
	}
	return "", false
}

func (m machine) String() string {
	return fmt.Sprintf("%s (%s), %d cores, %s, %s, %s", m.cpu, m.vectors, m.cores, m.system, m.kernel, m.goVersion)
}

// pin binds this process, its threads and hence the servers it starts later to
// one core, with taskset (util-linux).
func pin(ctx context.Context, core int) error {
	taskset, err := exec.LookPath("taskset")
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("-cpu %d needs taskset, which is not here: %w", core, err)
	}
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, taskset, "-a", "-c", "-p", strconv.Itoa(core), strconv.Itoa(os.Getpid()))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("taskset: %w: %s", err, strings.TrimSpace(string(out)))
	}
	runtime.GOMAXPROCS(1)
	return nil
}
