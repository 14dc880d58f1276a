package lbvh

import (
	"errors"
	"testing"
	"time"

	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
)

// TestNoLevelsOfAStoppedSearch: a search that was stopped before the device began leaves no hierarchy to
// look at, of itself or of the one before.
func TestNoLevelsOfAStoppedSearch(t *testing.T) {
	b := vulkantest.Batch(t)
	p := NewBodies(b, 1, 1)
	t.Cleanup(p.Close)
	look := func(want int) {
		t.Helper()
		if v, all, err := p.Level(nil, nil, 1, 100); len(v) != want || !all || err != nil {
			t.Errorf("%d volumes, want %d; all: %v, %v", len(v), want, all, err)
		}
	}
	p.Pairs(crowd(9), nil)
	look(2)
	b.Control = vulkan.Within(-time.Second)
	if p.Pairs(crowd(300), nil); !errors.Is(p.Failure(), vulkan.ErrStopped) {
		t.Errorf("stopped: %v", p.Failure())
	}
	b.Control = nil
	look(0)
	p.Pairs(crowd(300), nil)
	look(2)
}
