package sim

import (
	"errors"
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// wallsOf are six immovable boxes around the inside of a scene, none for nil. A
// thickness d of 0 stands for as much as they are apart at most.
func wallsOf(inside *geom.AABB, d float64) []Body {
	if inside == nil {
		return nil
	}
	size := inside.Size()
	if d == 0 {
		d = size.MaxAbs()
	}
	if d == 0 {
		d = 1
	}
	outer := size.Add(geom.Vec{X: 2 * d, Y: 2 * d, Z: 2 * d})
	var walls []Body
	for side := range 6 {
		axis, upper := side/2, side%2 == 1
		box := shape.Box{Center: inside.Center(), Size: outer}
		at, extent := inside.Min.At(axis)-0.5*d, d
		if upper {
			at = inside.Max.At(axis) + 0.5*d
		}
		box.Center, box.Size = with(box.Center, axis, at), with(box.Size, axis, extent)
		walls = append(walls, Body{Name: "wall " + [...]string{"-x", "+x", "-y", "+y", "-z", "+z"}[side], Shape: box, Kind: Wall, Immovable: true})
	}
	return walls
}

// with returns v with one component replaced.
func with(v geom.Vec, axis int, x float64) geom.Vec {
	c := [3]float64{v.X, v.Y, v.Z}
	c[axis] = x
	return geom.Vec{X: c[0], Y: c[1], Z: c[2]}
}

// addBodies sets start and what belongs to it.
func (p *Physics) addBodies() error {
	e := &p.engine
	n := len(p.bodies)
	p.start = make([]rigid, n)
	e.meshes, e.trees, e.deforms = grown(e.meshes, n), grown(e.trees, n), grown(e.deforms, n)
	trees := map[*collide.Model]*tree.Tree{}
	for i := range p.bodies {
		var from *scene.Placed
		if i < len(p.world.Bodies) {
			from = &p.world.Bodies[i]
		} else {
			from = &scene.Placed{Shape: p.bodies[i].Shape, Pose: geom.Identity, Restitution: 1}
		}
		b, err := newRigid(from, p.world.Physics.Gravity)
		if err != nil {
			return p.fault(i, err)
		}
		p.start[i] = b
		if !b.fixed {
			p.heavy = append(p.heavy, int32(i))
		}
		if m, ok := from.Shape.(*collide.Model); ok {
			e.meshes[i], e.trees[i] = m.Mesh(), treeOf(trees, m)
			if from.Deform != nil {
				e.deforms[i] = newDeforming(&p.bodies[i], e.trees[i])
			}
		}
	}
	return nil
}

// treeOf returns the hierarchy of a model, one for all bodies that share it.
func treeOf(known map[*collide.Model]*tree.Tree, m *collide.Model) *tree.Tree {
	if known[m] == nil {
		known[m] = world.NewModel(m.Mesh()).Tree(0)
	}
	return known[m]
}

// rotationDefect is how far the matrix of a body with a mass may be from a
// rotation, as for spheres.
const rotationDefect = 1e-12

func newRigid(p *scene.Placed, gravity geom.Vec) (rigid, error) {
	b := rigid{restitution: p.Restitution, fixed: p.Dynamics == nil, driven: p.Motion, q: identity, start: p.Pose.R, r: p.Pose.R}
	if p.Dynamics != nil && p.Motion != nil {
		return b, errors.New("it has a mass and a motion; expected one or the other")
	}
	switch s := p.Shape.(type) {
	case shape.Sphere:
		b.form, b.center, b.radius, b.reach, b.size = ball, s.Center, s.Radius, s.Radius, s.Radius
	case shape.Box:
		b.form, b.center = block, s.Center
		b.half = [3]float64{0.5 * s.Size.X, 0.5 * s.Size.Y, 0.5 * s.Size.Z}
		b.reach = float64(0.5 * s.Size.Norm())
		b.size = smallest(s.Size)
	case *collide.Model:
		b.form = surface
		box := s.Mesh().Bounds()
		whole := turnedBox(&box, &p.Pose)
		b.reach, b.size = max(whole.Min.Sub(p.Pose.T).Norm(), whole.Max.Sub(p.Pose.T).Norm()), whole.Size().MaxAbs()
	default:
		return b, errors.New(world.ShapeName(s) + "; expected a mesh, a sphere or a box in a simulation")
	}
	b.x = p.Pose.Apply(b.center)
	if p.Motion != nil {
		far := b.reach + b.center.Sub(p.Motion.Pivot).Norm()
		if b.form == surface {
			far = farthest(p.Shape.(*collide.Model), p.Motion.Pivot, &p.Pose.R)
		}
		b.rate = 1.001 * (p.Motion.Velocity.Norm() + float64(p.Motion.Spin.Norm()*far))
	}
	if p.Dynamics == nil {
		if d := p.Pose.OrthonormalDefect(); b.form == block && !(d <= rotationDefect) {
			return b, fmt.Errorf("a box that others bounce off needs an orthonormal pose: |RᵀR − I| is %.3g, expected at most %g", d, rotationDefect)
		}
		return b, nil
	}
	return b, b.weigh(p, gravity)
}

// farthest is how far the posed vertices of a mesh are from the pivot.
func farthest(m *collide.Model, pivot geom.Vec, r *geom.Mat) float64 {
	far := 0.0
	for _, v := range m.Mesh().Vertices {
		far = max(far, r.MulVec(v.Sub(pivot)).Norm())
	}
	return far
}

// smallest is the least extent that is not 0, or 0.
func smallest(v geom.Vec) float64 {
	least := math.Inf(1)
	for k := range 3 {
		if x := v.At(k); x > 0 {
			least = min(least, x)
		}
	}
	if math.IsInf(least, 1) {
		return 0
	}
	return least
}

// weigh sets the mass, the moments of inertia of an even density, and the state at
// time 0.
func (b *rigid) weigh(p *scene.Placed, gravity geom.Vec) error {
	if b.form == surface {
		return errors.New("a mesh has a mass; only spheres and boxes do")
	}
	d := p.Pose.OrthonormalDefect()
	r := &p.Pose.R
	if det := r.Row(0).Cross(r.Row(1)).Dot(r.Row(2)); !(d <= rotationDefect) || det < 0 {
		return fmt.Errorf("a body with a mass needs a rotation for a pose: |RᵀR − I| is %.3g, expected at most %g, the determinant %.3g", d, rotationDefect, det)
	}
	m := p.Dynamics.Mass
	b.mass, b.inv, b.pull, b.v = m, 1/m, gravity, p.Dynamics.Velocity
	if b.form == ball {
		i := float64(0.4 * float64(m*float64(b.radius*b.radius)))
		b.inertia = geom.Vec{X: i, Y: i, Z: i}
	} else {
		x, y, z := float64(b.half[0]*b.half[0]), float64(b.half[1]*b.half[1]), float64(b.half[2]*b.half[2])
		b.inertia = geom.Vec{X: float64(m * ((y + z) / 3)), Y: float64(m * ((z + x) / 3)), Z: float64(m * ((x + y) / 3))}
	}
	b.even = b.inertia.X == b.inertia.Y && b.inertia.Y == b.inertia.Z
	b.invInertia = geom.Vec{X: inverse(b.inertia.X), Y: inverse(b.inertia.Y), Z: inverse(b.inertia.Z)}
	u := b.r.TMulVec(p.Dynamics.Spin)
	b.l = b.r.MulVec(geom.Vec{X: float64(u.X * b.inertia.X), Y: float64(u.Y * b.inertia.Y), Z: float64(u.Z * b.inertia.Z)})
	b.refresh()
	return nil
}

// inverse is 1/x, 0 for what cannot turn.
func inverse(x float64) float64 {
	if i := 1 / x; !math.IsInf(i, 0) {
		return i
	}
	return 0
}
