package viewer

import (
	"context"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// lens is a detector of the viewer's own. It looks at the poses of a run without
// taking part in it.
type lens struct {
	stage *stage
	det   *collide.Detector
	known []geom.Pose
}

func newLens(s *stage, opt collide.Options) (*lens, error) {
	bodies := make([]collide.Body, len(s.bodies))
	for i, b := range s.bodies {
		bodies[i] = collide.Body{Name: b.Name, Shape: b.Shape, Immovable: b.Immovable}
	}
	opt.Progress = nil
	d, err := collide.NewDetector(bodies, opt)
	if err != nil {
		return nil, fmt.Errorf("method %s: %w", opt.Method, err)
	}
	return &lens{stage: s, det: d}, nil
}

func (l *lens) close() { _ = l.det.Close() } // how worker processes end changes nothing

// look finds the contacts under poses and tells what the method did. With full it
// also takes over the counters and the hash.
func (l *lens) look(ctx context.Context, poses []geom.Pose, dst *side, full bool) error {
	fresh := len(l.known) == 0
	if fresh {
		l.known = make([]geom.Pose, len(poses))
	}
	for i := range poses {
		if !fresh && l.known[i] == poses[i] {
			continue
		}
		l.known[i] = poses[i]
		if err := l.det.SetPose(i, poses[i]); err != nil {
			return err
		}
	}
	r, err := l.det.Detect(ctx)
	if err != nil {
		return err
	}
	if full {
		dst.layers, dst.levels, dst.broad = dst.layers[:0], dst.levels[:0], dst.broad[:0]
		dst.counters = [counterCount]float64{}
		dst.takeResult(r)
	}
	return nil
}
