package collide_test

import (
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
)

// waysOf asks every CPU method but multiprocess, which starts processes, in ways that
// depend on n: numbers of workers, and whether any contact will do.
func waysOf(n int) (ways []collide.Options) {
	counts := []int{1, 2, 8}
	for i, m := range table {
		if nameOf(m) != "multiprocess" {
			ways = append(ways, collide.Options{Method: m, Workers: counts[(n+i)%3]},
				collide.Options{Method: m, Workers: counts[(n+i+1)%3], First: true})
		}
	}
	return ways
}

// FuzzMethods: scenes of hard coordinates, several bodies, moving and deforming: every
// method against brute force.
func FuzzMethods(f *testing.F) {
	addAttacks(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := conformance.Draw(data).Run(waysOf(len(data))); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzBrute: the same scenes, brute force against the oracle that shares no code.
func FuzzBrute(f *testing.F) {
	addAttacks(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, _, err := conformance.Draw(data).Judge(500); err != nil {
			t.Fatal(err)
		}
	})
}

func addAttacks(f *testing.F) {
	for seed := range uint64(require.Samples(20, 8, 5)) {
		f.Add(attack(seed))
	}
	// Scenes in which auto, oocda and ants took a coordinate that underflows for a lattice
	// point.
	for _, seed := range []uint64{1600, 1644, 1763} {
		f.Add(append([]byte{6}, attack(seed)...))
	}
}

// attack returns the bytes of the seed's scene.
func attack(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 0x61747461636b))
	data := make([]byte, 100+r.IntN(900))
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return data
}

// TestAttacks draws scenes at random, which finds more in a minute than a fuzzer that is
// guided by coverage: a few, or with COLLIDE_LONG=1 as many as COLLIDE_ATTACK, a duration,
// allows, 20 minutes if it is not set. COLLIDE_SEED chooses the first scene.
func TestAttacks(t *testing.T) {
	t.Parallel()
	seed, _ := strconv.ParseUint(os.Getenv("COLLIDE_SEED"), 10, 64)
	deadline := time.Now().Add(time.Duration(require.Samples(500, 300, 150)) * time.Millisecond)
	if os.Getenv("COLLIDE_LONG") == "1" {
		d, err := time.ParseDuration(os.Getenv("COLLIDE_ATTACK"))
		if err != nil {
			d = 20 * time.Minute
		}
		deadline = time.Now().Add(d)
		if seed == 0 {
			seed = uint64(time.Now().UnixNano())
		}
	}
	first, decisions, failures := seed, 0, 0
	for ; time.Now().Before(deadline) && failures < 10; seed++ {
		n, ok := attackOnce(t, seed)
		decisions += n
		if !ok {
			failures++
		}
	}
	t.Logf("seeds %d to %d: %d scenes, %d decisions by the oracle, %d failures", first, seed-1, seed-first, decisions, failures)
}

// attackOnce asks every method, and the oracle of every fourth scene, which is slower.
func attackOnce(t *testing.T, seed uint64) (decisions int, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("seed %d: %v\n%s", seed, p, debug.Stack())
		}
	}()
	data := attack(seed)
	if err := conformance.Draw(data).Run(waysOf(int(seed % 3))); err != nil {
		t.Errorf("seed %d: %v", seed, err)
		return 0, false
	}
	if seed%4 != 0 {
		return 0, true
	}
	n, _, err := conformance.Draw(data).Judge(500)
	if err != nil {
		t.Errorf("seed %d: %v", seed, err)
	}
	return n, err == nil
}
