package gpu_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
)

// TestAttacks is the root package's for the methods on a device: scenes of hard
// coordinates that move and deform, against brute force. recode takes convex meshes alone
// and refuses the rest.
func TestAttacks(t *testing.T) {
	d := gpu.TestDevice(t)
	seed, _ := strconv.ParseUint(os.Getenv("COLLIDE_SEED"), 10, 64)
	deadline := time.Now().Add(time.Duration(require.Cases(1000, 400)) * time.Millisecond)
	if os.Getenv("COLLIDE_LONG") == "1" {
		long, err := time.ParseDuration(os.Getenv("COLLIDE_ATTACK"))
		if err != nil {
			long = 10 * time.Minute
		}
		deadline = time.Now().Add(long)
		if seed == 0 {
			seed = uint64(time.Now().UnixNano())
		}
	}
	first, failures := seed, 0
	for ; time.Now().Before(deadline) && failures < 10; seed++ {
		var ways []collide.Options
		for i, m := range gpu.Table(func() (*gpu.Device, error) { return d, nil }) {
			if m.About().Chosen == "" && (int(seed)+i)%3 == 0 {
				ways = append(ways, collide.Options{Method: m, Workers: 1 + int(seed)%2, First: seed%4 == 0})
			}
		}
		r := rand.New(rand.NewPCG(seed, 0x61747461636b))
		data := make([]byte, 100+r.IntN(900))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		if err := conformance.Draw(data).Run(ways); err != nil {
			t.Errorf("seed %d: %v", seed, err)
			failures++
		}
	}
	t.Logf("seeds %d to %d: %d scenes, %d failures", first, seed-1, seed-first, failures)
}
