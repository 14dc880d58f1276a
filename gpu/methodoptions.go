package gpu

import (
	"flag"

	"github.com/collide-go/collide/gpu/internal/aabb"
	"github.com/collide-go/collide/gpu/internal/recode"
)

// TreeOptions configures the trees of the methods gpu-bvh and scd3. The zero value is
// the default.
type TreeOptions struct {
	// LeafTriangles is the most triangles of a leaf, up to 32; 0 means 4.
	LeafTriangles int
	// RebuildFactor is how far the surface-area cost of a tree may grow by refitting,
	// as a multiple of what it was when built, before it is rebuilt; 0 means 2.
	RebuildFactor float64
	// LevelRefit refits level by level, a run of a kernel each, instead of from the
	// leaves up in one.
	LevelRefit bool
}

func (o TreeOptions) check() error { return aabb.Options(o).Check() }

func (o *TreeOptions) flags(f *flag.FlagSet) {
	d := aabb.Options(*o).WithDefaults()
	f.IntVar(&o.LeafTriangles, "leaf", d.LeafTriangles, "largest `number` of triangles of a leaf, 1 to 32")
	f.Float64Var(&o.RebuildFactor, "rebuild", d.RebuildFactor, "growth of a tree's cost by refitting before it is rebuilt, a `number` of at least 1")
	f.BoolVar(&o.LevelRefit, "levels", o.LevelRefit, "refit level by level")
}

// RecodeOptions configures the method recode.
type RecodeOptions struct {
	// Resolution is the side of a pair's picture in pixels, 0 for 64.
	Resolution int
}

func (o RecodeOptions) check() error {
	_, err := recode.Side(o.Resolution)
	return err
}

func (o *RecodeOptions) flags(f *flag.FlagSet) {
	side, err := recode.Side(o.Resolution)
	if err != nil {
		side = o.Resolution // NewDetector refuses it
	}
	f.IntVar(&o.Resolution, "resolution", side, "side of a pair's picture in `pixels`, 1 to 2048")
}
