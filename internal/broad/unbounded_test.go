package broad

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// TestPhasesWithoutBounds: boxes without ends and empty ones, few and all of them, spoil no
// phase, and no plan that is made from a sample; nor do those with a NaN where it is said.
func TestPhasesWithoutBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	inf, nan := math.Inf(1), math.NaN()
	odd := []geom.AABB{
		{Min: geom.Vec{X: -inf, Y: -inf, Z: -inf}, Max: geom.Vec{X: inf, Y: inf, Z: inf}},
		{Min: geom.Vec{X: inf}, Max: geom.Vec{X: inf, Y: 1, Z: 1}},
		{Min: geom.Vec{X: -inf}, Max: geom.Vec{X: -inf, Y: 1, Z: 1}},
		geom.EmptyAABB(),
		{Min: geom.Vec{X: 0x1p400, Y: 0x1p400, Z: 0x1p400}, Max: geom.Vec{X: -0x1p400, Y: -0x1p400, Z: -0x1p400}},
		{Min: geom.Vec{X: -math.MaxFloat64}, Max: geom.Vec{X: math.MaxFloat64, Y: 1, Z: 1}},
		{Min: geom.Vec{X: 1 - 0x1p-53}, Max: geom.Vec{X: 1 - 0x1p-53, Y: 5e-324}},
		{Min: geom.Vec{X: nan}, Max: geom.Vec{X: 1, Y: 1, Z: 1}},
		{Min: geom.Vec{X: nan, Y: nan, Z: nan}, Max: geom.Vec{X: nan, Y: nan, Z: nan}},
	}
	for phase, make := range phases {
		for kind, box := range odd {
			if !strings.HasPrefix(phase, "grid") && !strings.HasPrefix(phase, "tree") && !strings.HasPrefix(phase, "auto") && box.Min.X != box.Min.X {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", phase, kind), func(t *testing.T) {
				for _, share := range []int{100, 30, 3, 1} {
					for k, n := range []int{20, 300} {
						if (k+kind+share)%2 > 0 && !require.Full() {
							continue
						}
						boxes := scenes["even"](r, n)
						for i := range boxes {
							if i%share == 0 {
								boxes[i] = box
							}
						}
						checkPhase(t, phase, make(), boxes)
					}
				}
			})
		}
	}
}
