package robot

import (
	"errors"
	"fmt"

	"github.com/collide-go/collide/geom"
)

// Member is a robot of a cell, with the place where the robot stands.
type Member struct {
	Robot *Robot
	// Name stands before the names of links and variables, as NAME/LINK and NAME/JOINT. It is "" at most where the cell has one
	// robot: these then have their own names.
	Name string
	// Root is the pose of the root link; the zero value stands for geom.Identity.
	Root geom.Pose
	// Semantics has pairs of links that are not tested, nil for none.
	Semantics *Semantics
}

// Cell is robots that move at once. Its state has the values of all of them, and its links are numbered consecutively, robot after robot.
type Cell struct {
	members   []Member
	variables []Variable
	values    []int // the first variable of each member, and the number of all at the end
	links     []int // the first link of each member, and the number of all at the end
}

// NewCell returns a cell of one or more robots. Two robots with the same name, a robot without a name among several, and two variables
// with the same name are errors. NewCell panics if there is no robot.
func NewCell(members ...Member) (*Cell, error) {
	if len(members) == 0 {
		panic("robot: NewCell of no robot")
	}
	c := &Cell{values: []int{0}, links: []int{0}}
	names := map[string]bool{}
	for _, m := range members {
		if m.Root == (geom.Pose{}) {
			m.Root = geom.Identity
		}
		switch {
		case names[m.Name]:
			return nil, fmt.Errorf("two robots are called %s; expected a name of its own for each", name(m.Name))
		case m.Name == "" && len(members) > 1:
			return nil, errors.New("a robot without a name beside others; expected a name, which stands before those of its joints")
		}
		names[m.Name] = true
		c.members = append(c.members, m)
		c.addVariables(&m)
		c.values, c.links = append(c.values, len(c.variables)), append(c.links, c.links[len(c.links)-1]+len(m.Robot.Links))
	}
	return c, c.checkNames()
}

func (c *Cell) addVariables(m *Member) {
	for _, v := range m.Robot.variables {
		v.Name = m.own(v.Name)
		c.variables = append(c.variables, v)
	}
}

// checkNames finds two variables of one name, such as the joint b/c of robot a and the joint c of robot a/b.
func (c *Cell) checkNames() error {
	seen := map[string]bool{}
	for _, v := range c.variables {
		if seen[v.Name] {
			return fmt.Errorf("two joints are called %s; expected other names of the robots", name(v.Name))
		}
		seen[v.Name] = true
	}
	return nil
}

// own returns the name that a joint or a link of the robot has in the cell.
func (m *Member) own(s string) string {
	if m.Name == "" {
		return s
	}
	return m.Name + "/" + s
}

// Members returns the robots. The slice is not to be changed.
func (c *Cell) Members() []Member { return c.members }

// Variables returns what a state of the cell consists of: the variables of the first robot, those of the second and so on, named
// ROBOT/JOINT. Variable.Joint counts within the robot. The slice is not to be changed.
func (c *Cell) Variables() []Variable { return c.variables }

// Values returns the values of one robot, a part of the values of the cell.
func (c *Cell) Values(member int, values []float64) []float64 {
	return values[c.values[member]:c.values[member+1]]
}

// Link returns the number of a link of a robot in the cell.
func (c *Cell) Link(member, link int) int { return c.links[member] + link }

// Links returns the number of links.
func (c *Cell) Links() int { return c.links[len(c.members)] }

// memberOf returns the robot that a link of the cell belongs to, and the link there.
func (c *Cell) memberOf(link int) (member, own int) {
	for c.links[member+1] <= link {
		member++
	}
	return member, link - c.links[member]
}

// LinkName returns the name of a link of the cell, as ROBOT/LINK where its robot has a name.
func (c *Cell) LinkName(link int) string {
	m, own := c.memberOf(link)
	return c.members[m].own(c.members[m].Robot.Links[own].Name)
}

// LinkPoses appends the poses of all links of the cell to dst, as [Robot.LinkPoses] does for each robot. LinkPoses panics if
// the number of values is not that of Variables.
func (c *Cell) LinkPoses(values []float64, dst []geom.Pose) []geom.Pose {
	if len(values) != len(c.variables) {
		panic(fmt.Sprintf("robot: LinkPoses of %d values, the cell has %d variables", len(values), len(c.variables)))
	}
	for i := range c.members {
		dst = c.members[i].Robot.LinkPoses(c.members[i].Root, c.Values(i, values), dst)
	}
	return dst
}

// CheckState returns what is wrong with the values of a state, as [Robot.CheckState] does for each robot.
func (c *Cell) CheckState(values []float64) error {
	if len(values) != len(c.variables) {
		return fmt.Errorf("%d values; expected %d, those of the cell", len(values), len(c.variables))
	}
	for i := range c.members {
		m := &c.members[i]
		if err := m.Robot.CheckState(c.Values(i, values)); err != nil && m.Name != "" {
			return fmt.Errorf("%s/%w", name(m.Name), err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// noVariable is the error of a name that is not that of a variable.
func (c *Cell) noVariable(key string) error {
	if m := &c.members[0]; m.Name == "" {
		return m.Robot.noVariable(key)
	}
	for i := range c.members {
		m := &c.members[i]
		for j := range m.Robot.Joints {
			if m.own(m.Robot.Joints[j].Name) == key {
				return m.Robot.noVariable(m.Robot.Joints[j].Name)
			}
		}
	}
	names := make([]string, len(c.variables))
	for i, v := range c.variables {
		names[i] = name(v.Name)
	}
	return fmt.Errorf("no joint is called %s; expected one of %s", name(key), shortList(names))
}
