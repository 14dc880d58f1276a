package report

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/raster"
)

// depthStops are the colours of depths, from none to the depth of the pair: those of the pages, but for their yellow, which is too
// near the colour of a body.
var depthStops = [4]raster.Color{{0.94, 0.58, 0.16}, {0.87, 0.18, 0.15}, {0.64, 0.10, 0.42}, {0.35, 0.07, 0.56}}

// depthColor returns the colour of a depth, as a share of that of the pair.
func depthColor(share float64) raster.Color {
	at := min(1, max(0, share)) * float64(len(depthStops)-1)
	k := min(int(at), len(depthStops)-2)
	return raster.Mix(depthStops[k], depthStops[k+1], float32(at-float64(k)))
}

// The length of the pieces in which surfaces are coloured, relative to the radius of the picture: a sixth of the depth of the pair, between
// finest, 0.02, and coarsest, 0.08.
const (
	finest   = 0.02
	coarsest = 0.08
)

// maxTinted is the most triangles of a pair whose depths are coloured, 60,000: more take seconds.
const maxTinted = 60_000

// tint colours what two bodies share by depth: how far a point of the surface of one is from the surface of the other. The
// distance from a surface changes by no more than one moves, so between the corners of a piece the colour is off by its longest edge
// at most.
type tint struct {
	of         map[int]*raster.Screen // of each body, the surface of the other one
	most, step float64
}

// newTint returns the colours of a picture; nil for a pair of which the depth is not known, or so small that the colours would be off by
// more than a quarter of it, or with too many triangles.
func (v *closeup) newTint() *tint {
	p := v.pair
	if len(v.surfaces[p.A])+len(v.surfaces[p.B]) > maxTinted || !v.shared || !v.check.hasDepth(p) || !isDeep(p) || !(p.Depth[1] > 0) || math.IsInf(p.Depth[1], 1) {
		return nil
	}
	t := &tint{of: map[int]*raster.Screen{}, most: p.Depth[1] / v.unit()}
	if t.step = min(coarsest, max(finest, t.most/6)); t.step > t.most/4 {
		return nil
	}
	for _, b := range [2][2]int{{p.A, p.B}, {p.B, p.A}} {
		tris := make([]geom.Triangle, len(v.surfaces[b[1]]))
		for i := range tris {
			tris[i] = v.zoomed(&v.surfaces[b[1]][i])
		}
		t.of[b[0]] = raster.NewScreen(tris)
	}
	return t
}

// unit is how long the radius of the picture is in the coordinates of the check.
func (v *closeup) unit() float64 {
	center, edge := v.norm.Restore(v.zoom.Restore(geom.Vec{})), v.norm.Restore(v.zoom.Restore(geom.Vec{X: 1}))
	return edge.Sub(center).Norm()
}

// add adds a triangle of a body to what is shared.
func (t *tint) add(p *raster.Picture, tri *geom.Triangle, normals *[3]geom.Vec, body int) {
	p.Tinted(tri, normals, t.step, func(x geom.Vec) raster.Color { return depthColor(t.of[body].Distance(x) / t.most) }, int32(body))
}

// note says what the colours mean.
func (t *tint) note(v *closeup) string {
	return fmt.Sprintf("0 to %s deep, ± %.1g", v.check.inUnit(fmt.Sprintf("%.3g", v.pair.Depth[1])), t.step*v.unit())
}
