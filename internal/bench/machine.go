package bench

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/collide-go/collide/input"
)

// thisMachine describes where figures were measured, as far as the system reports it.
func thisMachine() string {
	cpu := "unknown CPU"
	if name, ok := field("/proc/cpuinfo", "model name", ":"); ok {
		cpu = name
		family, _ := field("/proc/cpuinfo", "cpu family", ":")
		model, _ := field("/proc/cpuinfo", "model", ":")
		cpu += " (family " + family + ", model " + model + vectorSets() + ")"
	}
	system := runtime.GOOS
	if name, ok := field("/etc/os-release", "PRETTY_NAME", "="); ok {
		system = strings.Trim(name, `"`)
	}
	return fmt.Sprintf("%s, %d cores%s, %s, %s %s/%s", cpu, runtime.NumCPU(), load(), system, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// load returns the load average before the run, where the system has one.
func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	if one, _, ok := strings.Cut(string(b), " "); err == nil && ok {
		return " (load average " + one + " before the run)"
	}
	return ""
}

// vectorSets names those that the kernels use.
func vectorSets() string {
	flags, _ := field("/proc/cpuinfo", "flags", ":")
	s := ""
	for _, f := range []string{"avx2", "avx512f"} {
		if strings.Contains(" "+flags+" ", " "+f+" ") {
			s += ", " + f
		}
	}
	return s
}

// field returns the value behind the first line "key <sep> value" of a file.
func field(path, key, sep string) (string, bool) {
	f, err := (*input.Files)(nil).Open(context.Background(), path)
	if err != nil {
		return "", false
	}
	defer f.Close() // only read
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if k, v, ok := strings.Cut(lines.Text(), sep); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v), true
		}
	}
	return "", false
}
