package query

import (
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
)

// Counting is what a batch and its device had done when a query began.
type Counting struct {
	batch *vulkan.Batch
	took  int64 // blocks of memory
}

// Count begins to count what a batch has the device do.
func Count(b *vulkan.Batch) Counting {
	b.Spent, b.Updated, b.Work = 0, 0, vulkan.Work{}
	return Counting{b, b.Device().Allocations()}
}

// Add adds to the counters of a query what was done since.
func (c Counting) Add(s *world.Stats) {
	k := &c.batch.Work
	s.Device += c.batch.Spent
	s.Update += c.batch.Updated
	s.Submits, s.Barriers, s.Dispatches = s.Submits+k.Submits, s.Barriers+k.Barriers, s.Dispatches+k.Dispatches
	s.Sent, s.Received = s.Sent+k.Sent, s.Received+k.Received
	s.Allocations += c.batch.Device().Allocations() - c.took
}
