package gpu

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// geometry is the models of a world on the device: it stays there between frames,
// and only models that deformed are sent again. A model's vertices are float32, each
// axis relative to the middle of its range and scaled by a power of two into
// [-1, 1], so that models of any place and size, flat ones too, keep what precision
// there is.
type geometry struct {
	vertices  *vulkan.Buffer // 3 float32 a vertex
	triangles *vulkan.Buffer // 3 uint32 a triangle, into vertices
	rest      *vulkan.Buffer // as vertices, of the models that the device deforms; none else
	models    []modelData
	of        map[*collide.Model]int
	push      [15]uint32
}

// modelData is a model's place on the device and what its vertices mean.
type modelData struct {
	model                    *collide.Model
	version                  int
	firstVertex, vertices    int
	firstTriangle, triangles int
	center                   geom.Vec
	exponent                 [3]int
	far                      geom.Vec // the largest absolute coordinates
	sent                     bool
	rest                     restData
	// off is how far the vertices on the device may be off, beyond their rounding.
	off [3]float64
}

func newGeometry(d *vulkan.Device, w *collide.World) *geometry {
	g := &geometry{vertices: d.NewBuffer("vertices"), triangles: d.NewBuffer("triangles"), rest: d.NewBuffer("vertices at rest"), of: map[*collide.Model]int{}}
	v, t := 0, 0
	for i := range w.Len() {
		m := w.Model(i)
		if _, known := g.of[m]; m == nil || known {
			continue
		}
		g.of[m] = len(g.models)
		n, k := len(m.Mesh().Vertices), len(m.Mesh().Triangles)
		g.models = append(g.models, modelData{model: m, firstVertex: v, vertices: n, firstTriangle: t, triangles: k})
		v, t = v+n, t+k
	}
	return g
}

func (g *geometry) close() {
	g.vertices.Close()
	g.triangles.Close()
	g.rest.Close()
	for i := range g.models {
		g.models[i].sent, g.models[i].rest = false, restData{}
	}
}

// grow makes room for all models.
func (g *geometry) grow() error {
	if len(g.models) == 0 {
		return nil
	}
	last := &g.models[len(g.models)-1]
	n := 12 * (last.firstVertex + last.vertices)
	if err := g.vertices.Grow(n); err != nil {
		return err
	}
	for i := range g.models {
		if g.models[i].model.Deformed().By == nil {
			continue
		}
		if err := g.rest.Grow(n); err != nil {
			return err
		}
	}
	return g.triangles.Grow(12 * (last.firstTriangle + last.triangles))
}

// stale reports whether a model deformed or was never sent.
func (g *geometry) stale() bool {
	for i := range g.models {
		if d := &g.models[i]; !d.sent || d.version != d.model.Version() {
			return true
		}
	}
	return false
}

// update records the sending of what is not up to date and returns its bytes.
func (g *geometry) update(b *vulkan.Batch, w *collide.World) int64 {
	var moved int64
	for i := range w.Len() {
		m := w.Model(i)
		if m == nil {
			continue
		}
		d := &g.models[g.of[m]]
		if d.sent && d.version == m.Version() {
			continue
		}
		if !d.sent {
			moved += d.sendTriangles(b, g.triangles)
		}
		d.measure(&w.Surface(i).Box)
		if n, ok := g.deform(b, d); ok {
			moved += n
		} else {
			moved += g.sendVertices(b, d)
			d.off = [3]float64{}
		}
		d.sent, d.version = true, m.Version()
	}
	return moved
}

func (d *modelData) sendTriangles(b *vulkan.Batch, to *vulkan.Buffer) int64 {
	n := 12 * d.triangles
	words := vulkan.ViewOf[uint32](b.Space(to, 12*d.firstTriangle, n))
	for i, t := range d.model.Mesh().Triangles {
		for k, v := range t {
			words[3*i+k] = v + uint32(d.firstVertex)
		}
	}
	return int64(n)
}

// measure chooses the middle and the scale. Halving first keeps both in range.
func (d *modelData) measure(box *geom.AABB) {
	d.center = box.Min.Scale(0.5).Add(box.Max.Scale(0.5))
	lo, hi := d.center.Sub(box.Min), box.Max.Sub(d.center)
	d.exponent = [3]int{exponentOf(max(lo.X, hi.X)), exponentOf(max(lo.Y, hi.Y)), exponentOf(max(lo.Z, hi.Z))}
	d.far = geom.Vec{
		X: max(math.Abs(box.Min.X), math.Abs(box.Max.X)), Y: max(math.Abs(box.Min.Y), math.Abs(box.Max.Y)),
		Z: max(math.Abs(box.Min.Z), math.Abs(box.Max.Z)),
	}
}

func (g *geometry) sendVertices(b *vulkan.Batch, d *modelData) int64 {
	n := 12 * d.vertices
	words := vulkan.ViewOf[uint32](b.Space(g.vertices, 12*d.firstVertex, n))
	for i, v := range d.model.Mesh().Vertices {
		words[3*i] = math.Float32bits(float32(scaled(v.X-d.center.X, -d.exponent[0])))
		words[3*i+1] = math.Float32bits(float32(scaled(v.Y-d.center.Y, -d.exponent[1])))
		words[3*i+2] = math.Float32bits(float32(scaled(v.Z-d.center.Z, -d.exponent[2])))
	}
	return int64(n)
}
