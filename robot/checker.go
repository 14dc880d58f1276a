package robot

import (
	"context"
	"errors"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/compound"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/motion"
)

// Options configures a Checker. The zero value tests the collision shapes of all pairs of links, except for a link and its
// parent, and finds all contacts, on all cores.
type Options struct {
	// Semantics has pairs of links that are not tested either, nil for none.
	Semantics *Semantics
	// Visual tests the visual shapes.
	Visual bool
	// Root is the pose of the root link; the zero value stands for geom.Identity.
	Root geom.Pose
	// Detector has the method and the options of queries. Workers is the number of states that Validate
	// tests at a time; a state is tested by one goroutine. Allow and Skip are pairs of the checker's bodies.
	Detector collide.Options
}

// Checker answers for a robot in many states, or for the robots of a cell, among other bodies. Its bodies are the links that have
// shapes, robot after robot in the order of the URDF, and then the others. Repeated queries allocate nothing once the buffers have grown.
// Checkers share the models of a robot.
//
// A Checker is used by one goroutine at a time; Validate uses several of its own.
type Checker struct {
	cell     *Cell
	chains   []chain
	bodies   *compound.Bodies
	links    []int // of the cell, of the first bodies
	names    []string
	untested []Untested
	seats    []seat
	batch    batch
	validate func(worker, lo, hi int)
	paths    []motion.Path // of all parts and other bodies, along the swings
	last     lastState
	holding
}

// chain is a robot of a checker.
type chain struct {
	*Member
	parts []Part
	// link is the robot's first one in the cell.
	link  int
	swing swing
}

// seat is what a goroutine needs to answer for a state.
type seat struct {
	detector *collide.Detector
	links    []geom.Pose
	poses    []geom.Pose // of all parts and other bodies
	watched  *watched    // nil for a method that there is not
	sift     *sift       // nil for none
	// lost is the error of the lowest state that Validate could not decide here, whose index is lostAt.
	lost   error
	lostAt int
}

// NewChecker returns a checker for a robot that a [Loader] has read. The other bodies stand still; those that are
// Immovable are not tested against each other. Errors are those of [collide.NewDetector], and collide.ErrUnsupported for
// Options.Detector.Kinds, Depths or Pieces where a link has several shapes: a link has one kind and depth.
func NewChecker(r *Robot, others []collide.Body, opt Options) (*Checker, error) {
	cell, err := NewCell(Member{Robot: r, Root: opt.Root, Semantics: opt.Semantics})
	if err != nil {
		return nil, err
	}
	opt.Root, opt.Semantics = geom.Pose{}, nil
	return NewCellChecker(cell, others, opt)
}

// NewCellChecker returns a checker for the robots of a cell. It does what NewChecker does for one robot, and also tests the links of
// each robot against those of the others. States have the values of Cell.Variables. Each member has a root pose and semantics of its own:
// NewCellChecker panics if opt sets Root or Semantics.
func NewCellChecker(cell *Cell, others []collide.Body, opt Options) (*Checker, error) {
	if opt.Root != (geom.Pose{}) || opt.Semantics != nil {
		panic("robot: NewCellChecker with Options.Root or Options.Semantics; expected those of the members of the cell")
	}
	c := &Checker{cell: cell, bodies: compound.New()}
	bodies := c.robotBodies(opt.Visual)
	if err := c.checkKinds(&opt.Detector); err != nil {
		return nil, err
	}
	c.first = len(bodies)
	for i := range others {
		c.bodies.Add(others[i].Shape)
		c.names = append(c.names, others[i].Name)
		bodies = append(bodies, others[i])
		if others[i].Pose == (geom.Pose{}) {
			bodies[c.first+i].Pose = geom.Identity
		}
	}
	c.options = opt.Detector
	c.options.Skip = c.skipped(opt.Detector.Skip)
	c.options.Allow = c.partPairs(opt.Detector.Allow)
	c.others = bodies
	workers := par.Workers(opt.Detector.Workers)
	if opt.Detector.Workers < 0 || opt.Detector.Workers > par.MaxWorkers {
		workers = 1 // NewDetector reports the number
	} else {
		c.options.Workers = 1
	}
	for range workers {
		opt, watch := c.options, watch(c.options.Method)
		if watch != nil {
			opt.Method = watch
		}
		d, err := collide.NewDetector(bodies, opt)
		if err != nil {
			return nil, err
		}
		s := seat{detector: d, poses: make([]geom.Pose, len(bodies)), watched: watch}
		for i := c.first; i < len(bodies); i++ {
			s.poses[i] = bodies[i].Pose
		}
		c.seats = append(c.seats, s)
	}
	c.validate = c.validateSome
	return c, nil
}

// robotBodies returns the parts of links as bodies of a detector, and finds the pairs that are not tested. The bodies' poses
// are geom.Identity until a state is set.
func (c *Checker) robotBodies(visual bool) []collide.Body {
	var bodies []collide.Body
	for m := range c.cell.members {
		ch := chain{Member: &c.cell.members[m], link: c.cell.links[m]}
		ch.parts = ch.Robot.Parts(visual)
		from := len(c.links)
		for i := 0; i < len(ch.parts); {
			link := ch.parts[i].Link
			title := ch.own(ch.Robot.Links[link].Name)
			var shapes []collide.Shape
			for ; i < len(ch.parts) && ch.parts[i].Link == link; i++ {
				shapes = append(shapes, ch.parts[i].Geometry.Shape)
				bodies = append(bodies, collide.Body{Name: title, Shape: ch.parts[i].Geometry.Shape})
			}
			c.bodies.Add(shapes...)
			c.links, c.names = append(c.links, ch.link+link), append(c.names, title)
		}
		c.untested = append(c.untested, c.bodyPairs(ch.Robot.Untested(visual, ch.Semantics), from, ch.link)...)
		c.chains = append(c.chains, ch)
	}
	return bodies
}

// checkKinds refuses kinds, depths and pieces where a link has several shapes: those of the pairs of shapes do not add up to one kind and
// one depth of the two links.
func (c *Checker) checkKinds(o *collide.Options) error {
	if !o.Kinds && !o.Depths && !o.Pieces || c.bodies.Single() {
		return nil
	}
	for i, n := range c.names {
		if from, to := c.bodies.Parts(i); to-from > 1 {
			return fmt.Errorf("%w: Kinds, Depths and Pieces with link %s, which has %d shapes; expected links of one shape", collide.ErrUnsupported, quote.Name(n), to-from)
		}
	}
	return nil
}

// bodyPairs returns pairs of links of a robot as pairs of bodies, given its first body and its first link in the cell.
func (c *Checker) bodyPairs(links []Untested, from, first int) []Untested {
	body := map[int]int{}
	for i := from; i < len(c.links); i++ {
		body[c.links[i]-first] = i
	}
	for i := range links {
		links[i].A, links[i].B = body[links[i].A], body[links[i].B]
	}
	return links
}

// skipped returns the pairs of parts that are never tested.
func (c *Checker) skipped(pairs [][2]int) [][2]int {
	all := c.bodies.Within(nil)
	for _, u := range c.untested {
		all = c.bodies.Pairs(all, u.A, u.B)
	}
	return append(all, c.partPairs(pairs)...)
}

// partPairs returns pairs of bodies as pairs of parts. NewDetector reports a body that does not exist.
func (c *Checker) partPairs(pairs [][2]int) [][2]int {
	var all [][2]int
	for _, p := range pairs {
		if min(p[0], p[1]) < 0 || max(p[0], p[1]) >= c.bodies.Len() {
			return [][2]int{{-1, -1}}
		}
		all = c.bodies.Pairs(all, p[0], p[1])
	}
	return all
}

// Names returns the names of the bodies. The slice is not to be changed.
func (c *Checker) Names() []string { return c.names }

// Untested returns the pairs of bodies that are not tested, with the reason, ascending. Pairs of Options.Detector.Skip,
// of immovable bodies and of Hold are not among them.
func (c *Checker) Untested() []Untested { return c.untested }

// SetState moves the robots, and what they hold. An error is that of [Robot.CheckState], or names a shape that cannot have its
// pose; after an error some links may still be where they were.
func (c *Checker) SetState(values []float64) error {
	if err := c.cell.CheckState(values); err != nil {
		return err
	}
	c.last.leave()
	if err := c.move(&c.seats[0], values); err != nil {
		return err
	}
	c.last.stands(values)
	return nil
}

// move sets the poses of all parts, and of what links hold.
func (c *Checker) move(s *seat, values []float64) error {
	s.links = c.cell.LinkPoses(values, s.links[:0])
	i := 0
	for m := range c.chains {
		links := s.links[c.chains[m].link:]
		for k := range c.chains[m].parts {
			p := &c.chains[m].parts[k]
			s.poses[i] = p.Pose(&links[p.Link])
			i++
		}
	}
	for k := range c.holds {
		s.poses[c.first+c.holds[k].Body] = c.holds[k].Pose(s.links)
	}
	if i, err := s.detector.SetPoses(s.poses); err != nil {
		return c.misplaced(i, err)
	}
	return nil
}

// misplaced is the error of a part that cannot have its pose.
func (c *Checker) misplaced(part int, err error) error {
	what := "link"
	if part >= c.first {
		what = "body"
	}
	return fmt.Errorf("%s %s: %w", what, quote.Name(c.names[c.bodies.Body(part)]), err)
}

// Detect computes the contacts of the checker's bodies, as [collide.Detector.Detect] does. The robots are in the state that SetState set last or in
// which the last motion ended, and hold what they hold now. The result is valid until the next call.
func (c *Checker) Detect(ctx context.Context) (*collide.Result, error) {
	if err := c.settle(); err != nil {
		return nil, err
	}
	r, err := c.seats[0].detector.Detect(ctx)
	return c.bodies.Result(r), err
}

// Distance returns the nearest pair of bodies that is tested, as [collide.Detector.Distance] does. Of equally near
// pairs it returns that of the lowest shapes, numbered consecutively over all links. Where links have several shapes, that pair of bodies need
// not be the lowest one.
func (c *Checker) Distance(ctx context.Context) (collide.Distance, bool, error) {
	if err := c.settle(); err != nil {
		return collide.Distance{}, false, err
	}
	d, ok, err := c.seats[0].detector.Distance(ctx)
	c.bodies.Distance(&d)
	return d, ok, err
}

// Distances appends the distances of all pairs of bodies that are tested and at most reach apart, as
// [collide.Detector.Distances] does.
func (c *Checker) Distances(ctx context.Context, reach float64, dst []collide.Distance) ([]collide.Distance, error) {
	if err := c.settle(); err != nil {
		return dst, err
	}
	from := len(dst)
	dst, err := c.seats[0].detector.Distances(ctx, reach, dst)
	return append(dst[:from], c.bodies.Distances(dst[from:])...), err
}

// SetBudget bounds later queries about one state, as [collide.Detector.SetBudget] does.
func (c *Checker) SetBudget(b collide.Budget) {
	c.seats[0].detector.SetBudget(b)
	c.budget = &b
}

// Steps returns the steps of the last query.
func (c *Checker) Steps() int64 { return c.seats[0].detector.Steps() }

// Close ends what the method keeps running between queries.
func (c *Checker) Close() error {
	var errs []error
	for i := range c.seats {
		errs = append(errs, c.seats[i].detector.Close())
	}
	return errors.Join(append(errs, c.closeKept())...)
}
