package proof

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/mesh"
)

// Inside returns which of two bodies that share no point lies in the other, as verifiers find it: 1 for the first, −1 for the second, 0 if
// none does. It returns an error where a mesh that matters is not closed, or its pose singular: then nothing is known. Time is linear in
// the parts of one mesh times the triangles of the other one.
func (p *Prover) Inside(a, b *Mesh, poseA, poseB *geom.Pose) (int, error) {
	p.a.set(a, poseA)
	p.b.set(b, poseB)
	s, o := p.a.bound(a.root()), p.b.bound(b.root())
	for k := range 3 { // the axes
		if farther(s.most[k], o.least[k], 0) || farther(o.most[k], s.least[k], 0) {
			return 0, nil // no corner of one is in the box of the other
		}
	}
	in, err := p.a.liesIn(&p.b)
	if in || err != nil {
		return 1, err
	}
	if in, err = p.b.liesIn(&p.a); in || err != nil {
		return -1, err
	}
	return 0, nil
}

// mostAsked is the number of parts in the box of another body that verifiers look for in it.
const mostAsked = 1024

// liesIn reports whether a part of p lies in o: whether the winding number of o around a corner of it is not 0. A solid shares a point with
// what lies in it.
func (p *placed) liesIn(o *placed) (bool, error) {
	if o.IsSolid() {
		return false, nil
	}
	box := geom.EmptyAABB()
	for i := range o.mesh.Triangles {
		for _, v := range o.triangle(int32(i)) {
			box.Extend(v)
		}
	}
	var asked []geom.Vec
	for _, seed := range p.seeds() {
		if box.Contains(seed) {
			asked = append(asked, seed)
		}
	}
	r := &o.pose.R
	switch {
	case len(asked) == 0:
		return false, nil
	case len(asked) > mostAsked:
		return false, fmt.Errorf("a mesh of which more than %d parts are in the box of the other one", mostAsked)
	case !o.welded().closed || predicate.Orient3D(geom.Vec{}, r.Row(0), r.Row(1), r.Row(2)) == 0:
		return false, errors.New("a mesh that may hold the other one is not closed, or its pose is singular")
	}
	return slices.ContainsFunc(asked, func(p geom.Vec) bool { return o.winding(p) != 0 }), nil
}

// seeds are a point of each part.
func (p *placed) seeds() (list []geom.Vec) {
	if p.IsSolid() {
		return []geom.Vec{p.pose.Apply(p.solid[0])}
	}
	for _, i := range p.welded().seeds {
		list = append(list, p.pose.Apply(p.mesh.Vertices[i]))
	}
	return list
}

func (p *placed) winding(at geom.Vec) (sum int) {
	var t predicate.Tally
	for i := range p.mesh.Triangles {
		q := p.triangle(int32(i))
		sum += t.RayCrossing(at, &q)
	}
	return sum
}

// parts are the least vertex of each part of a mesh, by its coordinates, and whether as many sides go from any vertex to any other one as come back.
type parts struct {
	once   sync.Once
	seeds  []uint32
	closed bool
}

func (p *Mesh) welded() *parts {
	p.parts.once.Do(func() {
		set := mesh.Components(p.mesh)
		p.parts.seeds = set.Seeds
		at := func(v uint32) []float64 { return coordinates(p.mesh.Vertices[v : v+1]) }
		for i, t := range p.mesh.Triangles {
			for _, v := range t {
				if seed := &set.Seeds[set.Of[i]]; slices.Compare(at(v), at(*seed)) < 0 {
					*seed = v
				}
			}
		}
		p.parts.closed = p.mesh.Topology().Unbalanced() < 0
	})
	return &p.parts
}
