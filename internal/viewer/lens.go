package viewer

import (
	"context"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/engine"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
)

// lens is a detector of the viewer's own. It looks at the poses of a run without
// taking part in it.
type lens struct {
	stage  *stage
	det    *collide.Detector
	tracer *engine.Tracer
	// volumes and trace are kept for their memory.
	volumes []engine.Volume
	trace   engine.Trace
}

func newLens(s *stage, opt collide.Options) (*lens, error) {
	tracer := engine.NewTracer(opt.Method)
	opt.Progress, opt.Method = nil, tracer.Method()
	d, err := s.detector(opt)
	if err != nil {
		return nil, fmt.Errorf("method %s: %w", opt.Method.About().Name, err)
	}
	return &lens{stage: s, det: d, tracer: tracer}, nil
}

func (l *lens) close() { _ = l.det.Close() } // how worker processes end changes nothing

// look finds the contacts under poses and fills dst with what the method did and
// s wants to see. With full it also takes over the counters and the hash.
func (l *lens) look(ctx context.Context, poses []geom.Pose, s *state, dst *side, full bool) error {
	if _, err := l.det.SetPoses(poses); err != nil {
		return err
	}
	r, err := l.det.Detect(ctx)
	if r == nil {
		return err
	}
	if full {
		dst.takeResult(r, err == nil)
	}
	if s.Volumes >= 0 {
		var all bool
		l.volumes, all = l.tracer.Volumes(l.volumes[:0], s.Volumes, mostShapes)
		if len(l.volumes) > 0 {
			dst.addVolumes(l.stage, poses, layerVolumes, l.volumes, !all)
		}
	}
	if s.needsTrace() {
		l.tracer.Trace(&l.trace, mostShapes/2)
		l.tell(poses, s, dst)
	}
	return nil
}

// tell copies of the trace what s wants to see.
func (l *lens) tell(poses []geom.Pose, s *state, dst *side) {
	if s.Broad {
		for _, p := range l.trace.Candidates[:min(len(l.trace.Candidates), mostPairs)] {
			dst.broad = append(dst.broad, broad.Pair{A: int32(p.A), B: int32(p.B)})
		}
	}
	if s.Levels {
		for _, v := range l.trace.Levels {
			dst.levels = append(dst.levels, level{float64(v.Tested), float64(v.Culled)})
		}
	}
	if s.Front {
		dst.addVolumes(l.stage, poses, layerFront, l.trace.Ends, l.trace.Cut)
	}
}
