package collide_test

import (
	"testing"

	"github.com/collide-go/collide/internal/conformance"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	for _, m := range table {
		t.Run(nameOf(m), func(t *testing.T) {
			t.Parallel()
			conformance.Run(t, m, conformance.Options{})
		})
	}
}
