package scene

import (
	"fmt"
	"math"
	"strconv"

	"github.com/collide-go/collide/geom"
)

// kinds are the procedural shapes of generated scenes: how many cards of the
// deck each has, and the shape of a radius with about a number of facets.
var kinds = []struct {
	share int
	make  func(radius, facets float64) Procedural
}{
	{3, func(r, facets float64) Procedural {
		return Procedural{Shape: ShapeIcosphere, Radius: tidy(r), Detail: steps(math.Sqrt(facets/20), 1)}
	}},
	{3, func(r, facets float64) Procedural {
		// A cuboid of unlike sides whose corners are at about that radius.
		size := geom.Vec{X: tidy(1.4 * r), Y: tidy(1.1 * r), Z: tidy(0.8 * r)}
		return Procedural{Shape: ShapeBox, Size: size, Detail: steps(math.Sqrt(facets/12), 1)}
	}},
	{3, func(r, facets float64) Procedural {
		section := steps(math.Sqrt(facets/4), 3)
		return Procedural{
			Shape: ShapeTorus, Ring: tidy(0.7 * r), Tube: tidy(0.3 * r),
			Around: steps(facets/float64(2*section), 5), Section: section,
		}
	}},
	{1, func(r, facets float64) Procedural {
		section := steps(math.Sqrt(facets/16), 3)
		return Procedural{
			Shape: ShapeKnot, P: 2, Q: 3, Ring: tidy(0.58 * r), Tube: tidy(0.13 * r),
			Around: steps(facets/float64(2*section), 12), Section: section,
		}
	}},
}

// steps rounds a number of steps to one that is enough for the shape.
func steps(x float64, least int) int { return max(int(math.Round(x)), least) }

// tidy keeps six decimal digits, for files that people can read.
func tidy(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 5, 64), 64) // what was formatted parses
	return y
}

func tidyVec(v geom.Vec) geom.Vec { return geom.Vec{X: tidy(v.X), Y: tidy(v.Y), Z: tidy(v.Z)} }

// cutFacets gives the bodies their shapes, all of about one number of facets, the
// least with which there are enough together.
func (g *generator) cutFacets() error {
	for facets := 4.0; ; facets *= 1.02 {
		if err := g.ctx.Err(); err != nil {
			return err
		}
		total := 0
		for i := range g.bodies {
			b := &g.bodies[i]
			if b.kind >= len(kinds) {
				total += len(g.o.Given[b.kind-len(kinds)].Mesh.Triangles)
				continue
			}
			p := kinds[b.kind].make(b.size, facets)
			if p.Facets() > maxFacets {
				return fmt.Errorf("%d facets in %d bodies; expected at most %d a body", g.o.Facets, len(g.bodies), maxFacets)
			}
			total += p.Facets()
			b.shape = &p
		}
		if total >= g.o.Facets {
			return nil
		}
	}
}
