package predicate

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
)

// source turns fuzz bytes into coordinates. The first byte chooses how: raw
// bits of float64 or float32, a small lattice, the same scaled to any exponent,
// or lattice points moved by a few units in the last place.
type source struct {
	data   []byte
	mode   byte
	scale  float64
	finite bool
}

func newSource(data []byte) *source {
	s := &source{data: data, finite: true, scale: 1}
	s.mode = s.byte() % 5
	if s.mode == 2 {
		s.scale = math.Ldexp(1, int(s.byte())*8+int(s.byte()%8)-1074)
	}
	return s
}

func (s *source) take(n int) []byte {
	var b [8]byte
	s.data = s.data[copy(b[:n], s.data):]
	return b[:n]
}

func (s *source) byte() byte { return s.take(1)[0] }

func (s *source) float() (x float64) {
	switch s.mode {
	case 0:
		x = math.Float64frombits(binary.LittleEndian.Uint64(s.take(8)))
	case 1:
		x = float64(math.Float32frombits(binary.LittleEndian.Uint32(s.take(4))))
	case 2:
		x = float64(int8(s.byte())%5) * s.scale
	case 3:
		x = float64(int8(s.byte()) % 5)
	default:
		b := s.byte()
		x = float64(b>>4) - 3
		for range b & 3 {
			x = math.Nextafter(x, float64(b&4)*100-200)
		}
	}
	s.finite = s.finite && !math.IsNaN(x) && !math.IsInf(x, 0)
	return x
}

func (s *source) vec() geom.Vec { return geom.Vec{X: s.float(), Y: s.float(), Z: s.float()} }

func (s *source) triangle() geom.Triangle { return geom.Triangle{s.vec(), s.vec(), s.vec()} }

// addSeeds gives every mode something dense, something flat and something empty.
func addSeeds(f *testing.F, add func([]byte)) {
	f.Helper()
	for mode := range byte(5) {
		add([]byte{mode})
		rising := []byte{mode, 134, 2}
		mixed := []byte{mode, 0, 0}
		for i := range byte(150) {
			rising = append(rising, i*7)
			mixed = append(mixed, i*i+mode, i%3)
		}
		add(rising)
		add(mixed)
	}
}

func FuzzOrient2D(f *testing.F) {
	addSeeds(f, func(b []byte) { f.Add(b) })
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newSource(data)
		a, b, c := s.vec(), s.vec(), s.vec()
		if !s.finite {
			return
		}
		v := scaledUp(a, b, c)
		want := v[0].minus(v[2]).cross(v[1].minus(v[2]))[2].Sign()
		if got := Orient2D(a.X, a.Y, b.X, b.Y, c.X, c.Y); got != want {
			t.Fatalf("Orient2D(%v, %v, %v) = %d, want %d", a, b, c, got, want)
		}
		if got := orient2DExact(a.X, a.Y, b.X, b.Y, c.X, c.Y); got != want {
			t.Fatalf("orient2DExact(%v, %v, %v) = %d, want %d", a, b, c, got, want)
		}
		n := v[0].minus(v[2]).cross(v[1].minus(v[2]))
		if got := Collinear(a, b, c); got != n.isZero() {
			t.Fatalf("Collinear(%v, %v, %v) = %v", a, b, c, got)
		}
	})
}

func FuzzOrient3D(f *testing.F) {
	addSeeds(f, func(b []byte) { f.Add(b) })
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newSource(data)
		q, x := s.triangle(), s.vec()
		if !s.finite {
			return
		}
		v := scaledUp(q[0], q[1], q[2], x)
		want := v[1].minus(v[0]).cross(v[2].minus(v[0])).dot(v[3].minus(v[0])).Sign()
		var tally Tally
		filter := filterOf(q[0], q[1], q[2])
		for stage, got := range map[string]int{
			"Orient3D":      Orient3D(q[0], q[1], q[2], x),
			"the filter":    tally.side(&filter, &q, x),
			"orient3DExact": orient3DExact(q[0], q[1], q[2], x),
			"scaled":        orient3DScaled(q[0], q[1], q[2], x),
			"closer":        tally.orient3DCloser(q[0], q[1], q[2], x, 0),
			"swapped":       -Orient3D(q[1], q[0], q[2], x),
			"rotated":       -Orient3D(q[1], q[2], x, q[0]),
		} {
			if got != want {
				t.Fatalf("%s says %d of %v, %v; want %d", stage, got, q, x, want)
			}
		}
	})
}

func FuzzTriangleTriangle(f *testing.F) {
	addSeeds(f, func(b []byte) { f.Add(b) })
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newSource(data)
		p, q := s.triangle(), s.triangle()
		if !s.finite {
			return
		}
		want := bigMeet(&p, &q)
		if got := TriangleTriangle(&p, &q); got != want || TriangleTriangle(&q, &p) != want {
			t.Fatalf("TriangleTriangle(%v, %v) = %v, want %v", p, q, got, want)
		}
		everyOrder(&p, func(o *geom.Triangle) {
			if TriangleTriangle(o, &q) != want {
				t.Fatalf("TriangleTriangle depends on the order of corners: %v, %v", p, q)
			}
		})
		if r := Intersect(&p, &q); (r.Kind != Apart) != want || r.N > 6 {
			t.Fatalf("Intersect(%v, %v) is a %v of %d, but contact %v", p, q, r.Kind, r.N, want)
		}
	})
}

func FuzzSegmentTriangle(f *testing.F) {
	addSeeds(f, func(b []byte) { f.Add(b) })
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newSource(data)
		a, b, q := s.vec(), s.vec(), s.triangle()
		if !s.finite {
			return
		}
		v := scaledUp(a, b, q[0], q[1], q[2])
		want := bigSegmentTriangle(v[0], v[1], v[2:])
		if got := SegmentTriangle(a, b, &q); got != want || SegmentTriangle(b, a, &q) != want {
			t.Fatalf("SegmentTriangle(%v, %v, %v) = %v, want %v", a, b, q, got, want)
		}
	})
}

func FuzzSelfContact(f *testing.F) {
	addSeeds(f, func(b []byte) { f.Add(b) })
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newSource(data)
		share := s.byte()
		p, q := s.triangle(), s.triangle()
		if !s.finite {
			return
		}
		for k := range 3 { // two bits a corner: which corner of p it takes, if any
			if c := share >> (2 * k) & 3; c < 3 {
				q[k] = p[c]
			}
		}
		wp, wq := p, q
		if share&0x40 != 0 { // a pose that maps corners together
			for i := range 3 {
				wp[i].Z, wq[i].Z = wp[i].X, wq[i].X
				wp[i].Y, wq[i].Y = 1, 1
			}
		}
		checkSelf(t, &p, &q, &wp, &wq)
	})
}

func FuzzSphereTriangle(f *testing.F) {
	addSeeds(f, func(b []byte) { f.Add(b) })
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newSource(data)
		ball := geom.Sphere{Center: s.vec(), Radius: s.float()}
		q := s.triangle()
		if !s.finite {
			return
		}
		want := oracleBallTriangle(&ball, &q)
		if got := SphereTriangle(&ball, &q); got != want {
			t.Fatalf("SphereTriangle(%v, %v) = %v, want %v", ball, q, got, want)
		}
		if h := hullOf(q[:]...); HullSphere(h, &ball) != want {
			t.Fatalf("HullSphere(%v, %v) = %v, want %v", q, ball, !want, want)
		}
		point := geom.Sphere{Center: q[0]}
		inBall := oracleBallTriangle(&ball, &geom.Triangle{q[0], q[0], q[0]})
		if got := SphereSphere(&ball, &point); got != inBall {
			t.Fatalf("SphereSphere(%v, %v) = %v, want %v", ball, point, got, inBall)
		}
	})
}

func FuzzHull(f *testing.F) {
	addSeeds(f, func(b []byte) { f.Add(b) })
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newSource(data)
		sizes := s.byte()
		a, b := s.hull(sizes&7+1), s.hull(sizes>>3&7+1)
		if s.finite {
			checkHulls(t, a, b)
		}
	})
}

// hull draws n points; eight of them are the corners of a parallelepiped, but
// for rounding.
func (s *source) hull(n byte) []geom.Vec {
	v := make([]geom.Vec, n)
	if n < 8 {
		for i := range v {
			v[i] = s.vec()
		}
		return v
	}
	o, x, y, z := s.vec(), s.vec(), s.vec(), s.vec()
	for i := range v {
		v[i] = o
		for k, axis := range [3]geom.Vec{x, y, z} {
			if i>>k&1 != 0 {
				v[i] = v[i].Add(axis)
			}
		}
		s.finite = s.finite && v[i].IsFinite()
	}
	return v
}
