package conformance

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// dice turns bytes, a fuzzer's or random ones, into decisions. It returns zeros where the
// bytes end, so that short inputs are small scenes.
type dice struct {
	data []byte
	// pool holds numbers of this scene that are drawn again and again, so that
	// coordinates coincide.
	pool []float64
	// family, unless it is negative, is how all coordinates are drawn.
	family int
	// exponent scales the coarse lattice.
	exponent int
}

func (d *dice) byte() byte {
	if len(d.data) == 0 {
		return 0
	}
	b := d.data[0]
	d.data = d.data[1:]
	return b
}

func (d *dice) below(n int) int { return int(d.byte()) % n }

func (d *dice) bits() uint64 {
	var b [8]byte
	d.data = d.data[copy(b[:], d.data):]
	return binary.LittleEndian.Uint64(b[:])
}

// edges are numbers at which something changes: the lattice of predicate has 2¹⁶ steps,
// wide trees change their unit at 2³³, products underflow below 2⁻⁵³⁷.
var edges = []float64{
	0, math.Copysign(0, -1), 5e-324, -5e-324, 0x1p-1060, 0x1p-1022, -0x1p-1022, 1e-270, 0x1p-538, 0x1p-149, 0x1p-126, 0x1p-53,
	1, -1, 1 + 0x1p-52, 1 - 0x1p-53, 0x1p15, 0x1p16, 0x1.8p16, 0x1p17, -0x1p16, 0x1p16 + 0x1p-37, 0x1p23 + 1, 0x1p24 + 1, 0x1p33, 0x1p53,
}

// Families name the ways of drawing coordinates.
var Families = []string{
	"a small lattice", "next to a lattice", "where something changes", "any exponent", "float32", "float64", "a coarse lattice", "a few numbers",
}

// number draws a coordinate in one of the ways that code has been wrong about.
func (d *dice) number(way int) float64 {
	if d.family >= 0 {
		way = d.family
	}
	switch way {
	case 0: // a small lattice
		return float64(d.below(5) - 2)
	case 1: // the same, except for a few units in the last place
		x := float64(d.below(5) - 2)
		for range d.below(3) {
			x = math.Nextafter(x, float64(d.below(2)*8-4))
		}
		return x
	case 2:
		return edges[d.below(len(edges))]
	case 3: // any exponent
		return math.Ldexp(float64(int8(d.byte())), d.below(256)*7-1074)
	case 4: // float32
		return float64(float32(int32(d.bits())) / (1 << 28))
	case 5: // float64
		return float64(int64(d.bits())) / (1 << 60)
	case 6: // a lattice as far as one goes, some of its zeros moved by next to nothing
		x := math.Ldexp(float64(d.below(5)-2), 15+d.exponent)
		if x == 0 && d.below(4) == 0 {
			x = math.Ldexp(float64(d.below(3)-1), d.below(max(1, 2*d.exponent))-1074)
		}
		return x
	}
	return d.pool[d.below(len(d.pool))]
}

const ways = 8

func (d *dice) fillPool() {
	way, family := d.below(ways-1), d.family
	d.family = -1
	defer func() { d.family = family }()
	if d.below(2) == 1 {
		d.exponent = d.below(250)
	}
	for range 6 {
		d.pool = append(d.pool, d.number(way))
	}
	if d.below(3) == 0 {
		d.pool[5] = d.number(2)
	}
}

func (d *dice) vec(way int) geom.Vec {
	return geom.Vec{X: d.number(way), Y: d.number(way), Z: d.number(way)}
}

// vertices draws n of them; some derive from others, so that they are nearly collinear,
// coplanar or equal.
func (d *dice) vertices(n int) []geom.Vec {
	way := d.below(ways)
	var v []geom.Vec
	for i := range n {
		kind := d.below(16)
		if i < 3 || kind < 10 {
			w := way
			if kind == 9 { // another exponent within one leaf
				w = d.below(ways)
			}
			v = append(v, d.vec(w))
			continue
		}
		v = append(v, d.derived(v, kind))
	}
	return v
}

// derived returns a vertex that lies in or next to what others span.
func (d *dice) derived(v []geom.Vec, kind int) geom.Vec {
	a, b, c := v[d.below(len(v))], v[d.below(len(v))], v[d.below(len(v))]
	s, t := float64(d.byte())/256, float64(d.byte())/256
	switch kind {
	case 10:
		return a
	case 11: // on a line
		return a.Add(b.Sub(a).Scale(s))
	case 12: // in a plane
		return a.Add(b.Sub(a).Scale(s)).Add(c.Sub(a).Scale(t))
	case 13: // a parallelogram
		return a.Add(b).Sub(c)
	case 14: // mirrored
		return geom.Vec{X: a.Y, Y: a.X, Z: a.Z}
	}
	a.Z = math.Nextafter(a.Z, s-t)
	return a
}

// finite replaces what is not finite, or so large that poses overflow, by 0.
func finite(v []geom.Vec) []geom.Vec {
	for i := range v {
		if !(v[i].MaxAbs() < 0x1p1000) {
			v[i] = geom.Vec{}
		}
	}
	return v
}

// model draws a small mesh, a soup over few vertices; now and then one of hundreds of
// triangles, so that trees have more than a node.
func (d *dice) model() *collide.Model {
	n := 3 + d.below(8)
	m := &mesh.Mesh{Name: "drawn", Vertices: finite(d.vertices(n))}
	count := 1 + d.below(9)
	r := rand.New(rand.NewPCG(uint64(d.byte()), 1))
	if large := d.below(50); large == 0 {
		return d.large(m, r)
	} else if large < 4 {
		return collide.NewModel(scaled(cuboid(2, 1+d.below(2)), math.Ldexp(1, d.below(40)-20)))
	}
	for range count {
		m.Triangles = append(m.Triangles, [3]uint32{uint32(d.below(n)), uint32(d.below(n)), uint32(d.below(n))})
	}
	return collide.NewModel(m)
}

// large repeats the vertices of a small mesh, moved a little, and spans them at random.
func (d *dice) large(m *mesh.Mesh, r *rand.Rand) *collide.Model {
	few := len(m.Vertices)
	for range 10 + d.below(60) {
		v := m.Vertices[r.IntN(few)]
		w := m.Vertices[r.IntN(len(m.Vertices))]
		m.Vertices = append(m.Vertices, geom.Vec{X: v.X, Y: w.Y, Z: v.Z + float64(r.IntN(3))*0x1p-3})
	}
	finite(m.Vertices)
	for i := range len(m.Vertices) {
		m.Triangles = append(m.Triangles, [3]uint32{uint32(i), uint32(r.IntN(len(m.Vertices))), uint32((i + 1 + r.IntN(3)) % len(m.Vertices))})
	}
	return collide.NewModel(m)
}

// kiss moves a vertex of one mesh onto a triangle of another, in the world and except for a
// little: less than float32 can tell, than float64, or nothing but the rounding of the
// way there.
func (d *dice) kiss(bodies []collide.Body) {
	b, a := &bodies[d.below(len(bodies))], &bodies[d.below(len(bodies))]
	m, ok := b.Shape.(*collide.Model)
	o, okA := a.Shape.(*collide.Model)
	if !ok || !okA {
		return
	}
	t := o.Mesh().Triangle(d.below(len(o.Mesh().Triangles)))
	s, u := float64(d.below(9))/8, float64(d.below(9))/8
	if s+u > 1 {
		s, u = 1-s, 1-u
	}
	x := t[0].Add(t[1].Sub(t[0]).Scale(s)).Add(t[2].Sub(t[0]).Scale(u))
	if a != b {
		x = posed(&a.Pose, x).Sub(b.Pose.T)
		x = b.Pose.R.TMulVec(x) // the way back, of a rotation
	}
	if k := d.below(4); k > 0 {
		e := math.Ldexp(x.MaxAbs()*(float64(d.byte())-128)/128, -18*k)
		x = x.Add(t.Normal().Scale(e / max(t.Normal().MaxAbs(), 1e-300)))
	}
	if x.MaxAbs() < 0x1p1000 {
		m.Mesh().Vertices[d.below(len(m.Mesh().Vertices))] = x
	}
}

// body draws a shape and a pose for it.
func (d *dice) body() collide.Body {
	b := collide.Body{Name: "drawn", Pose: d.pose(), Immovable: d.below(12) == 0}
	kind := int(d.byte())
	switch kind % 8 {
	case 0:
		if solid := d.solid(kind >> 3 % 4); solid != nil {
			b.Shape = solid
			break
		}
		b.Shape = shape.Sphere{Center: finite([]geom.Vec{d.vec(d.below(ways))})[0], Radius: min(math.Abs(d.number(d.below(ways))), 0x1p900)}
	case 1:
		b.Shape = shape.Box{Center: finite([]geom.Vec{d.vec(d.below(ways))})[0], Size: finite([]geom.Vec{d.vec(d.below(ways)).Abs()})[0]}
	default:
		b.Shape = d.model()
	}
	return b
}

// solid draws a capsule, a cylinder or cone, or a hull for one kind each, nil for another one and where the ends are equal. Now and then a
// capsule is a half space.
func (d *dice) solid(kind int) collide.Shape {
	if kind == 1 && d.below(4) == 0 {
		h := shape.HalfSpace{Point: finite([]geom.Vec{d.vec(d.below(ways))})[0], Normal: finite([]geom.Vec{d.vec(d.below(ways))})[0]}
		if h.Check() != nil {
			return nil
		}
		return h
	}
	if kind == 3 {
		return shape.Convex{Points: finite(d.vertices(1 + d.below(14)))}
	}
	if kind != 1 && kind != 2 {
		return nil
	}
	ends := finite([]geom.Vec{d.vec(d.below(ways)), d.vec(d.below(ways))})
	radius := min(math.Abs(d.number(d.below(ways))), 0x1p900)
	capsule := shape.Capsule{A: ends[0], B: ends[1], Radius: radius}
	switch {
	case capsule.Check() != nil:
		return nil
	case kind == 1:
		return capsule
	}
	if d.below(2) == 0 {
		return shape.Cone{Base: ends[0], Apex: ends[1], Radius: radius}
	}
	return shape.Cylinder(capsule)
}

// pose draws rigid, nearly rigid and other matrices.
func (d *dice) pose() geom.Pose {
	p := geom.Identity
	switch d.below(12) {
	case 0, 1, 2, 9:
		return p
	case 3: // turned by quarters
		p.R = quarters(d.below(24))
	case 4: // turned
		p.R = rotation(rand.New(rand.NewPCG(d.bits()&0xffff, 2)))
	case 5: // turned, in float32
		p.R = rotation(rand.New(rand.NewPCG(d.bits()&0xffff, 3)))
		for i := range p.R {
			p.R[i] = float64(float32(p.R[i]))
		}
	case 6: // turned by next to nothing
		a := math.Ldexp(1, -d.below(80))
		p.R[1], p.R[3] = -a, a
	case 7:
		d.bend(&p.R)
	case 8: // not rigid
		p.R[d.below(9)] = d.number(d.below(ways))
	}
	if d.below(3) > 0 { // else in one place
		p.T = finite([]geom.Vec{d.vec(d.below(ways))})[0]
	}
	return p
}

// bend makes a matrix not quite rigid, now and then by as much as float32 searches bear and
// with a scale.
func (d *dice) bend(m *geom.Mat) {
	k, b := d.below(9), int(d.byte())
	if b < 160 {
		m[k] += math.Ldexp(1, -20-b%40)
		return
	}
	m[k] += math.Ldexp(1, -8-b%16)
	for i := range m {
		m[i] *= 1 + float64(b%7-3)/8
	}
}

// quarters returns one of the 24 rotations that map the axes to axes.
func quarters(k int) geom.Mat {
	m := geom.Mat{}
	i, j := k%3, (k%3+1+k/3%2)%3
	sign := func(bit int) float64 { return 1 - 2*float64(k/6>>bit&1) }
	m[i], m[3+j] = sign(0), sign(1)
	l := 3 - i - j
	m[6+l] = sign(0) * sign(1)
	if (i+1)%3 != j {
		m[6+l] = -m[6+l]
	}
	return m
}
