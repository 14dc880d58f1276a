package bench

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/collide-go/collide/internal/measure"
)

const (
	// maxOthers is the processor time of other processes, in cores, up to which a
	// window counts: a tenth of one core.
	maxOthers = 0.1
	// maxTries is how often a window is measured before its figures are kept although
	// others were busy.
	maxTries = 3
	// windowTime is the least length of a window of a race: the system counts processor
	// time in steps of 10 ms, so that a tenth of a core is ten of them.
	windowTime = time.Second
)

// notIdle begins the note of a row that was measured while others were busy.
const notIdle = "not idle"

// loadMeter measures the processor time of other processes: a measure.Load, or in tests
// one that was made up.
type loadMeter interface {
	Start()
	Others() (cores float64, ok bool)
}

// meter returns what measures the load, nil in a quick run without a meter.
func (o *Options) meter() loadMeter {
	if o.load == nil && !o.quick {
		return new(measure.Load)
	}
	return o.load
}

// disturbance is how busy other processes were during windows that counted although they
// were not idle, and after how many tries.
type disturbance struct {
	// cores is the greatest of the windows' averages.
	cores float64
	// unknown reports that the system has no counts.
	unknown bool
}

// note returns the note of a row, "" for an idle machine.
func (d disturbance) note() string {
	switch {
	case d.unknown:
		return "load not known"
	case d.busy():
		return fmt.Sprintf("%s: others kept %s cores busy", notIdle, digits(d.cores))
	}
	return ""
}

// busy reports whether others were busy. Times of such a window are no times of this machine;
// their ratios over the same frames still compare.
func (d disturbance) busy() bool { return d.cores > maxOthers }

// timed returns the cell of a time, empty where others were busy.
func (d disturbance) timed(c Cell) Cell {
	if d.busy() {
		return Cell{}
	}
	return c
}

// noteDisturbance adds a note that names the tables with rows that are not idle.
func (r *Report) noteDisturbance() {
	var names []string
	for _, t := range r.Tables {
		if slices.ContainsFunc(t.Rows, func(row []Cell) bool { return slices.ContainsFunc(row, Cell.notIdle) }) {
			names = append(names, t.Name)
		}
	}
	if len(names) > 0 {
		r.Notes = append(r.Notes, "**Not idle:** other processes were busy while these tables were measured, also at the third try: "+strings.Join(names, ", ")+
			". They and the verdicts that rest on them should be measured again.")
	}
}

// notIdle reports whether the cell is a note that others were busy.
func (c Cell) notIdle() bool { return c.kind == text && strings.HasPrefix(c.text, notIdle) }

// with returns the disturbance of two windows.
func (d disturbance) with(o disturbance) disturbance {
	return disturbance{max(d.cores, o.cores), d.unknown || o.unknown}
}

// window measures until other processes leave the machine idle meanwhile, at most maxTries
// times. Undo takes back what the last try recorded.
func (o *Options) window(try, undo func() error) (disturbance, error) {
	meter := o.meter()
	if meter == nil {
		return disturbance{}, try()
	}
	for n := 1; ; n++ {
		meter.Start()
		if err := try(); err != nil {
			return disturbance{}, err
		}
		cores, ok := meter.Others()
		if !ok || cores <= maxOthers || n == maxTries {
			return disturbance{cores, !ok}, nil
		}
		if err := undo(); err != nil {
			return disturbance{}, err
		}
	}
}
