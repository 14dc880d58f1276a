package bench

import (
	"context"
	"testing"

	"github.com/collide-go/collide/internal/tree"
)

// The bounds that the paper quotes are reached exactly where nothing is rejected.
func TestTraversalsReachTheirBounds(t *testing.T) {
	for levels, triangles := 1, 1; levels <= 5; levels, triangles = levels+1, 2*triangles {
		d := duel{name: "equal", a: equalTriangles(triangles), b: equalTriangles(triangles), leaf: 1, together: true}
		f, err := d.fight(context.Background(), newDraws(1), 1, 1)
		if err != nil || !f.similar {
			t.Fatalf("%d levels: similar %v, %v", levels, f.similar, err)
		}
		visits := f.visits
		both, single := int64(1<<(2*levels)-1)/3, int64(1<<(2*levels-1)-1)
		if visits[0].nodes != both || visits[1].nodes != single || visits[2].nodes != both || visits[0].triangles != int64(triangles*triangles) {
			t.Errorf("%d levels: %d, %d, %d visits; expected %d, %d, %d", levels, visits[0].nodes, visits[1].nodes, visits[2].nodes, both, single, both)
		}
	}
}

func TestGradedStripLeans(t *testing.T) {
	m := gradedStrip(60, 1.2)
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	h := tree.BuildSphereOBB(&tree.Soup{Vertices: m.Vertices, Triangles: m.Triangles}, tree.OBBOptions{})
	if s := h.Stats(); s.Balance < 1.3 {
		t.Errorf("balance %g: the tree does not lean", s.Balance)
	}
}
