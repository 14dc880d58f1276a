package report

import (
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// deepBoxes is a small box that stands 3 deep in a large one, with its depth.
func deepBoxes(t *testing.T) (*Check, *closeup) {
	t.Helper()
	c := pictured(t, block(geom.Vec{X: 20, Y: 20, Z: 20}, geom.Vec{}, 1), block(geom.Vec{X: 10, Y: 10, Z: 10}, geom.Vec{X: 1, Z: 12}, 1))
	p := &c.Result.Pairs[0]
	c.Depths, p.Kind, p.Depth, p.Width = true, collide.Penetrate, [2]float64{3, 3}, [2]float64{3, 3}
	return c, closeupOf(t, c)
}

// The deepest colour is in the picture where the depth is known, and none of the scale where it is not.
func TestPictureHasDepthAsColour(t *testing.T) {
	t.Parallel()
	c, v := deepBoxes(t)
	violets := func() (n int) {
		img := picture(t, c)
		for y := range scenePart.Max.Y {
			for x := range scenePart.Max.X {
				if r, g, b, _ := img.At(x, y).RGBA(); 4*b > 5*r && 2*r > 3*g {
					n++
				}
			}
		}
		return n
	}
	if v.newTint() == nil {
		t.Fatal("no colours of depths")
	}
	if n := violets(); n < 500 {
		t.Errorf("%d violet pixels of the deepest part", n)
	}
	p := &c.Result.Pairs[0]
	c.Pictures.closeups = nil
	c.Pictures.scenery = nil
	p.Depth = [2]float64{0, math.Inf(1)}
	if n := violets(); n > 0 {
		t.Errorf("%d violet pixels without a known depth", n)
	}
}

// The depth of a point is its distance from the other surface, and too small a depth has no colours.
func TestTintMeasuresToTheOtherBody(t *testing.T) {
	t.Parallel()
	_, v := deepBoxes(t)
	tint := v.newTint()
	bottom := v.zoom.Apply(v.norm.Apply(geom.Vec{X: 1, Z: 7})) // the middle of the bottom of the small box
	if d := tint.of[1].Distance(bottom) * v.unit(); math.Abs(d-3) > 1e-9 {
		t.Errorf("the bottom is %g deep, want 3", d)
	}
	whole := v.surfaces[1]
	v.surfaces[1] = make([]geom.Triangle, maxTinted)
	if v.newTint() != nil {
		t.Errorf("a pair of more than %d triangles has colours", maxTinted)
	}
	v.surfaces[1] = whole
	v.pair.Depth = [2]float64{0.01, 0.01}
	if v.newTint() != nil {
		t.Error("a depth of 0.01 in a picture of some 10 has colours")
	}
	if c := depthColor(1); c != depthStops[3] || depthColor(0) != depthStops[0] {
		t.Errorf("the ends of the scale are %v and %v", depthColor(0), c)
	}
}
