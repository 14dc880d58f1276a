package main

import (
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/compound"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/scene"
)

// group makes a body of the last n of the placed shapes.
func (in *inputs) group(n int) {
	shapes := make([]collide.Shape, n)
	for i, p := range in.placed[len(in.placed)-n:] {
		shapes[i] = p.Shape
	}
	in.bodies.Add(shapes...)
}

// skip returns the pairs of shapes that are not tested.
func (in *inputs) skip() [][2]int {
	pairs := in.bodies.Within(nil)
	for _, u := range in.untested {
		pairs = in.bodies.Pairs(pairs, u.A, u.B)
	}
	return pairs
}

// parts returns pairs of bodies as pairs of shapes.
func (in *inputs) parts(pairs [][2]int) [][2]int {
	if in.bodies.Single() {
		return pairs
	}
	var all [][2]int
	for _, p := range pairs {
		all = in.bodies.Pairs(all, p[0], p[1])
	}
	return all
}

// refuseCompound returns an error for what cannot be asked of links with several shapes.
func (in *inputs) refuseCompound(flag string) error {
	for i := range in.bodies.Len() {
		if from, to := in.bodies.Parts(i); to-from > 1 {
			return fmt.Errorf("%s: link %s has %d shapes; expected one: of several it is not built yet", flag, quote.Name(in.placed[from].Name), to-from)
		}
	}
	return nil
}

// nameShapes gives the second shape of a link the name "LINK, shape 2": pages show shapes.
func (in *inputs) nameShapes(placed []scene.Placed) {
	for i := range in.bodies.Len() {
		from, to := in.bodies.Parts(i)
		for k := from + 1; k < to; k++ {
			placed[k].Name = fmt.Sprintf("%s, shape %d", placed[from].Name, k-from+1)
		}
	}
}

// worldOf is the geometry that reports look at.
func (in *inputs) worldOf(det *collide.Detector) report.World {
	if in.bodies.Single() {
		return det
	}
	return compound.World{Bodies: in.bodies, Detector: det}
}

// checkRobot refuses what a check cannot do with a robot.
func (f *checkFlags) checkRobot(in *inputs, outputs []checkOutput) error {
	var flags []string
	if f.kinds {
		flags = append(flags, "--kinds")
	}
	if f.rules != "" {
		flags = append(flags, "--rules")
	}
	if f.propose != "" {
		flags = append(flags, "--write-rules")
	}
	if f.image != "" {
		flags = append(flags, "--image")
	}
	for _, o := range outputs {
		if o.format.Name == html {
			flags = append(flags, "--format html")
		}
	}
	for _, flag := range flags {
		if err := in.refuseCompound(flag); err != nil {
			return err
		}
	}
	return nil
}

// noteUntested writes which pairs are not tested to standard error.
func (a *app) noteUntested(in *inputs) {
	for _, line := range report.UntestedLines(in.untested, in.names()) {
		a.logf("%s", line)
	}
}

// add adds bodies; noteRobots follows the last ones. The shapes of a link are one body.
func (in *inputs) add(placed ...scene.Placed) {
	n := 0
	for i, p := range placed {
		in.placed = append(in.placed, p)
		if n++; i+1 < len(placed) && scene.SameBody(&p, &placed[i+1]) {
			continue
		}
		in.group(n)
		n = 0
	}
}

// addAll adds bodies under names that no other body has.
func (in *inputs) addAll(placed []scene.Placed, names *scene.Names) {
	for i := range placed {
		if i > 0 && scene.SameBody(&placed[i-1], &placed[i]) {
			placed[i].Name = placed[i-1].Name
		} else {
			placed[i].Name = names.Unique(placed[i].Name)
		}
	}
	in.add(placed...)
}

// noteRobots finds the pairs that are not tested.
func (in *inputs) noteRobots() {
	links, some := make([]*scene.Link, in.bodies.Len()), false
	for i := range links {
		first, _ := in.bodies.Parts(i)
		links[i] = in.placed[first].Link
		some = some || links[i] != nil
	}
	if in.untested = nil; !some {
		return
	}
	for _, u := range scene.Untested(links) {
		in.untested = append(in.untested, report.Untested(u))
	}
}

// robots returns the robots of the bodies, in the order of their first ones.
func (in *inputs) robots() []*scene.RobotAt {
	var list []*scene.RobotAt
	known := map[*scene.RobotAt]bool{}
	for i := range in.placed {
		if l := in.placed[i].Link; l != nil && !known[l.Robot] {
			known[l.Robot], list = true, append(list, l.Robot)
		}
	}
	return list
}

// refuseRobots returns an error for what cannot be asked of scenes with robots.
func refuseRobots(flag string, placed []scene.Placed) error {
	for i := range placed {
		if l := placed[i].Link; l != nil {
			return fmt.Errorf("%s: %s is a link of a robot, or held by one; expected bodies without robots", flag, quote.Name(placed[i].Name))
		}
	}
	return nil
}
