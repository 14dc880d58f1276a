package predicate

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// These tests take frames literally, without slack: what a filter is sure of then ends where the error
// derived next to frameBound ends, whichever way the other thing lies.

const unit = 0x1p-53

// literal is the cube of half size 1 about the origin, without slack.
func literal() frame {
	f := block(1).frame
	f.center, f.slack = geom.Vec{}, 0
	return f
}

// ways are the six directions along the axes.
func ways() (all []geom.Vec) {
	for k := range 3 {
		for _, s := range []float64{-1, 1} {
			v := [3]float64{}
			v[k] = s
			all = append(all, geom.Vec{X: v[0], Y: v[1], Z: v[2]})
		}
	}
	return all
}

// scales are units of length: no filter may depend on one.
var scales = []float64{1, 0x1p-30, 0x1p30}

// TestErrorsOfFramesEndAlike: two cubes a gap apart, and a cube and a ball, are apart where the gap
// exceeds the error, in contact where the depth does, and unsure between.
func TestErrorsOfFramesEndAlike(t *testing.T) {
	t.Parallel()
	for _, way := range ways() {
		for _, c := range []struct {
			gap          float64 // in units of 2⁻⁵³
			frames, ball verdict
		}{
			// The lengths involved sum to 8: the cubes' 3 and 3, and 2 between the centres.
			// For a ball of radius 2 as well: the cube's 3, 3 to its centre, its radius.
			// Three pairs of parallel edges, 8·2 off parallel each, cost two frames 2·48·8 more.
			{400, sureNo, sureNo}, {368, unsure, unsure}, {16, unsure, unsure}, {-16, unsure, unsure}, {-368, unsure, unsure}, {-400, unsure, sureYes},
			{-1100, unsure, sureYes}, {-1200, sureYes, sureYes},
		} {
			for _, by := range scales {
				f := scaledFrame(literal(), by)
				g := f
				g.center = way.Scale((2 + c.gap*unit) * by)
				if got := f.meetsFrame(&g); got != c.frames {
					t.Errorf("cubes %g units apart along %v, scaled by %g: %d, want %d", c.gap, way, by, got, c.frames)
				}
				if got := f.meetsBall(&geom.Sphere{Center: way.Scale(3 * by), Radius: (2 - c.gap*unit) * by}); got != c.ball {
					t.Errorf("a ball %g units apart along %v, scaled by %g: %d, want %d", c.gap, way, by, got, c.ball)
				}
			}
		}
	}
}

// TestErrorsOfPointsEndAlike is the same for a point, and for a triangle in a plane along a face. The lengths
// involved sum to 4 for the point, which is a corner of the triangle, and to 4.5 for the other corners.
func TestErrorsOfPointsEndAlike(t *testing.T) {
	t.Parallel()
	for k, way := range ways() {
		for _, c := range []struct {
			gap             float64 // in units of 2⁻⁵³
			point, triangle verdict
		}{
			{224, sureNo, sureNo}, {208, sureNo, unsure}, {184, unsure, unsure}, {-184, unsure, unsure}, {-200, sureYes, sureYes}, {-224, sureYes, sureYes},
		} {
			for _, by := range scales {
				f := scaledFrame(literal(), by)
				at := way.Scale((1 + c.gap*unit) * by)
				one, other := ways()[(k+2)%6].Scale(by/2), ways()[(k+4)%6].Scale(by/2)
				if got := f.contains(at); got != c.point {
					t.Errorf("a point %g units along %v, scaled by %g: %d, want %d", c.gap, way, by, got, c.point)
				}
				for turn := range 3 {
					var q geom.Triangle
					q[turn], q[(turn+1)%3], q[(turn+2)%3] = at, at.Add(one), at.Add(other)
					if got := f.meetsTriangle(&q); got != c.triangle {
						t.Errorf("a triangle %g units along %v, scaled by %g: %d, want %d", c.gap, way, by, got, c.triangle)
					}
				}
			}
		}
	}
}

// TestErrorOfAPlaneEnds: a cube next to a triangle's plane is apart where the gap exceeds the error, both
// that of the edges and that of the caller.
func TestErrorOfAPlaneEnds(t *testing.T) {
	t.Parallel()
	for k, way := range ways() {
		for _, c := range []struct {
			gap, e float64 // in units of 2⁻⁵³
			want   verdict
		}{
			// Edges of 1 and 1: 48·2·2² for their rounding, and 2² times what the caller adds.
			{400, 0, sureNo}, {370, 0, unsure}, {-370, 0, unsure}, {800, 100, sureNo}, {770, 100, unsure},
		} {
			for _, by := range scales {
				f := scaledFrame(literal(), by)
				at := way.Scale((1 + c.gap*unit) * by)
				one, other := ways()[(k+2)%6].Scale(by), ways()[(k+4)%6].Scale(by)
				q := geom.Triangle{at, at.Add(one), at.Add(other)}
				if got := f.besidePlane(&q, c.e*unit*by); got != c.want {
					t.Errorf("a plane %g units from the cube along %v, error %g, scaled by %g: %d, want %d", c.gap, way, c.e, by, got, c.want)
				}
			}
		}
	}
}

// TestFramesAreNearlyBoxes: a hull has a frame if no corner is off it by more than 2⁻¹⁰ of its least half
// edge, slack being twice that.
func TestFramesAreNearlyBoxes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		off  float64
		want bool
	}{{0x1p-11 * (1 - 0x1p-20), true}, {0x1p-11 * (1 + 0x1p-20), false}} {
		for _, edges := range []geom.Vec{{X: 1, Y: 1, Z: 1}, {X: 8, Y: 1, Z: 1}, {X: 1, Y: 8, Z: 8}, {X: 8, Y: 8, Z: 1}} {
			h := block(1)
			points := append([]geom.Vec{}, h.Points()...)
			for i, p := range points {
				points[i] = geom.Vec{X: p.X * edges.X, Y: p.Y * edges.Y, Z: p.Z * edges.Z}
			}
			points[3].X += c.off
			if h.Set(points); h.frame.valid != c.want {
				t.Errorf("a box of %v with a corner off by %g has a frame: %v", edges, c.off, h.frame.valid)
			}
		}
	}
}

// TestFramesUnderScaling: what filters are sure of does not depend on the unit of length, and where an
// axis leaves a gap by less than the error they are unsure.
func TestFramesUnderScaling(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(26, 1))
	var counts [3]int
	for range 400 {
		f, g := leaning(r, geom.Vec{}).frame, leaning(r, geom.Vec{}).frame
		turned := rotation(r)
		for i := range 3 {
			g.axis[i], g.normal[i] = turned.MulVec(g.axis[i]), turned.MulVec(g.normal[i])
		}
		way := random3(r).Sub(geom.Vec{X: 0.5, Y: 0.5, Z: 0.5})
		way = way.Scale(1 / way.Norm())
		at := touching(&f, &g, way)
		for _, off := range []float64{0, 0x1p-50, -0x1p-50, 0x1p-30, -0x1p-30, -0x1p-3, 1} {
			g.center = way.Scale(at + off)
			want := f.meetsFrame(&g)
			counts[want]++
			if -0x1p-46 <= off && off <= 0 && want != unsure {
				t.Fatalf("frames %g within what keeps them apart: %d", -off, want)
			}
			for _, by := range []float64{0x1p-30, 0x1p30} {
				fs, gs := scaledFrame(f, by), scaledFrame(g, by)
				if got := fs.meetsFrame(&gs); got != want {
					t.Fatalf("frames %g beyond touching: %d, and %d times %g", off, want, got, by)
				}
			}
		}
	}
	if min(counts[0], counts[1], counts[2]) < 400 {
		t.Errorf("unsure, apart and in contact: %v", counts)
	}
}

// touching returns how far g must go for the filter to stop being sure of a contact.
func touching(f, g *frame, way geom.Vec) float64 {
	lo, hi := 0.0, 10.0
	for range 80 {
		at := (lo + hi) / 2
		if g.center = way.Scale(at); f.meetsFrame(g) == sureNo {
			hi = at
		} else {
			lo = at
		}
	}
	return lo
}

func scaledFrame(f frame, by float64) frame {
	f.center, f.size, f.slack = f.center.Scale(by), f.size*by, f.slack*by
	for i := range 3 {
		f.axis[i], f.normal[i] = f.axis[i].Scale(by), f.normal[i].Scale(by*by)
		f.length[i], f.area[i], f.height[i] = f.length[i]*by, f.area[i]*by*by, f.height[i]*by*by*by
	}
	return f
}

// TestBallsErrorFollowsTheFarthestCorner: a triangle that reaches far is nowhere known better.
func TestBallsErrorFollowsTheFarthestCorner(t *testing.T) {
	t.Parallel()
	for _, way := range ways() {
		for turn := range 3 {
			var q geom.Triangle
			q[turn] = way
			q[(turn+1)%3] = way.Add(geom.Vec{X: way.Y, Y: way.Z, Z: way.X}.Scale(0x1p20))
			q[(turn+2)%3] = way.Add(geom.Vec{X: way.Z, Y: way.X, Z: way.Y}.Scale(0x1p20))
			for _, c := range []struct {
				gap  float64
				want verdict
			}{{0x1p-26, sureNo}, {0x1p-28, unsure}, {-0x1p-28, unsure}, {-0x1p-26, sureYes}} {
				if got := ballFilter(&geom.Sphere{Radius: 1 - c.gap}, &q); got != c.want {
					t.Errorf("a ball %g from the near corner of %v: %d, want %d", c.gap, q, got, c.want)
				}
			}
		}
	}
}
