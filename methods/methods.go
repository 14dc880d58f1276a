// Package methods lists the methods that run on the CPU. Each is a room of its own below
// this package; auto, bvh and brute, which others rest on, are made here.
package methods

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/engines"
	"github.com/collide-go/collide/internal/recipe"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/methods/icollide"
	"github.com/collide-go/collide/methods/multiprocess"
	"github.com/collide-go/collide/methods/oocda"
	"github.com/collide-go/collide/methods/pipelining"
	"github.com/collide-go/collide/methods/volumes"
)

// Table returns the methods in the order in which they are shown. The arguments are the
// command line of multiprocess's worker processes, the program first; without one that
// method is listed and cannot be used.
func Table(worker ...string) []collide.Method {
	return []collide.Method{
		Auto(), BVH(), Brute(),
		volumes.Rapid(), volumes.Sphere(), volumes.SCDA(),
		oocda.Ants(oocda.Colonies{}), oocda.New(oocda.Options{}),
		volumes.OctreeHybrid(volumes.HybridOptions{}), icollide.New(), pipelining.New(pipelining.Options{}),
		multiprocess.New(multiprocess.Options{Worker: worker}),
	}
}

// Auto returns the method that a detector without a method uses.
func Auto() collide.Method {
	return method(engines.NewAuto, collide.About{
		Name: engines.Auto, Chosen: engines.AutoChosen(), Source: "this project; Gottschalk, Lin, Manocha 1996",
		Summary: "oriented boxes eight a node, triangles four a leaf, SIMD kernels that know their error",
	})
}

// BVH returns the plain reference: trees of boxes along the axes.
func BVH() collide.Method {
	return method(engines.NewTrees, collide.About{
		Name: "bvh", Source: "Wald 2007; Gottschalk, Lin, Manocha 1996",
		Summary: "SAH AABB hierarchy, simultaneous descent in one body's frame: the plain reference",
	})
}

// Brute returns what all other methods must equal.
func Brute() collide.Method {
	return method(engines.NewBrute, collide.About{
		Name: "brute", Source: "the base case (BCDA) of the comparisons",
		Summary: "every primitive pair, exact boxes first: what all others must equal",
	})
}

func method(engine func(*world.World) (world.Engine, error), is collide.About) collide.Method {
	is.Backend = collide.CPU
	return recipe.Recipe[struct{}]{Is: is, Engine: func(w *world.World, _ struct{}) (world.Engine, error) { return engine(w) }}
}

// ErrUnknown reports that no method of a table has that name.
var ErrUnknown = errors.New("unknown method")

// Find returns the method of a table with a name, "" for auto, that runs on a back end, ""
// for the first one listed. Errors wrap ErrUnknown or collide.ErrNoBackend.
func Find(table []collide.Method, name string, on collide.Backend) (collide.Method, error) {
	name = cmp.Or(name, engines.Auto)
	var known []string
	for _, m := range table {
		about := m.About()
		if about.Name == name && (on == "" || on == about.Backend) {
			return m, nil
		}
		if !slices.Contains(known, about.Name) {
			known = append(known, about.Name)
		}
	}
	if !slices.Contains(known, name) {
		return nil, fmt.Errorf("%w %q, expected one of %s", ErrUnknown, name, strings.Join(known, ", "))
	}
	return nil, fmt.Errorf("method %s on %s: %w", name, on, collide.ErrNoBackend)
}

// With returns a method with options set, each as "name=value": see collide.Method.With.
func With(m collide.Method, options ...string) (collide.Method, error) {
	for _, o := range options {
		name, value, ok := strings.Cut(o, "=")
		if !ok {
			return nil, fmt.Errorf("%w: %q, expected name=value", collide.ErrOption, o)
		}
		var err error
		if m, err = m.With(name, value); err != nil {
			return nil, err
		}
	}
	return m, nil
}
