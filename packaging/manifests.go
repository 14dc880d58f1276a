package main

import (
	"bytes"
	_ "embed"
	"os"
	"strings"
	"text/template"
)

//go:embed collide.rb.tmpl
var formulaText string

//go:embed collide.json.tmpl
var scoopText string

// formula writes the Homebrew formula.
func (r *release) formula(targets []target) error {
	return r.manifest("collide.rb", formulaText, targets, "darwin", "linux")
}

// scoop writes the Scoop manifest.
func (r *release) scoop(targets []target) error {
	return r.manifest("collide.json", scoopText, targets, "windows")
}

// manifest fills in a template for a package manager, with addresses and checksums of
// the archives, if the release has those of all its systems.
func (r *release) manifest(name, text string, targets []target, systems ...string) error {
	data := map[string]string{"version": strings.TrimPrefix(r.version, "v")}
	n := 0
	for _, t := range targets {
		if t.static {
			continue
		}
		sum, err := r.sum(r.archive(t))
		if err != nil {
			return err
		}
		for _, s := range systems {
			if s == t.goos {
				n++
			}
		}
		key := t.goos + "_" + t.goarch
		data["sum_"+key], data["url_"+key] = sum, download+r.version+"/"+strings.TrimPrefix(r.archive(t), r.out+string(os.PathSeparator))
	}
	if n < 2*len(systems) {
		return nil
	}
	tmpl, err := template.New(name).Option("missingkey=error").Parse(text)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := tmpl.Execute(&out, data); err != nil {
		return err
	}
	return os.WriteFile(r.path(name), out.Bytes(), 0o644)
}

// download is where the archives of a version will be.
const download = "https://github.com/collide-go/collide/releases/download/"
