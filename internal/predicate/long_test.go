package predicate

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// touchingPair builds two lattice triangles through a common lattice point: p is
// k times a lattice triangle, so k-ths of its corners combine to lattice points.
func touchingPair(r *rand.Rand) (p, q geom.Triangle) {
	p = latticeTriangle(r, 4)
	k := 1 + r.IntN(4)
	var x geom.Vec
	left := k
	for i := range p {
		w := r.IntN(left + 1)
		if i == 2 {
			w = left
		}
		left -= w
		x = x.Add(p[i].Scale(float64(w)))
		p[i] = p[i].Scale(float64(k))
	}
	half := geom.Vec{X: 2, Y: 2, Z: 2}
	d, e := latticeTriangle(r, 5)[0].Sub(half), latticeTriangle(r, 5)[0].Sub(half)
	switch r.IntN(3) {
	case 0: // in a corner of q
		q = geom.Triangle{x, x.Add(d), x.Add(e)}
	case 1: // in an edge
		q = geom.Triangle{x.Add(d), x.Sub(d.Scale(float64(1 + r.IntN(3)))), x.Add(e)}
	default: // inside
		q = geom.Triangle{x.Add(d), x.Add(e), x.Sub(d).Sub(e)}
	}
	return p, q
}

// longPair draws a third touching by construction, a third from the lattice,
// perhaps moved, and a third in general position, some of it nearly touching.
func longPair(r *rand.Rand) (p, q geom.Triangle, touching bool) {
	switch r.IntN(3) {
	case 0:
		p, q = touchingPair(r)
		touching = true
	case 1:
		n := 2 + r.IntN(6)
		p, q = latticeTriangle(r, n), latticeTriangle(r, n)
	default:
		p, q = normalTriangle(r), normalTriangle(r)
		if a, b := r.Float64(), r.Float64(); r.IntN(2) == 0 && a+b <= 1 {
			q[0] = p[0].Add(p[1].Sub(p[0]).Scale(a)).Add(p[2].Sub(p[0]).Scale(b))
		}
		return p, q, false
	}
	if r.IntN(4) == 0 { // moved exactly
		shift := geom.Vec{X: float64(r.IntN(1 << 40)), Y: -float64(r.IntN(1 << 30)), Z: float64(r.IntN(1 << 20))}
		for i := range 3 {
			p[i], q[i] = p[i].Add(shift).Scale(0x1p-30), q[i].Add(shift).Scale(0x1p-30)
		}
	}
	return p, q, touching
}

// TestTenMillionPairs compares the filtered test with arithmetic in math/big on
// random pairs, on all cores: a sample of them, or with COLLIDE_LONG=1 ten million.
func TestTenMillionPairs(t *testing.T) {
	total := require.Cases(60_000, 10_000)
	if require.Long() {
		total = 10_000_000
	}
	const chunk = 10_000
	var next, hits, constructed, exact atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			var tally Tally
			for !t.Failed() {
				k := next.Add(1) - 1
				if k*chunk >= int64(total) {
					break
				}
				if total > 1_000_000 && k%50 == 0 {
					t.Logf("%d of %d pairs", k*chunk, total)
				}
				r := rand.New(rand.NewPCG(1e7, uint64(k)))
				for range chunk {
					p, q, touching := longPair(r)
					got, want := tally.TriangleTriangle(&p, &q), bigMeet(&p, &q)
					if got != want || touching && !want {
						t.Errorf("TriangleTriangle(%v, %v) = %v, math/big says %v, by construction touching: %v", p, q, got, want, touching)
						break
					}
					if touching {
						constructed.Add(1)
					}
					if want {
						hits.Add(1)
					}
				}
			}
			exact.Add(tally.Exact)
		})
	}
	wg.Wait()
	t.Logf("%d pairs agree: %d touch, %d of them by construction; %d exact signs", total, hits.Load(), constructed.Load(), exact.Load())
	if n := int64(total); !t.Failed() && (constructed.Load() < n*32/100 || hits.Load() > n*8/10) {
		t.Errorf("the sample is one-sided")
	}
}
