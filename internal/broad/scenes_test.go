package broad

import (
	"math"
	"math/rand/v2"

	"github.com/collide-go/collide/geom"
)

// scenes are what a broad phase has to cope with, by name; n is about how many
// boxes are wanted.
var scenes = map[string]func(r *rand.Rand, n int) []geom.AABB{
	"even":      evenBoxes,
	"touching":  touchingBoxes,
	"identical": func(_ *rand.Rand, n int) []geom.AABB { return repeated(n, cube(1, 2, 3, 1)) },
	"points": func(r *rand.Rand, n int) []geom.AABB {
		return made(n, func(int) geom.AABB { return cube(float64(r.IntN(9)), float64(r.IntN(9)), float64(r.IntN(9)), 0) })
	},
	"one plane": func(r *rand.Rand, n int) []geom.AABB {
		boxes := evenBoxes(r, n)
		for i := range boxes {
			boxes[i].Min.Y, boxes[i].Max.Y = 7, 7
		}
		return boxes
	},
	"spread sizes": func(r *rand.Rand, n int) []geom.AABB {
		return made(n, func(int) geom.AABB {
			return cube(100*r.Float64(), 100*r.Float64(), 100*r.Float64(), math.Exp(12*r.Float64()-10))
		})
	},
	"sticks": func(r *rand.Rand, n int) []geom.AABB {
		return made(n, func(i int) geom.AABB {
			b := cube(100*r.Float64(), 100*r.Float64(), 100*r.Float64(), 0.05)
			*[3]*float64{&b.Max.X, &b.Max.Y, &b.Max.Z}[i%3] += 50
			return b
		})
	},
	"floor": func(r *rand.Rand, n int) []geom.AABB {
		boxes := evenBoxes(r, n)
		boxes[n/2] = geom.AABB{Min: geom.Vec{X: -1e3, Y: -1e3, Z: -1}, Max: geom.Vec{X: 1e3, Y: 1e3, Z: 0.5}}
		boxes[n/3] = geom.AABB{Min: geom.Vec{X: -1e3, Y: -1e3, Z: -1}, Max: geom.Vec{X: 0.5, Y: 1e3, Z: 1e3}}
		return boxes
	},
	"two far clusters": func(r *rand.Rand, n int) []geom.AABB {
		boxes := evenBoxes(r, n)
		for i := range boxes {
			if r.IntN(2) == 0 {
				boxes[i] = moved(boxes[i], geom.Vec{X: 1e9, Y: -1e9, Z: 3e9})
			}
		}
		return boxes
	},
	"clusters": func(r *rand.Rand, n int) []geom.AABB {
		at := make([]geom.Vec, 1+n/300)
		for i := range at {
			at[i] = geom.Vec{X: 1e3 * r.Float64(), Y: 1e3 * r.Float64(), Z: 1e2 * r.Float64()}
		}
		return made(n, func(int) geom.AABB {
			c := at[r.IntN(len(at))].Add(geom.Vec{X: 5 * r.NormFloat64(), Y: 5 * r.NormFloat64(), Z: 5 * r.NormFloat64()})
			return cube(c.X, c.Y, c.Z, 0.2+0.2*r.Float64())
		})
	},
	"grains and rocks": func(r *rand.Rand, n int) []geom.AABB {
		side := 0.2 * math.Cbrt(float64(n))
		return made(n, func(i int) geom.AABB {
			half := 0.05
			if i%20 == 0 {
				half = 0.3 + r.Float64()
			}
			return cube(side*r.Float64(), side*r.Float64(), side*r.Float64(), half)
		})
	},
	"outlier": func(r *rand.Rand, n int) []geom.AABB {
		boxes := evenBoxes(r, n)
		boxes[n-1] = moved(boxes[n-1], geom.Vec{X: 1e300})
		return boxes
	},
	"huge": func(r *rand.Rand, n int) []geom.AABB { return scaled(evenBoxes(r, n), 0x1p1010) },
	"tiny": func(r *rand.Rand, n int) []geom.AABB { return scaled(evenBoxes(r, n), 0x1p-1070) },
	"far": func(r *rand.Rand, n int) []geom.AABB {
		boxes := evenBoxes(r, n)
		for i := range boxes {
			boxes[i] = moved(boxes[i], geom.Vec{X: 1e12, Y: 1e12, Z: -1e12})
		}
		return boxes
	},
	"unbounded": func(r *rand.Rand, n int) []geom.AABB {
		boxes := evenBoxes(r, n)
		inf := math.Inf(1)
		for i := range boxes {
			switch r.IntN(12) {
			case 0:
				boxes[i].Max.Z = inf
			case 1:
				boxes[i].Min.X = -inf
			case 2:
				boxes[i] = geom.AABB{Min: geom.Vec{X: -inf, Y: 1, Z: -math.MaxFloat64}, Max: geom.Vec{X: inf, Y: 2, Z: math.MaxFloat64}}
			}
		}
		return boxes
	},
}

// evenBoxes fills a cube at the density of the harness of bench/peers.
func evenBoxes(r *rand.Rand, n int) []geom.AABB {
	side := 1.3 * math.Cbrt(float64(n))
	return made(n, func(int) geom.AABB {
		c := geom.Vec{X: side * r.Float64(), Y: side * r.Float64(), Z: side * r.Float64()}
		h := geom.Vec{X: 0.25 + 0.5*r.Float64(), Y: 0.25 + 0.5*r.Float64(), Z: 0.25 + 0.5*r.Float64()}
		return geom.AABB{Min: c.Sub(h), Max: c.Add(h)}
	})
}

// touchingBoxes are unit cubes on an integer grid: most pairs touch or coincide.
func touchingBoxes(r *rand.Rand, n int) []geom.AABB {
	side := 1 + int(1.5*math.Cbrt(float64(n)))
	return made(n, func(int) geom.AABB {
		return cube(float64(r.IntN(side)), float64(r.IntN(side)), float64(r.IntN(side)), 0.5)
	})
}

func made(n int, box func(i int) geom.AABB) []geom.AABB {
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		boxes[i] = box(i)
	}
	return boxes
}

func repeated(n int, b geom.AABB) []geom.AABB {
	return made(n, func(int) geom.AABB { return b })
}

func cube(x, y, z, half float64) geom.AABB {
	c, h := geom.Vec{X: x, Y: y, Z: z}, geom.Vec{X: half, Y: half, Z: half}
	return geom.AABB{Min: c.Sub(h), Max: c.Add(h)}
}

func moved(b geom.AABB, d geom.Vec) geom.AABB { return geom.AABB{Min: b.Min.Add(d), Max: b.Max.Add(d)} }

func scaled(boxes []geom.AABB, s float64) []geom.AABB {
	for i := range boxes {
		boxes[i] = geom.AABB{Min: boxes[i].Min.Scale(s), Max: boxes[i].Max.Scale(s)}
	}
	return boxes
}
