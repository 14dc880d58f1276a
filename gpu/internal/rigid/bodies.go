package rigid

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// Body is a sphere or a box along the axes.
type Body struct {
	Ball bool
	// Half has the half extents of a box, of a ball its radius thrice.
	Half geom.Vec
	// Mass is 0 for a body that nothing moves.
	Mass, Restitution float64
	// Place is that of the centre at time 0, Velocity its velocity.
	Place, Velocity geom.Vec
	// Turn is the rotation of the pose, which stays; Center is where the centre is in
	// the shape's coordinates.
	Turn   geom.Mat
	Center geom.Vec
}

// Laws are what acts on all bodies.
type Laws struct {
	Gravity geom.Vec
	// G is the constant of gravitation, Theta 0 for the sum over all pairs, else the
	// opening angle of Barnes and Hut's method.
	G, Theta float64
	// Walls keep all bodies with a mass inside, nil for none.
	Walls *geom.AABB
}

// reals are numbers as the device has them: float64, or float32.
type reals struct {
	double bool
	bytes  []byte
}

func (r *reals) size() int {
	if r.double {
		return 8
	}
	return 4
}

func (r *reals) add(v ...float64) {
	for _, x := range v {
		if r.double {
			r.bytes = binary.LittleEndian.AppendUint64(r.bytes, math.Float64bits(x))
		} else {
			r.bytes = binary.LittleEndian.AppendUint32(r.bytes, math.Float32bits(float32(x)))
		}
	}
}

func (r *reals) vec(v geom.Vec) { r.add(v.X, v.Y, v.Z) }

// room makes the bytes n numbers.
func (r *reals) room(n int) []byte {
	if n *= r.size(); cap(r.bytes) < n {
		r.bytes = make([]byte, n)
	} else {
		r.bytes = r.bytes[:n]
	}
	return r.bytes
}

func (r *reals) at(i int) float64 {
	if r.double {
		return math.Float64frombits(binary.LittleEndian.Uint64(r.bytes[8*i:]))
	}
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(r.bytes[4*i:])))
}

func (r *reals) vecAt(i int) geom.Vec { return geom.Vec{X: r.at(i), Y: r.at(i + 1), Z: r.at(i + 2)} }

// Numbers that a device is given have a size for which no square, product of a square and a
// mass, or quotient of such leaves its range: 2^±200 of float64's 2^±1022, 2^±30 of
// float32's 2^±126. Zero is allowed, too.
const (
	largeDouble, largeFloat = 0x1p200, 0x1p30
)

func (r *reals) most() float64 {
	if r.double {
		return largeDouble
	}
	return largeFloat
}

func (r *reals) check(what string, v ...float64) error {
	most := r.most()
	for _, x := range v {
		if a := math.Abs(x); !(a <= most) || a != 0 && a < 1/most {
			return fmt.Errorf("%w: a %s of %v; expected 0 or a size from %v to %v", vulkan.ErrLimit, what, x, 1/most, most)
		}
	}
	return nil
}

// Check reports why a device with float64, or without, cannot move a body.
func (b *Body) Check(double bool) error {
	r := reals{double: double}
	for _, c := range []struct {
		what string
		size float64
	}{
		{"half extent", b.Half.MaxAbs()}, {"place", b.Place.MaxAbs()}, {"velocity", b.Velocity.MaxAbs()},
		{"centre of a shape", b.Center.MaxAbs()}, {"mass", b.Mass}, {"restitution", b.Restitution},
	} {
		if c.size != 0 && c.size < 0x1p-60 && c.what != "mass" {
			continue // what is lost of it is less than rounding of what is there
		}
		if err := r.check(c.what, c.size); err != nil {
			return err
		}
	}
	return nil
}

// Check reports why a device with float64, or without, cannot keep the laws. Their numbers are
// never divided by, so they may be as small as the square of a body's least number: the constant
// of gravitation in SI units is 2^-34.
func (l *Laws) Check(double bool) error {
	r := reals{double: double}
	for _, c := range []struct {
		what string
		size float64
	}{{"gravity", l.Gravity.MaxAbs()}, {"constant of gravitation", l.G}, {"opening angle", l.Theta}} {
		size := math.Abs(c.size)
		if size < 1 {
			size = math.Sqrt(size)
		}
		if r.check(c.what, size) != nil {
			return fmt.Errorf("%w: a %s of %v; expected 0 or a size from %v to %v", vulkan.ErrLimit, c.what, c.size, 1/(r.most()*r.most()), r.most())
		}
	}
	return nil
}

// parameters encodes what all kernels share, for a sub-step of h seconds.
func (s *Simulator) parameters(h float64) []byte {
	p := &s.params
	p.bytes = p.bytes[:0]
	l := &s.laws
	p.add(h, l.G, l.Theta)
	if w := l.Walls; w != nil {
		p.add(1)
		p.vec(l.Gravity)
		for k := range 6 {
			p.add(s.inward(w, k/3 == 1, k%3))
		}
	} else {
		p.add(0)
		p.vec(l.Gravity)
		p.add(0, 0, 0, 0, 0, 0)
	}
	p.vec(s.frame.Origin)
	p.add(math.Ldexp(1, -s.frame.Exponent))
	return p.bytes
}

// inward is a wall's place, rounded inward where the device has float32.
func (s *Simulator) inward(w *geom.AABB, upper bool, axis int) float64 {
	x, to := w.Min.At(axis), float32(math.Inf(1))
	if upper {
		x, to = w.Max.At(axis), float32(math.Inf(-1))
	}
	if s.params.double {
		return x
	}
	f := float32(x)
	if upper && float64(f) > x || !upper && float64(f) < x {
		f = math.Nextafter32(f, to)
	}
	return float64(f)
}

// frameAround is the frame of the walls, or of the places.
func frameAround(bodies []Body, walls *geom.AABB) models.Frame {
	box := geom.EmptyAABB()
	if walls != nil {
		box = *walls
	} else {
		for i := range bodies {
			box.Extend(bodies[i].Place.Sub(bodies[i].Half))
			box.Extend(bodies[i].Place.Add(bodies[i].Half))
		}
	}
	f, _ := models.FrameOf(&box) // numbers are checked
	return f
}
