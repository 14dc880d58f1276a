package narrow

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// TestTwins: a mesh under one pose with itself touches where brute force says, at neighbours by their
// vertices' numbers; under a pose a hair away numbers say nothing.
func TestTwins(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(81, 82))
	for k := range 12 {
		m := sheet(r, 6, 2, k%2 == 0).Mesh
		a, b := surfaceOf(m), surfaceOf(m)
		pose := geom.Pose{R: rotation(r), T: geom.Vec{X: r.Float64()}}
		if k%3 == 0 { // sheared, but so are both
			pose.R[1] += 0.3
		}
		a.SetPose(&pose)
		b.SetPose(&pose)
		for _, twins := range []bool{true, false} {
			if !twins {
				pose.T.X += 0x1p-40
				b.SetPose(&pose)
			}
			ta := wideOf(&a)
			c := searchOf(&a, &b, ta, ta)
			if c == nil && (twins || k%3 != 0) {
				t.Fatal("float32 does not serve it")
			}
			if c == nil {
				continue
			}
			if twins && len(c.want) < len(m.Triangles) {
				t.Fatalf("%d contacts of %d triangles: the test is weak", len(c.want), len(m.Triangles))
			}
			for _, l := range simd.Levels() {
				d := NewWideDescent(l)
				if d.Begin(&c.Wide); c.twins != twins {
					t.Errorf("case %d: twins %v", k, c.twins)
				}
				for _, limit := range []int{0, 1} {
					if got := c.run(l, limit, false); !slices.Equal(got, c.want) {
						t.Errorf("case %d, kernels %v, limit %d: %d pairs, brute %d", k, l, limit, len(got), len(c.want))
					}
				}
				if got := c.run(l, 0, true); len(c.want) > 0 && len(got) == 0 {
					t.Errorf("case %d, kernels %v: no first contact", k, l)
				}
			}
		}
	}
}

// TestTwinsTestHalf: of two triangles of twins that touch each other either way one pair is tested, and none with itself.
func TestTwinsTestHalf(t *testing.T) {
	t.Parallel()
	m := sheet(rand.New(rand.NewPCG(83, 84)), 6, 2, true).Mesh
	a, b := surfaceOf(m), surfaceOf(m)
	ta := wideOf(&a)
	c := searchOf(&a, &b, ta, ta)
	w, d := Worker{Control: control()}, NewWideDescent(simd.Best())
	d.Begin(&c.Wide)
	_, pairs := d.Run(&w, &c.Wide, []BoxPair{c.RootBoxes()}, 0, nil)
	n := int64(len(m.Triangles))
	if least := (int64(len(pairs)) - n) / 2; w.PrimitiveTests < least || w.PrimitiveTests > n*(n-1)/2 {
		t.Errorf("%d pairs of %d triangles tested for %d contacts", w.PrimitiveTests, n, len(pairs))
	}
}

// TestTwinsStopAtTheLimit: a list of contacts that is too long ends the search with a cause.
func TestTwinsStopAtTheLimit(t *testing.T) {
	t.Parallel()
	m := sheet(rand.New(rand.NewPCG(85, 86)), 6, 2, true).Mesh
	a, b := surfaceOf(m), surfaceOf(m)
	ta := wideOf(&a)
	c := searchOf(&a, &b, ta, ta)
	for most := 1; most < len(c.want); most += 7 {
		w, d := Worker{Control: control()}, NewWideDescent(simd.Best())
		w.Control.Limit(Limits{Contacts: most})
		d.Begin(&c.Wide)
		_, pairs := d.Run(&w, &c.Wide, []BoxPair{c.RootBoxes()}, 0, nil)
		if w.Control.Cause() != OutOfContacts || len(pairs) < most || len(pairs) > most+2*simd.LeafPairs {
			t.Errorf("%d pairs of at most %d: %v", len(pairs), most, w.Control.Cause())
		}
	}
}

// TestSharing: triangles share a vertex by any of nine pairs of corners.
func TestSharing(t *testing.T) {
	t.Parallel()
	for i := range 3 {
		for j := range 3 {
			p, q := [3]uint32{1, 2, 3}, [3]uint32{4, 5, 6}
			if share(&p, &q) {
				t.Fatal("strangers share a vertex")
			}
			if q[j] = p[i]; !share(&p, &q) {
				t.Errorf("corners %d and %d are one vertex", i, j)
			}
		}
	}
}
