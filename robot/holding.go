package robot

import (
	"errors"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// holding is what the links of a checker hold.
type holding struct {
	holds []Hold
	first int            // the first part that is no link
	used  [][2]int       // pairs of bodies that are not tested because of holds
	kept  []keptDetector // for other such pairs
	ever  []int          // bodies that were in holds
	// others are all parts as bodies at first, options those of detectors.
	others  []collide.Body
	options collide.Options
	budget  *collide.Budget
}

// keptDetector is the detectors of all seats for some pairs of bodies that are not tested because of holds.
type keptDetector struct {
	pairs     [][2]int
	detectors []*collide.Detector
}

// mostKept is the number of sets of held pairs whose detectors are kept: robots that hand a few bodies to each other have as many.
const mostKept = 16

// Hold states, for later queries, what links hold and where bodies stand that were held before; all other bodies stand where they stood at
// first. A body that is held moves with its link, and is not tested against that link and the links of Touch. It is tested against everything
// else, bodies that stand still included. The caller must not change holds until the next call of Hold.
//
// Errors are those of [collide.NewDetector]. Hold panics for a body or a link that does not exist, a body that is listed twice, and one that is
// Immovable.
func (c *Checker) Hold(holds []Hold) error {
	if len(holds) == len(c.holds) && (len(holds) == 0 || &holds[0] == &c.holds[0]) {
		return nil
	}
	c.checkHolds(holds)
	if err := c.use(c.heldPairs(holds)); err != nil {
		return err
	}
	for i := range c.seats {
		for k := range c.holds {
			at := c.first + c.holds[k].Body
			c.seats[i].poses[at] = c.others[at].Pose
		}
	}
	c.holds = holds
	c.last.leave()
	for i := range holds {
		if !slices.Contains(c.ever, holds[i].Body) {
			c.ever = append(c.ever, holds[i].Body)
		}
	}
	return nil
}

// checkHolds panics for what is not there.
func (c *Checker) checkHolds(holds []Hold) {
	seen := map[int]bool{}
	for i := range holds {
		h := &holds[i]
		switch {
		case h.Body < 0 || c.first+h.Body >= len(c.others):
			panic(fmt.Sprintf("robot: Hold of body %d; the checker has %d beside links", h.Body, len(c.others)-c.first))
		case seen[h.Body]:
			panic(fmt.Sprintf("robot: Hold of body %d twice", h.Body))
		case c.others[c.first+h.Body].Immovable:
			panic(fmt.Sprintf("robot: Hold of body %d, which is immovable", h.Body))
		}
		seen[h.Body] = true
		for _, link := range append(h.Touch[:len(h.Touch):len(h.Touch)], max(h.Link, 0)) {
			if link < 0 || link >= c.cell.Links() || h.Link < -1 {
				panic(fmt.Sprintf("robot: Hold of body %d by link %d; the cell has %d links", h.Body, link, c.cell.Links()))
			}
		}
	}
}

// heldPairs returns the pairs of bodies that are not tested because of holds, ascending.
func (c *Checker) heldPairs(holds []Hold) [][2]int {
	var pairs [][2]int
	for i := range holds {
		h := &holds[i]
		if h.Link < 0 {
			continue
		}
		for _, link := range append(h.Touch[:len(h.Touch):len(h.Touch)], h.Link) {
			if body, ok := slices.BinarySearch(c.links, link); ok {
				pairs = append(pairs, [2]int{body, len(c.links) + h.Body})
			}
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(pairs)
}

// use lets all seats answer with detectors that do not test some pairs of bodies.
func (c *Checker) use(pairs [][2]int) error {
	if slices.Equal(pairs, c.used) {
		return nil
	}
	found := slices.IndexFunc(c.kept, func(k keptDetector) bool { return slices.Equal(k.pairs, pairs) })
	var to keptDetector
	if found >= 0 {
		to = c.kept[found]
		c.kept = slices.Delete(c.kept, found, found+1)
	} else {
		var err error
		if to, err = c.newDetectors(pairs); err != nil {
			return err
		}
	}
	from := keptDetector{pairs: c.used}
	for i := range c.seats {
		from.detectors = append(from.detectors, c.seats[i].detector)
		c.seats[i].detector = to.detectors[i]
	}
	if c.budget != nil {
		to.detectors[0].SetBudget(*c.budget)
	}
	c.used = pairs
	if c.kept = append(c.kept, from); len(c.kept) <= mostKept {
		return nil
	}
	oldest := c.kept[0]
	c.kept = slices.Delete(c.kept, 0, 1)
	return oldest.close()
}

// newDetectors returns a detector for each seat.
func (c *Checker) newDetectors(pairs [][2]int) (keptDetector, error) {
	k := keptDetector{pairs: pairs}
	opt := c.options
	opt.Skip = slices.Clone(opt.Skip)
	for _, p := range pairs {
		opt.Skip = c.bodies.Pairs(opt.Skip, p[0], p[1])
	}
	for range c.seats {
		d, err := collide.NewDetector(c.others, opt)
		if err != nil {
			return k, err
		}
		k.detectors = append(k.detectors, d)
	}
	return k, nil
}

func (k *keptDetector) close() error {
	var errs []error
	for _, d := range k.detectors {
		errs = append(errs, d.Close())
	}
	return errors.Join(errs...)
}

func (h *holding) closeKept() error {
	var errs []error
	for i := range h.kept {
		errs = append(errs, h.kept[i].close())
	}
	return errors.Join(errs...)
}

// tilt is how far the matrix of a pose may be from the nearest rotation, in the operator norm.
func tilt(p *geom.Pose) float64 {
	if p.R == geom.Identity.R {
		return 0
	}
	return 2*p.OrthonormalDefect() + 8*u
}
