package collide

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Errors that tell why no detector could be made; they come wrapped.
var (
	// ErrOption: an option is out of its range.
	ErrOption = errors.New("invalid option")
	// ErrUnknownMethod: no method of the table has that name.
	ErrUnknownMethod = errors.New("unknown method")
	// ErrNoBackend: the method does not run on the back end asked for, or this
	// build or machine has none.
	ErrNoBackend = errors.New("back end not available")
	// ErrUnsupported: the method does not take such bodies or options.
	ErrUnsupported = errors.New("not supported by the method")
)

// Method is a named, complete way to compute the contact set.
type Method struct {
	// Name is what users type.
	Name string
	// Summary is one line: what it is. Source is where it comes from.
	Summary, Source string
	// Backends it runs on. A table may hold a name more than once, each time for
	// other back ends.
	Backends []Backend
	// Chosen is the method that a name like auto stands for, "" for itself.
	Chosen string
	// New makes an engine for one detector.
	New func(*World) (Engine, error)
}

// Engine computes contact sets for one detector's world.
type Engine interface {
	// Find appends every contact of the world's admissible pairs to dst, in any
	// order, each once. It stops early when the world's Control says so; what it
	// appended by then must be exact.
	Find(w *World, dst []Contact) ([]Contact, error)
}

// Methods returns the table of methods that run on the CPU.
func Methods() []Method {
	cpu := []Backend{CPU}
	return []Method{
		{
			Name: "auto", Backends: cpu, Chosen: "wide", New: newWideEngine,
			Summary: "oriented boxes eight a node, triangles four a leaf, SIMD kernels that know their error",
			Source:  "this project; Gottschalk, Lin, Manocha 1996",
		},
		{
			Name: "bvh", Backends: cpu, New: newTreeEngine,
			Summary: "SAH AABB hierarchy, simultaneous descent in one body's frame: the plain reference",
			Source:  "Wald 2007; Gottschalk, Lin, Manocha 1996",
		},
		{
			Name: "brute", Backends: cpu, New: newBruteEngine,
			Summary: "every primitive pair, exact boxes first: what all others must equal",
			Source:  "the base case (BCDA) of the comparisons",
		},
		{
			Name: "rapid", Backends: cpu, New: newRapidEngine,
			Summary: "oriented boxes along the surface's principal axes, simultaneous descent",
			Source:  "Gottschalk, Lin, Manocha 1996",
		},
		{
			Name: "sphere", Backends: cpu, New: newSphereEngine,
			Summary: "trees of balls, simultaneous descent",
			Source:  "Palmer, Grimsdale 1995",
		},
		{
			Name: "scda", Backends: cpu, New: newSCDAEngine,
			Summary: "18-DOP trees refitted in the world, one thread, no SIMD, no front",
			Source:  "Klosowski and others 1998; the serial comparator of OOCDA, 2017",
		},
		{
			Name: "ants", Backends: cpu, New: newAntsEngine,
			Summary: "ant colonies look for a contact of each pair, the front proves the rest",
			Source:  "Journal of Jilin University (Engineering and Technology), 2017",
		},
		{
			Name: "oocda", Backends: cpu, New: newOOCDAEngine,
			Summary: "18-DOP trees in blocks of eight by SIMD, fronts with slack kept between frames",
			Source:  "Journal of Jilin University (Engineering and Technology), 2017",
		},
		{
			Name: "octree-hybrid", Backends: cpu, New: newOctreeHybridEngine,
			Summary: "octree over the bodies, Sphere-OBB hierarchies, classified traversal",
			Source:  "Electronic Design Engineering, 2016",
		},
		{
			Name: "i-collide", Backends: cpu, New: newICollideEngine,
			Summary: "coherent sweep-and-prune, proven planes between hulls from frame to frame, then the tree",
			Source:  "Cohen, Lin, Manocha, Ponamgi 1995",
		},
		{
			Name: "pipelining", Backends: cpu, New: newPipeline,
			Summary: "broad, update, descend and confirm as stages with goroutines of their own",
			Source:  "the pipelined comparator of the OOCDA paper",
		},
		{
			Name: "multiprocess", Backends: cpu, New: newMultiprocess,
			Summary: "several processes exchanging messages over pipes; needs a command line for them",
			Source:  "the MPI comparator of the OOCDA paper",
		},
	}
}

// pick finds the method and the back end that options ask for.
func pick(opt *Options) (Method, Backend, error) {
	table := opt.Table
	if table == nil {
		table = Methods()
	}
	name := opt.Method
	if name == "" {
		name = "auto"
	}
	switch opt.Backend {
	case "", AnyBackend, CPU, GPU:
	default:
		return Method{}, "", fmt.Errorf("%w: %q, expected auto, cpu or gpu", ErrNoBackend, opt.Backend)
	}
	known := false
	for _, m := range table {
		if m.Name != name {
			continue
		}
		known = true
		if opt.Backend == "" || opt.Backend == AnyBackend {
			return m, m.Backends[0], nil
		}
		if slices.Contains(m.Backends, opt.Backend) {
			return m, opt.Backend, nil
		}
	}
	if !known {
		return Method{}, "", fmt.Errorf("%w %q, expected one of %s", ErrUnknownMethod, name, names(table))
	}
	return Method{}, "", fmt.Errorf("method %s on %s: %w", name, opt.Backend, ErrNoBackend)
}

func names(table []Method) string {
	var s []string
	for _, m := range table {
		if !slices.Contains(s, m.Name) {
			s = append(s, m.Name)
		}
	}
	return strings.Join(s, ", ")
}
