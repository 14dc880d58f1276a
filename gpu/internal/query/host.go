package query

import (
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
)

// OnHost makes the broad phase of the CPU methods, for a Recipe.
func OnHost(_ *vulkan.Batch, _, workers int) BodyPhase {
	return &hostPhase{broad.Auto{Workers: workers}}
}

// hostPhase is the broad phase of the CPU methods as one of this package.
type hostPhase struct{ broad.Auto }

func (*hostPhase) Failure() error { return nil }
func (*hostPhase) Close()         {}
