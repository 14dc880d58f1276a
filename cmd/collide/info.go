package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/compound"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

func (a *app) infoCommand() *cobra.Command {
	var format, root string
	c := &cobra.Command{
		Use:   "info FILE",
		Short: "Describe a mesh, scene or robot file",
		Long: `info tells what is in a mesh file: counts, bounds, parts, defects, whether it is
closed, and the hierarchy collide builds over it. of a scene it tells the same
for each body, of a robot (.urdf) its joints, too.`,
		Example: "  collide info part.stl\n  collide info cell.json --format json\n  collide info arm.urdf --srdf arm.srdf",
		Args:    exactArgs("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.info(c.Context(), root, args[0], format)
		},
	}
	choose(c, &format, "format", "text", "", textOrJSON())
	rootFlag(c, &root)
	a.limitFlags(c)
	a.robotFlags(c, true)
	return c
}

// bodyInfo is what info reports about a body.
type bodyInfo struct {
	Name       string `json:"name"`
	File       string `json:"file"`
	Shape      string `json:"shape"`
	Vertices   int    `json:"vertices"`
	Triangles  int    `json:"triangles"`
	Polygons   int    `json:"polygons"`
	Components int    `json:"components"`
	Closed     bool   `json:"closed"`
	// Flaw is why a mesh is not closed: the second part of a sentence.
	Flaw string `json:"flaw,omitempty"`
	// Bounds is nil for a half space, which has a Plane in place of it.
	Bounds *boundsInfo  `json:"bounds"`
	Plane  *planeInfo   `json:"plane,omitempty"`
	Pose   *[12]float64 `json:"pose,omitempty"`
	// PoseDefect is how far the matrix of a body that keeps its radius is from a rotation.
	PoseDefect float64       `json:"poseDefect,omitempty"`
	Immovable  bool          `json:"immovable"`
	Parts      []partInfo    `json:"parts"`
	Defects    *mesh.Defects `json:"defects"`
	Tree       *tree.Stats   `json:"tree"`
}

// boundsInfo is a box in the body's own coordinates.
type boundsInfo struct {
	Min [3]float64 `json:"min"`
	Max [3]float64 `json:"max"`
}

// planeInfo is where a half space ends, in its own coordinates. The normal points out of it.
type planeInfo struct {
	Point  [3]float64 `json:"point"`
	Normal [3]float64 `json:"normal"`
}

type partInfo struct {
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	Triangles int    `json:"triangles"`
}

func (a *app) info(ctx context.Context, root, file, format string) error {
	from, err := a.files(root, []string{file, a.robot.srdf})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	if isRobot(file) {
		return a.infoRobot(ctx, from, file, format)
	}
	loader, err := a.loader(from)
	if err != nil {
		return err
	}
	placed, err := loader.File(ctx, file)
	if err != nil {
		return err
	}
	a.warnOf(loader)
	in := inputs{bodies: compound.New()}
	in.add(placed...)
	in.noteRobots()
	if err := a.robot.check(&in); err != nil {
		return err
	}
	robots := describeRobots(&in)
	infos := []bodyInfo{}
	for i := range placed {
		info, err := describeWithin(ctx, &placed[i])
		if err != nil {
			return err
		}
		infos = append(infos, info)
	}
	if format == "json" {
		return quote.WriteJSON(a.stdout, struct {
			File   string      `json:"file"`
			Unit   string      `json:"unit,omitempty"`
			Robots []robotInfo `json:"robots,omitempty"`
			Bodies []bodyInfo  `json:"bodies"`
		}{filepath.ToSlash(file), loader.Unit, robots, infos})
	}
	if loader.Unit != "" {
		if _, err := fmt.Fprintf(a.stdout, "lengths in %s\n", loader.Unit); err != nil {
			return err
		}
	}
	for i := range robots {
		if err := a.robotText(&robots[i]); err != nil {
			return err
		}
	}
	return a.infoText(infos)
}

// describeWithin describes a body unless the context ends before: judging millions of
// triangles takes seconds and knows no stopping.
func describeWithin(ctx context.Context, p *scene.Placed) (bodyInfo, error) {
	done := make(chan bodyInfo, 1)
	go func() { done <- describeBody(p) }()
	select {
	case info := <-done:
		return info, nil
	case <-ctx.Done():
		return bodyInfo{}, ctx.Err()
	}
}

func describeBody(p *scene.Placed) bodyInfo {
	b := bodyInfo{Name: p.Name, File: filepath.ToSlash(p.File), Immovable: p.Immovable, Parts: []partInfo{}, Closed: true}
	if p.Scene != "" {
		r := &p.Pose.R
		b.Pose = &[12]float64{r[0], r[1], r[2], p.Pose.T.X, r[3], r[4], r[5], p.Pose.T.Y, r[6], r[7], r[8], p.Pose.T.Z}
	}
	switch s := p.Shape.(type) {
	case shape.Sphere:
		ball := geom.Sphere{Center: s.Center, Radius: s.Radius}
		b.Shape, b.Bounds = "sphere", boundsOf(ball.Bounds())
	case shape.Box:
		c := s.Corners()
		b.Shape, b.Bounds = "box", boundsOf(geom.BoundsOf(c[:]))
	case shape.Convex:
		b.Shape, b.Bounds = "convex", boundsOf(s.Bounds())
	case shape.Capsule:
		b.Shape, b.Bounds = "capsule", boundsOf(s.Bounds())
	case shape.HalfSpace:
		b.Shape, b.Plane = "half space", &planeInfo{xyz(s.Point), xyz(s.Normal)}
	case shape.Cylinder:
		b.Shape, b.Bounds = "cylinder", boundsOf(s.Bounds())
	case shape.Cone:
		b.Shape, b.Bounds = "cone", boundsOf(s.Bounds())
	case *collide.Model:
		describeMesh(&b, s)
	}
	if b.Shape == "sphere" || b.Shape == "capsule" || b.Shape == "cylinder" || b.Shape == "cone" || b.Shape == "half space" {
		b.PoseDefect = noticed(p.Pose.OrthonormalDefect())
	}
	return b
}

// noticed returns the defect of a matrix if it is more than rounding.
func noticed(defect float64) float64 {
	if defect > 1e-12 {
		return defect
	}
	return 0
}

func describeMesh(b *bodyInfo, model *collide.Model) {
	m, derived := model.Mesh(), world.NewModel(model.Mesh())
	b.Shape = "mesh"
	b.Vertices, b.Triangles, b.Polygons = len(m.Vertices), len(m.Triangles), len(m.Polygons)
	b.Components = len(mesh.Components(m).Seeds)
	b.Bounds = boundsOf(m.Bounds())
	b.Defects = mesh.Analyze(m)
	b.Flaw = derived.Solid(0).Flaw(narrow.ByWinding)
	b.Closed = b.Flaw == ""
	for _, p := range m.Parts {
		n := 0
		for _, r := range p.Runs {
			n += int(r.Count)
		}
		b.Parts = append(b.Parts, partInfo{p.Kind.String(), p.Name, n})
	}
	s := derived.Tree(0).Stats()
	b.Tree = &s
}

func boundsOf(b geom.AABB) *boundsInfo { return &boundsInfo{xyz(b.Min), xyz(b.Max)} }

func xyz(v geom.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

func (a *app) infoText(infos []bodyInfo) error {
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	var errs []error
	row := func(key, format string, args ...any) {
		_, err := fmt.Fprintf(t, "  %s\t"+format+"\n", append([]any{key}, args...)...)
		errs = append(errs, err)
	}
	for i := range infos {
		b := &infos[i]
		_, err := fmt.Fprintf(t, "%s (%s, %s)\n", quote.Name(b.Name), b.Shape, quote.Name(b.File))
		errs = append(errs, err)
		if b.Plane != nil {
			row("plane", "through %v, normal %v", spaced(b.Plane.Point), spaced(b.Plane.Normal))
			row("bounds", "none: a half space has no end")
		} else {
			row("bounds", "%v to %v", spaced(b.Bounds.Min), spaced(b.Bounds.Max))
		}
		if b.PoseDefect > 0 {
			row("pose", "%.3g off a rotation: points are posed, the radius is kept", b.PoseDefect)
		}
		if b.Shape == "mesh" {
			meshRows(b, row)
		}
	}
	return errors.Join(append(errs, t.Flush())...)
}

// meshRows writes what only meshes have.
func meshRows(b *bodyInfo, row func(key, format string, args ...any)) {
	row("vertices", "%d", b.Vertices)
	row("triangles", "%d", b.Triangles)
	if b.Polygons > 0 {
		row("polygons", "%d with more than three corners", b.Polygons)
	}
	row("components", "%d", b.Components)
	closed := "yes"
	if !b.Closed {
		closed = "no: " + strings.TrimPrefix(b.Flaw, "is not closed: ")
	}
	row("closed", "%s", closed)
	for _, p := range b.Parts {
		row(p.Kind, "%s, triangles: %d", quote.Line(strconv.Quote(p.Name)), p.Triangles)
	}
	row("defects", "%s", defectText(b.Defects))
	t := b.Tree
	row("hierarchy", "%d nodes, depth %d, balance %.2f, SAH cost %.1f, %d bytes", t.Nodes, t.Depth, t.Balance, t.SAH, t.Bytes)
}

// defectText lists the defects there are.
func defectText(d *mesh.Defects) string {
	var list []string
	for _, k := range []struct {
		count int
		what  string
	}{
		{d.DegenerateTriangles.Count, "degenerate triangles"},
		{d.DuplicateTriangles.Count, "duplicate triangles"},
		{d.NonPlanarPolygons.Count, "non-planar polygons"},
		{d.ConcavePolygons.Count, "concave polygons"},
		{d.IsolatedVertices.Count, "isolated vertices"},
		{d.OpenEdges.Count, "open edges"},
		{d.NonManifoldEdges.Count, "non-manifold edges"},
		{d.InconsistentEdges.Count, "inconsistent edges"},
	} {
		if k.count > 0 {
			list = append(list, fmt.Sprintf("%s: %d", k.what, k.count))
		}
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

func spaced(v [3]float64) string { return fmt.Sprintf("(%.7g, %.7g, %.7g)", v[0], v[1], v[2]) }
