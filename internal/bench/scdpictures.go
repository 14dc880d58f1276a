package bench

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/raster"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// figureSphere is a sphere of 396 edges, as the one of Figure 1.
func figureSphere() *mesh.Mesh {
	p := scene.Procedural{Shape: scene.ShapeEllipsoid, Size: geom.Vec{X: 2, Y: 2, Z: 2}, Around: 12, Section: 11}
	return p.Mesh()
}

// texturesPicture is Figure 1: a sphere with its edges, their starts and their directions.
func texturesPicture(ctx context.Context) (*image.RGBA, error) {
	s, err := newSheet(3, 1)
	if err != nil {
		return nil, err
	}
	m := figureSphere()
	top := m.Topology()
	w := textureSide(len(top.Edges))
	if err := drawEdges(ctx, s.RGBA, s.panel(0, 0, fmt.Sprintf("A sphere of %d edges", len(top.Edges))), m, top); err != nil {
		return nil, err
	}
	pose := geom.Identity
	of := stream(m, top, &pose)
	size := fmt.Sprintf("%d × %d texels", w, w)
	drawTexels(s.RGBA, s.panel(1, 0, "Their starts, x y z as red green blue, "+size), of.texels, func(t *texel) vec32 { return t.orig })
	drawTexels(s.RGBA, s.panel(2, 0, "Their directions; lengths are the alpha channel"), of.texels, func(t *texel) vec32 { return t.dir })
	return s.RGBA, nil
}

// drawTexels draws a texture with its first texel at the lower left, as the paper does: −1 to 1 is
// mapped to 0 to 1, and unused texels are black.
func drawTexels(dst *image.RGBA, rect image.Rectangle, texels []texel, of func(*texel) vec32) {
	w := textureSide(len(texels))
	side := rect.Dx() / w
	for i := range w * w {
		c := color.RGBA{A: 255}
		if i < len(texels) {
			v := of(&texels[i])
			c = raster.Color{(v[0] + 1) / 2, (v[1] + 1) / 2, (v[2] + 1) / 2}.RGBA()
		}
		at := image.Pt(rect.Min.X+i%w*side, rect.Min.Y+(w-1-i/w)*side)
		draw.Draw(dst, image.Rectangle{at, at.Add(image.Pt(side, side))}, image.NewUniform(c), image.Point{}, draw.Src)
	}
}

// The colours of the bodies and of triangles in contact.
var (
	firstColor  = raster.Color{0.50, 0.65, 0.82}
	secondColor = raster.Color{0.72, 0.74, 0.60}
	litColor    = raster.Color{0.90, 0.18, 0.14}
	edgeColor   = raster.Color{0.16, 0.22, 0.32}
)

// drawEdges draws a mesh and those of its edges that can be seen.
func drawEdges(ctx context.Context, dst *image.RGBA, rect image.Rectangle, m *mesh.Mesh, top *mesh.Topology) error {
	v := newPanel(rect, [][]geom.Triangle{surface(m, geom.Identity)})
	v.surface(0, firstColor, nil)
	for e, edge := range top.Edges {
		a, b := v.norm.Apply(m.Vertices[edge.A]), v.norm.Apply(m.Vertices[edge.B])
		for _, side := range top.Sides(e) {
			if t := &v.surfaces[0][side/3]; t.Normal().Dot(v.camera.Toward(t[0])) > 0 {
				v.picture.Line(a, b, 1.2, edgeColor)
				break
			}
		}
	}
	return v.picture.Draw(ctx, dst, 0)
}

// surface is the triangles of a mesh under a pose.
func surface(m *mesh.Mesh, pose geom.Pose) []geom.Triangle {
	return report.SurfaceOf(collide.NewModel(m), pose, report.Room{})
}

// panel is a picture of surfaces within the unit ball.
type panel struct {
	norm     raster.Normalizer
	camera   raster.Camera
	picture  *raster.Picture
	surfaces [][]geom.Triangle
}

// newPanel looks at the surfaces so that all of them can be seen.
func newPanel(rect image.Rectangle, surfaces [][]geom.Triangle) *panel {
	up, box := geom.Vec{Z: 1}, geom.EmptyAABB()
	for _, s := range surfaces {
		for i := range s {
			box = box.Union(s[i].Bounds())
		}
	}
	p := &panel{norm: raster.NewNormalizer(box), camera: raster.NewCamera(raster.Directions(1, up)[0], up)}
	window := raster.EmptyWindow()
	for _, s := range surfaces {
		moved := make([]geom.Triangle, len(s))
		for i, t := range s {
			for k := range t {
				moved[i][k] = p.norm.Apply(t[k])
				x, y, _ := p.camera.Project(moved[i][k])
				window.Include(x, y)
			}
		}
		p.surfaces = append(p.surfaces, moved)
	}
	p.picture = raster.NewPicture(rect, p.camera, window.Fit(1.1, 0.05, rect.Size()))
	return p
}

// surface adds a surface; triangles in lit are in contact and show through.
func (p *panel) surface(body int, base raster.Color, lit map[uint32]bool) {
	normals := raster.Normals(p.surfaces[body])
	for i := range p.surfaces[body] {
		t, n := &p.surfaces[body][i], &normals[i]
		if lit[uint32(i)] {
			p.picture.Surface(t, n, litColor, int32(body))
			p.picture.Mark(t, n, litColor)
			continue
		}
		p.picture.Surface(t, n, base, int32(body))
	}
}

// scenesPicture is Figure 6: the three scenes, apart in the first row, in contact in the second.
func scenesPicture(ctx context.Context) (*image.RGBA, error) {
	presets := scene.StreamPresets()
	s, err := newSheet(len(presets), 2)
	if err != nil {
		return nil, err
	}
	for column, preset := range presets {
		made, err := scene.Streams(preset, 1)
		if err != nil {
			return nil, err
		}
		world, err := buildScenario(ctx, made)
		if err != nil {
			return nil, err
		}
		for row, apart := range []bool{true, false} {
			if err := world.drawInto(ctx, s, column, row, preset, apart); err != nil {
				return nil, err
			}
		}
	}
	return s.RGBA, nil
}

// drawInto draws a scene of two bodies, with the second one moved apart if wanted.
func (s *scenario) drawInto(ctx context.Context, dst *sheet, column, row int, preset string, apart bool) error {
	m, err := (&Options{}).method("auto")
	if err != nil {
		return err
	}
	d, err := s.detector(collide.Options{Method: m})
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }() // the CPU's method has nothing that fails to end
	found, err := d.Detect(ctx)
	if err != nil {
		return err
	}
	pose := s.placed[1].Pose
	if apart {
		if pose, err = s.parted(ctx, d); err != nil {
			return err
		}
		if found, err = d.Detect(ctx); err != nil {
			return err
		}
	}
	lit := [2]map[uint32]bool{{}, {}}
	for _, c := range found.Contacts {
		lit[0][c.TriA], lit[1][c.TriB] = true, true
	}
	caption := fmt.Sprintf("Scene %s: %s triangles, %s contacts", preset[4:], grouped(int64(s.facets)), grouped(int64(len(found.Contacts))))
	v := newPanel(dst.panel(column, row, caption), [][]geom.Triangle{surface(s.placed[0].Mesh(), s.placed[0].Pose), surface(s.placed[1].Mesh(), pose)})
	v.surface(0, firstColor, lit[0])
	v.surface(1, secondColor, lit[1])
	return v.picture.Draw(ctx, dst.RGBA, 0)
}

// parted moves the second body away from the first one until they are free.
func (s *scenario) parted(ctx context.Context, d *collide.Detector) (geom.Pose, error) {
	a, b := d.Bounds(0), d.Bounds(1)
	away, pose := b.Center().Sub(a.Center()), s.placed[1].Pose
	step := away.Scale(0.1 * a.Size().Norm() / away.Norm())
	for range 100 {
		found, err := d.Detect(ctx)
		if err != nil || found.Verdict == collide.Free {
			return pose, err
		}
		pose.T = pose.T.Add(step)
		if err := d.SetPose(1, pose); err != nil {
			return pose, err
		}
	}
	return pose, fmt.Errorf("%s and %s do not come apart", s.placed[0].Name, s.placed[1].Name)
}
