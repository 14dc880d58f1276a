package gpu

import (
	"runtime"

	"github.com/collide-go/collide/internal/narrow"
)

// easel holds the atlas of an engine that draws, from its first query on.
type easel struct {
	atlas *atlas
	// busy, when set, is the end of an atlas that the device was still at work on.
	busy *promise[struct{}]
}

// open makes the atlas unless it is there, on the device that is in use now. It waits for
// the end of the one before.
func (e *easel) open(d *Device, c *narrow.Control) error {
	if e.busy != nil {
		if _, err := e.busy.get(c); err != nil {
			return err
		}
		e.busy = nil
	}
	d, err := d.live(c)
	if err != nil {
		return err
	}
	if e.atlas != nil && e.atlas.dev != d {
		_ = e.Close()
	}
	if e.atlas != nil {
		return nil
	}
	if e.atlas, err = d.newAtlas(); err != nil {
		e.atlas = nil
		return d.judge(err)
	}
	runtime.AddCleanup(e, func(a *atlas) { a.end() }, e.atlas)
	return nil
}

// Close frees what the engine has on the device; Find makes it anew.
func (e *easel) Close() error {
	if e.atlas != nil {
		e.busy = e.atlas.end()
		e.atlas = nil
	}
	return nil
}
