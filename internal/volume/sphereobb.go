package volume

import "github.com/collide-go/collide/geom"

// SphereOBB is the intersection of an oriented box with a ball around its
// centre: the ball is cheap to test and to move, the box is tight (the hybrid
// volume of Sphere-OBB hierarchies).
type SphereOBB struct {
	OBB
	Radius float64
}

// Fit sets the half sizes and the radius around what each calls its argument
// with; the box's centre and axes stay.
func (h *SphereOBB) Fit(each func(func(geom.Vec))) {
	h.SetHalf(each)
	s := h.ball()
	s.SetRadius(each)
	h.Radius = s.Radius
}

func (h *SphereOBB) ball() Ball { return Ball{h.Center, h.Radius} }

// Contains reports whether p certainly lies in both.
func (h *SphereOBB) Contains(p geom.Vec) bool {
	s := h.ball()
	return s.Contains(p) && h.OBB.Contains(p)
}

// Turn writes h as seen after the rigid motion f, rounded.
func (h *SphereOBB) Turn(f *geom.Pose, dst *SphereOBB) {
	h.OBB.Turn(f, &dst.OBB)
	dst.Radius = h.Radius
}

// Apart tries the balls first, then the boxes.
func (h *SphereOBB) Apart(o *SphereOBB, pad float64) bool {
	s, t := h.ball(), o.ball()
	return s.Apart(&t, pad) || h.OBB.Apart(&o.OBB, pad)
}
