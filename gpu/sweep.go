package gpu

import (
	"context"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/aabb"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
)

// mostPoses is the number of poses that a batch looks at.
const mostPoses = 1 << 12

// Sweep asks in which of many poses body a touches body b, which stays, as a detector with First does that sets each: poses go to the device
// in batches of thousands, and a word for each comes back. What the device cannot tell, and all poses of bodies that are not meshes, a
// detector on the CPU decides. A device that fails the self-test of that is an error that wraps ErrFaulty. There is one verdict a pose, Unknown where the context ended before; the error then wraps
// collide.ErrIncomplete.
func (d *Device) Sweep(ctx context.Context, a, b collide.Body, poses []geom.Pose) ([]collide.Verdict, error) {
	a.Immovable, b.Immovable = false, false
	bodies := []collide.Body{a, b}
	host, err := collide.NewDetector(bodies, collide.Options{First: true, Workers: 1})
	if err != nil {
		return nil, err
	}
	defer func() { _ = host.Close() }()
	for i := range poses {
		if err := host.SetPose(0, poses[i]); err != nil {
			return nil, fmt.Errorf("pose %d: %w", i, err)
		}
	}
	s := &decider{host: host, poses: poses, verdicts: make([]collide.Verdict, len(poses))}
	take := func(first int, words []uint32) { s.take(ctx, first, words) }
	if err := d.judge(ctx, bodies, query.Posing{Poses: poses, Most: mostPoses, Ready: take}, query.FirstCapacity); err != nil {
		return s.verdicts, err
	}
	return s.verdicts, s.err
}

// decider makes verdicts of what a device says of poses.
type decider struct {
	host     *collide.Detector
	poses    []geom.Pose
	verdicts []collide.Verdict
	err      error // of the host, which is asked no more then
}

// take takes words of poses from the first on, and asks the host where they leave a pose in doubt.
func (s *decider) take(ctx context.Context, first int, words []uint32) {
	for i, w := range words {
		v := &s.verdicts[first+i]
		if *v = verdictOf(w); *v == collide.Unknown && s.err == nil {
			*v, s.err = decide(ctx, s.host, s.poses[first+i])
		}
	}
}

func verdictOf(word uint32) collide.Verdict {
	switch {
	case word&models.Touching != 0:
		return collide.InContact
	case word == 0:
		return collide.Free
	}
	return collide.Unknown
}

// decide asks the CPU.
func decide(ctx context.Context, host *collide.Detector, p geom.Pose) (collide.Verdict, error) {
	if err := host.SetPose(0, p); err != nil {
		return collide.Unknown, err
	}
	r, err := host.Detect(ctx)
	if err != nil {
		return collide.Unknown, err
	}
	return r.Verdict, nil
}

// judge has the device say what it can of the poses. Its lists begin with room for first elements.
func (d *Device) judge(ctx context.Context, bodies []collide.Body, q query.Posing, first int) error {
	for _, b := range bodies {
		if _, mesh := b.Shape.(*collide.Model); !mesh {
			q.Ready(0, slices.Repeat([]uint32{models.Doubtful}, len(q.Poses)))
			return nil
		}
	}
	live, err := d.device.Live(nil)
	if err != nil {
		return err
	}
	if err := testSweeps(live); err != nil {
		return live.Judge(err)
	}
	device := func() (*Device, error) { return d, nil }
	method := plain(device, about("poses", "", "", ""), func(v *vulkan.Device, w *world.World) (world.Engine, error) {
		r := aabb.Recipe(aabb.Options{}.WithDefaults())
		r.Bodies = query.OnHost
		p := &query.Poser{Engine: query.New(v, w, r), Posing: q}
		p.Capacity = first
		return p, nil
	})
	det, err := collide.NewDetector(bodies, collide.Options{Method: method})
	if err != nil {
		return err
	}
	defer func() { _ = det.Close() }()
	_, err = det.Detect(ctx)
	return err
}
