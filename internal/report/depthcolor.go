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
// distance from a surface changes by no more than one moves, so between corners of a piece the colour is off by its longest edge at most.
type tint struct {
	of         map[int]*raster.Screen // of each body, the surface of the other one
	known      map[int]map[geom.Vec]float64
	box        geom.AABB // of what is coloured
	most, step float64
}

// newTint returns the colours of a picture; nil for a pair of which the depth is not known, or so small that the colours would be off by
// more than a quarter of it, or with too many triangles.
func (v *closeup) newTint() *tint {
	p := v.pair
	if len(v.surfaces[p.A])+len(v.surfaces[p.B]) > maxTinted || !v.shared || !v.check.hasDepth(p) || !isDeep(p) || !(p.Depth[1] > 0) || math.IsInf(p.Depth[1], 1) {
		return nil
	}
	t := &tint{of: map[int]*raster.Screen{}, known: map[int]map[geom.Vec]float64{p.A: {}, p.B: {}}, box: v.common(), most: p.Depth[1] / v.unit()}
	if t.step = min(coarsest, max(finest, t.most/6)); t.step > t.most/4 {
		return nil
	}
	reach := geom.Vec{X: 1.4, Y: 1.4, Z: 1.4}
	t.box = t.box.Intersect(geom.AABB{Min: reach.Scale(-1), Max: reach})
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

// add adds a triangle of a body to what is shared, in pieces.
func (t *tint) add(p *raster.Picture, tri *geom.Triangle, normals *[3]geom.Vec, body int) {
	t.cut(&tinted{tri: *tri, normals: *normals}, body, func(piece *tinted) {
		var colors [3]raster.Color
		for k, d := range piece.depths {
			colors[k] = depthColor(d / t.most)
		}
		p.Solid(&piece.tri, &piece.normals, colors, int32(body))
	})
}

// tinted is a triangle with how deep its corners are.
type tinted struct {
	tri     geom.Triangle
	normals [3]geom.Vec
	depths  [3]float64
}

// cut cuts a triangle until its pieces are short, or beside the box and without a depth, since nothing of them is shared.
func (t *tint) cut(piece *tinted, body int, use func(*tinted)) {
	if b := piece.tri.Bounds(); !b.Overlaps(&t.box) {
		use(piece)
		return
	}
	k, long := longest(&piece.tri)
	if long <= t.step {
		for i, x := range piece.tri {
			piece.depths[i] = t.depth(x, body)
		}
		use(piece)
		return
	}
	next := (k + 1) % 3
	middle, normal := piece.tri[k].Add(piece.tri[next]).Scale(0.5), piece.normals[k].Add(piece.normals[next]).Scale(0.5)
	for _, i := range [2]int{k, next} {
		half := *piece
		half.tri[i], half.normals[i] = middle, normal
		t.cut(&half, body, use)
	}
}

// depth returns how far a point of a body is from the surface of the other one. Pieces share their corners.
func (t *tint) depth(x geom.Vec, body int) float64 {
	d, known := t.known[body][x]
	if !known {
		d = t.of[body].Distance(x)
		t.known[body][x] = d
	}
	return d
}

// longest returns the edge of a triangle that is longest, from corner k to the next one.
func longest(t *geom.Triangle) (k int, length float64) {
	for i := range t {
		if d := t[(i+1)%3].Sub(t[i]).Norm(); d > length {
			k, length = i, d
		}
	}
	return k, length
}

// note says what the colours mean.
func (t *tint) note(v *closeup) string {
	return fmt.Sprintf("0 to %s deep, ± %.1g", v.check.inUnit(fmt.Sprintf("%.3g", v.pair.Depth[1])), t.step*v.unit())
}
