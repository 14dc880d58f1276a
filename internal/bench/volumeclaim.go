package bench

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/internal/measure"
)

// volumeFigures are what the claim is about: ns a test, the share of patches apart that are
// let through, ns a node to follow a motion.
type volumeFigures struct {
	test    measure.Interval
	through float64
	follow  measure.Interval
}

// figuresOf returns those of a kind of volume, NaN for one that was not measured.
func figuresOf(tests []*volumeTest, name string) volumeFigures {
	for _, t := range tests {
		if t.row.name == name {
			return volumeFigures{measure.MeanOf(t.row.test), t.row.falsely[1], measure.MeanOf(t.row.follow)}
		}
	}
	none := measure.Exactly(math.NaN())
	return volumeFigures{none, math.NaN(), none}
}

func (v volumeFigures) known() bool {
	return v.test.Known() && v.follow.Known() && finite(v.through) && v.through >= 0
}

// volumeClaim judges what the paper chose the hybrid for, in three parts: it lets no more
// through than an OBB, which is counted, and it is cheaper to test and to move.
func volumeClaim(sphere, obb, hybrid volumeFigures) Claim {
	c := Claim{
		Claim: "Sphere-OBB joins the sphere's cheap test and update with the OBB's tightness",
		Paper: "Table 1, in words: sphere cheap and loose, OBB dear and tight",
	}
	if !sphere.known() || !obb.known() || !hybrid.known() {
		return c.unmeasured("one of the volumes was " + onceOrNever + ", or no encounter was of patches apart")
	}
	c.Measured = fmt.Sprintf("test %s ns against %s (OBB) and %s (sphere); lets %s %% of patches through against %s %% and %s %%; follows a motion in %s ns a node against %s and %s",
		shown(hybrid.test), shown(obb.test), shown(sphere.test), digits(100*hybrid.through), digits(100*obb.through), digits(100*sphere.through),
		shown(hybrid.follow), shown(obb.follow), shown(sphere.follow))
	var t tally
	t.is(hybrid.through <= obb.through, fmt.Sprintf("lets %s %% through, the OBB %s %%", digits(100*hybrid.through), digits(100*obb.through)))
	t.add(obb.test.Beside(hybrid.test), fmt.Sprintf("test %s ns, the OBB %s", shown(hybrid.test), shown(obb.test)))
	t.add(obb.follow.Beside(hybrid.follow), fmt.Sprintf("follows a motion in %s ns a node, the OBB %s", shown(hybrid.follow), shown(obb.follow)))
	c = c.decided(&t)
	if hybrid.through > obb.through {
		c.Verdict = Not // tightness is what the box is there for
	}
	return c
}
