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
func (t *trajectoryRun) report(w io.Writer, in *inputs, f *trajectoryFlags, o report.TrajectoryOptions) report.Trajectory {
	if f.format != html {
		return report.NewTrajectory(f.format, w, o)
	}
	t.page = true
	parts := t.robot.Parts(in.robot.Visual)
	page := viewer.PlayPage{
		Title: title([]string{in.robot.File}), Version: version(), Unit: in.unit, Moving: len(parts), Up: geom.Vec{Z: 1}, Options: o,
	}
	body := -1
	for i := range parts {
		if i == 0 || parts[i].Link != parts[i-1].Link {
			body++
		}
		g := parts[i].Geometry
		page.Shapes = append(page.Shapes, viewer.PlayShape{File: cmp.Or(g.File, in.robot.File), Shape: g.Shape, Body: body})
	}
	for _, p := range in.placed {
		body++
		page.Shapes = append(page.Shapes, viewer.PlayShape{File: p.File, Shape: p.Shape, Body: body})
	}
	var links []geom.Pose
	page.Poses = func(values []float64, dst []geom.Pose) []geom.Pose {
		links = t.robot.LinkPoses(geom.Identity, values, links[:0])
		for i := range parts {
			dst = append(dst, parts[i].Pose(&links[parts[i].Link]))
		}
		for _, p := range in.placed {
			dst = append(dst, p.Pose)
		}
		return dst
	}
	return page.Begin(w)
}
