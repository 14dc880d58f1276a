package bench

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// The basic algorithm of the streaming paper, simulated on the CPU: the listing of its fragment
// program as it is printed, in float32, once for each edge of one mesh and each triangle of the
// other one. It is measured and decides nothing: its answers stand beside the exact ones.
// Products are rounded by themselves, so that the answers are the same on every machine.

// vec32 is a vector of a fragment program.
type vec32 [3]float32

func vec32Of(v geom.Vec) vec32 { return vec32{float32(v.X), float32(v.Y), float32(v.Z)} }

func (a vec32) minus(b vec32) vec32 { return vec32{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (a vec32) dot(b vec32) float32 {
	return float32(a[0]*b[0]) + float32(a[1]*b[1]) + float32(a[2]*b[2])
}

func (a vec32) cross(b vec32) vec32 {
	return vec32{
		float32(a[1]*b[2]) - float32(a[2]*b[1]), float32(a[2]*b[0]) - float32(a[0]*b[2]), float32(a[0]*b[1]) - float32(a[1]*b[0]),
	}
}

// texel is an edge as the paper's two textures hold it: orig + t·dir for t in [0, len].
type texel struct {
	orig, dir vec32
	len       float32
}

// fragment is a triangle as the paper's rectangle hands it to every pixel.
type fragment struct{ v1, n, e12, e13 vec32 }

// meets is the listing, with the test of depth behind it. leastDet and the half-open bounds are
// the paper's: they lose hits.
func (e *texel) meets(f *fragment) bool {
	const leastDet = 1e-6
	v1o := e.orig.minus(f.v1)
	v1od := v1o.cross(e.dir)
	det := f.e13.dot(f.e12.cross(e.dir))
	if det >= -leastDet && det < leastDet {
		return false
	}
	u, v := f.e13.dot(v1od)/det, -f.e12.dot(v1od)/det
	if !(u >= 0 && u < 1 && v >= 0 && u+v < 1) {
		return false
	}
	t := -f.n.dot(v1o) / f.n.dot(e.dir)
	return t >= 0 && t <= e.len
}

// textureSide is the width and height of the textures of n edges.
func textureSide(n int) int {
	w := 0
	for w*w <= n {
		w++
	}
	return w
}

// streamed is a mesh in world coordinates, as the listing takes it.
type streamed struct {
	texels    []texel
	fragments []fragment
	topology  *mesh.Topology
}

// stream makes the textures of a mesh under a pose.
func stream(m *mesh.Mesh, top *mesh.Topology, pose *geom.Pose) *streamed {
	s := &streamed{topology: top}
	for _, edge := range top.Edges {
		a, b := pose.Apply(m.Vertices[edge.A]), pose.Apply(m.Vertices[edge.B])
		d := b.Sub(a)
		l := d.Norm()
		s.texels = append(s.texels, texel{vec32Of(a), vec32Of(d.Scale(1 / l)), float32(l)})
	}
	for i := range m.Triangles {
		t := m.Triangle(i)
		v := [3]vec32{vec32Of(pose.Apply(t[0])), vec32Of(pose.Apply(t[1])), vec32Of(pose.Apply(t[2]))}
		f := fragment{v1: v[0], e12: v[1].minus(v[0]), e13: v[2].minus(v[0])}
		f.n = f.e12.cross(f.e13)
		s.fragments = append(s.fragments, f)
	}
	return s
}

// hits are the numbers of an edge of s and of a triangle of o for each hit.
func (s *streamed) hits(o *streamed) (dst [][2]uint32) {
	for i := range o.fragments {
		f := &o.fragments[i]
		for k := range s.texels {
			if s.texels[k].meets(f) {
				dst = append(dst, [2]uint32{uint32(k), uint32(i)})
			}
		}
	}
	return dst
}

// struck adds the pairs of triangles that hits stand for: each triangle along the edge. Those of
// s come second if swapped.
func (s *streamed) struck(hits [][2]uint32, swapped bool, pairs map[[2]uint32]bool) {
	for _, h := range hits {
		for _, side := range s.topology.Sides(int(h[0])) {
			p := [2]uint32{side / 3, h[1]}
			if swapped {
				p[0], p[1] = p[1], p[0]
			}
			pairs[p] = true
		}
	}
}
