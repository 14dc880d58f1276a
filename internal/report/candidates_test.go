package report

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/raster"
)

// The camera that best returns is the first of the highest score over all of them, and some are never asked about.
func TestBestCandidateIsThatOfAll(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 0))
	asked := 0
	for range 1000 {
		var list candidates
		visible := map[geom.Vec]float64{}
		want, most := -1, math.Inf(-1)
		for i, d := range raster.Directions(12, geom.Vec{Z: 1}) {
			c := candidate{raster.NewCamera(d, geom.Vec{Z: 1}), float64(r.IntN(4)) / 2}
			eye, _, _ := c.camera.Frame()
			visible[eye] = float64(r.IntN(5)) / 2 // so that there are equals
			if score := c.score + visible[eye]; score > most {
				want, most = i, score
			}
			list = append(list, c)
		}
		got := list.best(func(c *raster.Camera, enough float64) float64 {
			asked++
			eye, _, _ := c.Frame()
			if v := visible[eye]; v >= enough {
				return v
			}
			return enough - 1
		}, 2)
		if got != list[want].camera {
			t.Fatalf("chose %v of %v, want number %d", got, list, want)
		}
	}
	if asked > 9000 {
		t.Errorf("asked about %d of 12000 cameras", asked)
	}
}
