package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/robot"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// cell is robots that move, with what is around them.
type cell struct {
	*robot.Cell
	inputs        // placed are the bodies around the robots
	file   string // the first one
	robots []*scene.RobotAt
	visual bool
	// names are those of all bodies: links, then the others.
	names  []string
	bodyOf map[int]int // of links of the cell that have shapes
	// moved are the bodies among placed that links hold in some state.
	moved []int
}

// loadCell reads the robots that move, a URDF or those of a scene, and what stands around them.
func (a *app) loadCell(ctx context.Context, from *input.Files, files []string) (*cell, error) {
	loader, err := a.loader(from)
	if err != nil {
		return nil, err
	}
	c := &cell{file: files[0], visual: loader.Robots.Visual}
	if isRobot(files[0]) {
		err = a.addMoving(ctx, loader, files[0], c)
	} else {
		err = c.addScene(ctx, loader, from, files[0])
	}
	if err == nil {
		err = a.robot.check(&c.inputs)
	}
	if err != nil {
		return nil, err
	}
	for _, file := range files[1:] {
		if err := c.addStanding(ctx, loader, file); err != nil {
			return nil, err
		}
	}
	if err := c.join(files[0]); err != nil {
		return nil, err
	}
	if err := loader.Count(files[0], len(c.names)-len(c.placed)); err != nil && isRobot(files[0]) {
		return nil, err
	}
	c.unit = loader.Unit
	c.warnOf(a, loader)
	return c, nil
}

// addMoving reads the URDF of the command line.
func (a *app) addMoving(ctx context.Context, loader *scene.Loader, file string, c *cell) error {
	r, err := a.readRobot(ctx, loader, file)
	if err != nil {
		return err
	}
	if len(r.Parts(r.Visual)) == 0 {
		return fmt.Errorf("%s: no link has a %s shape", quote.Name(file), a.robot.geometry)
	}
	c.robot, c.robots = r, []*scene.RobotAt{r}
	if r.Semantics != nil {
		for _, w := range r.Semantics.Warnings {
			c.warn(a, w)
		}
	}
	return nil
}

// addScene reads a scene whose robots move.
func (c *cell) addScene(ctx context.Context, loader *scene.Loader, from *input.Files, file string) error {
	if !scene.IsScene(ctx, from, file) {
		return fmt.Errorf("trajectory: %s; expected a robot (.urdf), or a scene with robots, as the first file", quote.Name(file))
	}
	placed, err := loader.File(ctx, file)
	if err != nil {
		return err
	}
	c.placed = placed
	c.robots = c.inputs.robots()
	c.placed = slices.DeleteFunc(placed, func(p scene.Placed) bool { return p.Link != nil && !p.Link.Held })
	if len(c.robots) == 0 {
		return fmt.Errorf("trajectory: %s has no robots; expected a robot (.urdf), or a scene with robots, as the first file", quote.Name(file))
	}
	return nil
}

// addStanding reads what stands around the robots.
func (c *cell) addStanding(ctx context.Context, loader *scene.Loader, file string) error {
	if isRobot(file) {
		return fmt.Errorf("%s: a second robot; expected one, several that move in a scene as the first file, others that stand still in scenes", quote.Name(file))
	}
	placed, err := loader.File(ctx, file)
	if err != nil {
		return err
	}
	for i := 1; i < len(placed); i++ {
		if scene.SameBody(&placed[i-1], &placed[i]) {
			return fmt.Errorf("%s: link %s has several shapes; around a robot that moves, links of one shape are expected", quote.Name(file), quote.Name(placed[i].Name))
		}
	}
	c.placed = append(c.placed, placed...)
	return nil
}

// join makes a cell of the robots and names all bodies.
func (c *cell) join(file string) error {
	var members []robot.Member
	for _, r := range c.robots {
		members = append(members, robot.Member{Robot: r.Robot, Name: r.Name, Root: r.Base, Semantics: r.Semantics})
	}
	var err error
	if c.Cell, err = robot.NewCell(members...); err != nil {
		return fmt.Errorf("%s: %w", quote.Name(file), err)
	}
	c.bodyOf = map[int]int{}
	for m, r := range c.robots {
		last := -1
		for _, p := range r.Parts(c.visual) {
			if p.Link != last {
				last, c.bodyOf[c.Link(m, p.Link)] = p.Link, len(c.names)
				c.names = append(c.names, r.LinkName(p.Link))
			}
		}
	}
	for i := range c.placed {
		c.names = append(c.names, c.placed[i].Name)
	}
	c.names = uniqueNames(c.names)
	return nil
}

// links is the number of bodies that are links: the first ones.
func (c *cell) links() int { return len(c.names) - len(c.placed) }

// holdable returns the bodies around the robots for a list of states, which may have links hold them.
func (c *cell) holdable() []robot.Holdable {
	list := make([]robot.Holdable, len(c.placed))
	for i := range c.placed {
		p := &c.placed[i]
		h := &list[i]
		_, endless := p.Shape.(shape.HalfSpace)
		h.Name, h.Hold = c.names[c.links()+i], robot.Hold{Link: -1, At: p.Pose}
		switch {
		case p.Link != nil && p.Link.Held:
			c.attach(h, p.Link)
		case p.Link != nil:
			h.Fixed = "is a link of a robot that stands still"
		case p.Immovable:
			h.Fixed = "is immovable"
		case endless:
			h.Fixed = "is a half space"
		case p.Motion != nil || p.Deform != nil || p.Dynamics != nil:
			h.Fixed = "moves"
		}
	}
	return list
}

// attach lets the scene's robot hold a body at first.
func (c *cell) attach(h *robot.Holdable, link *scene.Link) {
	m := slices.Index(c.robots, link.Robot)
	if m < 0 {
		h.Fixed = "is held by a robot that stands still"
		return
	}
	h.Hold.Link, h.Hold.At = c.Link(m, link.Index), link.At
	for _, t := range link.Touch {
		h.Hold.Touch = append(h.Hold.Touch, c.Link(m, t))
	}
}

// around returns the bodies around the robots. Those that links never hold stand still and are not tested with each other.
func (c *cell) around() []collide.Body {
	bodies := make([]collide.Body, len(c.placed))
	for i, p := range c.placed {
		bodies[i] = collide.Body{Name: p.Name, Shape: p.Shape, Pose: p.Pose, Immovable: !c.moves(c.links() + i)}
	}
	return bodies
}

// standing returns the names of the bodies that stand still.
func (c *cell) standing() []string {
	var names []string
	for i := range c.placed {
		if !c.moves(c.links() + i) {
			names = append(names, c.names[c.links()+i])
		}
	}
	return names
}

// moves reports whether the pose of a body differs between states.
func (c *cell) moves(body int) bool {
	_, held := slices.BinarySearch(c.moved, body-c.links())
	return held || body < c.links()
}

// heldIn returns what a report says of the holds of a state.
func (c *cell) heldIn(holds []robot.Hold) []report.Held {
	var list []report.Held
	for i := range holds {
		h := &holds[i]
		if h.Link < 0 {
			continue
		}
		body := c.links() + h.Body
		held := report.Held{Body: body, Link: c.LinkName(h.Link)}
		for _, link := range append([]int{h.Link}, h.Touch...) {
			if b, ok := c.bodyOf[link]; ok && !slices.Contains(held.Apart, b) {
				held.Apart = append(held.Apart, b)
			}
		}
		slices.Sort(held.Apart)
		list = append(list, held)
	}
	return list
}

// poses appends the poses of all parts of links and of the bodies around them in a state.
func (c *cell) poses(values []float64, holds []robot.Hold, dst []geom.Pose) []geom.Pose {
	links := c.LinkPoses(values, nil)
	for m, r := range c.robots {
		for _, p := range r.Parts(c.visual) {
			dst = append(dst, p.Pose(&links[c.Link(m, p.Link)]))
		}
	}
	from := len(dst)
	for i := range c.placed {
		dst = append(dst, c.placed[i].Pose)
	}
	for i := range holds {
		dst[from+holds[i].Body] = holds[i].Pose(links)
	}
	return dst
}

// uniqueNames gives the second body of a name the name NAME#2.
func uniqueNames(names []string) []string {
	var unique scene.Names
	for i, n := range names {
		names[i] = unique.Unique(n)
	}
	return names
}
