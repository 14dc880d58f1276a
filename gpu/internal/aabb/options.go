package aabb

import (
	"cmp"
	"fmt"

	"github.com/collide-go/collide"
)

// Options configures the trees; gpu.TreeOptions has what the fields mean.
type Options struct {
	LeafTriangles int
	RebuildFactor float64
	LevelRefit    bool
}

// Check returns an error that wraps collide.ErrUnsupported for options out of range.
func (o Options) Check() error {
	if o.LeafTriangles < 0 || o.LeafTriangles > mostLeafTriangles {
		return fmt.Errorf("%w: leaves of %d triangles, expected 1 to %d, or 0", collide.ErrUnsupported, o.LeafTriangles, mostLeafTriangles)
	}
	if o.RebuildFactor != 0 && !(o.RebuildFactor >= 1) {
		return fmt.Errorf("%w: rebuild factor %v, expected at least 1, or 0", collide.ErrUnsupported, o.RebuildFactor)
	}
	return nil
}

// WithDefaults fills in what is left to the method.
func (o Options) WithDefaults() Options {
	o.LeafTriangles = cmp.Or(o.LeafTriangles, leafTriangles)
	o.RebuildFactor = cmp.Or(o.RebuildFactor, rebuildFactor)
	return o
}

// The options' defaults, and the largest leaf: of two such the count of a pair's
// triangles must not come round with a full stream (see Triangles.fits). At twice its
// cost a tree takes about twice the descent, while a build takes ten to twenty refits' time.
const (
	leafTriangles     = 4
	mostLeafTriangles = 32
	rebuildFactor     = 2.0
)
