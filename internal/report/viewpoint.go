package report

import (
	"image"
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/raster"
)

// judgeWork bounds the triangles drawn to compare directions.
const judgeWork = 6_000_000

// choose finds the camera: of some directions over the sphere, the one from
// which most of the contacts are visible and spread out; near ties go to the
// views that drawings prefer. Without contacts it is the preferred view.
func (v *view) choose(up geom.Vec) {
	points := v.samples()
	total := 1
	for _, s := range v.surfaces {
		total += len(s)
	}
	dirs := raster.Directions(1, up)
	if len(points) > 0 {
		dirs = raster.Directions(min(max(judgeWork/total, 6), 48), up)
	}
	sight, screens := raster.NewSight(points, seenWithin), v.screens()
	var list candidates
	for _, d := range dirs {
		camera := raster.NewCamera(d, up)
		score := 0.35*d.Dot(dirs[0]) - 0.5*max(0, -d.Dot(up)-0.1) - 0.3*max(0, d.Dot(up)-0.8) - v.behind(&camera, up)
		if len(points) > 0 {
			score += 0.5 * math.Sqrt(sight.Spread(&camera))
		}
		list = append(list, candidate{camera, score})
	}
	v.camera = list.best(func(c *raster.Camera, _ float64) float64 {
		if len(points) == 0 {
			return 0
		}
		from := sight.From(c)
		for b, s := range screens {
			if v.oneSided[b] {
				s = raster.NewScreen(v.seenOf(b, c))
			}
			from.Hide(s)
		}
		return from.Visible()
	}, 1)
	v.frame(points)
}

// grazing is the cosine of the angle between the normal of a floor and the direction to the camera below which little of the
// floor is seen, 0.35.
const grazing = 0.35

// behind is what a camera loses that sees half spaces from their inside, or hardly from outside: 1 for a floor, 0.2 for a wall.
func (v *view) behind(c *raster.Camera, up geom.Vec) (loss float64) {
	for b, one := range v.oneSided {
		if !one || len(v.surfaces[b]) == 0 {
			continue
		}
		t := &v.surfaces[b][0]
		n := unitOr0(t.Normal())
		loss += max(0.2, n.Dot(up)) * min(1, max(0, 1-n.Dot(c.Toward(t[0]))/grazing))
	}
	return loss
}

// screens returns the surfaces as what may hide something, without those of one side.
func (v *view) screens() []*raster.Screen {
	list := make([]*raster.Screen, len(v.surfaces))
	for b, tris := range v.surfaces {
		if !v.oneSided[b] {
			list[b] = raster.NewScreen(tris)
		}
	}
	return list
}

// seenOf returns the triangles of a surface of one side that a camera sees.
func (v *view) seenOf(body int, c *raster.Camera) []geom.Triangle {
	return slices.DeleteFunc(slices.Clone(v.surfaces[body]), func(t geom.Triangle) bool { return !faces(c, &t) })
}

// frame finds the windows of the scene and of the contacts.
func (v *view) frame(points []geom.Vec) {
	v.all, v.contacts = raster.EmptyWindow(), raster.EmptyWindow()
	for _, s := range v.surfaces {
		for i := range s {
			for _, p := range s[i] {
				x, y, _ := v.camera.Project(p)
				v.all.Include(x, y)
			}
		}
	}
	for _, p := range points {
		x, y, _ := v.camera.Project(p)
		v.contacts.Include(x, y)
	}
}

// samples returns up to some thousand points of the intersections.
func (v *view) samples() []geom.Vec {
	const most = 4000
	var points []geom.Vec
	step := len(v.curves)/most + 1
	for i := 0; i < len(v.curves); i += step {
		points = append(points, v.curves[i]...)
	}
	return points
}

// needsInset reports whether the closer window in the inset would show the contacts
// clearly larger than the whole scene does.
func (v *view) needsInset(closer, whole raster.Window) bool {
	if len(v.curves) == 0 {
		return false
	}
	zoom := (insetSide / closer.Width()) / (sceneWidth / whole.Width())
	return zoom > 1.5
}

// framed returns the rectangle of the picture that shows the window part.
func (v *view) framed(part, whole raster.Window, rect image.Rectangle) image.Rectangle {
	scale := float64(rect.Dx()) / whole.Width()
	x := func(x float64) int { return rect.Min.X + int(math.Round((x-whole.X0)*scale)) }
	y := func(y float64) int { return rect.Min.Y + int(math.Round((whole.Y1-y)*scale)) }
	return image.Rect(x(part.X0), y(part.Y1), x(part.X1), y(part.Y0)).Intersect(rect)
}
