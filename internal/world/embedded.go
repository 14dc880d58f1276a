package world

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/kind"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/mesh"
)

// intact is what is known of a body at one pose.
type intact struct {
	model   *Model
	pose    geom.Pose
	version int // of the model, plus 1
	flaw    string
}

// is reports whether it is about a body as it is now.
func (k *intact) is(b *body) bool {
	return k.model == b.model && k.version == b.model.version+1 && k.pose == b.pose
}

// broken returns why a closed mesh is not one any more at its pose, "" if it is; the rounding
// of corners can make it intersect itself, or turn a sliver inside out. ok is false where the
// search was stopped before.
// It is found out once a pose, and at once for poses that round nothing.
func (k *Kinds) broken(w *World, i int, of *kind.Body) (flaw string, ok bool) {
	for len(k.intact) <= i {
		k.intact = append(k.intact, intact{})
	}
	b, known := &w.bodies[i], &k.intact[i]
	if known.is(b) {
		return known.flaw, true
	}
	now := intact{model: b.model, pose: b.pose, version: b.model.version + 1}
	if !roundsNothing(&b.pose, b.model.mesh.Vertices) {
		s := *b.surface
		found := make(chan string, 1)
		if !w.await(b.model.Triangles(), func() {
			b.model.vertices.RLock()
			defer b.model.vertices.RUnlock()
			found <- flawAtPose(b.name, &s, of)
		}) {
			return "", false
		}
		now.flaw = <-found
	}
	*known = now
	return now.flaw, true
}

// flawAtPose looks at the posed mesh as at one that was given so.
func flawAtPose(name string, s *narrow.Surface, of *kind.Body) string {
	if x, y, touches := s.SelfContact(); touches {
		return fmt.Sprintf("%s intersects itself at its pose, by the rounding of corners: triangles %d and %d", quote.Name(name), x, y)
	}
	posed := mesh.Mesh{Name: s.Mesh.Name, Triangles: s.Mesh.Triangles, Vertices: make([]geom.Vec, len(s.Mesh.Vertices))}
	for i, v := range s.Mesh.Vertices {
		posed.Vertices[i] = s.Pose().Apply(v)
	}
	if !of.SameSides(kind.NewShells(&posed, s)) {
		return quote.Name(name) + " is turned inside out in part at its pose, by the rounding of corners"
	}
	return ""
}

// roundsNothing reports whether the pose turns by quarters, mirrors, scales by powers of two and
// moves, and every vertex moves by exactly that.
func roundsNothing(p *geom.Pose, vertices []geom.Vec) bool {
	for row := range 3 {
		column, factor := -1, 0.0
		for c := range 3 {
			if x := p.R[3*row+c]; x != 0 {
				if column >= 0 || !isPowerOfTwo(x) {
					return false
				}
				column, factor = c, x
			}
		}
		if column < 0 {
			return false
		}
		t := [3]float64{p.T.X, p.T.Y, p.T.Z}[row]
		for _, v := range vertices {
			x := [3]float64{v.X, v.Y, v.Z}[column]
			y := float64(x * factor)
			if y/factor != x || !exactSum(y, t) {
				return false
			}
		}
	}
	return true
}

func isPowerOfTwo(x float64) bool {
	fraction, _ := math.Frexp(math.Abs(x))
	return fraction == 0.5
}

// exactSum reports whether a+b is not rounded: the error of a rounded sum is itself a number, and this
// computes it (Knuth, The Art of Computer Programming 2, 4.2.2).
func exactSum(a, b float64) bool {
	s := a + b
	t := s - a
	return (a-(s-t))+(b-t) == 0 // NaN after an overflow
}
