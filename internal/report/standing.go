package report

import (
	"fmt"
	"strings"

	"github.com/collide-go/collide/internal/quote"
)

// standing are the names of the bodies around robots that move, which stand still and are not tested with each other; none
// where there is no pair of them.
func (o *TrajectoryOptions) standing() []string {
	if len(o.Standing) < 2 {
		return nil
	}
	return o.Standing
}

// standingLine states for people that these pairs are not tested: all of them at once, since they are quadratically many.
func (o *TrajectoryOptions) standingLine() string {
	names := o.standing()
	if len(names) == 0 {
		return ""
	}
	quoted := make([]string, min(len(names), maxUntestedPairs))
	for i := range quoted {
		quoted[i] = quote.Name(names[i])
	}
	more := ""
	if len(names) > len(quoted) {
		more = fmt.Sprintf(", … and %d more", len(names)-len(quoted))
	}
	n, which := len(names), "the pair"
	if n > 2 {
		which = fmt.Sprintf("all %d pairs", n*(n-1)/2)
	}
	return fmt.Sprintf("not tested (stand still): %s of the %d bodies around the robot: %s%s", which, n, strings.Join(quoted, ", "), more)
}

// standingJSON is the field with their names, "" without any.
func (o *TrajectoryOptions) standingJSON() string {
	var list []string
	for _, n := range o.standing() {
		list = append(list, quote.JSON(n))
	}
	if len(list) == 0 {
		return ""
	}
	return `, "standing": [` + strings.Join(list, ", ") + "]"
}
