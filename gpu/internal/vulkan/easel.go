package vulkan

import (
	"runtime"
)

// Easel holds the canvas of an engine that draws, from its first query on.
type Easel struct {
	Canvas *Canvas
	// busy, when set, is the end of a canvas that the device was still at work on.
	busy *Promise[struct{}]
}

// Open makes the canvas unless it is there, on the device that is in use now. It waits for
// the end of the one before.
func (e *Easel) Open(d *Device, c Control) error {
	if e.busy != nil {
		if _, err := e.busy.Get(c); err != nil {
			return err
		}
		e.busy = nil
	}
	d, err := d.Live(c)
	if err != nil {
		return err
	}
	if e.Canvas != nil && e.Canvas.dev != d {
		_ = e.Close()
	}
	if e.Canvas != nil {
		return nil
	}
	if e.Canvas, err = d.newCanvas(); err != nil {
		e.Canvas = nil
		return d.Judge(err)
	}
	runtime.AddCleanup(e, func(a *Canvas) { a.end() }, e.Canvas)
	return nil
}

// Close frees the canvas; Open makes another one.
func (e *Easel) Close() error {
	if e.Canvas != nil {
		e.busy = e.Canvas.end()
		e.Canvas = nil
	}
	return nil
}
