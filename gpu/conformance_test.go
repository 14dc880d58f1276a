package gpu_test

import (
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu"
	"github.com/collide-go/collide/internal/conformance"
)

// TestConformance runs every method of the package through the suite that all
// methods pass, with the validation layer listening.
func TestConformance(t *testing.T) {
	d := gpu.TestDevice(t)
	for _, m := range d.Methods() {
		if m.Chosen != "" {
			continue // another name for one of the others
		}
		t.Run(m.Name, func(t *testing.T) {
			conformance.Run(t, m.Name, conformance.Options{Table: append(d.Methods(), collide.Methods()...), Backend: collide.GPU})
		})
	}
}
