package recode

import (
	"math"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/narrow"
)

// The pipelines: depths of the front of a body, then what is behind them.
var (
	drawFront  = &vulkan.Drawing{Shaders: shaders, Vertex: "recode.vert", Write: true, Compare: vulkan.Less}
	drawBehind = &vulkan.Drawing{Shaders: shaders, Vertex: "recode.vert", Compare: vulkan.GreaterOrEqual}
)

// imageShot is the picture of a pair: what their boxes share, seen along its longest
// side, where it covers the least.
type imageShot struct {
	a, b int // bodies
	// x and y are the pixels where the picture begins.
	x, y   int
	drawn  bool
	push   [2][14]uint32 // of a and b, for shape
	marked int           // pixels in which the depths overlap
}

// drawAll takes the pictures, as many at a time as fit into the largest image.
func (e *imaging) drawAll(shots []*imageShot) (err error) {
	if err := e.prepare(); err != nil {
		return err
	}
	a := e.Canvas
	count := query.Count(a.Batch)
	defer func() {
		count.Add(e.world.Stats)
		if a.Control = nil; err != nil { // what the device holds may not be what it is taken for
			_ = a.Device().Judge(err)
			_ = e.Close()
		}
	}()
	row := min(vulkan.CanvasSide/e.picture, int(math.Ceil(math.Sqrt(float64(len(shots))))))
	if err := e.reserve(row * e.picture); err != nil {
		return err
	}
	for len(shots) > 0 && e.world.Control.Poll() == narrow.Running {
		n := min(len(shots), row*row)
		if err := e.drawSome(shots[:n], row); err != nil {
			return err
		}
		shots = shots[n:]
	}
	return nil
}

// reserve finds room for all bodies in the buffer: their indices, then their vertices.
func (e *imaging) reserve(side int) error {
	words := 0
	for i := range e.bodies {
		b := &e.bodies[i]
		if b.surface != nil {
			b.first = words
			words += 3 * (len(b.surface.Mesh.Triangles) + len(b.surface.Mesh.Vertices))
		}
	}
	was := e.Canvas.Room()
	_, err := e.Canvas.Reserve(side, 4*words)
	if e.Canvas.Room() != was { // a new buffer is empty
		for i := range e.bodies {
			e.bodies[i].sent = false
		}
	}
	return err
}

// drawSome takes pictures side by side: first where B reaches behind A's front, then
// where A reaches behind B's. A convex body's depths in a pixel are one interval, so
// both together are an overlap.
func (e *imaging) drawSome(shots []*imageShot, row int) error {
	a := e.Canvas
	a.Start()
	for i, s := range shots {
		s.x, s.y = i%row*e.picture, i/row*e.picture
		e.send(s.a)
		e.send(s.b)
		e.aim(s)
	}
	for k, pass := range []vulkan.Pass{vulkan.Fresh, vulkan.Again} {
		a.BeginPass(pass)
		a.SetDrawing(drawFront)
		e.draw(shots, k)
		a.SetMarks(1 << k)
		a.SetDrawing(drawBehind)
		e.draw(shots, 1-k)
		a.EndPass()
	}
	marks := a.ReadMarks(0, 0, a.Side(), (len(shots)+row-1)/row*e.picture)
	if err := a.Run(); err != nil {
		return err
	}
	for _, s := range shots {
		for y := range e.picture {
			at := (s.y+y)*a.Side() + s.x
			for _, bits := range marks[at : at+e.picture] {
				if bits == 3 {
					s.marked++
				}
			}
		}
	}
	return nil
}

// draw draws one body of each shot: A's for side 0, B's for side 1.
func (e *imaging) draw(shots []*imageShot, side int) {
	for _, s := range shots {
		if s.drawn {
			e.Canvas.SetArea(s.x, s.y, e.picture)
			e.Canvas.DrawTriangles(&s.push[side], len(e.bodies[[2]int{s.a, s.b}[side]].surface.Mesh.Triangles))
		}
	}
}

// send brings a body's triangles to the device unless they are there: corners in a
// frame of its own, rounded to float32.
func (e *imaging) send(i int) {
	b := &e.bodies[i]
	pose := b.surface.Pose()
	if b.sent && b.at == b.version && b.pose == *pose {
		return
	}
	m, a := b.surface.Mesh, e.Canvas
	e.corners = e.corners[:0]
	for _, v := range m.Vertices {
		e.corners = append(e.corners, pose.Apply(v))
	}
	b.frame = models.NewBodyFrame(e.corners)
	if !b.sent {
		bytes := vulkan.BytesOf(m.Triangles)
		a.Write(a.Draws, 4*b.first, bytes)
	}
	bytes := a.Space(a.Draws, 4*(b.first+3*len(m.Triangles)), 12*len(m.Vertices))
	out := vulkan.ViewOf[[3]float32](bytes)
	for k, p := range e.corners {
		out[k] = models.Vec32(b.frame.Point(p))
	}
	b.sent, b.at, b.pose = true, b.version, *pose
}

// aim finds the maps of both bodies to the picture of what their boxes share.
func (e *imaging) aim(s *imageShot) {
	boxes := e.world.Boxes()
	both, all := boxes[s.a].Intersect(boxes[s.b]), boxes[s.a].Union(boxes[s.b])
	size, extent := both.Max.Sub(both.Min), all.Max.Sub(all.Min)
	depth := 0
	for k := 1; k < 3; k++ {
		if size.At(k) > size.At(depth) {
			depth = k
		}
	}
	s.drawn = true
	for side, i := range []int{s.a, s.b} {
		b := &e.bodies[i]
		p := &s.push[side]
		for k := range 2 {
			axis := (depth + 1 + k) % 3
			// Boxes that only touch get a picture all the same.
			width := max(size.At(axis), extent.At(axis)*0x1p-20)
			s.drawn = b.row(p[4*k:], axis, both.Min.At(axis)+size.At(axis)/2, 2/width, 0) && s.drawn
		}
		// Nothing is cut off in depth: all of both bodies is between 1/8 and 7/8.
		s.drawn = b.row(p[8:], depth, all.Min.At(depth)+extent.At(depth)/2, 0.75/extent.At(depth), 0.5) && s.drawn
		p[12], p[13] = uint32(b.first), uint32(b.first+3*len(b.surface.Mesh.Triangles))
	}
}

// row writes the row (of four) that maps an axis: middle to center, lengths times
// scale. It reports false for numbers that float32 does not serve: then there is no
// picture, and the pair is one that the image knows nothing of.
func (b *imageBody) row(dst []uint32, axis int, middle, scale, center float64) bool {
	f := &b.frame
	factor := scale / f.More / f.Up
	offset := (f.Origin.At(axis)-middle)*scale + center
	clear(dst[:4])
	dst[axis], dst[3] = math.Float32bits(float32(factor)), math.Float32bits(float32(offset))
	return math.Abs(factor) < 1e9 && math.Abs(offset) < 1e9
}
