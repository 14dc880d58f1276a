package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/simd"
)

// release and commit are set by the linker for released binaries (packaging); other
// builds take both from what the go command recorded.
var release, commit string

// build describes the running binary.
type build struct {
	Version string `json:"version"`
	// Commit ends in "+" if the tree had changes, and is empty where the go command recorded none.
	Commit   string   `json:"commit"`
	Go       string   `json:"go"`
	Platform string   `json:"platform"`
	Kernels  string   `json:"kernels"`
	Devices  []string `json:"devices"`
	// Without lists what the binary was built without.
	Without []string `json:"without"`
}

func (a *app) versionCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "version",
		Short: "Report version, kernels, devices and what is left out",
		Long: `version reports the version and the commit of this binary, the vector kernels
that it uses on this processor, the Vulkan devices it finds, and what it was
built without.`,
		Example: "  collide version\n  collide version --format json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.version(format) },
	}
	choose(c, &format, "format", "text", "", textOrJSON())
	return c
}

func (a *app) version(format string) error {
	b := thisBuild()
	if format == "json" {
		return quote.WriteJSON(a.stdout, b)
	}
	devices, without := "none", "nothing"
	if len(b.Devices) > 0 {
		devices = quote.Line(strings.Join(b.Devices, "; "))
	}
	if len(b.Without) > 0 {
		without = strings.Join(b.Without, ", ")
	}
	if b.Commit == "" {
		b.Commit = "unknown"
	}
	_, err := fmt.Fprintf(a.stdout, "collide %s\ncommit    %s\nbuilt     by %s for %s\nleft out  %s\nkernels   %s\ndevices   %s\n",
		b.Version, b.Commit, b.Go, b.Platform, without, b.Kernels, devices)
	return err
}

func thisBuild() build {
	b := build{
		Version: version(), Commit: revision(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Kernels: simd.Best().String(), Devices: deviceNames(), Without: []string{},
	}
	if !slices.Contains(backends(), string(collide.GPU)) {
		b.Without = append(b.Without, "GPU methods")
	}
	return b
}

// version is that of the release or of the module; a build from a checkout is "devel" and
// its commit.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return strings.TrimSpace("devel " + revision())
}

// revision is the commit the binary was built from, "" if that was not recorded.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if commit != "" || !ok {
		return commit
	}
	var id, changed string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			id = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	return id + changed
}
