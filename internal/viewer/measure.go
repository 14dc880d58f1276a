package viewer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/methods"
)

// ruler measures how far apart the bodies of a run are, with a detector of its own. Its method is
// auto: the distances are the same for every method that measures.
type ruler struct {
	show  *Show
	stage *stage
	det   *collide.Detector
	found []collide.Distance // kept for its memory
}

// nearsJSON is what a frame has of distances.
type nearsJSON struct {
	Near    []nearJSON `json:"near"`
	LeftOut int        `json:"leftOut"`
	// Note is what is not known and why, or why nothing is near; "" for nothing.
	Note string `json:"note"`
}

func (r *ruler) close() {
	if r.det != nil {
		_ = r.det.Close() // auto has nothing that could fail to end
		r.det = nil
	}
}

// append appends the distances under poses as JSON. What cannot be measured is a note in it: the
// frame is shown all the same.
func (r *ruler) append(ctx context.Context, dst []byte, poses []geom.Pose) ([]byte, error) {
	var all nearsJSON
	if err := r.measure(ctx, poses, &all); err != nil {
		all.Note = "Not all distances are known: " + report.ReasonOf(err) + "."
	}
	all.Near, all.LeftOut = r.stage.appendNear([]nearJSON{}, r.found, r.show.Unit)
	text, err := json.Marshal(&all)
	if err != nil {
		return dst, fmt.Errorf("describing distances: %w", err)
	}
	return append(dst, text...), nil
}

// measure finds the pairs within the clearance, without one the nearest pair. Only what is known
// stands in r.found where it fails.
func (r *ruler) measure(ctx context.Context, poses []geom.Pose, all *nearsJSON) (err error) {
	r.found = r.found[:0]
	if r.det == nil {
		opt := r.show.Options
		opt.Progress, opt.Method = nil, methods.Auto()
		if r.det, err = r.stage.detector(opt); err != nil {
			return err
		}
	}
	if _, err = r.det.SetPoses(poses); err != nil {
		return err
	}
	if r.show.Clearance {
		r.found, err = r.det.Distances(ctx, r.show.Reach, r.found)
		return err
	}
	d, some, err := r.det.Distance(ctx)
	switch {
	case some && d.A >= 0 && d.Hi == 0:
		all.Note = fmt.Sprintf("%s and %s touch, so the least distance is 0.", r.stage.bodies[d.A].Name, r.stage.bodies[d.B].Name)
	case some && d.A >= 0 && !math.IsInf(d.Hi, 1):
		r.found = append(r.found, d)
	case err == nil:
		all.Note = "There are no two bodies to measure."
	}
	return err
}

// detector returns one of the stage's bodies.
func (s *stage) detector(opt collide.Options) (*collide.Detector, error) {
	bodies := make([]collide.Body, len(s.bodies))
	for i, b := range s.bodies {
		bodies[i] = collide.Body{Name: b.Name, Shape: b.Shape, Immovable: b.Immovable}
	}
	return collide.NewDetector(bodies, opt)
}

// takeDistances writes the distances that s asks for.
func (m *film) takeDistances(ctx context.Context, poses []geom.Pose, s *state, f *frame) (err error) {
	f.near = f.near[:0]
	if !s.Distances {
		m.ruler.close()
		return nil
	}
	m.ruler.show, m.ruler.stage = m.show, m.stage
	f.near, err = m.ruler.append(ctx, f.near, poses)
	return errors.Join(err, ctx.Err())
}
