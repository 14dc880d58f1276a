package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// progress draws a line on a terminal that states what is going on; elsewhere it
// draws nothing. It is used by one goroutine at a time.
type progress struct {
	w     io.Writer
	start time.Time
	last  time.Time
	shown bool
}

// patience is how long work may take before a bar appears, and how often it moves.
const (
	patience = 400 * time.Millisecond
	cadence  = 80 * time.Millisecond
)

// progress returns a bar on stderr if that is a terminal.
func (a *app) progress() *progress {
	p := &progress{start: time.Now()}
	if isTerminal(a.stderr) {
		p.w = a.stderr
	}
	return p
}

// show draws the share done, in [0, 1], or without a bar for a negative share.
func (p *progress) show(what string, share float64) {
	now := time.Now()
	if p.w == nil || now.Sub(p.start) < patience || now.Sub(p.last) < cadence {
		return
	}
	p.last, p.shown = now, true
	bar := ""
	if share >= 0 {
		const width = 30
		full := int(min(share, 1)*width + 0.5)
		bar = fmt.Sprintf(" [%s%s] %3.0f %%", strings.Repeat("#", full), strings.Repeat("·", width-full), 100*min(share, 1))
	}
	_, _ = fmt.Fprintf(p.w, "\r\x1b[K%s%s", what, bar) // a lost bar is no loss
}

// clear removes the line.
func (p *progress) clear() {
	if p.shown {
		_, _ = fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
