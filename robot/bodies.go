package robot

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
)

// Part is a shape of a link, as a body of a detector: a link with several shapes is several bodies there,
// and one body in every answer.
type Part struct {
	// Link is the index of the link and Shape that of the shape in it.
	Link, Shape int
	// Geometry is the shape.
	Geometry *Geometry
	// inPlace shapes have no origin of their own.
	inPlace bool
}

// Parts returns the shapes of all links in the order of the file, those for collisions or the visual ones. The robot
// must come from a [Loader] that has read these shapes; Parts panics otherwise.
func (r *Robot) Parts(visual bool) []Part {
	var parts []Part
	for i := range r.Links {
		shapes := r.Links[i].Shapes(visual)
		for k := range shapes {
			if shapes[k].Shape == nil {
				panic(fmt.Sprintf("robot: Parts of %s, whose link %s has a shape that was not loaded", r.Name, r.Links[i].Name))
			}
			parts = append(parts, Part{Link: i, Shape: k, Geometry: &shapes[k], inPlace: shapes[k].Origin.IsIdentity()})
		}
	}
	return parts
}

// Pose returns the pose of a part, given that of its link: the product of the link's pose and the shape's
// origin.
func (p *Part) Pose(link *geom.Pose) geom.Pose {
	if p.inPlace || p.Geometry.Origin.IsIdentity() {
		return *link
	}
	return link.Compose(&p.Geometry.Origin)
}

// Untested is a pair of links that is not tested, with the reason: "parent" or "SRDF: …".
type Untested struct {
	A, B   int
	Reason string
}

// Untested returns the pairs of links with shapes that are not tested, ascending: a link with its parent, and
// what the SRDF disables, nil for none.
func (r *Robot) Untested(visual bool, s *Semantics) []Untested {
	reasons := map[[2]int]string{}
	if s != nil {
		for _, d := range s.Disabled {
			reasons[[2]int{d.A, d.B}] = srdfReason(d.Reason)
		}
	}
	for i := range r.Joints {
		a, b := r.Joints[i].Parent, r.Joints[i].Child
		reasons[[2]int{min(a, b), max(a, b)}] = "parent"
	}
	var list []Untested
	for p, why := range reasons {
		if len(r.Links[p[0]].Shapes(visual)) > 0 && len(r.Links[p[1]].Shapes(visual)) > 0 {
			list = append(list, Untested{p[0], p[1], why})
		}
	}
	sortUntested(list)
	return list
}

func srdfReason(reason string) string {
	if reason == "" {
		return "SRDF"
	}
	return "SRDF: " + reason
}

func sortUntested(list []Untested) {
	slices.SortFunc(list, func(a, b Untested) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
}
