package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// target is one binary of a release.
type target struct {
	goos, goarch string
	static       bool // without the GPU methods, and without the C library
}

// choose returns the targets: all, or those of one platform; none for the npm package alone.
func choose(only string) ([]target, error) {
	if only == npmOnly {
		return nil, nil
	}
	var all []target
	for _, goos := range []string{"linux", "darwin", "windows"} {
		for _, goarch := range []string{"amd64", "arm64"} {
			if only == "" || only == goos+"/"+goarch {
				all = append(all, target{goos, goarch, false}, target{goos, goarch, true})
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("platform %q; expected linux, darwin or windows, a slash, amd64 or arm64; or %s", only, npmOnly)
	}
	return all, nil
}

// name is that of the archive without version and platform.
func (t target) name() string {
	if t.static {
		return "collide-static"
	}
	return "collide"
}

// stem is the name of the target's files in a release.
func (t target) stem(version string) string {
	return fmt.Sprintf("%s_%s_%s_%s", t.name(), strings.TrimPrefix(version, "v"), t.goos, t.goarch)
}

func (t target) exe() string {
	if t.goos == "windows" {
		return "collide.exe"
	}
	return "collide"
}

func (r *release) binary(t target) string { return r.path("build", t.stem(r.version)) }

// build compiles all targets, two platforms at a time: the go command uses all cores itself.
// The binaries of one platform follow each other, because they share most packages and the
// go command's cache has only what is finished.
func (r *release) build(targets []target) error {
	platforms := map[string][]target{}
	for _, t := range targets {
		platforms[t.goos+"/"+t.goarch] = append(platforms[t.goos+"/"+t.goarch], t)
	}
	errs := make(chan error, len(platforms))
	slots := make(chan struct{}, 2)
	for _, list := range platforms {
		go func() {
			slots <- struct{}{}
			errs <- r.compileAll(list)
			<-slots
		}()
	}
	var first error
	for range platforms {
		if err := <-errs; first == nil {
			first = err
		}
	}
	return first
}

// compileAll builds binaries one after the other.
func (r *release) compileAll(list []target) error {
	for _, t := range list {
		if err := r.compile(t); err != nil {
			return err
		}
	}
	return nil
}

// compile builds one binary. Whatever could make two builds differ is fixed: paths are
// trimmed, the version and the commit are given, and no setting of the user's takes part.
func (r *release) compile(t target) error {
	args := []string{
		"build", "-trimpath", "-buildvcs=false", "-o", r.binary(t),
		"-gcflags", "all=-dwarf=false", // -s leaves debug information out: nobody writes it, either
		"-ldflags", "-s -w -buildid= -X main.release=" + r.version + " -X main.commit=" + r.commit,
	}
	if t.static {
		args = append(args, "-tags", "nogpu")
	}
	c := exec.Command("go", append(args, "./cmd/collide")...)
	c.Dir = r.source
	c.Env = append(os.Environ(), "GOOS="+t.goos, "GOARCH="+t.goarch, "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=")
	if text, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", t.stem(r.version), err, text)
	}
	fmt.Println("built", t.stem(r.version))
	return nil
}
