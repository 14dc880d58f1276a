package bench

import (
	"errors"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tape"
)

// Device is what the experiments on the GPU need in addition to the methods of the table:
// this package does not import the one that has it.
type Device interface {
	// Name is the name of the device for people. Software reports whether it is a
	// driver that computes on the CPU.
	Name() string
	Software() bool
	// BodyPhase makes the broad phase of method lbvh by itself, sorting by radix or by
	// merging.
	BodyPhase(workers int, merge bool) (BodyPhase, error)
}

// BodyPhase is a broad phase on a device, with the device's time for each step of
// its last call: "upload", "codes", "sort", "tree", "boxes", "pairs".
type BodyPhase interface {
	// Pairs returns the pairs of boxes that overlap, valid until the next call.
	Pairs(boxes []geom.AABB) ([][2]int32, error)
	// Codes returns the Morton codes of the boxes' centres, from boxes to codes in the
	// host's memory.
	Codes(boxes []geom.AABB) ([]uint64, error)
	Times(f func(step string, spent time.Duration))
	Close()
}

// errNoDevice is the error of a command without package gpu.
var errNoDevice = errors.New("built without GPU support")

// device opens the device, or returns why there is none.
func (o *Options) device() (Device, error) {
	if o.Device == nil {
		return nil, errNoDevice
	}
	return o.Device()
}

// deviceTaped returns the options with the device that the tape names, where it plays.
func (o *Options) deviceTaped() (*Options, error) {
	var d tapedDevice
	var absent string
	err := o.tape.Do("device", func() error {
		if opened, err := o.device(); err != nil {
			absent = err.Error()
		} else {
			d = tapedDevice{opened.Name(), opened.Software()}
		}
		return nil
	}, func(p *tape.Part) {
		p.Figure("", "absent because", &absent)
		p.Figure("", "name", &d.name)
		p.Figure("", "software driver", &d.software)
	})
	p := *o
	if o.tape.Playing() {
		p.Device = func() (Device, error) {
			if absent != "" {
				return nil, errors.New(absent)
			}
			return d, nil
		}
	}
	return &p, err
}

// tapedDevice is a device of which a tape has the figures.
type tapedDevice struct {
	name     string
	software bool
}

func (d tapedDevice) Name() string { return d.name }

func (d tapedDevice) Software() bool { return d.software }

func (d tapedDevice) BodyPhase(int, bool) (BodyPhase, error) { return tapedPhase{}, nil }

// tapedPhase is a broad phase that is not asked for pairs.
type tapedPhase struct{}

func (tapedPhase) Pairs([]geom.AABB) ([][2]int32, error) { panic("bench: pairs of a device on a tape") }

func (tapedPhase) Codes([]geom.AABB) ([]uint64, error) { panic("bench: codes of a device on a tape") }

func (tapedPhase) Times(func(string, time.Duration)) {}

func (tapedPhase) Close() {}

// deviceNote returns the note of a report on what the GPU methods ran on.
func (o *Options) deviceNote() string {
	d, err := o.device()
	switch {
	case err != nil:
		return "No device: " + err.Error() + ". The methods of the GPU were not measured."
	case d.Software():
		return "Device: " + d.Name() + ", the software driver: no GPU was at hand. Its times show that the kernels work and how they grow, not what a GPU would take; the CPU's own methods have the same cores."
	}
	return "Device: " + d.Name() + "."
}

// software reports whether the device computes on the CPU.
func (o *Options) software() bool {
	d, err := o.device()
	return err == nil && d.Software()
}

// forDevice are the options of a race with methods of the GPU: on the software driver
// they take seconds a frame, and a quarter of a minute of each will do.
func (o *Options) forDevice() *Options {
	p := *o
	if o.software() {
		p.hurry = 15 * time.Second
	}
	return &p
}

// noGPU is why a claim about a GPU was not measured on its ground.
const noGPU = "no GPU was at hand: the software driver computes on the CPU"
