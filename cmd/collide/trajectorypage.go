package main

import (
	"cmp"
	"errors"
	"io"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/viewer"
)

// checkPage returns what a page cannot be asked together with.
func (f *trajectoryFlags) checkPage() error {
	if f.format == html && f.first {
		return errors.New("--format html with --first; expected one of them: a page lights all links in contact")
	}
	return nil
}

// report begins the report in the format that was asked for.
func (t *trajectoryRun) report(w io.Writer, in *cell, f *trajectoryFlags, o report.TrajectoryOptions) report.Trajectory {
	if f.format != html {
		return report.NewTrajectory(f.format, w, o)
	}
	t.page = true
	page := viewer.PlayPage{Title: title([]string{in.file}), Version: version(), Unit: in.unit, Up: geom.Vec{Z: 1}, Options: o}
	body := -1
	for _, r := range in.robots {
		last := -1
		for _, p := range r.Parts(in.visual) {
			if p.Link != last {
				body++
			}
			last = p.Link
			page.Shapes = append(page.Shapes, viewer.PlayShape{File: cmp.Or(p.Geometry.File, r.File), Shape: p.Geometry.Shape, Body: body, Moves: true})
		}
	}
	for _, p := range in.placed {
		body++
		page.Shapes = append(page.Shapes, viewer.PlayShape{File: p.File, Shape: p.Shape, Body: body, Moves: in.moves(body)})
	}
	page.Poses = func(values []float64, setting int, dst []geom.Pose) []geom.Pose {
		return in.poses(values, t.settings[setting], dst)
	}
	return page.Begin(w)
}
