package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// oneTriangle is a mesh of one triangle.
func oneTriangle(t geom.Triangle) Surface {
	m := &mesh.Mesh{Vertices: t[:], Triangles: [][3]uint32{{0, 1, 2}}}
	return NewSurface(m, tree.BuildSAH([]geom.AABB{t.Bounds()}, tree.SAHOptions{}))
}

// drawPose draws a rotation that is as good or as bad as the frame takes it, and a translation.
func drawPose(r *rand.Rand) geom.Pose {
	q := geom.Quat{W: r.NormFloat64(), X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
	p := geom.Pose{R: q.Normalized().Matrix()}
	away := math.Exp2(30*r.Float64() - 5)
	p.T = geom.Vec{X: away * r.NormFloat64(), Y: away * r.NormFloat64(), Z: away * r.NormFloat64()}
	if r.IntN(3) == 0 {
		for i := range p.R {
			p.R[i] += 3e-10 * (2*r.Float64() - 1)
		}
	}
	return p
}

// Bounds of boxes never exceed the distance of the triangles in them; those of points, whose
// boxes are points, are about the distance.
func TestNearFrameBoundsFromBelow(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 11))
	framed, tight := 0, 0
	cases := require.Samples(20000, 1500, 750)
	for k := range cases {
		draw := func() geom.Vec {
			return geom.Vec{X: 9 * r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		}
		x, y := geom.Triangle{draw(), draw(), draw()}, geom.Triangle{draw(), draw(), draw()}
		points := k%2 == 0
		if points {
			x, y = geom.Triangle{x[0], x[0], x[0]}, geom.Triangle{y[0], y[0], y[0]}
		}
		a, b := oneTriangle(x), oneTriangle(y)
		p, q := drawPose(r), drawPose(r)
		q.T = p.T.Add(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: 30 * r.Float64()})
		if k%7 == 0 {
			q.R = p.R
		}
		a.SetPose(&p)
		b.SetPose(&q)
		var f Near
		f.Worker = &Worker{}
		f.Start(NearBody{Surface: &a}, NearBody{Surface: &b}, math.Inf(1))
		lo := f.apart(0, 0)
		a.Triangle(0, &x)
		b.Triangle(0, &y)
		n := new(predicate.Tally).Distance(&x, &y)
		if n.Square.CompareDistance(lo) < 0 {
			t.Fatalf("%v and %v under %v and %v: bound %v, distance %v", x, y, p, q, lo, n.Square.Root())
		}
		if f.framed {
			framed++
		}
		if points && lo > 0.999*n.Square.Root()-1e-5 {
			tight++
		}
	}
	if framed < cases*3/4 || tight < cases*2/5 {
		t.Errorf("%d of %d in the frame, %d of %d bounds of points close to the distance", framed, cases, tight, cases/2)
	}
}

func TestBoxDistance(t *testing.T) {
	t.Parallel()
	inf, most := math.Inf(1), math.MaxFloat64
	box := func(lo, hi float64) *geom.AABB {
		return &geom.AABB{Min: geom.Vec{X: lo, Y: lo, Z: lo}, Max: geom.Vec{X: hi, Y: hi, Z: hi}}
	}
	for _, c := range []struct{ a, b, c, d, least, most float64 }{
		{0, 1, 1, 2, 0, 0}, {0, 1, 2, 3, 1.7320508, math.Sqrt(3)}, {-inf, inf, 1, 2, 0, 0}, {-most, -most, most, most, 0.9 * most, most},
		{0, 5e-324, 1e-323, 1, 0, 5e-324}, {0, 1e-300, 3e-300, 1, 3.4e-300, 3.4641017e-300},
	} {
		if d := BoxDistance(box(c.a, c.b), box(c.c, c.d)); !(d >= c.least && d <= c.most) {
			t.Errorf("boxes [%g, %g] and [%g, %g]: %v", c.a, c.b, c.c, c.d, d)
		}
	}
}
