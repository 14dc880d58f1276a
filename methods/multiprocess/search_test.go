package multiprocess_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/methods/multiprocess"
	"github.com/collide-go/collide/scene"
)

// searches are the ways in which processes search whole pairs.
var searches = []multiprocess.Options{
	{Search: "oocda"}, {Search: "oocda", Threads: 2}, {Search: "oocda,ants-first=on", Threads: 2},
	{Search: "pipelining"}, {Search: "pipelining,tasks=2", Threads: 3},
}

// crowd is a scene in motion.
func crowd(t *testing.T, n int) []scene.Placed {
	t.Helper()
	s, err := scene.GenerateMotion(context.Background(), scene.MotionOptions{Bodies: n, Facets: 60 * n, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	var loader scene.Loader
	w, err := loader.Build(context.Background(), s, "crowd")
	if err != nil {
		t.Fatal(err)
	}
	return w.Bodies
}

// crowdBodies are the bodies of a crowd where it begins.
func crowdBodies(placed []scene.Placed) []collide.Body {
	bodies := make([]collide.Body, len(placed))
	for i, p := range placed {
		bodies[i] = collide.Body{Name: p.Name, Shape: p.Shape, Pose: p.Pose}
	}
	return bodies
}

// Processes that search as oocda or pipelining do find what bvh finds, in every frame, with
// any number of processes and threads, and without a contact lost or there twice.
func TestSearches(t *testing.T) {
	t.Parallel()
	placed := crowd(t, 120)
	bodies := crowdBodies(placed)
	plain := detector(t, bodies, collide.Options{Method: methods.BVH()})
	var others []*collide.Detector
	for i, o := range searches {
		o.Worker = testBinary(serveWorker)
		d := detector(t, bodies, collide.Options{Method: multiprocess.New(o), Workers: 1 + i%2})
		t.Cleanup(func() { _ = d.Close() }) // always nil
		others = append(others, d)
	}
	for k := range 8 {
		all := append([]*collide.Detector{plain}, others...)
		for i := range placed {
			pose := placed[i].Motion.At(float64(k) / 60)
			for _, d := range all {
				if err := d.SetPose(i, pose); err != nil {
					t.Fatal(err)
				}
			}
		}
		want, err := plain.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range others {
			r, err := d.Detect(context.Background())
			if err != nil || r.Hash() != want.Hash() || r.Stats.WorkersLost != 0 {
				t.Fatalf("frame %d, %+v: %v, %d contacts of %d, %d lost", k, searches[i], err, len(r.Contacts), len(want.Contacts), r.Stats.WorkersLost)
			}
			if r.Stats.BVTests == 0 || i < 3 != (r.Stats.BVUpdates > 0) || i == 2 != (r.Stats.WitnessTests > 0) {
				t.Errorf("frame %d, %+v: counters %+v", k, searches[i], r.Stats)
			}
		}
	}
}

// The fronts of a process are those of the frame before: a frame without motion is nearly free.
func TestProcessesKeepTheirFronts(t *testing.T) {
	t.Parallel()
	bodies := crowdBodies(crowd(t, 120))
	d := detector(t, bodies, collide.Options{Method: multiprocess.New(multiprocess.Options{Worker: testBinary(serveWorker), Search: "oocda"}), Workers: 2})
	t.Cleanup(func() { _ = d.Close() }) // always nil
	var volumes [2]int64
	for k := range volumes {
		r, err := d.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		volumes[k] = r.Stats.BVTests
	}
	if volumes[1] > volumes[0]/2 {
		t.Errorf("%d volume tests in the first frame, %d in the next one; want half at most", volumes[0], volumes[1])
	}
}

// A process that is killed or breaks the protocol takes nothing from the answer.
func TestSearchesLoseNothing(t *testing.T) {
	t.Parallel()
	bodies := tori(1)
	want, err := detector(t, bodies, collide.Options{Method: methods.BVH()}).Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	hash, n := want.Hash(), len(want.Contacts)
	for i, o := range searches {
		for k, fault := range []string{"crash", "garbage", "half", "nobody"} {
			if (i+k)%2 > 0 && !require.CI() {
				continue // searches share the faults out
			}
			t.Run(o.Search+"/"+fault, func(t *testing.T) {
				t.Parallel() // they wait for workers that say nothing
				o := o
				o.Worker = testBinary(faultWorker, fault, t.TempDir(), "1")
				m := &multiprocess.Watched{Method: multiprocess.New(o)}
				d := detector(t, bodies, collide.Options{Method: m, Workers: 2})
				m.SetSilence(500e6)
				for range 2 {
					r, err := d.Detect(context.Background())
					if err != nil || r.Hash() != hash {
						t.Errorf("%+v, %s: %v, %d contacts of %d", o, fault, err, len(r.Contacts), n)
					}
				}
				_ = d.Close() // always nil
			})
		}
	}
}

// Budgets hold across processes with threads, and one contact is enough for First.
func TestSearchesWithinABudget(t *testing.T) {
	t.Parallel()
	bodies := crowdBodies(crowd(t, 120))
	full, err := detector(t, bodies, collide.Options{Method: methods.BVH()}).Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	there := map[collide.Contact]bool{}
	for _, c := range full.Contacts {
		there[c] = true
	}
	for _, o := range searches {
		o.Worker = testBinary(serveWorker)
		run := func(opt collide.Options) (*collide.Result, error) {
			opt.Method, opt.Workers = multiprocess.New(o), 2
			d := detector(t, bodies, opt)
			defer func() { _ = d.Close() }() // always nil
			return d.Detect(context.Background())
		}
		r, err := run(collide.Options{Budget: collide.Budget{Steps: 3000}})
		if !errors.Is(err, collide.ErrBudget) || r.Verdict == collide.Free || len(r.Contacts) == len(full.Contacts) {
			t.Errorf("%+v, 3000 steps: %v, %v, %d contacts of %d", o, err, r.Verdict, len(r.Contacts), len(full.Contacts))
		}
		for _, c := range r.Contacts {
			if !there[c] {
				t.Errorf("%+v: %v is no contact", o, c)
			}
		}
		if r, err = run(collide.Options{Budget: collide.Budget{Steps: 1e8}}); err != nil || r.Hash() != full.Hash() {
			t.Errorf("%+v with steps to spare: %v, %d contacts of %d", o, err, len(r.Contacts), len(full.Contacts))
		}
		if r, err = run(collide.Options{First: true}); err != nil || r.Verdict != collide.InContact || len(r.Contacts) != 1 {
			t.Errorf("%+v, first: %v, %v, %d contacts", o, err, r.Verdict, len(r.Contacts))
		}
	}
}

// Options that no process could search by are errors of the detector.
func TestSearchesThatAreNone(t *testing.T) {
	t.Parallel()
	for _, o := range []multiprocess.Options{
		{Search: "scda"}, {Search: "oocda,no=1"}, {Search: "oocda,walks=0x"}, {Search: "bvh,x=1"}, {Threads: 2}, {Search: "oocda", Threads: 1025}, {Search: "oocda", Threads: -1},
	} {
		o.Worker = testBinary(serveWorker)
		d, err := collide.NewDetector(tori(1), collide.Options{Method: multiprocess.New(o)})
		if err == nil {
			_, err = d.Detect(context.Background())
			_ = d.Close() // always nil
		}
		if !errors.Is(err, collide.ErrOption) {
			t.Errorf("%s: %v, want an error of the options", fmt.Sprintf("%+v", o), err)
		}
	}
}
