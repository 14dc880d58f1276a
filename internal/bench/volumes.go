package bench

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"time"
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/internal/tape"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/predicate"
)

// encounter is two patches under poses at random distances from each other: from
// one in the other to twice as far as where their balls part.
type encounter struct {
	a, b         *tree.Soup
	poseA, poseB geom.Pose
	touching     bool
}

// meet draws n encounters.
func meet(r draws, patches []patch, n int) []encounter {
	list := make([]encounter, n)
	for i := range list {
		e := &list[i]
		p, q := &patches[r.IntN(len(patches))], &patches[r.IntN(len(patches))]
		e.a, e.b = p.soup, q.soup
		e.poseA, e.poseB = r.rotation(p.center), r.rotation(q.center)
		apart := r.direction().Scale(2 * r.Float64() * (p.radius + q.radius))
		e.poseB.T = e.poseB.T.Add(p.center.Sub(q.center)).Add(apart)
		e.touching = touch(posed(e.a, &e.poseA), posed(e.b, &e.poseB))
	}
	return list
}

// touch tries every pair of triangles.
func touch(a, b *tree.Soup) bool {
	boxes := make([]geom.AABB, len(b.Triangles))
	for j := range boxes {
		t := triangle(b, j)
		boxes[j] = t.Bounds()
	}
	for i := range a.Triangles {
		p := triangle(a, i)
		box := p.Bounds()
		for j := range boxes {
			if !box.Overlaps(&boxes[j]) {
				continue
			}
			if q := triangle(b, j); predicate.TriangleTriangle(&p, &q) {
				return true
			}
		}
	}
	return false
}

// volumeRow is what is measured of a kind of volume.
type volumeRow struct {
	name  string
	bytes int
	// test is the ns of an overlap test; falsely the share of encounters let through
	// of those that do not touch, level by level.
	test    []float64
	falsely []float64
	// fill is the volume over the volume of the mesh in it, geometric mean.
	fill float64
	// follow and deform are the ns a node to bring a hierarchy up to date after a
	// rigid motion and after a deformation; how names the procedure.
	follow, deform []float64
	how            string
}

// volumeTest is a kind of volume. Once it is prepared, each call of the others measures once
// more.
type volumeTest struct {
	row                  *volumeRow
	prepare              func(levels [][]encounter, meshes []*tree.Soup, r draws)
	test, follow, deform func() float64
}

// volumeKind is how a kind of volume is made.
type volumeKind[V any, P tree.Volume[V]] struct {
	name, how string
	build     func(*tree.Soup) *tree.Of[V]
	// refit brings a hierarchy up to date with vertices, nil if it is built again;
	// inWorld: it also is how the hierarchy follows a motion, else volumes are turned.
	refit   func(*tree.Of[V], *tree.Soup)
	inWorld bool
}

// fit is the volume around a soup under a pose, in the world.
func (k *volumeKind[V, P]) fit(s *tree.Soup, pose *geom.Pose) V {
	if k.inWorld {
		return k.build(posed(s, pose)).Nodes[0].Volume
	}
	var v V
	P(&k.build(s).Nodes[0].Volume).Turn(pose, &v)
	return v
}

// unprepared returns the kind with a row that has no figures.
func (k volumeKind[V, P]) unprepared() *volumeTest {
	var v V
	t := &volumeTest{row: &volumeRow{name: k.name, how: k.how, bytes: int(unsafe.Sizeof(v))}}
	t.prepare = func(levels [][]encounter, meshes []*tree.Soup, r draws) { k.prepare(t, levels, meshes, r) }
	return t
}

// prepare judges the volume on the encounters of each level and the whole meshes, and makes
// what measures its times.
func (k *volumeKind[V, P]) prepare(t *volumeTest, levels [][]encounter, meshes []*tree.Soup, r draws) {
	row := t.row
	var pairs [][2]V
	for _, level := range levels {
		apart, passed := 0, 0
		for i := range level {
			e := &level[i]
			p := [2]V{k.fit(e.a, &e.poseA), k.fit(e.b, &e.poseB)}
			pairs = append(pairs, p)
			if e.touching {
				continue
			}
			apart++
			if !P(&p[0]).Apart(&p[1], 0) {
				passed++
			}
		}
		row.falsely = append(row.falsely, per(float64(passed), float64(apart)))
	}
	row.fill = k.fill(meshes, r)
	t.test, t.follow, t.deform = k.timeTest(pairs), k.timeFollow(meshes[len(meshes)-1], r), k.timeDeform(meshes[len(meshes)-1])
}

// fill estimates volumes by random points: 2 % at a share of a half.
func (k *volumeKind[V, P]) fill(meshes []*tree.Soup, r draws) float64 {
	const points, turns = 2000, 4
	logs := 0.0
	for _, s := range meshes {
		for range turns {
			pose := r.rotation(geom.Vec{})
			v := k.fit(s, &pose)
			box := P(&v).Bounds()
			size := box.Size()
			in := 0
			for range points {
				if P(&v).Contains(box.Min.Add(geom.Vec{X: size.X * r.Float64(), Y: size.Y * r.Float64(), Z: size.Z * r.Float64()})) {
					in++
				}
			}
			logs += math.Log(size.X * size.Y * size.Z * float64(in) / points / enclosed(s))
		}
	}
	return math.Exp(logs / float64(turns*len(meshes)))
}

// enclosed is the volume inside a closed mesh, by the divergence theorem.
func enclosed(s *tree.Soup) float64 {
	v := 0.0
	for i := range s.Triangles {
		t := triangle(s, i)
		v += t[0].Dot(t[1].Cross(t[2])) / 6
	}
	return math.Abs(v)
}

func (k *volumeKind[V, P]) timeTest(pairs [][2]V) func() float64 {
	return func() float64 {
		n, apart := 0, 0
		start := time.Now()
		for time.Since(start) < 2*time.Millisecond {
			for i := range pairs {
				if P(&pairs[i][0]).Apart(&pairs[i][1], 0) {
					apart++
				}
			}
			n += len(pairs)
		}
		runtime.KeepAlive(apart)
		return float64(time.Since(start)) / float64(n)
	}
}

// timeFollow brings a hierarchy into the world under a motion.
func (k *volumeKind[V, P]) timeFollow(s *tree.Soup, r draws) func() float64 {
	t := k.build(s)
	pose := r.rotation(geom.Vec{})
	out := make([]V, len(t.Nodes))
	w := posed(s, &pose)
	return func() float64 {
		n := 0
		start := time.Now()
		for time.Since(start) < 2*time.Millisecond {
			if k.inWorld {
				for i, v := range s.Vertices {
					w.Vertices[i] = pose.Apply(v)
				}
				k.refit(t, w)
			} else {
				for i := range t.Nodes {
					P(&t.Nodes[i].Volume).Turn(&pose, &out[i])
				}
			}
			n += len(t.Nodes)
		}
		return float64(time.Since(start)) / float64(n)
	}
}

func (k *volumeKind[V, P]) timeDeform(s *tree.Soup) func() float64 {
	t := k.build(s)
	return func() float64 {
		n := 0
		start := time.Now()
		for time.Since(start) < 2*time.Millisecond {
			if k.refit != nil {
				k.refit(t, s)
			} else {
				t = k.build(s)
			}
			n += len(t.Nodes)
		}
		return float64(time.Since(start)) / float64(n)
	}
}

// volumeTests are the kinds of the paper's Table 1.
func volumeTests() []*volumeTest {
	sphere := volumeKind[volume.Ball, *volume.Ball]{name: "sphere", how: "centre moved; refitted",
		build: func(s *tree.Soup) *tree.Of[volume.Ball] { return tree.BuildSphere(s, tree.SphereOptions{}) }, refit: tree.RefitSphere}
	box := volumeKind[alignedBox, *alignedBox]{name: "AABB", how: "refitted in the world", inWorld: true, build: buildBoxes, refit: refitBoxes}
	obb := volumeKind[volume.OBB, *volume.OBB]{name: "OBB", how: "turned; built again",
		build: func(s *tree.Soup) *tree.Of[volume.OBB] { return tree.BuildOBB(s, tree.OBBOptions{}) }}
	dop := volumeKind[volume.DOP, *volume.DOP]{name: "18-DOP", how: "refitted in the world", inWorld: true,
		build: func(s *tree.Soup) *tree.Of[volume.DOP] { return tree.BuildDOP(s, tree.DOPOptions{}) }, refit: tree.RefitDOP}
	hybrid := volumeKind[volume.SphereOBB, *volume.SphereOBB]{name: "Sphere-OBB", how: "turned; built again",
		build: func(s *tree.Soup) *tree.Of[volume.SphereOBB] { return tree.BuildSphereOBB(s, tree.OBBOptions{}) }}
	return []*volumeTest{sphere.unprepared(), box.unprepared(), obb.unprepared(), dop.unprepared(), hybrid.unprepared()}
}

// figures lists what was measured of a kind of volume.
func (row *volumeRow) figures(p *tape.Part) {
	p.Figure(row.name, "let through falsely, by level", &row.falsely)
	p.Expect(len(row.falsely) == volumeLevels, "three numbers: bodies, patches, triangles")
	p.Figure(row.name, "volume over that of the mesh", &row.fill)
	p.Figure(row.name, "ns a test, by round", &row.test)
	p.Figure(row.name, "ns a node to follow a motion, by round", &row.follow)
	p.Figure(row.name, "ns a node to follow a deformation, by round", &row.deform)
}

// volumeLevels is the number of levels of encounters: bodies, patches, triangles.
const volumeLevels = 3

// volumes measures the paper's Table 1.
func (o *Options) volumes(ctx context.Context, r *Report) error {
	n, tests := choose(o, 60, 1000, 4000), volumeTests()
	var disturbed disturbance
	err := o.tape.Do("volumes", func() (err error) {
		disturbed, err = o.measureVolumes(ctx, tests, n)
		return err
	}, func(p *tape.Part) {
		disturbed.figures(p)
		for _, t := range tests {
			t.row.figures(p)
		}
	})
	if err != nil {
		return err
	}
	o.addVolumes(r, tests, n, disturbed)
	return nil
}

// measureVolumes fills the rows of all kinds, by n encounters a level.
func (o *Options) measureVolumes(ctx context.Context, tests []*volumeTest, n int) (disturbance, error) {
	seed := max(o.Seed, 1)
	var meshes []*tree.Soup
	for _, p := range bodyShapes(choose(o, 60, 500, 500)) {
		meshes = append(meshes, soupOf(&p))
	}
	d := newDraws(seed)
	var levels [][]encounter
	for _, patches := range [volumeLevels][]patch{wholes(meshes), parts(meshes, 16), parts(meshes, 1)} {
		levels = append(levels, meet(d, patches, n))
		if err := ctx.Err(); err != nil {
			return disturbance{}, err
		}
	}
	for _, t := range tests {
		t.prepare(levels, meshes, newDraws(seed))
	}
	return o.window(func() error { return o.timeVolumes(ctx, tests, choose(o, 2, 15, 45)) }, func() error { return nil })
}

// timeVolumes takes the times of all kinds in turn, round by round. It forgets earlier ones.
func (o *Options) timeVolumes(ctx context.Context, tests []*volumeTest, rounds int) error {
	for i := range tests {
		tests[i].row.test, tests[i].row.follow, tests[i].row.deform = nil, nil, nil
	}
	for k := range rounds {
		for i := range tests {
			t := tests[(i+k)%len(tests)]
			t.row.test = append(t.row.test, t.test())
			t.row.follow = append(t.row.follow, t.follow())
			t.row.deform = append(t.row.deform, t.deform())
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		o.show("measuring volumes", float64(k+1)/float64(rounds))
	}
	return nil
}

func wholes(meshes []*tree.Soup) []patch {
	var list []patch
	for _, s := range meshes {
		all := make([]uint32, len(s.Triangles))
		for i := range all {
			all[i] = uint32(i)
		}
		list = append(list, part(s, all))
	}
	return list
}

func (o *Options) addVolumes(r *Report, tests []*volumeTest, n int, d disturbance) {
	t := r.table("volumes", "Table 1: volumes by test cost, tightness and update cost",
		"volume", "bytes", "test ns", "± %", "let through: bodies %", "patches %", "triangles %", "volume ÷ mesh", "follow a motion ns", "follow a deformation ns", "how", "note")
	for _, k := range tests {
		row := k.row
		t.Add(Text(row.name), Count(row.bytes), Number(measure.Mean(row.test)), Number(100*measure.Spread(row.test)),
			Number(100*row.falsely[0]), Number(100*row.falsely[1]), Number(100*row.falsely[2]),
			Number(row.fill), Number(measure.Mean(row.follow)), Number(measure.Mean(row.deform)), Text(row.how), Text(d.note()))
	}
	t.Notes = []string{
		fmt.Sprintf("Per level %s random encounters of bodies, of patches of up to 16 triangles, of single triangles, half of them with balls apart: "+
			"the test is timed on all of them in turn, means over rounds, and \"let through\" is the share not rejected of those whose triangles do not touch.", grouped(int64(n))),
		"Volume ÷ mesh: geometric mean over sphere, box, torus and knot under random rotations. Update costs are per node of the knot's hierarchy, in float64 and plain Go.",
	}
	names, test, leaks := []string{}, []float64{}, []float64{}
	for _, k := range tests {
		names = append(names, k.row.name)
		test = append(test, measure.Mean(k.row.test))
		leaks = append(leaks, 100*k.row.falsely[1])
	}
	r.Plots = append(r.Plots, Plot{
		Name: "volumes", Table: "volumes", Title: "A cheap test lets more through", Y: "ns a test; % let through",
		Groups: names, Bars: []Bars{{"ns a test", test}, {"% of patches apart\nthat pass", leaks}},
	})
	r.claim(volumeClaim(figuresOf(tests, "sphere"), figuresOf(tests, "OBB"), figuresOf(tests, "Sphere-OBB")))
}
