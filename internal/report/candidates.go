package report

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide/internal/raster"
)

// candidate is a camera, and how good it is apart from what is hidden from it.
type candidate struct {
	camera raster.Camera
	score  float64
}

type candidates []candidate

// best returns the camera of the highest score and visible part, the first of equals. visible returns the visible part, from 0 to
// most, or anything less than enough where that is not more than enough. Cameras that
// cannot be best any more are not asked about.
func (list candidates) best(visible func(c *raster.Camera, enough float64) float64, most float64) raster.Camera {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[b].score, list[a].score) })
	chosen, best := order[0], math.Inf(-1)
	for _, i := range order {
		c := &list[i]
		if c.score+most < best {
			break
		}
		if score := c.score + visible(&c.camera, best-c.score); score > best || score == best && i < chosen {
			chosen, best = i, score
		}
	}
	return list[chosen].camera
}
