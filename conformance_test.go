package collide_test

import (
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/conformance"
)

func TestConformance(t *testing.T) {
	for _, m := range collide.Methods() {
		t.Run(m.Name, func(t *testing.T) { conformance.Run(t, m.Name, conformance.Options{Worker: workerCommand}) })
	}
}
