package shape

import (
	"fmt"

	"github.com/collide-go/collide/geom"
)

// Convex is the solid convex hull of points, in any order. In the world it is that of the posed,
// rounded points; flat hulls are the polygon, segment or point that they are. A pose costs
// O(n²) for n points, of which there are at most 4,096.
type Convex struct{ Points []geom.Vec }

// maxPoints is the largest number of points of a Convex.
const maxPoints = 4096

// Bounds returns the least box around the points.
func (c Convex) Bounds() geom.AABB { return geom.BoundsOf(c.Points) }

// Check returns an error for no points, too many and one that is not finite.
func (c Convex) Check() error {
	if len(c.Points) == 0 || len(c.Points) > maxPoints {
		return fmt.Errorf("convex hull needs 1 to %d points, has %d", maxPoints, len(c.Points))
	}
	for i, p := range c.Points {
		if !p.IsFinite() {
			return fmt.Errorf("point %d of the convex hull is not finite: %v", i, p)
		}
	}
	return nil
}
