package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// Points near a plane, off it by a few units in the last place, at every scale:
// the sign must be that of integers, and each stage must get its share.
func TestOrient3DNearPlanes(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 72))
	var tally Tally
	const n = 20000
	for range n {
		q := normalTriangle(r)
		a, b := r.Float64(), r.Float64()
		x := q[0].Add(q[1].Sub(q[0]).Scale(a)).Add(q[2].Sub(q[0]).Scale(b))
		if r.IntN(2) == 0 { // a grid: exact differences
			for i := range q {
				q[i] = geom.Vec{X: math.Round(q[i].X * 512), Y: math.Round(q[i].Y * 512), Z: math.Round(q[i].Z*2) * 8}
			}
			x = q[0].Add(q[1]).Sub(q[2])
		}
		if s := math.Ldexp(1, r.IntN(1400)-900); r.IntN(2) == 0 {
			for i := range q {
				q[i] = q[i].Scale(s)
			}
			x = x.Scale(s)
		}
		v := scaledUp(q[0], q[1], q[2], x)
		want := v[1].minus(v[0]).cross(v[2].minus(v[0])).dot(v[3].minus(v[0])).Sign()
		if got := tally.Orient3D(q[0], q[1], q[2], x); got != want {
			t.Fatalf("Orient3D(%v, %v) = %d, want %d", q, x, got, want)
		}
		if got := orient3DExact(q[0], q[1], q[2], x); got != want {
			t.Fatalf("orient3DExact(%v, %v) = %d, want %d", q, x, got, want)
		}
	}
	if tally.Adaptive < n/10 || tally.Exact < n/10 {
		t.Errorf("of %d signs %d were adaptive and %d exact: the sample misses a stage", n, tally.Adaptive, tally.Exact)
	}
}

// The sign of a determinant changes with every swap of points, and not with a
// rotation of three.
func TestOrient3DIsAlternating(t *testing.T) {
	r := rand.New(rand.NewPCG(73, 74))
	for range 3000 {
		v := [4]geom.Vec{}
		for i := range v {
			v[i] = latticeTriangle(r, 3)[0].Scale(0.1)
		}
		o := Orient3D(v[0], v[1], v[2], v[3])
		for i := range v {
			for j := range i {
				w := v
				w[i], w[j] = w[j], w[i]
				if got := Orient3D(w[0], w[1], w[2], w[3]); got != -o {
					t.Fatalf("Orient3D%v = %d, but %d with %d and %d swapped", v, o, got, i, j)
				}
			}
		}
	}
}

func TestOrient2DAgainstIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(75, 76))
	zeros := 0
	for range 20000 {
		q := latticeTriangle(r, 4)
		scale := math.Ldexp(1, r.IntN(2000)-1070)
		if r.IntN(2) == 0 {
			scale = 0.1
		}
		for i := range q {
			q[i] = q[i].Scale(scale)
		}
		v := scaledUp(q[:]...)
		want := v[0].minus(v[2]).cross(v[1].minus(v[2]))[2].Sign()
		if got := Orient2D(q[0].X, q[0].Y, q[1].X, q[1].Y, q[2].X, q[2].Y); got != want {
			t.Fatalf("Orient2D%v = %d, want %d", q, got, want)
		}
		if want == 0 {
			zeros++
		}
	}
	if zeros < 2000 {
		t.Errorf("%d zeros in 20000: the sample misses them", zeros)
	}
}

// Over a balanced surface, crossings add up to its winding number, whatever edge or
// corner the ray runs through: 1 inside where normals point outward, −1 where inward.
func TestRayCrossingsWind(t *testing.T) {
	// The octahedron |x|+|y|+|z| ≤ 2 as eight triangles.
	var outward, inward []geom.Triangle
	for i := range 8 {
		q := geom.Triangle{{X: 2}, {Y: 2}, {Z: 2}}
		if i&1 != 0 {
			q[0].X = -2
		}
		if i&2 != 0 {
			q[1].Y = -2
		}
		if i&4 != 0 {
			q[2].Z = -2
		}
		if i == 1 || i == 2 || i == 4 || i == 7 {
			q[0], q[1] = q[1], q[0]
		}
		outward, inward = append(outward, q), append(inward, geom.Triangle{q[1], q[0], q[2]})
	}
	var tally Tally
	for x := -3.0; x <= 3; x += 0.5 {
		for y := -3.0; y <= 3; y += 0.5 {
			for z := -3.0; z <= 3; z += 0.5 {
				size := math.Abs(x) + math.Abs(y) + math.Abs(z)
				if size == 2 {
					continue // on the surface
				}
				want, out, in := 0, 0, 0
				if size < 2 {
					want = 1
				}
				for i := range outward {
					out += tally.RayCrossing(geom.Vec{X: x, Y: y, Z: z}, &outward[i])
					in += tally.RayCrossing(geom.Vec{X: x, Y: y, Z: z}, &inward[i])
				}
				if out != want || in != -want {
					t.Errorf("(%v, %v, %v): winds %d times, inside out %d; want %d, %d", x, y, z, out, in, want, -want)
				}
			}
		}
	}
}

func TestSegmentTriangleAgainstIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(77, 78))
	hits := 0
	for range 20000 {
		n := 2 + r.IntN(4)
		s, q := latticeTriangle(r, n), latticeTriangle(r, n)
		v := scaledUp(s[0], s[1], q[0], q[1], q[2])
		want := bigSegmentTriangle(v[0], v[1], v[2:])
		if got := SegmentTriangle(s[0], s[1], &q); got != want {
			t.Fatalf("SegmentTriangle(%v, %v, %v) = %v, want %v", s[0], s[1], q, got, want)
		}
		if want {
			hits++
		}
	}
	if hits < 2000 || hits > 18000 {
		t.Errorf("%d of 20000 touch", hits)
	}
}

// Points in a plane across an axis are coplanar whatever their other coordinates; off it
// by an ulp they are not.
func TestOrient3DAcrossAnAxis(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for i := range 300 {
		var p [4]geom.Vec
		for k := range p {
			x, y, z := 0.1, r.Float64(), r.Float64()
			p[k] = [3]geom.Vec{{X: x, Y: y, Z: z}, {X: z, Y: x, Z: y}, {X: y, Y: z, Z: x}}[i%3]
		}
		if s := Orient3D(p[0], p[1], p[2], p[3]); s != 0 {
			t.Fatalf("%v: %d in one plane", p, s)
		}
		above := [3]*float64{&p[3].X, &p[3].Y, &p[3].Z}[i%3]
		*above = math.Nextafter(0.1, 1)
		if s := Orient3D(p[0], p[1], p[2], p[3]); s == 0 || s != orient3DExact(p[0], p[1], p[2], p[3]) {
			t.Fatalf("%v: %d off the plane", p, s)
		}
	}
}
