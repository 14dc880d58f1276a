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
		a.SetPose(&pose)
		b.SetPose(&pose)
		for _, twins := range []bool{true, false} {
			if !twins {
				pose.T.X += 0x1p-40
				b.SetPose(&pose)
			}
			ta := wideOf(&a)
			c := searchOf(&a, &b, ta, ta)
			if c == nil {
				t.Fatal("float32 does not serve it")
			}
			if twins && len(c.want) < len(m.Triangles) {
				t.Fatalf("%d contacts of %d triangles: the test is weak", len(c.want), len(m.Triangles))
			}
			for _, l := range simd.Levels() {
				d := NewWideDescent(l)
				if d.Begin(&c.Wide); d.twins != twins {
					t.Errorf("case %d: twins %v", k, d.twins)
				}
				if got := c.run(l, 0, false); !slices.Equal(got, c.want) {
					t.Errorf("case %d, kernels %v: %d pairs, brute %d", k, l, len(got), len(c.want))
				}
				if got := c.run(l, 0, true); len(c.want) > 0 && len(got) == 0 {
					t.Errorf("case %d, kernels %v: no first contact", k, l)
				}
			}
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
