package narrow

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
)

// duo is two bodies with what a front needs from frame to frame.
type duo struct {
	surface  [2]*Surface
	posed    [2]PosedBlocks
	corners  [2]tree.Corners
	drift    [2]Drift
	versions [2]int
	refitter tree.Refitter
	front    Front
	search   FrontSearch
	w        Worker
	pairs    []Pair
}

func newDuo(a, b *Surface, width int, opt FrontOptions) *duo {
	d := &duo{surface: [2]*Surface{a, b}}
	for i, s := range d.surface {
		d.posed[i].Take(tree.BuildBlocks(tree.BuildDOP(soupOf(s), tree.DOPOptions{}), width), &d.corners[i])
	}
	d.search = FrontSearch{FrontOptions: opt, A: &d.posed[0], B: &d.posed[1]}
	return d
}

// frame brings everything up to date with the surfaces' poses.
func (d *duo) frame(c *Control) []Pair {
	for i, s := range d.surface {
		d.drift[i].Follow(s, d.versions[i])
		d.posed[i].Shape.SetCorners(&d.corners[i], soupOf(s))
		d.posed[i].Set(s, d.search.Level, &d.refitter, geom.Vec{})
	}
	d.front.Advance(Approach(&d.drift[0], &d.drift[1]))
	d.w.Control = c
	d.w.Begin()
	d.pairs = d.pairs[:0]
	for i := 0; i < d.front.Pieces(); { // seeds make more
		if d.search.Plain || !d.front.Idle(i) {
			d.pairs = d.search.Run(&d.w, &d.front, i, d.pairs)
			for _, seed := range d.search.Seeds {
				d.front.Add(seed)
			}
		}
		i++
	}
	return sorted(d.pairs)
}

// walk is a random motion: steps of every size, standstill, jumps, matrices that
// are not rigid.
func walk(r *rand.Rand, p geom.Pose) geom.Pose {
	switch r.IntN(12) {
	case 0, 1:
		return p
	case 2:
		return geom.Pose{R: rotation(r), T: geom.Vec{X: 0.5 * r.NormFloat64(), Y: 0.5 * r.NormFloat64()}}
	case 3:
		p.R[r.IntN(9)] += 0.01 * r.NormFloat64()
		return p
	}
	step := math.Pow(10, -1-3*r.Float64())
	turn := turned1(step*r.NormFloat64(), r.IntN(3))
	p = p.Compose(&turn)
	p.T = p.T.Add(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(step))
	return p
}

// turned1 is a rotation about an axis.
func turned1(angle float64, axis int) geom.Pose {
	c, s := math.Cos(angle), math.Sin(angle)
	p := geom.Identity
	i, j := (axis+1)%3, (axis+2)%3
	p.R[4*i], p.R[4*j], p.R[3*i+j], p.R[3*j+i] = c, c, -s, s
	return p
}

// Every front finds what brute force finds, on every frame of every motion, with
// meshes that deform and frames that are cut short.
func TestFrontEqualsBrute(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	found, idle := 0, 0
	cases := require.Samples(40, 12, 7)
	for round := range cases {
		lattice := r.IntN(3) == 0
		a, b := soup(random(r), 1+r.IntN(70), lattice), soup(random(r), 1+r.IntN(70), lattice)
		var duos []*duo
		for _, level := range simd.Levels() {
			for _, width := range []int{2, 8} {
				duos = append(duos, newDuo(&a, &b, width, FrontOptions{Level: level}),
					newDuo(&a, &b, width, FrontOptions{Level: level, Plain: true}),
					newDuo(&a, &b, width, FrontOptions{Level: level, Strict: true}),
					newDuo(&a, &b, width, FrontOptions{Level: level, PieceSize: 3}))
			}
		}
		p := [2]geom.Pose{{R: rotation(r)}, {R: rotation(r), T: geom.Vec{X: 0.5 + 0.1*float64(round%8)}}}
		for frame := range 40 {
			for k := range p {
				p[k] = walk(r, p[k])
			}
			a.SetPose(&p[0])
			b.SetPose(&p[1])
			if frame%13 == 12 {
				a.Mesh.Vertices[0].X += 0.1
				a.Tree.Refit(boxesOf(&a))
				a.SetPose(&p[0])
			}
			s := Search{a: &a, b: &b}
			want := brute(&s)
			found += len(want)
			for k, d := range duos {
				d.versions[0] = frame / 13
				if frame%13 == 12 {
					d.versions[0]++
				}
				if frame%7 == 6 {
					c := &Control{}
					c.Reset(context.Background(), 0, int64(1+r.IntN(200)))
					for _, q := range d.frame(c) {
						if !slices.Contains(want, q) {
							t.Fatalf("round %d frame %d front %d: a cut search found %v", round, frame, k, q)
						}
					}
				}
				if got := d.frame(control()); !slices.Equal(got, want) {
					t.Fatalf("round %d frame %d front %d: found %v, brute %v", round, frame, k, got, want)
				}
				if d.w.BVTests == 0 {
					idle++
				}
			}
		}
	}
	if found < cases*25 || idle < cases*5/2 {
		t.Errorf("%d contacts, %d idle frames: the motions prove little", found, idle)
	}
}

func boxesOf(s *Surface) []geom.AABB {
	boxes := make([]geom.AABB, len(s.Mesh.Triangles))
	for i := range boxes {
		tri := s.Mesh.Triangle(i)
		boxes[i] = tri.Bounds()
	}
	return boxes
}

// Points of two moving bodies never come closer than Approach says.
func TestApproachBoundsMotion(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for range 300 {
		a, b := soup(random(r), 5, false), soup(random(r), 5, false)
		p := [2]geom.Pose{{R: rotation(r)}, {R: rotation(r), T: geom.Vec{X: 2 * r.NormFloat64()}}}
		var da, db Drift
		var before [5]float64
		for frame := range 6 {
			for k := range p {
				p[k] = walk(r, p[k])
			}
			a.SetPose(&p[0])
			b.SetPose(&p[1])
			da.Follow(&a, 0)
			db.Follow(&b, 0)
			m := Approach(&da, &db)
			if frame == 0 && !math.IsInf(m, 1) {
				t.Fatal("a bound without a frame before")
			}
			for i := range before {
				var x, y geom.Triangle
				a.Triangle(uint32(i), &x)
				b.Triangle(uint32(i), &y)
				gap := x[i%3].Sub(y[(i+1)%3])
				now := math.Sqrt(gap.Dot(gap))
				if frame > 0 && before[i]-now > m*(1+1e-9) {
					t.Fatalf("points came closer by %g, the bound is %g", before[i]-now, m)
				}
				before[i] = now
			}
		}
	}
}

// ring is a torus of 2·around·section triangles, 2.6 across.
func ring(around, section int) Surface {
	var s soupBuilder
	at := func(i, j int) geom.Vec {
		u, v := 2*math.Pi*float64(i)/float64(around), 2*math.Pi*float64(j)/float64(section)
		r := 1 + 0.3*math.Cos(v)
		return geom.Vec{X: r * math.Cos(u), Y: r * math.Sin(u), Z: 0.3 * math.Sin(v)}
	}
	for i := range around {
		for j := range section {
			p, q, x, y := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
			s.add(p, q, x)
			s.add(p, x, y)
		}
	}
	return s.surface()
}

// visits runs a motion and counts the test-tree nodes evaluated by a front, kept or
// forgotten, that descends one side at a time to two children a step.
func visits(a, b *Surface, opt FrontOptions, fresh bool, frames int, pose func(frame int) (geom.Pose, geom.Pose)) (total int64, contacts int) {
	d := newDuo(a, b, 2, opt)
	for frame := range frames {
		p, q := pose(frame)
		a.SetPose(&p)
		b.SetPose(&q)
		if fresh {
			d.front.Forget()
		}
		contacts += len(d.frame(control()))
		if frame > 0 {
			total += d.w.BVTests
		}
	}
	return total, contacts
}

// motions move one body by 1 % of its size a frame in several ways.
func motions() map[string]func(frame int) (geom.Pose, geom.Pose) {
	const size, gap = 2.6, -0.2
	still := geom.Pose{R: turned1(0.3, 0).R}
	return map[string]func(frame int) (geom.Pose, geom.Pose){
		"falls onto": func(k int) (geom.Pose, geom.Pose) {
			return still, geom.Pose{R: turned1(1, 1).R, T: geom.Vec{X: 0.5, Z: 2.2 - 0.01*size*float64(k)}}
		},
		"turns beside": func(k int) (geom.Pose, geom.Pose) {
			return still, geom.Pose{R: turned1(0.02*float64(k), 2).R, T: geom.Vec{X: size + gap}}
		},
		"flies through": func(k int) (geom.Pose, geom.Pose) {
			turn := turned1(0.01*float64(k), 0)
			return still, geom.Pose{R: turn.R, T: geom.Vec{X: 1, Y: -1.5 + 0.006*size*float64(k)}}
		},
	}
}

// The front is the point of it all: small motions leave most of the test tree as
// it was. The bounds are the issue's; counters do not depend on the machine.
func TestFrontVisitsLess(t *testing.T) {
	a, b := ring(16, 8), ring(14, 9)
	for name, pose := range motions() {
		const frames = 60
		fresh, contacts := visits(&a, &b, FrontOptions{Plain: true, Strict: true}, true, frames, pose)
		plain, same := visits(&a, &b, FrontOptions{Plain: true, Strict: true}, false, frames, pose)
		slack, again := visits(&a, &b, FrontOptions{Strict: true}, false, frames, pose)
		if same != contacts || again != contacts {
			t.Fatalf("%s: %d, %d and %d contacts", name, contacts, same, again)
		}
		share := func(n int64) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(fresh)) }
		t.Logf("%-14s %d contacts; node visits a frame: %d fresh, %d plain front (%s), %d with slack (%s)",
			name, contacts, fresh/frames, plain/frames, share(plain), slack/frames, share(slack))
		if plain*100 > fresh*60 {
			t.Errorf("%s: the plain front visits %s of a fresh descent", name, share(plain))
		}
		if slack*100 > fresh*40 {
			t.Errorf("%s: the front with slack visits %s of a fresh descent", name, share(slack))
		}
	}
}

// Once buffers have grown, a body that swings to and fro allocates nothing.
func TestFrontAllocatesNothing(t *testing.T) {
	a, b := ring(24, 8), ring(24, 8)
	d := newDuo(&a, &b, 8, FrontOptions{Level: simd.Best(), PieceSize: 50})
	c, k := control(), 0
	swing := func() {
		k++
		p := geom.Pose{R: turned1(1, 1).R, T: geom.Vec{X: 1 + 0.3*math.Sin(float64(k))}}
		b.SetPose(&p)
		d.frame(c)
	}
	for range 200 {
		swing()
	}
	k = 0
	if n := testing.AllocsPerRun(100, swing); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
	if d.front.Pieces() < 2 {
		t.Error("the front was not split")
	}
}

// TestFrontEndsCoverEveryPairOnce: the pairs of nodes at which a front stands hold each
// pair of triangles once, however it was cut into pieces.
func TestFrontEndsCoverEveryPairOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for round := range 12 {
		a, b := soup(random(r), 1+r.IntN(70), false), soup(random(r), 1+r.IntN(70), false)
		p := [2]geom.Pose{{R: rotation(r)}, {R: rotation(r), T: geom.Vec{X: 0.4}}}
		d := newDuo(&a, &b, 8, FrontOptions{Level: simd.Best(), Strict: round%2 == 1, PieceSize: 3 * (round % 3)})
		for range 5 {
			for k := range p {
				p[k] = walk(r, p[k])
			}
			a.SetPose(&p[0])
			b.SetPose(&p[1])
			d.frame(control())
		}
		seen := make([]int, len(a.Mesh.Triangles)*len(b.Mesh.Triangles))
		shapes := [2]*tree.Blocks{d.posed[0].Shape, d.posed[1].Shape}
		ends, all := d.front.Ends(shapes[0], shapes[1], nil, 1<<20)
		for _, e := range ends {
			for _, x := range trianglesBelow(shapes[0], e.A, nil) {
				for _, y := range trianglesBelow(shapes[1], e.B, nil) {
					seen[int(x)*len(b.Mesh.Triangles)+int(y)]++
				}
			}
		}
		if !all || slices.Min(seen) != 1 || slices.Max(seen) != 1 {
			t.Errorf("round %d: %d ends, all %t; pairs of triangles are in %d to %d of them", round, len(ends), all, slices.Min(seen), slices.Max(seen))
		}
		if some, all := d.front.Ends(shapes[0], shapes[1], nil, len(ends)-1); all || len(some) != len(ends)-1 {
			t.Errorf("round %d: %d of %d ends when one less was asked for, all %t", round, len(some), len(ends), all)
		}
	}
}

// trianglesBelow appends the triangles below a lane.
func trianglesBelow(b *tree.Blocks, lane int32, dst []int32) []int32 {
	child := b.Child[lane]
	if child < 0 {
		return append(dst, ^child)
	}
	for k := range int32(b.Lanes[child]) {
		dst = trianglesBelow(b, simd.Lanes*child+k, dst)
	}
	return dst
}
