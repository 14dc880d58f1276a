// Package volumes has the methods that descend hierarchies of one kind of bounding volume:
// oriented boxes, balls, 18-DOPs and Sphere-OBBs.
package volumes

import (
	"cmp"
	"flag"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/recipe"
	"github.com/collide-go/collide/internal/world"
)

func method(is collide.About, engine func(*world.World) (world.Engine, error)) collide.Method {
	is.Backend = collide.CPU
	return recipe.Recipe[struct{}]{Is: is, Engine: func(w *world.World, _ struct{}) (world.Engine, error) { return engine(w) }}
}

// Rapid returns the method rapid: oriented boxes along the principal axes of the surface,
// simultaneous descent in one body's frame (Gottschalk, Lin, Manocha, "OBBTree", SIGGRAPH
// 1996).
func Rapid() collide.Method {
	return method(collide.About{
		Name: "rapid", Source: "Gottschalk, Lin, Manocha 1996",
		Summary: "oriented boxes along the surface's principal axes, simultaneous descent",
	}, newRapid)
}

// Sphere returns the method sphere: trees of balls, simultaneous descent (after Palmer and
// Grimsdale, "Collision Detection for Animation using Sphere-Trees", Computer Graphics Forum
// 14(2), 1995).
func Sphere() collide.Method {
	return method(collide.About{
		Name: "sphere", Source: "Palmer, Grimsdale 1995",
		Summary: "trees of balls, simultaneous descent",
	}, newSphere)
}

// SCDA returns the method scda: 18-DOP trees in world coordinates, refitted whenever a body
// moved, on one thread without SIMD or front: the serial comparator of OOCDA (Journal of
// Jilin University, 2017). Options.Workers is ignored.
func SCDA() collide.Method {
	return method(collide.About{
		Name: "scda", Source: "Klosowski and others 1998; the serial comparator of OOCDA, 2017",
		Summary: "18-DOP trees refitted in the world, one thread, no SIMD, no front",
	}, newSCDA)
}

// HybridOptions configures octree-hybrid. The zero value has the defaults.
type HybridOptions struct {
	// LeafSize is the largest number of triangles in a leaf [8].
	LeafSize int
	// NoClasses descends all pairs of hierarchies simultaneously, without classifying them.
	NoClasses bool
}

// OctreeHybrid returns the method octree-hybrid: an octree over the bodies, Sphere-OBB
// hierarchies built when two bodies first share a cell, and the classified traversal
// (Electronic Design Engineering, 2016).
func OctreeHybrid(opt HybridOptions) collide.Method {
	return recipe.Recipe[HybridOptions]{
		Is: collide.About{
			Name: "octree-hybrid", Backend: collide.CPU, Source: "Electronic Design Engineering, 2016",
			Summary: "octree over the bodies, Sphere-OBB hierarchies, classified traversal",
		},
		Options: opt, Flags: hybridFlags, Engine: newOctreeHybrid,
	}
}

func hybridFlags(o *HybridOptions, f *flag.FlagSet) {
	f.IntVar(&o.LeafSize, "leaf", cmp.Or(o.LeafSize, hybridLeaf), "largest number of `triangles` in a leaf of the Sphere-OBB hierarchies")
	f.Var(recipe.Without{Off: &o.NoClasses}, "classes", "classify pairs of hierarchies and descend dissimilar ones one at a time")
}
