package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// release is what all files of a release have in common.
type release struct {
	version, commit string
	when            time.Time // of the commit: the time of every file in an archive
	source, out     string    // folders: the checkout, and where files go
	withNPM         bool
}

func main() {
	version := flag.String("version", "", "version, such as v0.1.0; the default is a tag of the commit, or v0.0.0-dev")
	source := flag.String("source", "..", "checkout to release")
	out := flag.String("out", "../dist", "folder for the files; it is emptied first")
	only := flag.String("only", "", "one platform, such as linux/amd64, or npm; the default is all")
	dirty := flag.Bool("dirty", false, "release a checkout with uncommitted changes, to try things out")
	flag.Parse()
	if err := run(*version, *source, *out, *only, *dirty); err != nil {
		fmt.Fprintln(os.Stderr, "packaging:", err)
		os.Exit(1)
	}
}

func run(version, source, out, only string, dirty bool) error {
	if flag.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	r, err := describe(version, source, out, dirty)
	if err != nil {
		return err
	}
	targets, err := choose(only)
	if err != nil {
		return err
	}
	r.withNPM = only == "" || only == npmOnly
	if err := prepare(r.out); err != nil {
		return err
	}
	for _, step := range []func([]target) error{r.build, r.notices, r.archives, r.bills, r.image, r.formula, r.scoop, r.npm, r.checksums} {
		if err := step(targets); err != nil {
			return err
		}
	}
	return os.RemoveAll(r.path("build"))
}

var semver = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// describe reads commit and time from git. A release comes from a clean checkout.
func describe(version, source, out string, dirty bool) (*release, error) {
	r := &release{version: version}
	var err error
	if r.source, err = filepath.Abs(source); err == nil {
		r.out, err = filepath.Abs(out)
	}
	if err != nil {
		return nil, err
	}
	if changes, err := r.git("status", "--porcelain"); err != nil {
		return nil, err
	} else if changes != "" && !dirty {
		return nil, fmt.Errorf("%s has uncommitted changes: commit them, or give -dirty to try things out", r.source)
	} else if changes != "" {
		r.commit = "+"
	}
	head, err := r.git("log", "-1", "--format=%H %ct")
	if err != nil {
		return nil, err
	}
	id, seconds, _ := strings.Cut(head, " ")
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("git log: time %q of the commit: %w", seconds, err)
	}
	r.commit, r.when = id+r.commit, time.Unix(unix, 0).UTC()
	if r.version == "" {
		if r.version, err = r.git("describe", "--tags", "--exact-match", "--match", "v*"); err != nil {
			r.version = "v0.0.0-dev"
		}
	}
	if !semver.MatchString(r.version) {
		return nil, fmt.Errorf("version %q; expected one such as v0.1.0", r.version)
	}
	return r, nil
}

func (r *release) git(args ...string) (string, error) {
	c := exec.Command("git", args...)
	c.Dir = r.source
	text, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
	}
	return string(bytes.TrimSpace(text)), nil
}

// prepare makes the folder of a release again. It removes only a folder that an earlier
// release filled.
func prepare(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(dir, marker)); err != nil {
			return fmt.Errorf("%s is not empty and not a folder of releases (it has no %s): name another", dir, marker)
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, "build"), 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, marker), nil, 0o644)
}

// marker is the empty file by which a folder of releases is known.
const marker = ".collide-release"

func (r *release) path(elem ...string) string {
	return filepath.Join(append([]string{r.out}, elem...)...)
}
