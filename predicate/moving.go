package predicate

import "github.com/collide-go/collide/internal/ccd"

// Moving is an edge and an edge, or a vertex and a triangle, whose corners go straight from
// Start to End while t goes from 0 to 1: p(t) = p₀ + (p₁ − p₀)·t in exact arithmetic. All
// coordinates are finite; First panics otherwise.
//
// First returns the first time at which the two share a point, and true; false if there is
// none. Touching counts, at both ends of the motion, too, and corners in one plane or at
// rest are no special case. The two times are equal if the first one is a float64, and
// else its neighbours below and above. FirstContext is First that a context can end: where exponents are a thousand
// apart an answer may take a second.
type Moving = ccd.Query

// MovingKind is what the four points of a Moving are.
type MovingKind = ccd.Kind

// The kinds of a Moving: points 0 and 1 against 2 and 3, or point 0 against 1, 2 and 3.
const (
	EdgeEdge   = ccd.EdgeEdge
	VertexFace = ccd.VertexFace
)
