package narrow

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/round"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
)

// ownSearches are the searches of a pair of surfaces in every kind of volume.
func ownSearches(a, b *Surface) map[string]NearSearch {
	var (
		o NearVolumes[volume.OBB, *volume.OBB]
		s NearVolumes[volume.Ball, *volume.Ball]
		h NearVolumes[volume.SphereOBB, *volume.SphereOBB]
		d NearVolumes[volume.DOP, *volume.DOP]
	)
	o.SetLocal(a, b, tree.BuildOBB(soupOf(a), tree.OBBOptions{}), tree.BuildOBB(soupOf(b), tree.OBBOptions{LeafSize: 3}))
	s.SetLocal(a, b, tree.BuildSphere(soupOf(a), tree.SphereOptions{LeafSize: 2}), tree.BuildSphere(soupOf(b), tree.SphereOptions{}))
	h.SetLocal(a, b, tree.BuildSphereOBB(soupOf(a), tree.OBBOptions{}), tree.BuildSphereOBB(soupOf(b), tree.OBBOptions{}))
	d.SetWorld(a, b, worldDOPs(a), worldDOPs(b))
	return map[string]NearSearch{"obb": &o, "sphere": &s, "hybrid": &h, "dop": &d}
}

// nearestOfAll measures every pair of triangles: the lowest nearest pair, and the square of its distance.
func nearestOfAll(a, b *Surface) (at Pair, least predicate.Square) {
	var tally predicate.Tally
	var p, q geom.Triangle
	for i := range a.Mesh.Triangles {
		a.Triangle(uint32(i), &p)
		for j := range b.Mesh.Triangles {
			b.Triangle(uint32(j), &q)
			if n := tally.Distance(&p, &q); !least.Known() || n.Square.Compare(&least) < 0 {
				at, least = Pair{uint32(i), uint32(j)}, n.Square
			}
		}
	}
	return at, least
}

func TestVolumesFindTheNearestPair(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 91))
	measured, pairs := int64(0), int64(0)
	for range require.Cases(60, 8) {
		a, b := soup(random(r), 1+r.IntN(40), r.IntN(2) == 0), soup(random(r), 1+r.IntN(40), r.IntN(2) == 0)
		p := poses(r)
		p[1].T = p[1].T.Add(geom.Vec{X: 4 * r.Float64(), Y: 2 * r.Float64()})
		a.SetPose(&p[0])
		b.SetPose(&p[1])
		want, least := nearestOfAll(&a, &b)
		for kind, in := range ownSearches(&a, &b) {
			n := Near{Worker: &Worker{Control: control()}}
			n.StartIn(in, &a, &b, math.Inf(1))
			if !n.Nearest() || !slices.ContainsFunc(n.Found(), func(c NearPair) bool { return c.Pair == want }) {
				t.Fatalf("%s: %v is not among %v", kind, want, n.Found())
			}
			measured, pairs = measured+n.Worker.PrimitiveTests, pairs+int64(len(a.Mesh.Triangles)*len(b.Mesh.Triangles))
			n.StartIn(in, &a, &b, round.Up(least.Root()))
			if !n.Within(least.Root(), false) || !slices.ContainsFunc(n.Found(), func(c NearPair) bool { return c.Pair == want }) {
				t.Fatalf("%s: %v is not among those within %v", kind, want, least.Root())
			}
		}
	}
	if measured*4 > pairs {
		t.Errorf("%d of %d pairs are measured", measured, pairs)
	}
}

// TestVolumesKeepWhatIsNear puts two points at a distance from each other: at that distance no kind of volume may call
// them farther apart, and most must at a distance that is a little smaller.
func TestVolumesKeepWhatIsNear(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 92))
	tight, all := 0, 0
	for range require.Samples(6000, 750, 375) {
		a, b := pointSurface(r), pointSurface(r)
		p, q := drawPose(r), drawPose(r)
		way := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(math.Exp2(40*r.Float64() - 30))
		if r.IntN(3) == 0 {
			way = geom.Vec{X: way.X, Y: way.X} // along a diagonal of the DOPs
		}
		q.T = p.Apply(a.Mesh.Vertices[0]).Sub(q.R.MulVec(b.Mesh.Vertices[0])).Add(way)
		a.SetPose(&p)
		b.SetPose(&q)
		_, square := nearestOfAll(&a, &b)
		d := square.Root()
		for kind, in := range ownSearches(&a, &b) {
			n := Near{Worker: &Worker{Control: control()}}
			for _, most := range []float64{round.Up(d), 2 * d, d * (1 + 1e-12)} {
				if n.StartIn(in, &a, &b, most); !n.Nearest() || len(n.Found()) != 1 {
					t.Fatalf("%s: points %v apart are left out within %v: poses %v and %v", kind, d, most, p, q)
				}
			}
			all++
			if n.StartIn(in, &a, &b, 0.4*d); n.Nearest() && n.Worker.PrimitiveTests == 3 {
				tight++
			}
		}
	}
	if tight < all/2 {
		t.Errorf("%d of %d pairs are left out at 0.4 of their distance", tight, all)
	}
}
