package oocda_test

import (
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/methods/oocda"
)

// tale is what ants did over some frames.
type tale struct {
	volumes, primitives, witnesses, tests int64
	hash                                  string
}

// tell runs a crowd for some frames with ants in each.
func tell(t *testing.T, c oocda.Colonies, frames int) tale {
	t.Helper()
	placed := crowd(t, 200, 3)
	d := detector(t, placed, collide.Options{Method: oocda.Ants(c), Workers: 2})
	var s tale
	for k := range frames {
		for i := range placed {
			pose := placed[i].Motion.At(float64(k) / 60)
			if err := d.SetPose(i, pose); err != nil {
				t.Fatal(err)
			}
		}
		r := detect(t, d)
		s.volumes, s.primitives = s.volumes+r.Stats.BVTests, s.primitives+r.Stats.PrimitiveTests
		s.witnesses, s.tests = s.witnesses+r.Stats.Witnesses, s.tests+r.Stats.WitnessTests
		s.hash += r.Hash()
	}
	t.Logf("%+v: %d witnesses, %.1f tests each", c, s.witnesses, float64(s.tests)/float64(s.witnesses))
	return s
}

// The operator and the memory of walks change what the ants do, but not what is found in the
// end.
func TestOperatorMatters(t *testing.T) {
	t.Parallel()
	const frames = 20
	both, noOperator, noMemory := tell(t, oocda.Colonies{}, frames), tell(t, oocda.Colonies{NoOperator: true}, frames), tell(t, oocda.Colonies{NoMemory: true}, frames)
	neither := tell(t, oocda.Colonies{NoOperator: true, NoMemory: true}, frames)
	for _, c := range []struct {
		name string
		a, b tale
	}{{"operator", both, noOperator}, {"operator without memory", noMemory, neither}, {"memory", both, noMemory}} {
		if c.a.volumes == c.b.volumes || c.a.primitives == c.b.primitives {
			t.Errorf("%s: %d and %d volume tests, %d and %d triangle tests; want others", c.name, c.a.volumes, c.b.volumes, c.a.primitives, c.b.primitives)
		}
		if c.a.hash != c.b.hash {
			t.Errorf("%s: other contacts", c.name)
		}
	}
}
