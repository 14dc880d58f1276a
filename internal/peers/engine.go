package harness

import (
	"context"
	"slices"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// pairInput is one workload: mesh A under each pose, mesh B fixed.
type pairInput struct {
	name  string
	a, b  *mesh.Mesh
	poses []geom.Pose
}

// triPair is a contact: triangle of A, triangle of B.
type triPair [2]uint32

func compareTriPairs(p, q triPair) int { return slices.Compare(p[:], q[:]) }

// built is what a build cost: hierarchies of both meshes from arrays in memory,
// and the bytes held for them afterwards.
type built struct {
	time  time.Duration
	bytes int
}

// booleans holds one answer a pose and the nanoseconds it took.
type booleans struct {
	ns  []int64
	hit []bool
}

// contacts holds one set a pose, sorted and without repetitions, and the
// nanoseconds the query took (sorting is not timed).
type contacts struct {
	ns    []int64
	pairs [][]triPair
}

// pairEngine answers the pair workload. Calls come in the order load, then any
// number of build, booleans, contacts; an engine is not for concurrent use.
type pairEngine interface {
	name() string
	// about names the library and its version.
	about() string
	// listsContacts is false for engines that know the boolean query only.
	listsContacts() bool
	load(in *pairInput) error
	// build drops what was built and builds it again.
	build(ctx context.Context) (built, error)
	booleans(ctx context.Context) (booleans, error)
	contacts(ctx context.Context) (contacts, error)
}

// warmUp is how many poses a batch asks untimed before it begins.
const warmUp = 6

// ascending puts the smaller number first in each pair, in place: within one
// mesh or list of boxes order means nothing.
func ascending(pairs []triPair) []triPair {
	for i, p := range pairs {
		pairs[i] = triPair{min(p[0], p[1]), max(p[0], p[1])}
	}
	return pairs
}

// canonical sorts pairs and drops repetitions, in place.
func canonical(pairs []triPair) []triPair {
	slices.SortFunc(pairs, compareTriPairs)
	return slices.Compact(pairs)
}
