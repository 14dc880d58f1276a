package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// module is a dependency that a binary contains.
type module struct {
	Path, Version, Dir string
	hash               string // of the module's content, as in go.sum
}

// modules returns what a binary contains, sorted by path.
func (r *release) modules(t target) ([]module, error) {
	info, err := buildinfo.ReadFile(r.binary(t))
	if err != nil {
		return nil, err
	}
	var list []module
	for _, d := range info.Deps {
		list = append(list, module{Path: d.Path, Version: d.Version, hash: d.Sum})
	}
	slices.SortFunc(list, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return list, r.locate(list)
}

// locate asks the go command where the modules' files lie.
func (r *release) locate(list []module) error {
	args := []string{"list", "-m", "-json"}
	for _, m := range list {
		args = append(args, m.Path)
	}
	c := exec.Command("go", args...)
	c.Dir = r.source
	text, err := c.Output()
	if err != nil {
		return fmt.Errorf("go list -m: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var m module
		if err := d.Decode(&m); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		i := slices.IndexFunc(list, func(l module) bool { return l.Path == m.Path })
		if i < 0 || list[i].Version != m.Version {
			return fmt.Errorf("the binary has another version of %s than the module", m.Path)
		}
		list[i].Dir = m.Dir
	}
}

// notices writes, for each binary, the licences of everything in it. An archive therefore
// depends on its own binary alone, whichever others are built with it. A dependency without a
// licence file stops the release.
func (r *release) notices(targets []target) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	std := module{Path: "Go standard library", Dir: strings.TrimSpace(string(root))}
	for _, t := range targets {
		list, err := r.modules(t)
		if err != nil {
			return err
		}
		text, err := r.notice(append([]module{std}, list...))
		if err != nil {
			return err
		}
		if err := os.WriteFile(r.noticesOf(t), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) noticesOf(t target) string { return r.binary(t) + ".NOTICES" }

// notice returns the licences of modules, one after another.
func (r *release) notice(list []module) ([]byte, error) {
	var all bytes.Buffer
	fmt.Fprintf(&all, "collide %s contains the Go standard library and the modules below. Their licences follow.\n", r.version)
	for _, m := range list {
		text, err := licence(m.Dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		fmt.Fprintf(&all, "\n%s\n%s %s\n%s\n\n%s\n", strings.Repeat("=", 80), m.Path, m.Version, strings.Repeat("=", 80), bytes.TrimSpace(text))
	}
	return all.Bytes(), nil
}

func licence(dir string) ([]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var text []byte
	for _, e := range entries {
		upper := strings.ToUpper(e.Name())
		if e.IsDir() || !strings.HasPrefix(upper, "LICEN") && !strings.HasPrefix(upper, "COPYING") && !strings.HasPrefix(upper, "NOTICE") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		text = append(append(text, data...), '\n')
	}
	if len(text) == 0 {
		return nil, errors.New("no licence file")
	}
	return text, nil
}
