package harness

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
)

// ourMethods are the methods of this module that are measured, single-threaded
// and in this process. The first is the reference every engine is judged by.
func ourMethods() []string { return []string{"bvh", "auto"} }

// deforms marks the engine that moves mesh A as Embree has to: by new coordinates for
// all vertices. It is what a deforming mesh costs.
const deforms = "-deforming"

// ourPrefix begins the names of our engines.
const ourPrefix = "collide-"

// ourPair is a pairEngine on the public API of the root package.
type ourPair struct {
	method     string
	deforming  bool
	in         *pairInput
	first, all *collide.Detector
	// a is the model and posed the coordinates of a deforming mesh.
	a     *collide.Model
	posed []geom.Vec
}

func (o *ourPair) name() string {
	if o.deforming {
		return ourPrefix + o.method + deforms
	}
	return ourPrefix + o.method
}
func (o *ourPair) listsContacts() bool { return true }

func (o *ourPair) about() string {
	if o.deforming {
		return aboutOurs() + "; every query moves all vertices of A and refits its hierarchy"
	}
	return aboutOurs()
}

// aboutOurs names this module as a server names its library.
func aboutOurs() string {
	version := "this tree"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		version = info.Main.Version
	}
	return "collide " + version + ", " + runtime.Version()
}

func (o *ourPair) load(in *pairInput) error {
	o.in = in
	return nil
}

// build times making the models and the detectors, and the hierarchies: those
// are built on demand, so the time that a first query reports for them is added.
func (o *ourPair) build(ctx context.Context) (built, error) {
	o.first, o.all = nil, nil
	before := heap()
	start := time.Now()
	a, b := collide.NewModel(o.in.a), collide.NewModel(o.in.b)
	if o.deforming { // the mesh itself will change
		a = collide.NewModel(copyOf(o.in.a))
		o.a, o.posed = a, make([]geom.Vec, len(o.in.a.Vertices))
	}
	var err error
	if o.first, err = o.detector(a, b, true); err != nil {
		return built{}, err
	}
	if o.all, err = o.detector(a, b, false); err != nil {
		return built{}, err
	}
	spent := time.Since(start)
	res, err := o.query(ctx, o.first, concentric(o.in))
	if err != nil {
		return built{}, err
	}
	spent += res.Stats.Build
	return built{time: spent, bytes: max(0, heap()-before)}, nil
}

// concentric is a pose in which the boxes of the meshes share their centre, so
// that no query can be answered without the hierarchies.
func concentric(in *pairInput) *geom.Pose {
	boxA, boxB := in.a.Bounds(), in.b.Bounds()
	p := geom.Identity
	p.T = boxB.Center().Sub(boxA.Center())
	return &p
}

func (o *ourPair) detector(a, b *collide.Model, first bool) (*collide.Detector, error) {
	bodies := []collide.Body{{Name: "A", Shape: a}, {Name: "B", Shape: b}}
	method, err := methods.Find(methods.Table(), o.method, collide.CPU)
	if err != nil {
		return nil, err
	}
	det, err := collide.NewDetector(bodies, collide.Options{
		Method: method, Workers: 1, First: first,
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.name(), err)
	}
	return det, nil
}

// query poses A and detects. An incomplete answer is an error: it must not be
// timed as if it were one.
func (o *ourPair) query(ctx context.Context, det *collide.Detector, pose *geom.Pose) (*collide.Result, error) {
	if err := o.move(det, pose); err != nil {
		return nil, fmt.Errorf("%s: %w", o.name(), err)
	}
	res, err := det.Detect(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.name(), err)
	}
	return res, nil
}

// move gives A its pose, or its vertices.
func (o *ourPair) move(det *collide.Detector, pose *geom.Pose) error {
	if !o.deforming {
		return det.SetPose(0, *pose)
	}
	for i, v := range o.in.a.Vertices {
		o.posed[i] = pose.Apply(v)
	}
	return o.a.SetVertices(o.posed)
}

// copyOf returns a mesh with vertices of its own.
func copyOf(m *mesh.Mesh) *mesh.Mesh {
	c := *m
	c.Vertices = slices.Clone(m.Vertices)
	return &c
}

// batch runs every pose, after a few untimed ones, which fill the caches that the
// collection has emptied, and calls keep with each result outside the timing.
func (o *ourPair) batch(ctx context.Context, det *collide.Detector, keep func(i int, res *collide.Result)) ([]int64, error) {
	poses := o.in.poses
	runtime.GC() // pay for our own garbage only
	for i := range min(warmUp, len(poses)) {
		if _, err := o.query(ctx, det, &poses[i]); err != nil {
			return nil, err
		}
	}
	ns := make([]int64, len(poses))
	for i := range poses {
		start := time.Now()
		res, err := o.query(ctx, det, &poses[i])
		ns[i] = time.Since(start).Nanoseconds()
		if err != nil {
			return nil, fmt.Errorf("pose %d: %w", i, err)
		}
		keep(i, res)
	}
	return ns, nil
}

func (o *ourPair) booleans(ctx context.Context) (booleans, error) {
	hit := make([]bool, len(o.in.poses))
	ns, err := o.batch(ctx, o.first, func(i int, res *collide.Result) { hit[i] = res.Verdict == collide.InContact })
	return booleans{ns: ns, hit: hit}, err
}

func (o *ourPair) contacts(ctx context.Context) (contacts, error) {
	sets := make([][]triPair, len(o.in.poses))
	ns, err := o.batch(ctx, o.all, func(i int, res *collide.Result) {
		for _, c := range res.Contacts {
			sets[i] = append(sets[i], triPair{c.TriA, c.TriB})
		}
		sets[i] = canonical(sets[i])
	})
	return contacts{ns: ns, pairs: sets}, err
}

// heap is what is held after a collection, in bytes.
func heap() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
