package sim

import (
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/motion"
)

// deforming is a surface whose vertices move. In a sub-step it keeps the shape it
// has at its start, and its points the velocities that lead to the next.
type deforming struct {
	model      *collide.Model
	how        motion.Deformation
	rest       []geom.Vec
	here, next []geom.Vec
	tree       *tree.Tree
	derived    *world.Model
}

func newDeforming(b *Body, t *tree.Tree) *deforming {
	m := b.Shape.(*collide.Model)
	return &deforming{model: m, how: b.Deform, rest: b.Rest, tree: t, derived: world.NewModel(m.Mesh())}
}

// set brings the model to time t of the scene; the next sub-step takes h.
func (d *deforming) set(t, h float64) error {
	if err := d.model.Deform(d.how, d.rest, t); err != nil {
		return fmt.Errorf("at %g s: %w", t, err)
	}
	d.tree.Refit(d.derived.Boxes())
	d.here = append(d.here[:0], d.model.Mesh().Vertices...)
	d.next = d.how.Vertices(d.next[:0], d.rest, t+h)
	return nil
}

// addDrift lets touches on triangle k of a pair know how a deforming surface
// moves there: as the mean of the corners does.
func (e *engine) addDrift(p *nearby, k int, touches []touch) {
	i, sign := p.b, -1.0
	if e.bodies[p.a].form == surface {
		i, sign = p.a, 1
	}
	d := e.deforms[i]
	if d == nil {
		return
	}
	var v geom.Vec
	for _, c := range d.model.Mesh().Triangles[p.tris[k]] {
		v = v.Add(d.next[c].Sub(d.here[c]))
	}
	r := e.bodies[i].r
	v = r.MulVec(v.Scale(sign / (3 * e.h)))
	for t := range touches {
		touches[t].drift = v.Dot(touches[t].n)
	}
}
