package proof

import (
	"context"
	"fmt"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/robot"
)

// RobotBodies returns the bodies of a robot that a [robot.Loader] read, one for each shape for collisions, named after their links, and
// the pairs of them that are not tested: those of one link, and those of Robot.Untested, for Options.Skip. All of them move; RobotPoses
// has their poses. Files of meshes are read again, by ReadFile where read is nil. Shapes other than meshes of files as they are, spheres,
// boxes, capsules and hulls have no proof and are an error.
func RobotBodies(ctx context.Context, r *robot.Robot, s *robot.Semantics, read func(ctx context.Context, file string) (*Mesh, error)) (bodies []Body, skip [][2]int, err error) {
	if read == nil {
		read = ReadFile
	}
	files, parts := map[string]*Mesh{}, r.Parts(false)
	for i := range parts {
		g, link := parts[i].Geometry, quote.Name(r.Links[parts[i].Link].Name)
		if solid, err := Solid(g.Shape); err == nil {
			bodies = append(bodies, Body{Name: r.Links[parts[i].Link].Name, Mesh: solid})
			continue
		}
		if g.Mesh == "" || g.Scale != (geom.Vec{X: 1, Y: 1, Z: 1}) {
			return nil, nil, fmt.Errorf("%s:%d: link %s has a shape of which there are no proofs, or a scaled mesh; expected files of meshes as they are, spheres and boxes", quote.Name(r.File), g.Line, link)
		}
		if files[g.File] == nil {
			if files[g.File], err = read(ctx, g.File); err != nil {
				return nil, nil, err
			}
		}
		if !files[g.File].Is(g.Shape) {
			return nil, nil, fmt.Errorf("%s: it is not what link %s was read from; expected a file that does not change", quote.Name(g.File), link)
		}
		bodies = append(bodies, Body{Name: r.Links[parts[i].Link].Name, Mesh: files[g.File]})
	}
	untested := map[[2]int]bool{}
	for _, u := range r.Untested(false, s) {
		untested[[2]int{u.A, u.B}] = true
	}
	for i := range parts {
		for j := i + 1; j < len(parts); j++ {
			if a, b := parts[i].Link, parts[j].Link; a == b || untested[[2]int{a, b}] {
				skip = append(skip, [2]int{i, j})
			}
		}
	}
	return bodies, skip, nil
}

// RobotPoses returns the poses of the bodies of RobotBodies, given that of the root link and the values of the robot's variables.
func RobotPoses(r *robot.Robot, root geom.Pose, values []float64) []geom.Pose {
	links := r.LinkPoses(root, values, nil)
	parts := r.Parts(false)
	poses := make([]geom.Pose, len(parts))
	for i := range parts {
		poses[i] = parts[i].Pose(&links[parts[i].Link])
	}
	return poses
}
