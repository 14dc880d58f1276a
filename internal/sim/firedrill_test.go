package sim

import (
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
)

// TestFireDrillBurns lets every line-up burn for a second or half of one: drops and flames meet,
// nothing gets lost in the building, frames are the same for other methods.
func TestFireDrillBurns(t *testing.T) {
	for _, l := range Lineups() {
		d, err := NewFireDrill(t.Context(), FireDrillOptions{Lineup: l}, 1.0/60, collide.Options{Method: conformance.Named(methods.Table(), "bvh")})
		if err != nil {
			t.Fatal(err)
		}
		other, err := NewFireDrill(t.Context(), FireDrillOptions{Lineup: l}, 1.0/60, collide.Options{Method: conformance.Named(methods.Table(), "octree-hybrid"), Workers: 8})
		if err != nil {
			t.Fatal(err)
		}
		lives, water := uint64(0), 0
		const compared, after = 5, 6
		frames := require.Cases(50, 25)
		var early [32]byte
		for k := range frames {
			if err := d.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
			if k+1 == after {
				early = d.Frame().State
			}
			if k >= compared {
				continue
			}
			if err := other.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
			if d.Frame().State != other.Frame().State || d.Frame().Hash != other.Frame().Hash {
				t.Fatalf("%s: frame %d differs", l, k+1)
			}
		}
		for i := range d.grains {
			g := &d.grains[i]
			if !g.x.IsFinite() || g.x.Z < -0.3 {
				t.Errorf("%s: particle %d is at %v", l, i, g.x)
			}
			lives += g.turn
			if d.bodies[d.first+i].Kind == Water {
				water++
			}
		}
		for i := range d.fires {
			if h := d.fires[i].heat; !(h > 0 && h < 0.9) {
				t.Errorf("%s: fire %d has the heat %v", l, i, h)
			}
		}
		if len(d.grains) < 5000 || water == 0 || water == len(d.grains) || lives < 1000 || len(d.Frame().Impacts) < 100 {
			t.Errorf("%s: %d particles, %d drops, %d lives, %d impacts", l, len(d.grains), water, lives, len(d.Frame().Impacts))
		}
		if err := d.Reset(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range after {
			if err := d.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if d.Frame().State != early {
			t.Errorf("%s: another state after a reset", l)
		}
	}
}

func TestFireDrillOptions(t *testing.T) {
	for _, o := range []FireDrillOptions{{Lineup: "none"}, {Particles: 3}, {Particles: 1 << 30}} {
		if _, err := NewFireDrill(t.Context(), o, 1.0/60, collide.Options{}); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
}
