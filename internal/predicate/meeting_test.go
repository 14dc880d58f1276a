package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// TestMeetAgreesWithIntersect: the common set of two triangles is a point, a segment or a
// polygon exactly where Meet reports one; on a coarse lattice everything degenerate happens.
func TestMeetAgreesWithIntersect(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	want := map[Meeting]Kind{MeetNowhere: Apart, MeetPoint: Point, MeetLine: Segment, MeetAcross: Segment, MeetArea: Polygon}
	seen := map[Meeting]int{}
	var tally Tally
	for range require.Samples(200_000, 20_000, 10_000) {
		flat := r.IntN(7)
		scale := math.Ldexp(1, r.IntN(600)-300)
		corner := func() geom.Vec {
			v := geom.Vec{X: float64(r.IntN(4)), Y: float64(r.IntN(4)), Z: float64(r.IntN(4))}
			switch flat { // both in one plane
			case 0:
				v.Z = v.X
			case 1:
				v.X = 3
			case 2:
				v.Y = 2
			case 3:
				v.Z = 1
			}
			return v.Scale(scale)
		}
		p, q := geom.Triangle{corner(), corner(), corner()}, geom.Triangle{corner(), corner(), corner()}
		m, i, k := tally.Meet(&p, &q)
		seen[m]++
		if touch := tally.TriangleTriangle(&p, &q); m != MeetDegenerate && touch != (m != MeetNowhere) {
			t.Fatalf("%v, %v: meeting %d, but touch is %v", p, q, m, touch)
		}
		if m == MeetDegenerate {
			if !Collinear(p[0], p[1], p[2]) && !Collinear(q[0], q[1], q[2]) {
				t.Fatalf("%v, %v: degenerate", p, q)
			}
			continue
		}
		common := tally.Intersect(&p, &q)
		if common.Kind != want[m] {
			t.Fatalf("%v, %v: meeting %d, Intersect finds a %v", p, q, m, common.Kind)
		}
		if n, _, _ := tally.Meet(&q, &p); n != m {
			t.Fatalf("%v, %v: meeting %d, swapped %d", p, q, m, n)
		}
		if m != MeetLine && (i != Inner || k != Inner) || m == MeetLine && i == Inner && k == Inner {
			t.Fatalf("%v, %v: meeting %d along edges %d and %d", p, q, m, i, k)
		}
		if m == MeetLine { // the ends of the segment lie on the edges named
			for _, end := range common.Points[:2] {
				if i != Inner && !Collinear(p[i], p[(i+1)%3], end) || k != Inner && !Collinear(q[k], q[(k+1)%3], end) {
					if isLattice(end, scale) { // other ends are rounded
						t.Fatalf("%v, %v: %v is not on edges %d and %d", p, q, end, i, k)
					}
				}
			}
		}
		if pierces := tally.Pierces(&p, &q) || tally.Pierces(&q, &p); pierces && m != MeetAcross {
			t.Fatalf("%v, %v: an edge passes through the inside, meeting %d", p, q, m)
		}
	}
	for m := MeetNowhere; m <= MeetDegenerate; m++ {
		if seen[m] < require.Cases(500, 50) {
			t.Errorf("meeting %d was seen %d times", m, seen[m])
		}
	}
}

func isLattice(v geom.Vec, scale float64) bool {
	v = v.Scale(1 / scale)
	return v.X == math.Trunc(v.X) && v.Y == math.Trunc(v.Y) && v.Z == math.Trunc(v.Z)
}

// TestTurn: half planes at all angles of a lattice, in order.
func TestTurn(t *testing.T) {
	var tally Tally
	a, b := geom.Vec{X: 1, Y: 2, Z: 3}, geom.Vec{X: 1, Y: 2, Z: 5}
	ring := []geom.Vec{{X: 1}, {X: 2, Y: 1}, {Y: 1}, {X: -3, Y: 2}, {X: -1}, {X: -1, Y: -1}, {Y: -2}, {X: 4, Y: -1}}
	for i, u := range ring {
		for k, v := range ring {
			want := TurnNone
			switch {
			case i == k:
			case u.X*v.Y == u.Y*v.X:
				want = TurnHalf
			case u.X*v.Y-u.Y*v.X > 0:
				want = TurnLeft
			default:
				want = TurnRight
			}
			x, y := a.Add(u), a.Add(v)
			x.Z, y.Z = 7, -4 // along the line nothing matters
			if got := tally.Turn(a, b, x, y); got != want {
				t.Errorf("from %v to %v: turn %d, want %d", u, v, got, want)
			}
		}
	}
}

// TestVolumeSign: a thin wedge far from the origin, where rounding decides nothing.
func TestVolumeSign(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	exact := 0
	for range 2000 {
		far := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(math.Ldexp(1, r.IntN(30)))
		thin := math.Ldexp(1, -r.IntN(40))
		var v [4]geom.Vec
		for i := range v {
			v[i] = geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64() * thin}.Add(far)
		}
		want := Orient3D(v[0], v[1], v[2], v[3])
		faces := []geom.Triangle{{v[0], v[2], v[1]}, {v[0], v[1], v[3]}, {v[1], v[2], v[3]}, {v[2], v[0], v[3]}}
		var volume Volume
		for i := range faces {
			volume.Add(&faces[i])
		}
		asked := false
		got := volume.Sign(func(i int) geom.Triangle { asked = true; return faces[i] })
		if got != want {
			t.Fatalf("%v: sign %d, want %d", v, got, want)
		}
		if asked {
			exact++
		}
	}
	if exact < 200 || exact > 1800 {
		t.Errorf("%d of 2000 were decided in integers", exact)
	}
}
