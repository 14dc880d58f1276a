//go:build !nogpu && !wasm

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"text/tabwriter"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu"
	"github.com/collide-go/collide/internal/backend"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/methods"
)

// methodTable holds every method this binary has. A device is opened when a method
// of the GPU is asked for, unless the context ends before it is there.
func methodTable(ctx context.Context) []collide.Method {
	open := func() (*gpu.Device, error) { return gpu.DefaultContext(ctx, cacheFolder()) }
	return append(methods.Table(workerCommandLine()...), gpu.Table(open)...)
}

// cacheFolder is where the command keeps what it found out about devices, "" where the system has no place for that.
func cacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "collide")
}

// deviceChooser chooses between the CPU and the device that would be opened.
func deviceChooser(opt *collide.Options, bar *progress) *backend.Chooser {
	return &backend.Chooser{
		Folder: cacheFolder(), Program: fmt.Sprintf("%s %s/%s, %d workers", version(), runtime.GOOS, runtime.GOARCH, par.Workers(opt.Workers)),
		Find: func() (backend.Device, error) {
			list, err := gpu.Devices()
			for i := range list {
				if d := &list[i]; d.Chosen {
					return backend.Device{Name: d.Name, Vendor: d.Vendor, Version: d.Version, Driver: d.Driver, Software: d.Kind == gpu.Software}, nil
				}
			}
			return backend.Device{}, cmp.Or(err, gpu.ErrNoDevice)
		},
		Measure: func(ctx context.Context) (*backend.Measurement, error) {
			bar.show("measuring the device", -1)
			m, err := methods.Find(methodTable(ctx), "auto", collide.GPU)
			if err != nil {
				return nil, err
			}
			return backend.Measure(ctx, collide.Options{Workers: opt.Workers}, collide.Options{Method: m, Workers: opt.Workers})
		},
	}
}

// deviceJudge returns what has the device judge the poses of a sweep.
func deviceJudge(ctx context.Context) (judge, error) {
	d, err := gpu.DefaultContext(ctx, cacheFolder())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", collide.ErrNoBackend, err)
	}
	return d.Sweep, nil
}

// deviceFailed reports whether an error is that of a device, which the CPU does not have.
func deviceFailed(err error) bool {
	for _, e := range []error{collide.ErrNoBackend, collide.ErrDeviceLost, gpu.ErrLimit, gpu.ErrOutOfMemory, gpu.ErrFaulty} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// listDevices is the verb devices. A machine without any is no error.
func (a *app) listDevices(asJSON bool) error {
	list, err := gpu.Devices()
	if errors.Is(err, gpu.ErrNoDevice) {
		a.logf("%v", err)
	} else if err != nil {
		return err
	}
	if asJSON {
		if list == nil {
			list = []gpu.Info{}
		}
		return quote.WriteJSON(a.stdout, struct {
			Devices []gpu.Info `json:"devices"`
		}{list})
	}
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for i := range list {
		if err := printDevice(t, &list[i]); err != nil {
			return err
		}
	}
	return t.Flush()
}

// deviceNames lists the devices for the verb version. Devices that cannot be used say why.
func deviceNames() []string {
	list, err := gpu.Devices()
	if err != nil {
		return []string{}
	}
	names := []string{}
	for i := range list {
		d := &list[i]
		name := fmt.Sprintf("%s (%s, Vulkan %s)", d.Name, d.Kind, d.Version)
		if d.Unfit != "" {
			name += ", cannot be used: " + d.Unfit
		}
		names = append(names, name)
	}
	return names
}

func printDevice(t *tabwriter.Writer, d *gpu.Info) error {
	star := " "
	if d.Chosen {
		star = "*"
	}
	l := &d.Limits
	sums := ""
	if l.SubgroupSums {
		sums = " with sums"
	}
	clock := "no clock"
	if l.Tick > 0 {
		clock = fmt.Sprintf("clock of %g ns", l.Tick)
	}
	_, err := fmt.Fprintf(t, "%s %d\t%s\t%s\t%s\tVulkan %s\n", star, d.Index, quote.Name(d.Name), d.Kind, quote.Name(d.Vendor), d.Version)
	if err == nil {
		_, err = fmt.Fprintf(t, "\tmemory %s, buffers to %s, %d buffers a kernel\n\tgroups of %d threads, %s shared, subgroups of %d%s, %s\n",
			byteSize(l.Memory), byteSize(l.Buffer), l.Buffers, l.GroupSize, byteSize(uint64(l.Shared)), l.Subgroup, sums, clock)
	}
	if err == nil && d.Unfit != "" {
		_, err = fmt.Fprintf(t, "\tcannot be used: %s\n", quote.Line(d.Unfit))
	}
	return err
}
