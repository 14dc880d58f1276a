package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decimal"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
)

// scenes are the files of --to.
func (f *legFlags) scenes() []string {
	if f.timed {
		return nil
	}
	return f.to
}

// checkTimes reads the two times.
func (f *legFlags) checkTimes() error {
	if f.set() {
		return errors.New("--continuous with --from; expected one of them: the scene has the motion")
	}
	if len(f.to) != 1 {
		return fmt.Errorf("--from with %d --to; expected one time to end at", len(f.to))
	}
	var err error
	if f.times.From, err = seconds("--from", f.from); err != nil {
		return err
	}
	if f.times.To, err = seconds("--to", f.to[0]); err != nil {
		return err
	}
	if !(f.times.From < f.times.To) {
		return fmt.Errorf("--from %s --to %s; expected a time and a later one", quote.Name(f.from), quote.Name(f.to[0]))
	}
	f.continuous = "scene" // a motion is asked for, which --time-error is about
	return f.motionFlags.check()
}

// seconds reads a time.
func seconds(flag, text string) (float64, error) {
	x, ok := decimal.Parse(text)
	if !ok || x < 0 {
		return 0, fmt.Errorf("%s %s with --from; expected a time in seconds, a number of at least 0", flag, quote.Name(text))
	}
	return x + 0, nil // −0 is 0
}

// seconds are the times of an impact: one before which nothing was found, and that of the poses at T1.
func (f *legFlags) seconds(i *collide.Impact) [2]float64 {
	if i.T0 == i.T1 {
		return [2]float64{f.times.At(i.T1), f.times.At(i.T1)}
	}
	return [2]float64{f.times.Before(i.T0), f.times.At(i.T1)}
}

// fly puts the bodies to where the scene has them at the two times.
func (r *legRun) fly(a *app) error {
	moving := false
	for i := range r.in.placed {
		p := &r.in.placed[i]
		if p.Dynamics != nil {
			return fmt.Errorf("%s: %s has a mass, and moves by the laws of motion; collide sim follows it, --from what has a \"motion\"", quote.Name(r.files[0]), quote.Name(p.Name))
		}
		moving = moving || p.Motion != nil
	}
	if !moving {
		a.logf("warning: no body of %s has a motion", quote.Name(r.files[0]))
	}
	r.stations, r.ends = nil, nil
	for _, t := range []float64{r.flags.times.From, r.flags.times.To} {
		list := slices.Clone(r.in.placed)
		for i := range list {
			if m := list[i].Motion; m != nil {
				list[i].Pose = m.At(t)
			}
		}
		r.stations, r.ends = append(r.stations, list), append(r.ends, report.Station{File: r.files[0], Timed: true, Time: t})
	}
	return nil
}

// flights are the motions of the bodies between the two times, nil for bodies that rest.
func (r *legRun) flights() ([]motion.Path, error) {
	paths := make([]motion.Path, len(r.in.placed))
	for i := range paths {
		p := &r.in.placed[i]
		if p.Motion == nil {
			continue
		}
		f, err := p.Motion.During(r.flags.times)
		if err != nil {
			return nil, &scene.Error{File: p.Scene, Line: p.Line, Msg: "motion of " + quote.Name(p.Name), Err: err}
		}
		paths[i] = f
	}
	return paths, nil
}
