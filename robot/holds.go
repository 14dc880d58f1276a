package robot

import (
	"errors"
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
)

// Hold is where a body is that links take and release: in the hand of a link, or where it was left.
type Hold struct {
	// Body is the index of the body among the others of a checker.
	Body int
	// Link is the link of the cell that holds it, −1 for none.
	Link int
	// At is its pose: in the coordinates of the link, else in the world.
	At geom.Pose
	// Touch are links beside Link that it is not tested against while it is held.
	Touch []int
}

// Pose returns the pose of the body, given the poses of the cell's links: the product of the pose of the link that holds it and At.
func (h *Hold) Pose(links []geom.Pose) geom.Pose {
	switch {
	case h.Link < 0:
		return h.At
	case h.At == geom.Identity:
		return links[h.Link]
	}
	return links[h.Link].Compose(&h.At)
}

// passTo returns the hold of a body that a link takes, or that is released for link −1, in a state in which the links of the cell are
// at some poses.
//
// Where link L takes a body that stands at P, its pose in the coordinates of L is L⁻¹·P from then on: with M the matrix of L, the
// adjugate of M, of products and a difference each, over the determinant (m0·a0 + m1·a3) + m2·a6, times P's matrix and times
// P's translation minus L's. Every operation is rounded, so that taking moves the body by a few units in the last place. What is
// released stands where the product of the link's pose and that one has it.
func (h *Hold) passTo(link int, touch []int, links []geom.Pose) (Hold, error) {
	to := Hold{Body: h.Body, Link: link, At: h.At, Touch: touch}
	if link == h.Link {
		return to, nil
	}
	if to.At = h.Pose(links); link >= 0 {
		to.At = seenFrom(&links[link], &to.At)
	}
	if !finite(&to.At) {
		return to, errors.New("its pose as the link sees it is beyond the range of float64")
	}
	return to, nil
}

// seenFrom returns a pose in the coordinates of a link.
func seenFrom(link, p *geom.Pose) geom.Pose {
	m := inverse(&link.R)
	return geom.Pose{R: m.Mul(&p.R), T: m.MulVec(p.T.Sub(link.T))}
}

// inverse is the adjugate over the determinant.
func inverse(m *geom.Mat) geom.Mat {
	minor := func(a, b, c, d int) float64 { return float64(m[a]*m[d]) - float64(m[b]*m[c]) }
	a := geom.Mat{
		minor(4, 5, 7, 8), minor(2, 1, 8, 7), minor(1, 2, 4, 5),
		minor(5, 3, 8, 6), minor(0, 2, 6, 8), minor(2, 0, 5, 3),
		minor(3, 4, 6, 7), minor(1, 0, 7, 6), minor(0, 1, 3, 4),
	}
	det := float64(m[0]*a[0]) + float64(m[1]*a[3]) + float64(m[2]*a[6])
	for i := range a {
		a[i] /= det
	}
	return a
}

func finite(p *geom.Pose) bool {
	for _, x := range p.R {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return p.T.MaxAbs() <= math.MaxFloat64
}

// sameHolder reports whether a hold has a holder.
func (h *Hold) sameHolder(link int, touch []int) bool {
	return h.Link == link && slices.Equal(h.Touch, touch)
}
