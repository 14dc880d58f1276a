package scene

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/collide-go/collide/geom"
)

// TianOptions describe a scene like those of Tian's generator.
type TianOptions struct {
	// Bodies is their number, at least 1.
	Bodies int
	// Seed makes the scene: equal options give equal scenes on every machine.
	Seed uint64
}

const (
	// tianBodies fill the unit cube as the original does; more bodies get more room.
	tianBodies = 64
	// placings is how often a place is drawn for a body before one is taken that
	// others overlap.
	placings = 100
	// restBodies is how many bodies are placed between two looks at the context: at
	// most 27 comparisons with neighbours for each of 100 places, a few milliseconds.
	restBodies = 64
)

// GenerateTian makes a scene of spheres and boxes, half each on average, with the
// ranges of the original: extents and radii from 0.01 to 0.02, masses from 1 to 100,
// restitutions from 0.8 to 1, velocities from −1 to 1 on each axis. They start
// apart from each other where there is room. A cancelled context ends it with the
// context's error.
func GenerateTian(ctx context.Context, o TianOptions) (*Scene, error) {
	if o.Bodies < 1 || o.Bodies > 1_000_000 {
		return nil, fmt.Errorf("%d bodies; expected 1 to 1000000", o.Bodies)
	}
	r := newRandom(o.Seed)
	side := 1.0
	for k := 1000; float64(float64(tianBodies*side)*float64(side*side)) < float64(o.Bodies); k++ {
		side = float64(k) / 1000
	}
	s := &Scene{Physics: Physics{G: newtonG}, Seed: &o.Seed}
	taken := map[[3]int][]geom.Vec{}
	var names Names
	for i := range o.Bodies {
		if i%restBodies == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		b := tianBody(r)
		b.Pose.T = tianPlace(r, side, taken)
		b.Name = names.Unique(fmt.Sprintf("%s %d", b.Name, i))
		s.Bodies = append(s.Bodies, b)
	}
	s.enclose()
	return s, nil
}

func tianBody(r *random) Body {
	between := func(lo, hi float64) float64 { return thousandths(lo + float64((hi-lo)*r.unit())) }
	c := between(0.8, 1)
	b := Body{Name: "sphere", Pose: geom.Identity, Restitution: &c}
	b.Dynamics = &Dynamics{Mass: float64(1 + r.below(100))}
	b.Dynamics.Velocity = geom.Vec{X: between(-1, 1), Y: between(-1, 1), Z: between(-1, 1)}
	if r.below(2) == 0 {
		b.Sphere = &Sphere{Radius: between(0.01, 0.02)}
	} else {
		b.Name, b.Box = "box", &Box{Size: geom.Vec{X: between(0.01, 0.02), Y: between(0.01, 0.02), Z: between(0.01, 0.02)}}
	}
	return b
}

// tianPlace draws places until one is at least 0.04, two of the largest radii,
// from those taken.
func tianPlace(r *random, side float64, taken map[[3]int][]geom.Vec) geom.Vec {
	const apart = 0.04
	cell := func(x float64) int { return int(math.Floor(x / apart)) }
	var p geom.Vec
	for range placings {
		at := func() float64 { return thousandths(0.05 + float64((side-0.1)*r.unit())) }
		p = geom.Vec{X: at(), Y: at(), Z: at()}
		free := true
		for d := range 27 {
			for _, q := range taken[[3]int{cell(p.X) + d%3 - 1, cell(p.Y) + d/3%3 - 1, cell(p.Z) + d/9 - 1}] {
				v := p.Sub(q)
				free = free && v.Dot(v) >= apart*apart
			}
		}
		if free {
			break
		}
	}
	k := [3]int{cell(p.X), cell(p.Y), cell(p.Z)}
	taken[k] = append(taken[k], p)
	return p
}

// thousandths keeps three decimals, as the original's files have them.
func thousandths(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 3, 64), 64) // what was formatted parses
	return y
}
