package lbvh

import (
	"slices"
	"testing"

	"github.com/collide-go/collide/gpu/internal/models"
)

// TestSelfTestKnowsWhatIsSure: of the self-test's triangles that touch, most surely do, and some do not surely; the wrong word about either
// is an error.
func TestSelfTestKnowsWhatIsSure(t *testing.T) {
	t.Parallel()
	const n = fixedEach
	corners := fixedTriangles()
	sure, unsure := 0, 0
	for _, p := range touching(corners[:9*n], corners[9*n:]) {
		a, b := triangleOf(corners, int(p.A)), triangleOf(corners, n+int(p.B))
		by := max(crossing(&a, &b), crossing(&b, &a))
		right := []uint32{0, uint32(p.A), uint32(p.B)}
		switch {
		case by > 2:
			sure++
			right[0] = models.Sure
		case by < 0.5:
			unsure++
		default:
			continue
		}
		if err := sameSure(right, corners); err != nil {
			t.Error(err)
		}
		right[0] ^= models.Sure
		if sameSure(right, corners) == nil {
			t.Errorf("%v: the wrong word passes", p)
		}
	}
	if sure < 20 || unsure < 1 {
		t.Errorf("%d pairs surely touch, %d not surely: the self-test does not test it", sure, unsure)
	}
	t.Logf("%d pairs surely touch, %d not surely", sure, unsure)
}

// The kernels can decide all pairs of the self-test's triangles: the pairs that touch stay
// the same while one body moves by more than the error that together allows for.
func TestFixedTrianglesAreFarFromUndecided(t *testing.T) {
	t.Parallel()
	const n = fixedEach
	step := float32(1e-5)
	if r := together(n); r.Errors >= step {
		t.Fatalf("the records allow for errors of %g, the test moves by %g", r.Errors, step)
	}
	corners := fixedTriangles()
	want := touching(corners[:9*n], corners[9*n:])
	for way := range 27 {
		moved := slices.Clone(corners[:9*n])
		for i := range moved {
			moved[i] += step * float32([3]int{way % 3, way / 3 % 3, way / 9}[i%3]-1)
		}
		if got := touching(moved, corners[9*n:]); !slices.Equal(got, want) {
			t.Errorf("moved in direction %d: %d pairs touch, want %d", way, len(got), len(want))
		}
	}
}
