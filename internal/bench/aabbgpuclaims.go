package bench

import (
	"fmt"
	"strings"

	"github.com/collide-go/collide/internal/measure"
)

// deformClaim judges the frame rates of the device's method, NaN where it did not run, at
// the sizes that the paper has.
func deformClaim(sizes []int, device, auto []measure.Interval, opened, software bool) Claim {
	c := Claim{Claim: "All intersecting pairs of deforming models at interactive rates", Paper: "15,000 to 50,000 triangles at 30 to 100 frames/s, GeForce 7800"}
	var measured []string
	var t tally
	missing := 0
	for i, n := range sizes {
		rate := fmt.Sprintf("2 × %s: %s frames/s", grouped(int64(n)), shown(device[i]))
		measured = append(measured, fmt.Sprintf("%s by %s, %s on the CPU (auto)", rate, labelDevice, digits(auto[i].Value)))
		switch {
		case n < 15_000 || n > 50_000:
		case !device[i].Known():
			missing = n
		default:
			t.add(device[i].Side(30), rate)
		}
	}
	c.Measured = strings.Join(measured, "; ")
	switch {
	case !opened:
		return c.unmeasured("no device")
	case software:
		return c.unmeasured(noGPU)
	case missing > 0:
		return c.unmeasured(fmt.Sprintf("%s was %s at 2 × %s", labelDevice, onceOrNever, grouped(int64(missing))))
	case t.verdict() == Unmeasured:
		return c.unmeasured("shorter models than the paper's: see --full")
	}
	return c.decided(&t)
}

// refitClaim judges whether refitting takes at most half of building.
func refitClaim(list []refitted) Claim {
	c := Claim{Claim: "Refitting a hierarchy as the model deforms costs a fraction of building it", Paper: "the reason for phase 3; no figures"}
	if len(list) == 0 {
		return c.unmeasured("no device")
	}
	var t tally
	var measured []string
	for _, x := range list {
		if !known(x.build) || !x.refit.Known() {
			return c.unmeasured(fmt.Sprintf("2 × %s: building or refitting was %s, or took no time", grouped(int64(x.triangles)), onceOrNever))
		}
		figure := fmt.Sprintf("2 × %s: %s of %s ms", grouped(int64(x.triangles)), shown(x.refit), digits(x.build))
		measured = append(measured, figure)
		t.add(opposite(x.refit.Side(x.build/2)), figure)
	}
	c.Measured = strings.Join(measured, ", ")
	return c.decided(&t)
}
