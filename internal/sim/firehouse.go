package sim

import (
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
)

// build puts up the building, the firemen and the fires of the line-up. Lengths
// are in metres; the ground is at z = 0.
func (d *FireDrill) build() {
	d.house()
	firemen, fires := 3, 3
	if d.opt.Lineup == OneFiremanOneFire {
		firemen = 1
	}
	if d.opt.Lineup != SeveralFiremenFires {
		fires = 1
	}
	places := []geom.Vec{{X: 0, Y: 1.6}, {X: -5.4, Y: 1.2}, {X: 5.4, Y: 1.8}}
	stands := []geom.Vec{{X: 0.4, Y: -4.4}, {X: -5, Y: -4.2}, {X: 5, Y: -4}}
	if fires == 1 {
		stands = []geom.Vec{{X: 0.4, Y: -4.4}, {X: -2.3, Y: -4}, {X: 2.9, Y: -4.1}}
	}
	for _, p := range places[:fires] {
		d.fires = append(d.fires, fire{base: p})
		d.add(fmt.Sprintf("hearth %d", len(d.fires)), scene.Procedural{Shape: scene.ShapeTorus, Ring: 1.35, Tube: 0.12, Around: 32, Section: 8}, geom.Vec{X: p.X, Y: p.Y, Z: 0.12})
	}
	for k, s := range stands[:firemen] {
		d.fireman(k, s, d.fires[k%fires].base)
	}
}

// house is a hall open to the front, with rooms, an upper floor, stairs and what
// stands about.
func (d *FireDrill) house() {
	slab := func(name string, x, y, z, sx, sy, sz float64, detail int) {
		d.add(name, scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: sx, Y: sy, Z: sz}, Detail: detail}, geom.Vec{X: x, Y: y, Z: z})
	}
	slab("ground", 0, -1, -0.25, 22, 16, 0.5, 12)
	slab("back wall", 0, 5, 2.6, 18.6, 0.3, 5.2, 8)
	slab("left wall", -9.15, 0.9, 2.6, 0.3, 8.5, 5.2, 8)
	slab("right wall", 9.15, 0.9, 2.6, 0.3, 8.5, 5.2, 8)
	slab("upper floor", 0, 2.6, 3.1, 18, 4.5, 0.25, 10)
	slab("roof", 0, 0.9, 5.35, 18.8, 8.7, 0.3, 10)
	for k, x := range []float64{-2.7, 2.7} {
		slab(fmt.Sprintf("partition %d", k+1), x, 3.7, 1.48, 0.2, 2.3, 2.95, 6)
	}
	for k, x := range []float64{-8.7, -2.9, 2.9, 8.7} {
		slab(fmt.Sprintf("column %d", k+1), x, -3.1, 2.6, 0.4, 0.4, 5.2, 4)
	}
	for k := range 10 {
		slab(fmt.Sprintf("stair %d", k+1), 7.9, -2.2+float64(0.28*float64(k)), 0.15+float64(0.3*float64(k)), 1.6, 0.3, 0.3, 2)
	}
	for k, x := range []float64{-7.4, -3.6, 1.7, 7.2} {
		slab(fmt.Sprintf("table %d", k+1), x, 3.9, 0.76, 1.2, 0.7, 0.08, 3)
		slab(fmt.Sprintf("table leg %d", k+1), x, 3.9, 0.36, 0.25, 0.25, 0.72, 2)
	}
	for k, x := range []float64{-6, 0, 6} {
		d.add(fmt.Sprintf("lamp %d", k+1), scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 0.25, Detail: 5}, geom.Vec{X: x, Y: 0.2, Z: 2.6})
	}
	d.add("sculpture", scene.Procedural{Shape: scene.ShapeKnot, P: 2, Q: 3, Ring: 0.55, Tube: 0.12, Around: 72, Section: 8}, geom.Vec{X: 3.6, Y: 0.4, Z: 1})
}

// add puts up a mesh at its place.
func (d *FireDrill) add(name string, shape scene.Procedural, at geom.Vec) {
	d.bodies = append(d.bodies, Body{Name: name, Shape: collide.NewModel(shape.Mesh()), Immovable: true})
	d.still = append(d.still, geom.Pose{R: geom.Identity.R, T: at})
}

// fireman stands at a place with a hose at his side that is aimed at a fire.
func (d *FireDrill) fireman(k int, at, target geom.Vec) {
	part := func(what string, shape scene.Procedural, dx, dy, z float64) {
		d.add(fmt.Sprintf("fireman %d: %s", k+1, what), shape, geom.Vec{X: at.X + dx, Y: at.Y + dy, Z: z})
	}
	box := func(x, y, z float64) scene.Procedural {
		return scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: x, Y: y, Z: z}, Detail: 3}
	}
	part("left leg", box(0.18, 0.22, 0.85), -0.14, 0, 0.43)
	part("right leg", box(0.18, 0.22, 0.85), 0.14, 0, 0.43)
	part("body", box(0.5, 0.3, 0.65), 0, 0, 1.19)
	part("head", scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 0.16, Detail: 4}, 0, 0, 1.7)
	part("helmet", scene.Procedural{Shape: scene.ShapeTorus, Ring: 0.17, Tube: 0.05, Around: 20, Section: 6}, 0, 0, 1.76)
	part("hose", scene.Procedural{Shape: scene.ShapeTorus, Ring: 0.45, Tube: 0.06, Around: 28, Section: 6}, 0.1, -0.8, 0.06)
	h := hose{nozzle: geom.Vec{X: at.X, Y: at.Y + 0.75, Z: 1.25}}
	// Aim so that the parabola comes down on the fire: with the angle of the lower
	// of two, from v²·sin 2α/g and the difference in height, to second order.
	to := target.Add(geom.Vec{Z: 0.7}).Sub(h.nozzle)
	flat := math.Sqrt(float64(to.X*to.X) + float64(to.Y*to.Y))
	rise := to.Z/flat + float64(1.35*9.81*flat)/(2*jetSpeed*jetSpeed)
	aim := geom.Vec{X: to.X / flat, Y: to.Y / flat, Z: rise}
	h.aim = aim.Scale(1 / aim.Norm())
	h.side = geom.Vec{X: to.Y / flat, Y: -to.X / flat}
	h.up = h.side.Cross(h.aim)
	d.hoses = append(d.hoses, h)
}
