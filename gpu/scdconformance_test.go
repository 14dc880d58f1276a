package gpu

import (
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/conformance"
)

func streamMethods(t testing.TB) []collide.Method {
	d := testDevice(t)
	return StreamMethods(func() (*Device, error) { return d, nil })
}

func TestStreamConformance(t *testing.T) {
	table := streamMethods(t)
	for _, m := range table {
		t.Run(m.Name, func(t *testing.T) {
			opt := conformance.Options{Table: table, Backend: collide.GPU}
			if m.Name == "scd0" || m.Name == "scd1" { // slow; how workers share is the same in all
				opt.Workers = []int{2}
			}
			conformance.Run(t, m.Name, opt)
		})
	}
}
