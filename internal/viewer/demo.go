package viewer

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// demoWalls hold what flies about in the demo.
var demoWalls = geom.AABB{Min: geom.Vec{X: -6.5, Y: -6.5, Z: -3.6}, Max: geom.Vec{X: 6.5, Y: 6.5, Z: 3.6}}

// Demo is what there is to see without a file: a knot within three rings that
// turn through each other, and small bodies that fly through them all.
func Demo(ctx context.Context, opt collide.Options) (*Show, error) {
	p, err := sim.NewPlayback(ctx, demoBodies(), 1.0/60, opt)
	if err != nil {
		return nil, err
	}
	return &Show{Title: "A knot and three rings", Stepper: p, Walls: &demoWalls, Options: opt}, nil
}

// FireDrill shows firemen in a line-up, "" for several with several fires.
func FireDrill(ctx context.Context, lineup sim.Lineup, dt float64, opt collide.Options) (*Show, error) {
	d, err := sim.NewFireDrill(ctx, sim.FireDrillOptions{Lineup: lineup}, dt, opt)
	if err != nil {
		return nil, err
	}
	return &Show{Title: "Fire drill", Stepper: d, DT: dt, Options: opt, Colors: uniforms(d.Bodies()), Cameras: []scene.Camera{
		{Name: "yard", Eye: geom.Vec{X: -8.5, Y: -19.5, Z: 7.6}, Target: geom.Vec{X: 0.1, Y: -0.4, Z: 1.7}, Angle: 42},
		{Name: "hose", Eye: geom.Vec{X: 2.6, Y: -7.6, Z: 2.6}, Target: geom.Vec{X: -0.4, Y: 1, Z: 1.3}, Angle: 50},
		{Name: "hall", Eye: geom.Vec{X: -8.4, Y: 4.4, Z: 2.6}, Target: geom.Vec{X: 0.5, Y: 0, Z: 1}, Angle: 60},
	}}, nil
}

// uniforms dresses the firemen.
func uniforms(bodies []sim.Body) []uint32 {
	dress := map[string]uint32{
		"left leg": 0x2f3644, "right leg": 0x2f3644, "body": 0x3d475c, "head": 0xe0b394, "helmet": 0xd9b32c, "hose": 0xa5443a,
	}
	colors := make([]uint32, len(bodies))
	for i := range bodies {
		if who, part, found := strings.Cut(bodies[i].Name, ": "); found && strings.HasPrefix(who, "fireman") {
			colors[i] = dress[part]
		}
	}
	return colors
}

func demoBodies() []scene.Placed {
	var placed []scene.Placed
	add := func(name string, s collide.Shape, at geom.Vec, m motion.Rigid) {
		m.Start = geom.Identity
		m.Start.T = at
		placed = append(placed, scene.Placed{Name: name, Shape: s, Pose: m.Start, Motion: &m})
	}
	knot := scene.Knot("knot", 2, 3, 1.35, 0.3, 220, 20)
	add("knot", collide.NewModel(outward(knot)), geom.Vec{}, motion.Rigid{Spin: geom.Vec{Z: 0.35, X: 0.06}})
	for i, r := range []float64{1.9, 2.65, 3.35} {
		ring := outward(scene.Torus("ring", r, 0.13, 160, 14))
		axis := []geom.Vec{{X: 0.42, Y: 0.1}, {Y: -0.31, Z: 0.07}, {X: 0.17, Y: 0.19}}[i]
		add([]string{"inner ring", "middle ring", "outer ring"}[i], collide.NewModel(ring), geom.Vec{Z: 0.12 * float64(i-1)}, motion.Rigid{Spin: axis})
	}
	r := rand.New(rand.NewPCG(7, 20))
	in := func() float64 { return 2*r.Float64() - 1 }
	tori := collide.NewModel(outward(scene.Torus("torus", 0.3, 0.1, 36, 12)))
	for i := range 96 {
		size := 0.13 + 0.15*r.Float64()*r.Float64()
		at := geom.Vec{X: 6 * in(), Y: 6 * in(), Z: 3.1 * in()}
		region := demoWalls.Inflated(-2.2 * size)
		m := motion.Rigid{Velocity: geom.Vec{X: 0.5 * in(), Y: 0.5 * in(), Z: 0.35 * in()}, Spin: geom.Vec{X: in(), Y: in(), Z: in()}, Region: &region}
		at = at.Max(region.Min).Min(region.Max)
		switch {
		case i%6 == 5:
			add("little ring", tori, at, m)
		case i%3 == 1:
			add("box", shape.Box{Size: geom.Vec{X: 2 * size, Y: 1.5 * size, Z: 1.2 * size}}, at, m)
		default:
			add("ball", shape.Sphere{Radius: size}, at, m)
		}
	}
	var names scene.Names
	for i := range placed {
		placed[i].Name = names.Unique(placed[i].Name)
	}
	return placed
}

// outward turns the faces of a mesh that looks inward: pictures light them from
// the side they look to.
func outward(m *mesh.Mesh) *mesh.Mesh {
	sum := 0.0
	for i := range m.Triangles {
		t := m.Triangle(i)
		sum += t[0].Dot(t[1].Cross(t[2]))
	}
	if math.Signbit(sum) {
		for i, t := range m.Triangles {
			m.Triangles[i] = [3]uint32{t[0], t[2], t[1]}
		}
	}
	return m
}
