package backend

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

// leastWork is the size of a query times the number of queries from which a device is looked for: below it the CPU answers
// within about the time that opening a device takes.
const leastWork = 1 << 20

// How long a driver may take that nobody asked for: to list devices, and to be measured.
const (
	mostFinding   = 2 * time.Second
	mostMeasuring = 30 * time.Second
)

// Size is what is to be answered.
type Size struct {
	// Bodies and Triangles are how many there are, those of a mesh counted once for each body that has it.
	Bodies, Triangles int
	// Queries is how often the bodies are to be searched, from pose to pose.
	Queries int
}

// many is the most triangles a body, on average, for which a scene is compared with many small bodies, else with two large meshes.
const many = 1024

// work returns which workload a size is compared with, and its size there.
func (s Size) work() (w workload, n int) {
	if s.Triangles <= many*s.Bodies {
		return balls, s.Bodies
	}
	return sheets, s.Triangles
}

// Device describes a device as far as a measurement depends on it.
type Device struct {
	Name, Vendor, Version string
	Driver                uint32
	// Software devices run on the cores that the CPU's methods run on. They are never chosen, so they are not measured.
	Software bool
}

// Chooser chooses. The functions are called where a query is large enough only.
type Chooser struct {
	// Folder is where measurements are kept, "" for none.
	Folder string
	// Program identifies the program and the cores that it uses: a measurement by another one does not count.
	Program string
	// Least is the size times the number of queries from which a device is looked for, 0 for leastWork.
	Least int
	// Patience is how long a measurement may take, 0 for mostMeasuring, and Looking how long Find may, 0 for mostFinding.
	Patience, Looking time.Duration
	// Find returns the device that would be opened. An error means that there is none.
	Find func() (Device, error)
	// Measure measures the device beside the CPU.
	Measure func(ctx context.Context) (*Measurement, error)
}

// Choice is where to run.
type Choice struct {
	// Device is set for the device, else it is the CPU.
	Device bool
	// Why is the reason in a line, "" where no device was looked for.
	Why string
}

// Choose decides. What goes wrong with a device is a reason for the CPU.
func (c *Chooser) Choose(ctx context.Context, s Size) Choice {
	w, n := s.work()
	if float64(n)*float64(s.Queries) < float64(cmp.Or(c.Least, leastWork)) {
		return Choice{}
	}
	d, err := c.found(ctx)
	if err != nil {
		return Choice{Why: "cpu: " + err.Error()}
	}
	if d.Software {
		return Choice{Why: "cpu: " + d.Name + " is a software driver, which runs on the same cores"}
	}
	m, err := c.measured(ctx, d)
	if err != nil {
		return Choice{Why: "cpu: " + d.Name + " could not be measured: " + err.Error()}
	}
	return m.choose(d.Name, w, n, s.Queries)
}

// found returns the device, or an error where the driver takes too long: it may hang, which is no business of the CPU's.
func (c *Chooser) found(ctx context.Context) (Device, error) {
	type outcome struct {
		device Device
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		d, err := c.Find()
		done <- outcome{d, err}
	}()
	ctx, stop := context.WithTimeout(ctx, cmp.Or(c.Looking, mostFinding))
	defer stop()
	select {
	case o := <-done:
		return o.device, o.err
	case <-ctx.Done():
		return Device{}, errors.New("devices were not listed in time")
	}
}

// choose compares what the queries are expected to take. Of equals it takes the CPU.
func (m *Measurement) choose(name string, w workload, n, queries int) Choice {
	if m.TooSlow {
		return Choice{Why: "cpu: " + name + " did not answer what was measured in time"}
	}
	cpu, device := m.total(w, n, queries)
	const unit = 10 * time.Microsecond
	why := fmt.Sprintf("%s expected on %s, opening it included, %s on the CPU, as measured", device.Round(unit), name, cpu.Round(unit))
	if device < cpu {
		return Choice{true, "gpu: " + why}
	}
	return Choice{false, "cpu: " + why}
}

// measured returns the measurement of a device: the one that was kept, or a new one, which it keeps.
func (c *Chooser) measured(ctx context.Context, d Device) (*Measurement, error) {
	if m := c.kept(ctx, d); m != nil {
		return m, nil
	}
	within, stop := context.WithTimeout(ctx, cmp.Or(c.Patience, mostMeasuring))
	defer stop()
	m, err := c.Measure(within)
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		m, err = &Measurement{TooSlow: true}, nil
	}
	if err != nil {
		return nil, err
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	c.keep(ctx, d, m)
	return m, nil
}
