package collide_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/assembly"
	"github.com/collide-go/collide/scene"
)

// driven is an assembly of 28 parts, a bolt of which is driven too deep.
func driven(b *testing.B) (bodies []collide.Body) {
	made, err := assembly.Generate(assembly.Options{Parts: 28, Seed: 1, Drive: "bolt_3", By: 3})
	if err != nil {
		b.Fatal(err)
	}
	for i := range made.Scene.Bodies {
		x := &made.Scene.Bodies[i]
		bodies = append(bodies, collide.Body{Name: x.Name, Shape: collide.NewModel(made.Meshes[i]), Pose: x.Pose})
	}
	return bodies
}

// BenchmarkDepths: contacts alone, kinds, and depths and widths, of an assembly of 28 parts, of the 17 parts of the fits and of a
// chain of 28 links that cut into each other.
func BenchmarkDepths(b *testing.B) {
	var chain []collide.Body
	link := collide.NewModel(scene.Torus("link", 1, 0.3, 24, 12))
	for i := range 28 {
		pose := geom.Pose{R: geom.AxisAngle(geom.Vec{X: 1}, 1.25*float64(i)).Matrix(), T: geom.Vec{X: 1.5 * float64(i)}}
		chain = append(chain, collide.Body{Name: fmt.Sprint("link ", i), Shape: link, Pose: pose})
	}
	scenes := map[string][]collide.Body{"chain": chain, "assembly": driven(b)}
	if _, err := os.Stat(sharedData + "/fits/truth.json"); err == nil {
		var loader scene.Loader
		placed, err := loader.File(b.Context(), sharedData+"/fits/scene.json")
		if err != nil {
			b.Fatal(err)
		}
		for i := range placed {
			scenes["fits"] = append(scenes["fits"], collide.Body{Name: placed[i].Name, Shape: placed[i].Shape, Pose: placed[i].Pose})
		}
	}
	for name, bodies := range scenes {
		for what, o := range map[string]collide.Options{"contacts": {}, "kinds": {Kinds: true}, "depths": {Depths: true}} {
			b.Run(name+"/"+what, func(b *testing.B) {
				d := detector(b, bodies, o)
				for b.Loop() {
					r, err := d.Detect(b.Context())
					if err != nil && !errors.Is(err, collide.ErrUndecided) {
						b.Fatal(err)
					}
					b.ReportMetric(float64(len(r.Pairs)), "pairs")
					b.ReportMetric(float64(len(r.Contacts)), "contacts")
				}
			})
		}
	}
}
