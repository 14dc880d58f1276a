package gpu

import (
	"context"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/aabb"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
)

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
	words, err := d.judge(ctx, bodies, poses, query.FirstCapacity)
	verdicts := make([]collide.Verdict, len(poses))
	for i, w := range words {
		verdicts[i] = verdictOf(w)
	}
	for i := 0; i < len(words) && err == nil; i++ {
		if verdicts[i] == collide.Unknown {
			verdicts[i], err = decide(ctx, host, poses[i])
		}
	}
	return verdicts, err
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

// judge has the device say what it can of the poses, as many as the words that it returns. Its lists begin with room for first elements.
func (d *Device) judge(ctx context.Context, bodies []collide.Body, poses []geom.Pose, first int) ([]uint32, error) {
	for _, b := range bodies {
		if _, mesh := b.Shape.(*collide.Model); !mesh {
			words := make([]uint32, len(poses))
			for i := range words {
				words[i] = models.Doubtful
			}
			return words, nil
		}
	}
	live, err := d.device.Live(nil)
	if err != nil {
		return nil, err
	}
	if err := testSweeps(live); err != nil {
		return nil, live.Judge(err)
	}
	var p *query.Poser
	device := func() (*Device, error) { return d, nil }
	method := plain(device, about("poses", "", "", ""), func(v *vulkan.Device, w *world.World) (world.Engine, error) {
		r := aabb.Recipe(aabb.Options{}.WithDefaults())
		r.Bodies = query.OnHost
		p = &query.Poser{Engine: query.New(v, w, r), Poses: poses}
		p.Capacity = first
		return p, nil
	})
	det, err := collide.NewDetector(bodies, collide.Options{Method: method})
	if err != nil {
		return nil, err
	}
	defer func() { _ = det.Close() }()
	_, err = det.Detect(ctx)
	return p.Words[:p.Judged], err
}
