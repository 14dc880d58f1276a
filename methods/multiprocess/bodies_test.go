package multiprocess_test

import (
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/conformance"
)

// What tests of several packages use.
var at, cube, tori, cutBy = conformance.At, conformance.Cube, conformance.Tori, conformance.CutBy

func detector(t testing.TB, bodies []collide.Body, opt collide.Options) *collide.Detector {
	t.Helper()
	return conformance.Detector(t, bodies, opt)
}
