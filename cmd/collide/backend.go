package main

import (
	"context"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/backend"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
)

// sizeOf is the size of a number of queries about bodies.
func sizeOf(placed []scene.Placed, queries int) backend.Size {
	s := backend.Size{Bodies: len(placed), Queries: queries}
	for i := range placed {
		if m := placed[i].Mesh(); m != nil {
			s.Triangles += len(m.Triangles)
		}
	}
	return s
}

// settle chooses the back end that no flag names, for opt, and returns the reason, "" where there is nothing to choose: a
// method with options and a query with a budget are the CPU's.
func (a *app) settle(ctx context.Context, q *queryFlags, opt *collide.Options, s backend.Size, bar *progress) string {
	if q.method != "auto" || q.backend != "auto" || len(q.options) > 0 || opt.Budget != (collide.Budget{}) || a.chooser == nil {
		return ""
	}
	c := a.chooser(opt, bar)
	if c == nil {
		return ""
	}
	choice := c.Choose(ctx, s)
	if choice.Device {
		m, err := methods.Find(methodTable(ctx), q.method, collide.GPU)
		if err != nil {
			return "cpu: " + err.Error()
		}
		opt.Method = m
	}
	return choice.Why
}

// search makes the detector of a check and asks it. A device that nobody asked for and that fails leaves the answer to the CPU.
func (a *app) search(ctx context.Context, in *inputs, opt collide.Options, why *string, spent *account) (*collide.Detector, *collide.Result, error) {
	det, r, err := detectOnce(ctx, in, opt, spent)
	if *why == "" || !deviceFailed(err) {
		return det, r, err
	}
	if det != nil {
		_ = det.Close() // it is of no use
	}
	*why, opt.Method = "cpu: "+err.Error(), methods.Auto()
	return detectOnce(ctx, in, opt, spent)
}

func detectOnce(ctx context.Context, in *inputs, opt collide.Options, spent *account) (*collide.Detector, *collide.Result, error) {
	det, err := in.detector(opt)
	if err != nil {
		return nil, nil, err
	}
	*spent = open(opt.Budget)
	r, err := det.Detect(ctx)
	return det, r, err
}
