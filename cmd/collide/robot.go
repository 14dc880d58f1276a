package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/robot"
	"github.com/collide-go/collide/scene"
)

// robotFlags are the flags about robots of verbs that read URDFs.
type robotFlags struct {
	taken                         bool // the verb reads URDFs
	srdf, joints, state, geometry string
	packages                      []string
}

// robotFlags adds the flags about robots; state adds those that name one state.
func (a *app) robotFlags(c *cobra.Command, state bool) {
	f := c.Flags()
	f.StringVar(&a.robot.srdf, "srdf", "", "SRDF of the robot: pairs of links that are not tested, named states")
	if state {
		f.StringVar(&a.robot.joints, "joints", "", "where the robot stands, as `NAME=VALUE,…` in radians and metres; others are 0")
		f.StringVar(&a.robot.state, "state", "", "where the robot stands: a state of the SRDF")
	}
	a.modelFlags(c)
}

// modelFlags adds the flags about what is read of a URDF.
func (a *app) modelFlags(c *cobra.Command) {
	c.PreRun = func(*cobra.Command, []string) { a.robot.taken = true }
	c.Flags().StringArrayVar(&a.robot.packages, "package", nil, "folder of a package that meshes of a URDF are in, as `NAME=DIR`")
	choose(c, &a.robot.geometry, "geometry", "collision", "shapes of the robot's links: ", []string{"collision", "visual"})
}

// isRobot reports whether a file is a URDF, by its extension.
func isRobot(file string) bool {
	ext := strings.ToLower(filepath.Ext(file))
	return ext == ".urdf" || ext == ".xacro"
}

// readRobot reads a URDF, its meshes, and the SRDF.
func (a *app) readRobot(ctx context.Context, loader *scene.Loader, file string) (*scene.RobotAt, error) {
	if err := loader.Declare("m", file); err != nil {
		return nil, err
	}
	l := loader.Robots
	var err error
	r := &scene.RobotAt{Base: geom.Identity, Visual: l.Visual}
	if r.Robot, err = l.File(ctx, file); err != nil {
		return nil, err
	}
	if a.robot.srdf != "" {
		if r.Semantics, err = l.Semantics(ctx, r.Robot, a.robot.srdf); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// robotLoader returns what reads a URDF with the flags of the verb.
func (a *app) robotLoader(from *input.Files, loader *scene.Loader) (*robot.Loader, error) {
	l := &robot.Loader{Files: from, Packages: map[string]string{}, Visual: a.robot.geometry == "visual", Model: loader.Model, MaxTriangles: a.limits.Triangles}
	for _, p := range a.robot.packages {
		name, dir, ok := strings.Cut(p, "=")
		if !ok || name == "" || dir == "" {
			return nil, fmt.Errorf("--package %s; expected NAME=DIR", quote.Name(p))
		}
		l.Packages[name] = dir
	}
	for _, dir := range filepath.SplitList(os.Getenv("ROS_PACKAGE_PATH")) {
		if dir != "" {
			l.Path = append(l.Path, dir)
		}
	}
	return l, nil
}

// values returns the state that the flags ask for.
func (a *app) values(r *scene.RobotAt) ([]float64, error) {
	switch {
	case a.robot.joints != "" && a.robot.state != "":
		return nil, errors.New("--joints with --state; expected one of them")
	case a.robot.state != "" && r.Semantics == nil:
		return nil, errors.New("--state without --srdf, whose states it names")
	case a.robot.state != "":
		return r.Semantics.StateValues(r.Robot, a.robot.state)
	}
	values, err := r.ParseState(a.robot.joints)
	if err != nil && a.robot.joints == "" {
		return nil, fmt.Errorf("%s: %w; name it in --joints", quote.Name(r.File), err)
	}
	if err != nil {
		return nil, fmt.Errorf("--joints: %w", err)
	}
	return values, nil
}

// addRobot adds the links of a robot to the bodies.
func (a *app) addRobot(ctx context.Context, loader *scene.Loader, file string, in *inputs, names *scene.Names) error {
	switch {
	case !a.robot.taken:
		return fmt.Errorf("%s is a robot, which this verb does not read; collide check, distance, info, trajectory and view do", quote.Name(file))
	case in.robot != nil:
		return fmt.Errorf("%s: a second robot; expected one, or several in a scene", quote.Name(file))
	}
	r, err := a.readRobot(ctx, loader, file)
	if err != nil {
		return err
	}
	if r.Values, err = a.values(r); err != nil {
		return err
	}
	links := r.Placed()
	if in.robot = r; len(links) == 0 {
		return fmt.Errorf("%s: no link has a %s shape", quote.Name(file), a.robot.geometry)
	}
	if r.Semantics != nil {
		for _, w := range r.Semantics.Warnings {
			in.warn(a, w)
		}
	}
	for _, text := range r.Beyond() {
		in.warn(a, text)
	}
	in.addAll(links, names)
	return loader.Count(r.File, len(links))
}

// check returns an error for flags about a robot where none is given: those of scenes have states of their own.
func (f *robotFlags) check(in *inputs) error {
	if in.robot != nil {
		return nil
	}
	for _, f := range [][2]string{{"--srdf", f.srdf}, {"--joints", f.joints}, {"--state", f.state}} {
		if f[1] != "" {
			return fmt.Errorf("%s without a robot (.urdf) on the command line; robots of a scene have it there", f[0])
		}
	}
	return nil
}

// beyond is a line about a joint outside its limits.
func beyond(r *scene.RobotAt, joint int, values []float64) string {
	j := &r.Joints[joint]
	name := j.Name
	if r.Name != "" {
		name = r.Name + "/" + name
	}
	return fmt.Sprintf("joint %s is %v; its limits are %v to %v", quote.Name(name), r.Value(joint, values), j.Lower, j.Upper)
}
