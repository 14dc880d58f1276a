package gpu_test

import (
	"strings"
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
			opt := conformance.Options{Table: append(d.Methods(), collide.Methods()...), Backend: collide.GPU}
			if strings.HasPrefix(m.Name, "scd") { // slow; they share their work among workers in one way
				opt.Workers = []int{2}
			}
			conformance.Run(t, m.Name, opt)
		})
	}
}
