package bench

import (
	"context"
	"fmt"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/internal/tape"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// listingRun is the paper's basic algorithm simulated on the CPU over frames of a scene.
type listingRun struct {
	preset string
	frames int
	// tests is the number of pairs of an edge and a triangle, the same in each frame.
	tests int64
	// seconds are those of each frame, textures included, in one thread.
	seconds []float64
	// contacts are the exact pairs of triangles of each frame; missed those that the listing
	// does not find, false those that it finds in addition.
	contacts, missed, extra []float64
	disturbed               disturbance
}

// figures lists what a run measured.
func (r *listingRun) figures(p *tape.Part) {
	p.Figure("", "tests a frame", &r.tests)
	p.Figure("", "seconds, by frame", &r.seconds)
	for _, s := range []struct {
		name string
		of   *[]float64
	}{{"contacts, by frame", &r.contacts}, {"missed, by frame", &r.missed}, {"false, by frame", &r.extra}} {
		p.Figure("", s.name, s.of)
		p.Expect(len(*s.of) == len(r.seconds) && inRange(*s.of), "as many numbers as seconds, from 0 to 2^53")
	}
	r.disturbed.figures(p)
}

// listing simulates the basic algorithm on the CPU.
func (e *scdExperiment) listing(ctx context.Context) error {
	t := e.report.table("listing", "The algorithm simulated on the CPU, all contacts", "scene", "edges × triangles, both ways", "s a frame", "99 % interval", "contacts", "missed", "false", "frames run", "note")
	t.Notes = []string{"The paper's listing as it is printed, in float32, by one thread, in plain Go: each edge of one body against each triangle of the other one. Contacts are the exact ones (auto); " +
		"missed are those that the listing does not find, false those that it finds in addition."}
	for _, preset := range scene.StreamPresets() {
		s, err := e.stream(ctx, preset, e.detail)
		if err != nil {
			return err
		}
		r := &listingRun{preset: preset, frames: choose(e.Options, 2, 3, 3)}
		if err := e.tape.Do("listing: scene "+preset, func() error { return r.measure(ctx, e.Options, s) }, r.figures); err != nil {
			return err
		}
		e.simulated = append(e.simulated, r)
		m := measure.MeanOf(r.seconds)
		t.Add(Text(preset), Count(r.tests), r.disturbed.timed(Number(m.Value)), r.disturbed.timed(rangeOf(m)),
			Number(measure.Mean(r.contacts)), Number(measure.Mean(r.missed)), Number(measure.Mean(r.extra)), Count(len(r.seconds)), Text(r.disturbed.note()))
	}
	return nil
}

// measure runs the listing in frames 1, 2, … beside the exact method.
func (r *listingRun) measure(ctx context.Context, o *Options, s *scenario) error {
	m, err := o.method("auto")
	if err != nil {
		return err
	}
	d, err := s.detector(collide.Options{Method: m, Workers: o.Workers})
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }() // the CPU's method has nothing that fails to end
	var meshes [2]*mesh.Mesh
	var tops [2]*mesh.Topology
	for i := range meshes {
		meshes[i] = s.placed[i].Mesh()
		tops[i] = meshes[i].Topology()
	}
	r.disturbed, err = o.window(func() error {
		for k := 1; k <= r.frames; k++ {
			if err := r.frame(ctx, s, d, meshes, tops, k); err != nil {
				return err
			}
			o.show("listing: scene "+r.preset, float64(k)/float64(r.frames))
		}
		return nil
	}, func() error {
		r.seconds, r.contacts, r.missed, r.extra = nil, nil, nil, nil
		return nil
	})
	return err
}

// frame runs the listing in frame k and compares.
func (r *listingRun) frame(ctx context.Context, s *scenario, d *collide.Detector, meshes [2]*mesh.Mesh, tops [2]*mesh.Topology, k int) error {
	if err := s.set(d, k); err != nil {
		return err
	}
	exact, err := d.Detect(ctx)
	if err != nil {
		return fmt.Errorf("auto in frame %d: %w", k, err)
	}
	var poses [2]geom.Pose
	if err := s.moves.At(float64(k)*frameSeconds, poses[:]); err != nil {
		return err
	}
	start := time.Now()
	var of [2]*streamed
	for i := range of {
		of[i] = stream(meshes[i], tops[i], &poses[i])
	}
	forth := of[0].hits(of[1])
	back := of[1].hits(of[0])
	r.seconds = append(r.seconds, time.Since(start).Seconds())
	r.tests = int64(len(of[0].texels))*int64(len(of[1].fragments)) + int64(len(of[1].texels))*int64(len(of[0].fragments))
	found := map[[2]uint32]bool{}
	of[0].struck(forth, false, found)
	of[1].struck(back, true, found)
	missed := 0
	for _, c := range exact.Contacts {
		if p := [2]uint32{c.TriA, c.TriB}; !found[p] {
			missed++
		}
	}
	n := len(exact.Contacts)
	r.contacts, r.missed = append(r.contacts, float64(n)), append(r.missed, float64(missed))
	r.extra = append(r.extra, float64(len(found)-(n-missed)))
	return ctx.Err()
}

// sums are the runs' contacts, those that the listing misses and those it finds in addition.
func (r *listingRun) sums() (contacts, missed, extra float64) {
	return floats.Sum(r.contacts), floats.Sum(r.missed), floats.Sum(r.extra)
}
