package aabb

import (
	"math"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// buildState is memory that only a build uses.
type buildState struct {
	boxes, order, sorted *vulkan.Buffer
	queue, next          *vulkan.Buffer
	cuts, ranks          *vulkan.Buffer
	work, flags          *vulkan.Buffer
	middle               *vulkan.Buffer // how many nodes of the queue a group splits, then which
	heads                *vulkan.Buffer // of the levels of a batch: their nodes, the first of them
	args, groupArgs      *vulkan.Buffer // of indirect runs: over the queue, over middle
	compactor            *primitives.Compactor
	entries              [][4]uint32
	read                 [levelsABatch + 1][2]uint32 // heads, once a batch has run
	large                [][4]uint32
	clear                []uint32
}

// The bins of sah_large.comp: their number, the words of each, the words of all its memory.
const (
	sahBins     = 16
	sahBinWords = 7
	sahWork     = 6 + 3*sahBins*sahBinWords + 5
)

func newBuildState(d *vulkan.Device) *buildState {
	s := &buildState{compactor: primitives.NewCompactor(d)}
	for _, b := range s.named() {
		*b.at = d.NewBuffer(b.name)
	}
	s.clear = make([]uint32, sahWork)
	for i := range s.clear {
		word := (i - 6) % sahBinWords
		if i < 3 || i >= 6 && 1 <= word && word <= 3 { // minima
			s.clear[i] = math.MaxUint32
		}
	}
	return s
}

type namedBuffer struct {
	name string
	at   **vulkan.Buffer
	// perTriangle and fixed are its size in bytes.
	perTriangle, fixed int
}

func (s *buildState) named() []namedBuffer {
	return []namedBuffer{
		{"triangle boxes", &s.boxes, models.ItemBytes, 0}, {"build order", &s.order, 4, 0}, {"build order, sorted", &s.sorted, 4, 0},
		{"build queue", &s.queue, 16, 16}, {"next build queue", &s.next, 16, 16}, {"cuts", &s.cuts, 4, 0}, {"splits", &s.ranks, 4, 0},
		{"bins", &s.work, 0, 4 * sahWork}, {"sides", &s.flags, 4, 4}, {"nodes of middle size", &s.middle, 4, 8},
		{"heads of levels", &s.heads, 0, 8 * (levelsABatch + 1)}, {"arguments of a level", &s.args, 0, 16}, {"arguments of middle nodes", &s.groupArgs, 0, 16},
	}
}
