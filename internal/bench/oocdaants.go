package bench

import (
	"fmt"
	"strings"
)

// antsClaim judges what the colonies and the operator are said to do for the time, on the
// small and on the large scene.
func antsClaim(small, large oocdaRatios) Claim {
	c := Claim{
		Claim: "Ant colonies with the optimisation operator reduce the time of the search",
		Paper: "the search is confined to local minima, which reduces the time of the colonies; said to put OOCDA ahead of Pipelining",
	}
	var t tally
	var list []string
	for i, r := range []oocdaRatios{small, large} {
		q, scene := r[labelNoAnts], [2]string{"small", "large"}[i]
		if !q.Known() {
			return c.unmeasured(fmt.Sprintf("%s or oocda was %s on the %s scene", labelNoAnts, onceOrNever, scene))
		}
		figure := fmt.Sprintf("%s scene: without ants %s of OOCDA's time", scene, shown(q))
		list = append(list, figure+", so the ants cost a factor of "+shown(q.Inverse()))
		t.add(q.Side(1), figure)
	}
	c.Measured = strings.Join(list, "; ")
	return c.decided(&t)
}
