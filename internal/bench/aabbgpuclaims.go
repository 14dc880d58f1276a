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
		if device[i].Known() {
			measured = append(measured, fmt.Sprintf("%s by %s, %s on the CPU (auto)", rate, labelDevice, digits(auto[i].Value)))
		}
		switch {
		case n < 15_000 || n > 50_000:
		case !device[i].Known():
			missing = n // it did not run, or others were busy
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
		return c.unmeasured(fmt.Sprintf("%s was %s at 2 × %s, or others were busy", labelDevice, onceOrNever, grouped(int64(missing))))
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
		share := x.refit.Over(measure.Exactly(x.build))
		figure := fmt.Sprintf("2 × %s: %s", grouped(int64(x.triangles)), shown(share))
		measured = append(measured, figure)
		t.add(opposite(share.Side(0.5)), figure)
	}
	c.Measured = "time of a refit ÷ time of the build: " + strings.Join(measured, ", ")
	return c.decided(&t)
}

// sievedClaim judges whether the device alone finds the pairs in contact, and no others. That it
// misses none is what the hashes of the race say, or it would have ended.
func sievedClaim(list []sieved) Claim {
	c := Claim{Claim: "The GPU finds exactly the pairs of triangles that intersect", Paper: "fast and exact; no numbers"}
	if len(list) == 0 {
		return c.unmeasured("no device, or gpu-bvh ran in a part of the frames")
	}
	var t tally
	var measured []string
	for _, x := range list {
		if !known(x.contacts) || !finite(x.candidates) {
			continue // a scene without contacts says nothing
		}
		figure := fmt.Sprintf("%s: %s pairs for %s contacts", x.scene, digits(x.candidates), digits(x.contacts))
		measured = append(measured, figure)
		t.is(x.candidates == x.contacts, figure)
	}
	if t.verdict() == Unmeasured {
		return c.unmeasured("no scene has contacts")
	}
	c.Measured = "in all frames, before the exact test on the CPU: " + strings.Join(measured, ", ")
	return c.decided(&t)
}

// aabbUnjudged are the patent's other claims.
func aabbUnjudged() []Claim {
	return []Claim{
		unjudged("Self-collision is the costliest part of simulating deformable bodies", "the motive; no numbers", "bodies deform by formulas here: there are no other parts of a simulation"),
		unjudged("Algorithms made for one core do not extend to processors of many cores", "the motive; no numbers", "a statement on other algorithms"),
		unjudged("Three regimes of splitting leave no group of threads idle while a tree is built", "no numbers", "it takes the counters of a GPU"),
		unjudged("Few registers and few branches a thread give the most performance", "no numbers", "there is one form of each kernel"),
	}
}
