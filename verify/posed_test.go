package main

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// drawMatrix returns a rotation, or a matrix of numbers of any size, that moves by about a power of two, or anywhere.
func drawMatrix(r *rand.Rand, by int) (p pose) {
	turned := poseOf(&geom.Pose{R: geom.AxisAngle(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}, 6*r.Float64()).Matrix()})
	size := []int{0, 0, 0, 30, -600, 600, 1020}[r.IntN(7)]
	for k := range p {
		if p[k] = math.Ldexp(turned[k], size); k%4 == 3 {
			p[k] = math.Ldexp(r.NormFloat64(), []int{by, by, by, -1074, -20, 3, 60, 1000}[r.IntN(8)])
		} else if r.IntN(20) == 0 {
			p[k] = clamped(math.Ldexp(r.NormFloat64(), []int{-1060, -40, 40, 1020}[r.IntN(4)]))
		}
	}
	return p
}

// TestPosedGaps: whether the corners of two nodes at poses are far enough apart is decided as in rationals, where the corners are few and
// where they have a box, for poses of any size.
func TestPosedGaps(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 8))
	counts := map[bool]int{}
	for range require.Cases(10_000, 500) {
		n, size := 3*(1+r.IntN(12)), []int{-1072, -1060, -400, 0, 0, 400}[r.IntN(6)]
		g, corners := gap{}, [2][]vec{}
		for k := range corners {
			for range n {
				c := vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
				for i := range c {
					c[i] = math.Ldexp(c[i], size-r.IntN(1+r.IntN(2)*900))
				}
				corners[k] = append(corners[k], c)
			}
		}
		v := about(0, nil, corners[0], corners[1]) // at the identity, corners are those of the file
		v.of[0].pose, v.of[1].pose = drawMatrix(r, size), drawMatrix(r, size)
		if r.IntN(2) == 0 {
			v.of[1].pose = v.of[0].pose
		}
		if refusal(func() { g.P, g.Q = v.of[0].finite(), v.of[1].finite() }) != nil {
			continue // a corner is not finite
		}
		for k := range g.D {
			g.D[k] = []int64{r.Int64N(3) - 1, r.Int64N(255) - 127, r.Int64N(65535) - 32767}[r.IntN(3)]
		}
		g.touching(r, v)
		g.drawReach(r)
		v.reach = g.Reach
		err := refusal(func() {
			v.apart(vec{float64(g.D[0]), float64(g.D[1]), float64(g.D[2])}, v.of[0].all(), v.of[1].all())
		})
		truth := g.truth()
		if counts[truth]++; (err == nil) != truth {
			t.Fatalf("%+v at %v and %v: %v, want %v", g, v.of[0].pose, v.of[1].pose, err, truth)
		}
	}
	t.Logf("%d are far enough apart, %d are not", counts[true], counts[false])
	if 20*min(counts[true], counts[false]) < counts[true]+counts[false] {
		t.Error("one of both hardly ever")
	}
}

// finite returns the corners at the pose, which it refuses if one is not finite.
func (b *body) finite() []vec {
	at, _ := b.place().posed(b.at)
	return at
}

// touching moves the second body along the direction to where the gap is about nothing, or anywhere on the way, if it can.
func (g *gap) touching(r *rand.Rand, v *verifier) {
	d, length := vec{float64(g.D[0]), float64(g.D[1]), float64(g.D[2])}, float64(g.D[0]*g.D[0]+g.D[1]*g.D[1]+g.D[2]*g.D[2])
	most, least := math.Inf(-1), math.Inf(1)
	for i := range g.P {
		most = max(most, d[0]*g.P[i][0]+d[1]*g.P[i][1]+d[2]*g.P[i][2])
		least = min(least, d[0]*g.Q[i][0]+d[1]*g.Q[i][1]+d[2]*g.Q[i][2])
	}
	was, by := v.of[1].pose, (most-least)/length*(1+math.Ldexp(r.NormFloat64(), -r.IntN(54)))
	for k := range d {
		v.of[1].pose[4*k+3] += by * d[k]
	}
	if refusal(func() { g.Q = v.of[1].finite() }) != nil {
		v.of[1].pose = was
		g.Q = v.of[1].finite()
	}
}

// TestLeastGap: at the lower end of the range products are rounded to what the corners of a box do not show, which the filter must not take
// for a gap: of 0, 5 and 8 times the least number a quarter and minus an eighth are (0, 0), (1, −1) and (2, −1).
func TestLeastGap(t *testing.T) {
	t.Parallel()
	const least = math.SmallestNonzeroFloat64
	v := about(0, nil, []vec{{-least}, {-least}, {-least}}, []vec{{}, {5 * least}, {8 * least}})
	v.of[1].pose = pose{0: 0.25, 4: -0.125}
	if refusal(func() { v.apart(vec{1, 2}, v.of[0].all(), v.of[1].all()) }) == nil {
		t.Error("points that are level are apart")
	}
	if err := refusal(func() { v.apart(vec{2, 1}, v.of[0].all(), v.of[1].all()) }); err != nil {
		t.Error(err)
	}
}

// TestPosedRays: what is beyond a point, and what a ray from it crosses, is found by the range of triangles as it is exactly, for poses of
// any size and points level with corners.
func TestPosedRays(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 9))
	out, crossed := 0, 0
	for range require.Cases(1500, 150) {
		size := []int{-1072, -400, 0, 0, 400}[r.IntN(5)]
		var corners []vec
		for range 3 * (1 + r.IntN(40)) {
			corners = append(corners, vec{math.Ldexp(r.NormFloat64(), size), math.Ldexp(r.NormFloat64(), size), math.Ldexp(r.NormFloat64(), size)})
		}
		b := about(0, nil, corners, corners).of[0]
		b.pose = drawMatrix(r, size)
		var posed []vec
		if refusal(func() { posed = b.finite() }) != nil {
			continue // a corner is not finite
		}
		for range 20 {
			var p vec
			for k := range p {
				switch x, y := posed[r.IntN(len(posed))][k], posed[r.IntN(len(posed))][k]; r.IntN(4) {
				case 0:
					p[k] = x
				case 1:
					p[k] = clamped(math.Nextafter(x, y))
				case 2:
					p[k] = clamped(2*x - y)
				default:
					p[k] = x*0.5 + y*0.5
				}
			}
			for _, d := range axes {
				along := func(c vec) *big.Float { return dot(exact(d), exact(c)) }
				want := !slices.ContainsFunc(posed, func(c vec) bool { return along(c).Cmp(along(p)) <= 0 })
				if got := beyond([]vec{d}, posed, p); got != want {
					t.Fatalf("%v: beyond %v along %v: %v", posed, p, d, got)
				}
				if want {
					out++
				}
			}
			want := 0
			for c := range slices.Chunk(posed, 3) {
				want += crossingOf(c, p)
			}
			if got := winding(posed, p); got != want {
				t.Fatalf("%v: %v is crossed %d times, want %d", posed, p, got, want)
			}
			if want != 0 {
				crossed++
			}
		}
	}
	if t.Logf("%d beyond, %d crossed", out, crossed); min(out, crossed) < 100 {
		t.Error("hardly ever")
	}
}

// crossingOf is how the ray from p along x crosses a triangle, by its definition: with a number for ε, below all that numbers can differ by.
func crossingOf(t []vec, p vec) int {
	epsilon := unrounded(1)
	epsilon.SetMantExp(epsilon, -9000)
	a, b, c, o := exact(t[0]), exact(t[1]), exact(t[2]), exact(p)
	o = triple{o[0], add(o[1], epsilon), add(o[2], mul(epsilon, epsilon))}
	turn := func(a, b triple) *big.Float { // of b−a and o−a in y and z
		return sub(mul(sub(b[1], a[1]), sub(o[2], a[2])), mul(sub(b[2], a[2]), sub(o[1], a[1])))
	}
	x, y, z := turn(a, b), turn(b, c), turn(c, a)
	if x.Sign() == 0 || x.Sign() != y.Sign() || x.Sign() != z.Sign() {
		return 0
	}
	// The ray meets the plane where the corners have the weights y, z and x, of one sign. Points in the plane are not asked for.
	ahead := add(add(mul(y, sub(a[0], o[0])), mul(z, sub(b[0], o[0]))), mul(x, sub(c[0], o[0])))
	if ahead.Sign() != x.Sign() || side(a, b, c, exact(p)) == 0 {
		return 0
	}
	return x.Sign()
}
