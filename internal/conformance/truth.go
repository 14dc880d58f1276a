package conformance

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/shape"
)

// Judge compares brute force with the oracle, primitive by primitive, after each step. It
// returns the number of decisions, how many of them are contacts, and the first decision
// that differs. No step is begun after most decisions, and none has more.
func (a *Attack) Judge(most int) (decisions, contacts int, err error) {
	brute := a.brute()
	if brute == nil {
		return 0, 0, nil
	}
	poses := make([]geom.Pose, len(a.Bodies))
	for i := range poses {
		poses[i] = a.Bodies[i].Pose
		if poses[i] == (geom.Pose{}) {
			poses[i] = geom.Identity
		}
	}
	for step := range len(a.Steps) + 1 {
		if decisions >= most {
			break
		}
		if step > 0 {
			s := &a.Steps[step-1]
			if !a.apply(s, []*collide.Detector{brute}) {
				continue
			}
			if s.Vertices == nil {
				poses[s.Body] = s.Pose
			}
		}
		r, err := brute.Detect(context.Background())
		if err != nil && !errors.Is(err, collide.ErrUndecided) {
			return decisions, contacts, fmt.Errorf("brute: %w", err)
		}
		n, hits, err := a.judge(poses, r.Contacts, most)
		decisions, contacts = decisions+n, contacts+hits
		if err != nil {
			return decisions, contacts, fmt.Errorf("step %d: %w", step, err)
		}
	}
	return decisions, contacts, nil
}

// judge decides pairs of primitives by the oracle, up to most of them.
func (a *Attack) judge(poses []geom.Pose, contacts []collide.Contact, most int) (decisions, hits int, err error) {
	listed := map[collide.Contact]bool{}
	for _, c := range contacts {
		listed[c] = true
	}
	bodies := make([][]primitive, len(a.Bodies))
	for i := range bodies {
		bodies[i] = primitives(a.Bodies[i].Shape, &poses[i])
	}
	for i := range bodies {
		for j := range i + 1 {
			if i == j && !a.Self || i != j && a.Bodies[i].Immovable && a.Bodies[j].Immovable {
				continue
			}
			for k := range bodies[j] {
				for l := range bodies[i] {
					if i == j && l <= k || decisions >= most {
						continue
					}
					c := collide.Contact{BodyA: uint32(j), TriA: uint32(k), BodyB: uint32(i), TriB: uint32(l)}
					p, q := &bodies[j][k], &bodies[i][l]
					if p.isBeyond(q) {
						continue
					}
					decisions++
					if listed[c] {
						hits++
					}
					if want := p.meets(q, i == j); want != listed[c] {
						return decisions, hits, fmt.Errorf("%v: brute says contact %v, the oracle %v: %v and %v", c, listed[c], want, p.points, q.points)
					}
				}
			}
		}
	}
	return decisions, hits, nil
}

// primitive is a triangle or a solid in the world.
type primitive struct {
	points []geom.Vec    // none for a ball, the ends of a capsule, a cylinder or a cone
	local  geom.Triangle // of a triangle
	ball   *geom.Sphere
	half   *shape.HalfSpace
	// radius is that of a capsule, a cylinder or a cone, which the others are about: flat is one of the latter two, pointed a cone.
	radius               float64
	axial, flat, pointed bool
}

// isBeyond reports whether the oracle does not know two primitives: a cylinder or a cone, and another axis.
func (p *primitive) isBeyond(q *primitive) bool { return p.axial && q.axial && (p.flat || q.flat) }

// axialMeets decides for a capsule, a cylinder or a cone.
func (p *primitive) axialMeets(q *primitive) bool {
	a, b := p.points[0], p.points[1]
	switch {
	case p.pointed && q.ball != nil:
		return oracle.ConeMeetsBall(a, b, p.radius, q.ball)
	case p.pointed:
		return oracle.ConeMeets(a, b, p.radius, q.points)
	case p.flat && q.ball != nil:
		return oracle.CylinderMeetsBall(a, b, p.radius, q.ball)
	case p.flat:
		return oracle.CylinderMeets(a, b, p.radius, q.points)
	case q.ball != nil:
		return oracle.CapsuleMeets(a, b, p.radius, []geom.Vec{q.ball.Center}, q.ball.Radius)
	}
	return oracle.CapsuleMeets(a, b, p.radius, q.points, q.radius)
}

// isLow decides for a half space.
func (p *primitive) isLow(h *shape.HalfSpace) bool {
	switch {
	case p.half != nil:
		return oracle.HalfSpacesMeet(h.Point, h.Normal, p.half.Point, p.half.Normal)
	case p.pointed:
		return oracle.HalfSpaceMeetsCone(h.Point, h.Normal, p.points[0], p.points[1], p.radius)
	case p.flat:
		return oracle.HalfSpaceMeetsCylinder(h.Point, h.Normal, p.points[0], p.points[1], p.radius)
	case p.ball != nil:
		return oracle.HalfSpaceMeets(h.Point, h.Normal, []geom.Vec{p.ball.Center}, p.ball.Radius)
	}
	return oracle.HalfSpaceMeets(h.Point, h.Normal, p.points, p.radius)
}

func primitives(s collide.Shape, pose *geom.Pose) (all []primitive) {
	switch s := s.(type) {
	case shape.Sphere:
		return []primitive{{ball: &geom.Sphere{Center: posed(pose, s.Center), Radius: s.Radius}}}
	case shape.HalfSpace:
		turn := geom.Pose{R: pose.R}
		return []primitive{{half: &shape.HalfSpace{Point: posed(pose, s.Point), Normal: posed(&turn, s.Normal)}}}
	case shape.Convex:
		var points []geom.Vec
		for _, p := range s.Points {
			points = append(points, posed(pose, p))
		}
		return []primitive{{points: points}}
	case shape.Capsule:
		return []primitive{{points: []geom.Vec{posed(pose, s.A), posed(pose, s.B)}, radius: s.Radius, axial: true}}
	case shape.Cylinder:
		return []primitive{{points: []geom.Vec{posed(pose, s.A), posed(pose, s.B)}, radius: s.Radius, axial: true, flat: true}}
	case shape.Cone:
		return []primitive{{points: []geom.Vec{posed(pose, s.Base), posed(pose, s.Apex)}, radius: s.Radius, axial: true, flat: true, pointed: true}}
	case shape.Box:
		var corners []geom.Vec
		for _, c := range s.Corners() {
			corners = append(corners, posed(pose, c))
		}
		return []primitive{{points: corners}}
	}
	m := s.(*collide.Model).Mesh()
	for i := range m.Triangles {
		t := m.Triangle(i)
		all = append(all, primitive{local: t, points: []geom.Vec{posed(pose, t[0]), posed(pose, t[1]), posed(pose, t[2])}})
	}
	return all
}

// posed is the contract's x' = ((r00·x + r01·y) + r02·z) + tx, every step rounded.
func posed(p *geom.Pose, v geom.Vec) geom.Vec {
	if *p == geom.Identity {
		return v
	}
	row := func(i int, t float64) float64 {
		sum := float64(p.R[3*i]*v.X) + float64(p.R[3*i+1]*v.Y)
		sum += float64(p.R[3*i+2] * v.Z)
		return sum + t
	}
	return geom.Vec{X: row(0, p.T.X), Y: row(1, p.T.Y), Z: row(2, p.T.Z)}
}

func (p *primitive) meets(q *primitive, self bool) bool {
	switch {
	case self:
		a, b := geom.Triangle(p.points), geom.Triangle(q.points)
		return oracle.SelfContact(&p.local, &q.local, &a, &b)
	case p.half != nil:
		return q.isLow(p.half)
	case q.half != nil:
		return p.isLow(q.half)
	case p.axial:
		return p.axialMeets(q)
	case q.axial:
		return q.axialMeets(p)
	case p.ball != nil && q.ball != nil:
		return oracle.BallsMeet(p.ball, q.ball)
	case p.ball != nil:
		return oracle.Reaches(p.ball, q.points)
	case q.ball != nil:
		return oracle.Reaches(q.ball, p.points)
	}
	return !apartOnAnAxis(p.points, q.points) && oracle.Meet(p.points, q.points)
}

// apartOnAnAxis reports whether all coordinates of one along an axis are less than those
// of the other, which spares most of the programs.
func apartOnAnAxis(p, q []geom.Vec) bool {
	for k := range 3 {
		pLow, pHigh, qLow, qHigh := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
		for _, v := range p {
			pLow, pHigh = min(pLow, v.At(k)), max(pHigh, v.At(k))
		}
		for _, v := range q {
			qLow, qHigh = min(qLow, v.At(k)), max(qHigh, v.At(k))
		}
		if pHigh < qLow || qHigh < pLow {
			return true
		}
	}
	return false
}
