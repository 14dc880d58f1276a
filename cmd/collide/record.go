package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/collide-go/collide/internal/atomicfile"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/sim"
)

// recording is the file of --record; nil for none.
//
// It takes its place when the run ends, also when an interruption or the input cuts
// that short. What was at its path before stays if no frame was recorded, and after an
// error, such as that of a full disk; where nothing was there, the whole frames
// recorded before the error are kept.
type recording struct {
	file   *atomicfile.File
	to     *sim.Recorder
	frames int
	failed bool
}

// recordTo begins a recording.
func recordTo(ctx context.Context, path string, run sim.Stepper, dt float64) (*recording, error) {
	if path == "" {
		return nil, nil
	}
	file, err := atomicfile.Create(ctx, path)
	if err != nil {
		return nil, err
	}
	to, err := sim.NewRecorder(file, run.Bodies(), dt)
	if err != nil {
		file.Discard()
		return nil, fmt.Errorf("--record %s: %w", quote.Name(path), err)
	}
	return &recording{file: file, to: to}, nil
}

// frame records a frame.
func (r *recording) frame(f *sim.Frame) error {
	if r == nil {
		return nil
	}
	if err := r.to.Frame(f); err != nil {
		r.failed = true
		return err
	}
	if r.frames++; r.frames == 1 {
		r.file.Keep()
	}
	return nil
}

// end completes the recording and puts it in its place. The recording of a run that
// failed replaces nothing.
func (r *recording) end(runFailed bool) error {
	if r == nil || r.frames == 0 {
		return nil
	}
	var err error
	if !r.failed {
		err = r.to.Close()
	}
	if (runFailed || err != nil) && !r.file.Fresh() {
		return err
	}
	return errors.Join(err, r.file.Commit())
}

// close gives up what end did not put in its place.
func (r *recording) close() {
	if r != nil {
		r.file.Discard()
	}
}
