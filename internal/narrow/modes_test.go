package narrow

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
)

// These tests look at how a search goes on, which changes no pair that it finds.

// TestModesOpenWhatTheySay: the larger of two nodes, both, or those of the first tree; a single descent
// begins with B where that has more detail.
func TestModesOpenWhatTheySay(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(71, 1))
	for _, aLarger := range []bool{false, true} {
		a, b := soup(r, 40, false), soup(r, 40, false)
		grown := &a
		if !aLarger {
			grown = &b
		}
		for i, v := range grown.Mesh.Vertices {
			grown.Mesh.Vertices[i] = v.Scale(2)
		}
		*grown = surfaceOf(grown.Mesh)
		ta, tb := worldDOPs(&a), worldDOPs(&b)
		var s Volumes[volume.DOP, *volume.DOP]
		var d Descent[volume.DOP, *volume.DOP]
		w := Worker{Control: control()}
		s.SetWorld(&a, &b, ta, tb)
		opened := func() (inA, inB bool) {
			for _, p := range d.expand(&w, &s, s.Root(), nil) {
				x, y := p.Nodes()
				inA, inB = inA || x > 0, inB || y > 0
			}
			return inA, inB
		}
		turns := Classify(ta, tb)
		for _, beginB := range []bool{false, true} {
			turns.beginB = beginB
			for _, c := range []struct {
				mode     Mode
				inA, inB bool
			}{{Larger, aLarger, !aLarger}, {Both, true, true}, {Single, !beginB, beginB}} {
				s.SetMode(c.mode, turns)
				if root := s.Root(); root.B < 0 != (c.mode == Single && beginB) {
					t.Errorf("mode %d, more detail in B %v: it begins with %v", c.mode, beginB, root)
				}
				if inA, inB := opened(); inA != c.inA || inB != c.inB {
					t.Errorf("mode %d, A larger %v, more detail in B %v: opens A %v, B %v", c.mode, aLarger, beginB, inA, inB)
				}
			}
		}
		var q Search
		q.Set(&a, &b)
		pairs := w.expand(&q, q.Root(), nil)
		if len(pairs) == 0 || pairs[0].A > 0 != aLarger || pairs[0].B > 0 == aLarger {
			t.Errorf("A larger %v: boxes open to %v", aLarger, pairs)
		}
	}
}

// reachable counts the tests below one of a piece, itself included, and those of rows.
func (p *Piece) reachable(i int16) (n, rows int) {
	if n = 1; p.tests[i].rows {
		rows = 1
	}
	for _, c := range p.tests[i].child {
		if c > 0 {
			m, more := p.reachable(c)
			n, rows = n+m, rows+more
		}
	}
	return n, rows
}

// TestFrontsKeepAccount: a front counts its tests, is idle where nothing comes near, tests blocks of triangles
// by rows unless it is strict, and uses the kernels for leaves where it can.
func TestFrontsKeepAccount(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(72, 1))
	a, b := soup(r, 120, false), soup(r, 90, false)
	for _, strict := range []bool{false, true} {
		d := newDuo(&a, &b, 8, FrontOptions{Level: simd.Best(), Strict: strict})
		if d.front.Idle(0) {
			t.Error("a front that was never run is idle")
		}
		shrank, before := false, 0
		for frame := range 30 {
			a.SetPose(&geom.Pose{R: rotation(r), T: geom.Vec{X: float64(frame%10) * 0.2}})
			d.front.Forget()
			d.frame(control())
			for step := range 3 {
				d.surface[0].SetPose(&geom.Pose{R: a.pose.R, T: a.pose.T.Add(geom.Vec{X: 0.1 * float64(step)})})
				d.frame(control())
				want, rows := 0, 0
				for i := range d.front.Pieces() {
					n, more := d.front.piece(i).reachable(0)
					want, rows = want+n, rows+more
				}
				if got := d.front.Tests(); got != want {
					t.Fatalf("strict %v: %d tests, %d are reached", strict, got, want)
				}
				if rows > 0 && strict {
					t.Fatalf("%d tests by rows of a strict front", rows)
				}
				if before > want {
					shrank = true
				}
				before = want
				if len(d.pairs) > 0 && rows == 0 && !strict {
					t.Fatal("contacts without a test by rows")
				}
				if used := d.search.leaves.state == leavesUsable; used != (rows > 0 && len(d.pairs) > 0) && len(d.pairs) > 0 && simd.Best() != simd.Go {
					t.Fatalf("strict %v, %d rows, %d contacts: kernels for leaves %v", strict, rows, len(d.pairs), used)
				}
			}
		}
		if !shrank {
			t.Error("no front has given anything back")
		}
		a.SetPose(&geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 50}})
		d.front.Forget()
		d.frame(control())
		if d.front.Advance(1); !d.front.Idle(0) {
			t.Error("a front of bodies 50 apart is not idle after a step of 1")
		}
		if d.front.Advance(60); d.front.Idle(0) {
			t.Error("a front of bodies 50 apart is idle after a step of 60")
		}
	}
}

// TestExactTakesItsStep: a pair of triangles is one test and one step, and named in the order of the bodies.
func TestExactTakesItsStep(t *testing.T) {
	t.Parallel()
	p := geom.Triangle{{}, {X: 1}, {Y: 1}}
	w := Worker{Control: control(), steps: 10}
	s := FrontSearch{w: &w}
	s.exact(3, 5, false, &p, &p)
	s.exact(3, 5, true, &p, &p)
	if w.PrimitiveTests != 2 || w.steps != 8 || !slices.Equal(s.dst, []Pair{{3, 5}, {5, 3}}) {
		t.Errorf("%d tests, %d steps, %v", w.PrimitiveTests, 10-w.steps, s.dst)
	}
}

// TestBoxesReachByEveryCorner: a box of which one corner lies beyond a plane reaches it, whichever that is.
func TestBoxesReachByEveryCorner(t *testing.T) {
	t.Parallel()
	box := geom.AABB{Min: geom.Vec{X: 1, Y: 2, Z: 3}, Max: geom.Vec{X: 5, Y: 7, Z: 9}}
	for k := range 8 {
		corner, n := box.Min, geom.Vec{X: -1, Y: -1, Z: -1}
		if k&1 != 0 {
			corner.X, n.X = box.Max.X, 1
		}
		if k&2 != 0 {
			corner.Y, n.Y = box.Max.Y, 1
		}
		if k&4 != 0 {
			corner.Z, n.Z = box.Max.Z, 1
		}
		// A plane across n a little before the corner, or behind it.
		e, f := geom.Vec{X: n.Y, Y: -n.X}, geom.Vec{Y: n.Z, Z: -n.Y}
		if e.Cross(f).Dot(n) < 0 {
			e, f = f, e
		}
		for _, c := range []struct {
			at   float64
			want bool
		}{{-0.5, true}, {0.5, false}} {
			o := corner.Add(n.Scale(c.at))
			p := geom.Triangle{o, o.Add(e), o.Add(f)}
			if got := boxReaches(&p, &box, 1); got != c.want {
				t.Errorf("corner %d, plane %g behind it: %v", k, c.at, got)
			}
			q := geom.Triangle{p[0], p[2], p[1]}
			if got := boxReaches(&q, &box, -1); got != c.want {
				t.Errorf("corner %d, plane %g behind it, turned: %v", k, c.at, got)
			}
		}
	}
}

// TestSeparatedGoesOn: where the way between the centres separates nothing, another direction does.
func TestSeparatedGoesOn(t *testing.T) {
	t.Parallel()
	bar := surfaceOf(bipyramid(5))
	long := geom.Mat{9, 0, 0, 0, 1, 0, 0, 0, 0.1}
	other := bar
	bar.SetPose(&geom.Pose{R: long})
	other.SetPose(&geom.Pose{R: long, T: geom.Vec{X: 6, Z: 0.5}})
	var s Search
	s.Set(&bar, &other)
	var c Closest
	w := Worker{Control: control()}
	if f := NewFeatures(bar.Mesh, bar.Tree); !w.Separated(&s, f, f, &c) {
		t.Error("two plates above each other are not separated")
	}
}

// TestPackedLeaves are the part of Leaves that belongs to a node.
func TestPackedLeaves(t *testing.T) {
	t.Parallel()
	s := soup(rand.New(rand.NewPCG(73, 1)), 9, false)
	node := tree.Node{First: 4, Count: 2}
	if s.packed(&node) != nil {
		t.Error("leaves of a surface that has none")
	}
	for i := range s.Mesh.Triangles {
		s.Leaves = append(s.Leaves, s.Mesh.Triangle(i))
	}
	if got := s.packed(&node); !slices.Equal(got, s.Leaves[4:6]) {
		t.Errorf("%v", got)
	}
}
