package collide_test

import (
	"context"
	"testing"

	"github.com/collide-go/collide"
)

// BenchmarkFarApart is a boolean query of two meshes whose boxes do not overlap,
// pose included: what every query costs before it looks at a triangle.
func BenchmarkFarApart(b *testing.B) {
	d := detector(b, tori(100), collide.Options{First: true, Workers: 1})
	ctx := context.Background()
	pose := at(100, 0.3, 0.2)
	pose.R = [9]float64{0, -1, 0, 1, 0, 0, 0, 0, 1}
	for b.Loop() {
		if err := d.SetPose(1, pose); err != nil {
			b.Fatal(err)
		}
		if r, err := d.Detect(ctx); err != nil || r.Verdict != collide.Free {
			b.Fatal("not free", err)
		}
	}
}

// BenchmarkHeavyContact finds all contacts of two interlocked tori.
func BenchmarkHeavyContact(b *testing.B) {
	for _, method := range []string{"bvh", "auto"} {
		b.Run(method, func(b *testing.B) {
			d := detector(b, tori(1), collide.Options{Method: named(method), Workers: 1})
			for b.Loop() {
				if _, err := d.Detect(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
