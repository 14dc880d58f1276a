package query

import (
	"errors"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
)

// failing is a broad phase that finds nothing and fails.
type failing struct{ broad.Brute }

var errFailing = errors.New("failing")

func (*failing) Pairs(_ []geom.AABB, dst []broad.Pair) []broad.Pair { return dst }
func (*failing) Name() string                                       { return "failing" }
func (*failing) Failure() error                                     { return errFailing }
func (*failing) Close()                                             {}

// TestFewOnHost: up to 64 bodies are the host's, more are the device's, and so are the answers about the last call.
func TestFewOnHost(t *testing.T) {
	t.Parallel()
	p := FewOnHost(Recipe{Bodies: func(*vulkan.Batch, int, int) BodyPhase { return &failing{} }}).Bodies(nil, 1, 1)
	boxes := make([]geom.AABB, 65) // all at one point
	for _, n := range []int{2, 64, 65, 3} {
		found := p.Pairs(boxes[:n], nil)
		if n > 64 {
			if len(found) != 0 || !errors.Is(p.Failure(), errFailing) || p.Name() != "failing" {
				t.Errorf("%d bodies: %d pairs, %v, %s", n, len(found), p.Failure(), p.Name())
			}
		} else if len(found) != n*(n-1)/2 || p.Failure() != nil || p.Name() == "failing" {
			t.Errorf("%d bodies: %d pairs, %v, %s", n, len(found), p.Failure(), p.Name())
		}
	}
}
