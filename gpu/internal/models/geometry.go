package models

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
)

// Geometry is the models of a world on the device: it stays there between frames,
// and only models that deformed are sent again. A model's vertices are float32, each
// axis relative to the middle of its range and scaled by a power of two into
// [-1, 1], so that models of any place and size, flat ones too, keep what precision
// there is.
type Geometry struct {
	Vertices  *vulkan.Buffer // 3 float32 a vertex
	Triangles *vulkan.Buffer // 3 uint32 a triangle, into vertices
	Rest      *vulkan.Buffer // as vertices, of the models that the device deforms; none else
	Models    []Model
	Of        map[*world.Model]int
	push      [15]uint32
}

// Model is a model's place on the device and what its vertices mean.
type Model struct {
	Model                    *world.Model
	Version                  int
	FirstVertex, vertices    int
	FirstTriangle, Triangles int
	Center                   geom.Vec
	Exponent                 [3]int
	Far                      geom.Vec // the largest absolute coordinates
	sent                     bool
	rest                     restData
	// Off is how far the vertices on the device may be off, beyond their rounding.
	Off [3]float64
}

// NewGeometry lists the models of a world; nothing is on the device yet.
func NewGeometry(d *vulkan.Device, w *world.World) *Geometry {
	g := &Geometry{Vertices: d.NewBuffer("vertices"), Triangles: d.NewBuffer("triangles"), Rest: d.NewBuffer("vertices at rest"), Of: map[*world.Model]int{}}
	v, t := 0, 0
	for i := range w.Len() {
		m := w.Model(i)
		if _, known := g.Of[m]; m == nil || known {
			continue
		}
		g.Of[m] = len(g.Models)
		n, k := len(m.Mesh().Vertices), len(m.Mesh().Triangles)
		g.Models = append(g.Models, Model{Model: m, FirstVertex: v, vertices: n, FirstTriangle: t, Triangles: k})
		v, t = v+n, t+k
	}
	return g
}

// Close frees what is on the device; Update sends it again.
func (g *Geometry) Close() {
	g.Vertices.Close()
	g.Triangles.Close()
	g.Rest.Close()
	for i := range g.Models {
		g.Models[i].sent, g.Models[i].rest = false, restData{}
	}
}

// Grow makes room for all models.
func (g *Geometry) Grow() error {
	if len(g.Models) == 0 {
		return nil
	}
	last := &g.Models[len(g.Models)-1]
	n := 12 * (last.FirstVertex + last.vertices)
	if err := g.Vertices.Grow(n); err != nil {
		return err
	}
	for i := range g.Models {
		if g.Models[i].Model.Deformed().By == nil {
			continue
		}
		if err := g.Rest.Grow(n); err != nil {
			return err
		}
	}
	return g.Triangles.Grow(12 * (last.FirstTriangle + last.Triangles))
}

// Stale reports whether a model deformed or was never sent.
func (g *Geometry) Stale() bool {
	for i := range g.Models {
		if d := &g.Models[i]; !d.sent || d.Version != d.Model.Version() {
			return true
		}
	}
	return false
}

// Update records the sending of what is not up to date.
func (g *Geometry) Update(b *vulkan.Batch, w *world.World) {
	for i := range w.Len() {
		m := w.Model(i)
		if m == nil {
			continue
		}
		d := &g.Models[g.Of[m]]
		if d.sent && d.Version == m.Version() {
			continue
		}
		if !d.sent {
			d.sendTriangles(b, g.Triangles)
		}
		d.Measure(&w.Surface(i).Box)
		if !g.deform(b, d) {
			g.sendVertices(b, d)
			d.Off = [3]float64{}
		}
		d.sent, d.Version = true, m.Version()
	}
}

func (d *Model) sendTriangles(b *vulkan.Batch, to *vulkan.Buffer) {
	n := 12 * d.Triangles
	words := vulkan.ViewOf[uint32](b.Space(to, 12*d.FirstTriangle, n))
	for i, t := range d.Model.Mesh().Triangles {
		for k, v := range t {
			words[3*i+k] = v + uint32(d.FirstVertex)
		}
	}
}

// Measure chooses the middle and the scale. Halving first keeps both in range.
func (d *Model) Measure(box *geom.AABB) {
	d.Center = box.Min.Scale(0.5).Add(box.Max.Scale(0.5))
	lo, hi := d.Center.Sub(box.Min), box.Max.Sub(d.Center)
	d.Exponent = [3]int{ExponentOf(max(lo.X, hi.X)), ExponentOf(max(lo.Y, hi.Y)), ExponentOf(max(lo.Z, hi.Z))}
	d.Far = geom.Vec{
		X: max(math.Abs(box.Min.X), math.Abs(box.Max.X)), Y: max(math.Abs(box.Min.Y), math.Abs(box.Max.Y)),
		Z: max(math.Abs(box.Min.Z), math.Abs(box.Max.Z)),
	}
}

func (g *Geometry) sendVertices(b *vulkan.Batch, d *Model) {
	n := 12 * d.vertices
	words := vulkan.ViewOf[uint32](b.Space(g.Vertices, 12*d.FirstVertex, n))
	for i, v := range d.Model.Mesh().Vertices {
		words[3*i] = math.Float32bits(float32(Scaled(v.X-d.Center.X, -d.Exponent[0])))
		words[3*i+1] = math.Float32bits(float32(Scaled(v.Y-d.Center.Y, -d.Exponent[1])))
		words[3*i+2] = math.Float32bits(float32(Scaled(v.Z-d.Center.Z, -d.Exponent[2])))
	}
}
