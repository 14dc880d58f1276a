package backend

import (
	"errors"
	"math"
	"time"
)

// Measurement is what the CPU and a device took.
type Measurement struct {
	// Open is how long the device takes to be opened, its kernels included, once a process.
	Open time.Duration
	// TooSlow: the device did not come to the end of the measurement, which has nothing else then.
	TooSlow bool
	// Balls and Sheets are the rows of the two workloads, by size.
	Balls, Sheets []Row
}

// Row is a size and what its queries took.
type Row struct {
	// N is the number of bodies, or of triangles.
	N           int
	CPU, Device Times
}

// Times are those of a detector: First of making it and its first query, Next of a query after bodies moved.
type Times struct{ First, Next time.Duration }

func (m *Measurement) rows(w workload) *[]Row {
	if w == balls {
		return &m.Balls
	}
	return &m.Sheets
}

// check returns an error for a measurement that says nothing: one without rows, or with times that cannot be.
func (m *Measurement) check() error {
	if m.TooSlow {
		return nil
	}
	if m.Open < 0 {
		return errNoMeasurement
	}
	for _, w := range workloads {
		last := 0
		for _, r := range *m.rows(w) {
			if r.N <= last || min(r.CPU.First, r.CPU.Next, r.Device.First, r.Device.Next) <= 0 {
				return errNoMeasurement
			}
			last = r.N
		}
		if last == 0 {
			return errNoMeasurement
		}
	}
	return nil
}

var errNoMeasurement = errors.New("the measurement has no times, or times that cannot be")

// total is what a number of queries of a size are expected to take on the CPU, and on the device, opening it included.
func (m *Measurement) total(w workload, n, queries int) (cpu, device time.Duration) {
	rows := *m.rows(w)
	all := func(of func(r *Row) Times) float64 {
		first := expected(rows, n, func(r *Row) time.Duration { return of(r).First })
		next := expected(rows, n, func(r *Row) time.Duration { return of(r).Next })
		return first + float64(queries-1)*next
	}
	c, d := all(func(r *Row) Times { return r.CPU }), all(func(r *Row) Times { return r.Device })
	return duration(c), duration(d + float64(m.Open))
}

// expected is a time at size n: between two rows on the line through them, below the first that of the first, for a device takes its
// least time for little, and above the last in proportion.
func expected(rows []Row, n int, at func(r *Row) time.Duration) float64 {
	of := func(r *Row) float64 { return float64(at(r)) }
	last := &rows[len(rows)-1]
	if n >= last.N {
		return of(last) * (float64(n) / float64(last.N))
	}
	for i := range rows {
		r := &rows[i]
		if n > r.N {
			continue
		}
		if i == 0 {
			return of(r)
		}
		before := &rows[i-1]
		share := float64(n-before.N) / float64(r.N-before.N)
		return of(before) + share*(of(r)-of(before))
	}
	return of(last)
}

// duration is a number of nanoseconds, the longest duration for more than that.
func duration(ns float64) time.Duration {
	if ns >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(ns)
}
