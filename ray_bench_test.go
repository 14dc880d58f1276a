package collide_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/methods"
)

// BenchmarkRaycast casts rays from a sphere around a mesh at its box, one an operation. The
// mesh is turned, so that its triangles are posed.
func BenchmarkRaycast(b *testing.B) {
	file := filepath.Join(sharedData, "meshes", "stanford-bunny.obj")
	if _, err := os.Stat(file); err != nil {
		b.Skipf("%s does not stand beside this checkout", file)
	}
	m := model(b, file)
	turned := geom.Pose{R: geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}, 1).Matrix()}
	for _, c := range []struct {
		name   string
		method collide.Method
		pose   geom.Pose
		all    bool
	}{{"first", nil, geom.Identity, false}, {"turned", nil, turned, false}, {"all", nil, geom.Identity, true}, {"brute", methods.Brute(), geom.Identity, false}} {
		b.Run(c.name, func(b *testing.B) {
			d, err := collide.NewDetector([]collide.Body{{Shape: m, Pose: c.pose}}, collide.Options{Method: c.method})
			if err != nil {
				b.Fatal(err)
			}
			rays := raysFromAround(d, 1000)
			cast(b, d, rays[0], c.all) // builds the tree
			hits := 0
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				hits += cast(b, d, rays[i%len(rays)], c.all)
			}
			b.ReportMetric(float64(hits)/float64(b.N), "hits/op")
		})
	}
}

func cast(b *testing.B, d *collide.Detector, r collide.Ray, all bool) int {
	ctx := context.Background()
	if all {
		hits, err := d.RaycastAll(ctx, r)
		if err != nil {
			b.Fatal(err)
		}
		return len(hits)
	}
	h, err := d.Raycast(ctx, r)
	if err != nil {
		b.Fatal(err)
	}
	if h == nil {
		return 0
	}
	return 1
}

// raysFromAround returns rays from a sphere of twice a body's size to points in its box.
func raysFromAround(d *collide.Detector, n int) []collide.Ray {
	r := rand.New(rand.NewPCG(17, 13))
	box := d.Bounds(0)
	far := 2 * box.Size().Norm()
	rays := make([]collide.Ray, n)
	for i := range rays {
		v := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		o := box.Center().Add(v.Scale(far / v.Norm()))
		rays[i] = collide.Ray{Origin: o, Direction: within(r, &box).Sub(o)}
	}
	return rays
}
