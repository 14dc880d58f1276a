package collide_test

import (
	"testing"

	"github.com/collide-go/collide/internal/conformance"
)

func TestConformance(t *testing.T) {
	for _, m := range table {
		t.Run(nameOf(m), func(t *testing.T) { conformance.Run(t, m, conformance.Options{}) })
	}
}
