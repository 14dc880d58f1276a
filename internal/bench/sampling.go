package bench

import (
	"math"
	"math/rand/v2"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/scene"
)

// draws are random figures from a seed.
type draws struct{ *rand.Rand }

func newDraws(seed uint64) draws { return draws{rand.New(rand.NewPCG(seed, 0x62656e6368))} }

// direction is uniform on the unit sphere.
func (r draws) direction() geom.Vec {
	for {
		v := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		if l := v.Norm(); l > 1e-3 {
			return v.Scale(1 / l)
		}
	}
}

// rotation is uniform, about a point.
func (r draws) rotation(about geom.Vec) geom.Pose {
	q := geom.Quat{W: r.NormFloat64(), X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
	p := geom.Pose{R: q.Normalized().Matrix()}
	p.T = about.Sub(p.R.MulVec(about))
	return p
}

// bodyShapes are the four kinds of bodies of the scenes in motion, of radius about
// 1 and about a given number of facets.
func bodyShapes(facets int) []scene.Procedural {
	f := float64(facets)
	whole := func(x float64) int { return max(int(math.Round(x)), 1) }
	section := whole(math.Sqrt(f / 16))
	return []scene.Procedural{
		{Shape: scene.ShapeIcosphere, Radius: 1, Detail: whole(math.Sqrt(f / 20))},
		{Shape: scene.ShapeBox, Size: geom.Vec{X: 1.4, Y: 1.1, Z: 0.8}, Detail: whole(math.Sqrt(f / 12))},
		{Shape: scene.ShapeTorus, Ring: 0.7, Tube: 0.3, Around: max(whole(f/float64(4*section)), 5), Section: max(2*section, 3)},
		{Shape: scene.ShapeKnot, P: 2, Q: 3, Ring: 0.58, Tube: 0.13, Around: max(whole(f/float64(2*section)), 12), Section: max(section, 3)},
	}
}

// soupOf is a mesh's triangles.
func soupOf(p *scene.Procedural) *tree.Soup {
	m := p.Mesh()
	return &tree.Soup{Vertices: m.Vertices, Triangles: m.Triangles}
}

// patch is a soup with its centre and radius.
type patch struct {
	soup   *tree.Soup
	center geom.Vec
	radius float64
}

// part cuts triangles out of a soup, with vertices of its own.
func part(s *tree.Soup, triangles []uint32) patch {
	p := &tree.Soup{}
	index := map[uint32]uint32{}
	box := geom.EmptyAABB()
	for _, t := range triangles {
		var c [3]uint32
		for k, v := range s.Triangles[t] {
			i, ok := index[v]
			if !ok {
				i = uint32(len(p.Vertices))
				index[v] = i
				p.Vertices = append(p.Vertices, s.Vertices[v])
				box.Extend(s.Vertices[v])
			}
			c[k] = i
		}
		p.Triangles = append(p.Triangles, c)
	}
	q := patch{soup: p, center: box.Center()}
	for _, v := range p.Vertices {
		q.radius = max(q.radius, v.Sub(q.center).Norm())
	}
	return q
}

// parts cuts soups into connected neighbourhoods of at most a given number of triangles: the
// nodes of their hierarchies of oriented boxes.
func parts(soups []*tree.Soup, most int) []patch {
	var list []patch
	for _, s := range soups {
		t := tree.BuildOBB(s, tree.OBBOptions{LeafSize: most})
		for i := range t.Nodes {
			if n := &t.Nodes[i]; n.IsLeaf() {
				list = append(list, part(s, t.Order[n.First:n.First+n.Count]))
			}
		}
	}
	return list
}

// posed is the soup in world coordinates.
func posed(s *tree.Soup, p *geom.Pose) *tree.Soup {
	w := &tree.Soup{Triangles: s.Triangles, Vertices: make([]geom.Vec, len(s.Vertices))}
	for i, v := range s.Vertices {
		w.Vertices[i] = p.Apply(v)
	}
	return w
}

// triangle is one of a soup's.
func triangle(s *tree.Soup, i int) geom.Triangle {
	c := s.Triangles[i]
	return geom.Triangle{s.Vertices[c[0]], s.Vertices[c[1]], s.Vertices[c[2]]}
}
