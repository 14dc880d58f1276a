package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/measure"
	harness "github.com/collide-go/collide/internal/peers"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// peerPackages are Debian's names of what the servers are built from.
const peerPackages = "g++ make libfcl-dev libccd-dev libeigen3-dev libcgal-dev libgmp-dev libmpfr-dev libembree-dev libtbb-dev libbullet-dev libode-dev"

// runPeers asks other libraries what auto and bvh are asked.
func runPeers(ctx context.Context, o *Options) (*Report, error) {
	pairs, err := peerPairs(ctx, o)
	if err != nil {
		return nil, err
	}
	servers := o.Servers
	if servers == "" {
		servers = harness.Servers
	}
	found, err := harness.Measure(ctx, servers, pairs, choose(o, 1, 3, 7), harness.Limits{}, func(share float64) { o.show("peers", share) })
	if errors.Is(err, harness.ErrNoServers) {
		return nil, fmt.Errorf("%w; on Debian, in the root of a checkout: apt-get install %s && make -C bench/peers/cpp", err, peerPackages)
	}
	if err != nil {
		return nil, err
	}
	return peersReport(pairs, found), nil
}

// peersReport makes a table a pair and one of ratios.
func peersReport(pairs []harness.Pair, found *harness.Outcome) *Report {
	r := newReport("peers", "peers: other libraries and this one", "Of no paper: the libraries as Debian ships them; see bench/peers/README.md.")
	r.Notes = []string{
		"One thread each; µs a query, the median over rounds that are interleaved engine by engine, then the mean over the poses. " +
			"Wrong answers are booleans and pairs of triangles that differ from the exact ones of collide-bvh.",
		strings.Join(found.Engines, "; ") + ".",
	}
	if len(found.Skipped) > 0 {
		r.Notes = append(r.Notes, "Not run, their servers are not built: "+strings.Join(found.Skipped, ", ")+".")
	}
	for i, lines := range found.Lines {
		p := &pairs[i]
		t := r.table(p.Name, fmt.Sprintf("%s: %s × %s triangles, %d poses", p.Name, grouped(int64(len(p.A.Triangles))), grouped(int64(len(p.B.Triangles))), len(p.Poses)),
			"engine", "build ms", "boolean µs far", "close", "touching", "all µs far", "close", "touching", "wrong")
		for _, l := range lines {
			cells := []Cell{Text(l.Engine), Number(l.Build)}
			for _, x := range append(l.Boolean[:3:3], l.All[:3]...) {
				cells = append(cells, measured(x))
			}
			t.Add(append(cells, Count(l.Wrong))...)
		}
	}
	peerRatios(r, found)
	return r
}

// measured is a figure, or nothing for 0.
func measured(x float64) Cell {
	if x == 0 {
		return Cell{}
	}
	return Number(x)
}

// peerRatios adds the geometric means over the pairs of what engines take, in units of
// what auto takes.
func peerRatios(r *Report, found *harness.Outcome) {
	t := r.table("ratios", "Geometric means over the pairs, in times of collide-auto", "engine", "build", "boolean", "all contacts", "wrong")
	for k := range found.Lines[0] {
		var build, boolean, all []float64
		wrong := 0
		for _, lines := range found.Lines {
			l, base := &lines[k], autoLine(lines)
			build = append(build, l.Build/base.Build)
			boolean = append(boolean, l.Boolean[3]/base.Boolean[3])
			all = append(all, l.All[3]/base.All[3])
			wrong += l.Wrong
		}
		t.Add(Text(found.Lines[0][k].Engine), measured(measure.GeometricMean(build)), measured(measure.GeometricMean(boolean)), measured(measure.GeometricMean(all)), Count(wrong))
	}
}

func autoLine(lines []harness.Line) *harness.Line {
	for i := range lines {
		if lines[i].Engine == "collide-auto" {
			return &lines[i]
		}
	}
	panic("bench: the harness did not measure auto")
}

// peerPairs are spheres, knots, and cubes of many faces that come to lie face to face.
func peerPairs(ctx context.Context, o *Options) ([]harness.Pair, error) {
	facets, poses := choose(o, 100, 20_000, 70_000), choose(o, 3, 30, 150)
	shapes := bodyShapes(facets)
	draws := newDraws(max(o.Seed, 1))
	var pairs []harness.Pair
	for _, s := range []struct {
		name  string
		shape *scene.Procedural
	}{{"spheres", &shapes[0]}, {"knots", &shapes[3]}} {
		m := s.shape.Mesh()
		turned, err := approach(ctx, m, poses, draws)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, harness.Pair{Name: s.name, A: m, B: m, Poses: turned})
	}
	detail := int(math.Sqrt(float64(facets) / 12))
	cube := (&scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 2, Y: 2, Z: 2}, Detail: detail}).Mesh()
	var faces []geom.Pose
	for k := range poses {
		p := geom.Identity
		p.T = geom.Vec{X: [3]float64{6, 2.03125, 2}[k%3], Y: float64(k%7) / 16, Z: float64(k%5) / 16}
		faces = append(faces, p)
	}
	return append(pairs, harness.Pair{Name: "cubes", A: cube, B: cube, Poses: faces}), nil
}

// approach places a mesh under random rotations next to itself: far apart, a fiftieth of
// the distance of contact before it touches, and a fiftieth closer than contact.
func approach(ctx context.Context, m *mesh.Mesh, n int, draws draws) ([]geom.Pose, error) {
	model := collide.NewModel(m)
	d, err := collide.NewDetector([]collide.Body{{Shape: model}, {Shape: model}}, collide.Options{Workers: 1, First: true})
	if err != nil {
		return nil, err
	}
	var poses []geom.Pose
	for k := range n {
		p, way := draws.rotation(geom.Vec{}), draws.direction()
		lo, hi := 0.0, 4.0 // touching, apart
		for range 20 {
			p.T = way.Scale((lo + hi) / 2)
			if err := d.SetPose(0, p); err != nil {
				return nil, err
			}
			r, err := d.Detect(ctx)
			switch {
			case err != nil:
				return nil, err
			case r.Verdict == collide.InContact:
				lo = (lo + hi) / 2
			default:
				hi = (lo + hi) / 2
			}
		}
		p.T = way.Scale([3]float64{6, 1.02 * hi, 0.98 * lo}[k%3])
		poses = append(poses, p)
	}
	return poses, nil
}
