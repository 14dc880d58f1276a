package backend

import (
	"context"
	"math"
	"time"

	"github.com/collide-go/collide"
)

// sizes are those that are measured, as long as the one before has not taken longer than enough.
var sizes = []int{1 << 12, 1 << 15, 1 << 17}

const (
	enough = 100 * time.Millisecond
	// nexts is how many queries after the first are timed; the least counts, as others have waited for something.
	nexts = 3
	// few is the size of the query that opens a device: more bodies than methods on a device leave to the host.
	few = 256
)

// Measure measures a method on a device beside one on the CPU. The device is opened by its first detector.
func Measure(ctx context.Context, cpu, device collide.Options) (*Measurement, error) {
	return measure(ctx, cpu, device, sizes)
}

func measure(ctx context.Context, cpu, device collide.Options, sizes []int) (*Measurement, error) {
	start := time.Now()
	for _, w := range workloads { // which builds the kernels
		if _, err := w.times(ctx, few, device); err != nil {
			return nil, err
		}
	}
	m := &Measurement{Open: time.Since(start)}
	for _, w := range workloads {
		rows, err := w.measure(ctx, cpu, device, sizes)
		if err != nil {
			return nil, err
		}
		*m.rows(w) = rows
	}
	return m, nil
}

// measure measures the sizes of a workload.
func (w workload) measure(ctx context.Context, cpu, device collide.Options, sizes []int) (rows []Row, err error) {
	for _, n := range sizes {
		start, r := time.Now(), Row{N: n}
		if r.CPU, err = w.times(ctx, n, cpu); err == nil {
			r.Device, err = w.times(ctx, n, device)
		}
		if err != nil {
			return nil, err
		}
		if rows = append(rows, r); time.Since(start) > enough {
			break
		}
	}
	return rows, nil
}

// times measures a detector.
func (w workload) times(ctx context.Context, n int, opt collide.Options) (t Times, err error) {
	bodies, moving, err := w.scene(n)
	if err != nil {
		return t, err
	}
	start := time.Now()
	d, err := collide.NewDetector(bodies, opt)
	if err != nil {
		return t, err
	}
	defer func() { _ = d.Close() }() // the times are known
	if _, err = d.Detect(ctx); err != nil {
		return t, err
	}
	t.First = max(time.Since(start), 1)
	t.Next = math.MaxInt64
	for k := range nexts {
		spent, err := next(ctx, d, bodies[:moving], float64(k+1)*0.01)
		if err != nil {
			return t, err
		}
		t.Next = min(t.Next, max(spent, 1))
	}
	return t, nil
}

// next times a query after bodies moved by some way.
func next(ctx context.Context, d *collide.Detector, moving []collide.Body, way float64) (time.Duration, error) {
	start := time.Now()
	for i := range moving {
		p := moving[i].Pose
		p.T.X += way
		if err := d.SetPose(i, p); err != nil {
			return 0, err
		}
	}
	_, err := d.Detect(ctx)
	return time.Since(start), err
}
