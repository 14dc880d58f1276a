package sim

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// detection finds the contacts of bodies under poses, by a method that can change.
type detection struct {
	bodies []collide.Body
	det    *collide.Detector
	// placed and detected are the times that the last call of at spent on SetPoses and Detect.
	placed, detected time.Duration
}

// newDetection makes a detector for bodies.
func newDetection(bodies []Body, opt collide.Options) (*detection, error) {
	d := &detection{bodies: make([]collide.Body, len(bodies))}
	for i := range bodies {
		d.bodies[i] = collide.Body{Name: bodies[i].Name, Shape: bodies[i].Shape, Immovable: bodies[i].Immovable}
	}
	return d, d.use(opt)
}

// use changes the method.
func (d *detection) use(opt collide.Options) error {
	if opt.First {
		return errors.New("sim: Options.First: a frame needs all contacts")
	}
	det, err := collide.NewDetector(d.bodies, opt)
	if err != nil {
		return err
	}
	if d.det != nil {
		_ = d.det.Close() // worker processes that fail to end are killed
	}
	d.det = det
	return nil
}

// at finds the contacts under poses while meanwhile, unless it is nil, hashes what it
// reads of them. The index of the body at fault comes with an error, −1 where none is.
func (d *detection) at(ctx context.Context, poses []geom.Pose, meanwhile func()) (*collide.Result, int, error) {
	if meanwhile != nil {
		var other sync.WaitGroup
		other.Go(meanwhile)
		defer other.Wait()
	}
	start := time.Now()
	if i, err := d.det.SetPoses(poses); err != nil {
		return nil, i, err
	}
	placed := time.Now()
	r, err := d.det.Detect(ctx)
	d.placed, d.detected = placed.Sub(start), time.Since(placed)
	if err != nil { // an incomplete answer is none: states follow from it
		return nil, -1, err
	}
	return r, -1, nil
}

func (d *detection) close() error { return d.det.Close() }
