package volume

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// testKDOP puts one k through what every volume must hold: its points, no gap between
// clouds that share one, whose coordinates no corner has, and a gap between what lies far apart.
func testKDOP[S Slabs](t *testing.T, r *rand.Rand) (apart int) {
	t.Helper()
	for range 4000 {
		s := scales[r.IntN(len(scales))]
		at := randomVec(r, s)
		around := func() KDOP[S] { // a segment through at, to within rounding
			way := randomVec(r, s)
			d := EmptyKDOP[S]()
			for _, p := range []geom.Vec{at.Add(way), at.Sub(way), at} {
				if d.Extend(p); !d.Contains(p) || !boxOf(&d).Contains(p) {
					t.Fatalf("scale %g: %v is outside its %d-DOP", s, p, 2*len(d.Min))
				}
			}
			return d
		}
		a, b := around(), around()
		if a.Apart(&b, 0) || b.Apart(&a, 0) {
			t.Fatalf("scale %g: %d-DOPs that share %v are apart", s, 2*len(a.Min), at)
		}
		far := EmptyKDOP[S]()
		far.Extend(at.Add(randomVec(r, 3*s)))
		if a.Apart(&far, 0) {
			apart++
		}
		var turned KDOP[S]
		m := geom.Pose{R: turn(r)}
		if a.Turn(&m, &turned); s > 0x1p-1000 && s < 1e9 {
			if p := m.Apply(at); turned.Girth() < 0.999*a.Girth()/2 || turned.Apart(ofPoint[S](p), 1e-9*s) {
				t.Fatalf("scale %g: turned %d-DOP leaves %v out", s, 2*len(a.Min), p)
			}
		}
	}
	return apart
}

func boxOf[S Slabs](d *KDOP[S]) *geom.AABB { b := d.Bounds(); return &b }

func ofPoint[S Slabs](p geom.Vec) *KDOP[S] {
	d := EmptyKDOP[S]()
	d.Extend(p)
	return &d
}

// More slabs tell more apart, and none reports what touches.
func TestKDOPs(t *testing.T) {
	t.Parallel()
	draw := func() *rand.Rand { return rand.New(rand.NewPCG(7, 7)) }
	apart := []int{
		testKDOP[[3]float64](t, draw()), testKDOP[[7]float64](t, draw()), testKDOP[[9]float64](t, draw()),
		testKDOP[[12]float64](t, draw()), testKDOP[[13]float64](t, draw()),
	}
	t.Logf("apart for k = 6, 14, 18, 24, 26: %v", apart)
	if apart[0] >= apart[1] || apart[0] >= apart[2] || apart[2] >= apart[3] || apart[3] >= apart[4] || apart[1] >= apart[4] {
		t.Errorf("apart for k = 6, 14, 18, 24, 26: %v; want more with more slabs", apart)
	}
}

// With k = 18 it is DOP.
func TestKDOPIsDOP(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 8))
	for range 1000 {
		p := cloud(r, scales[r.IntN(len(scales))])
		d, k := EmptyDOP(), EmptyKDOP[[9]float64]()
		for _, x := range p {
			d.Extend(x)
			k.Extend(x)
		}
		if d.Min != k.Min || d.Max != k.Max || d.Girth() != k.Girth() {
			t.Fatalf("%v and %v around %v", d, k, p)
		}
	}
}

// A sum of three coordinates is rounded twice: the extents of a point hold the exact sum, and
// not by much.
func TestDiagonalsArePadded(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 9))
	worst := 0.0
	for range 20000 {
		p := randomVec(r, scales[r.IntN(len(scales))])
		lo, hi := slabsOf[[13]float64](p)
		for k, n := range octants {
			exact := new(big.Float).SetPrec(2200)
			for _, x := range []float64{n.X * p.X, n.Y * p.Y, n.Z * p.Z} {
				exact.Add(exact, new(big.Float).SetPrec(2200).SetFloat64(x))
			}
			if exact.Cmp(big.NewFloat(lo[9+k])) < 0 || exact.Cmp(big.NewFloat(hi[9+k])) > 0 {
				t.Fatalf("the exact sum of %v along %v is not in [%g, %g]", p, n, lo[9+k], hi[9+k])
			}
			if pad := (hi[9+k] - lo[9+k]) / 2; pad > 0x1p-1000 {
				off, _ := exact.Sub(exact, big.NewFloat((hi[9+k]+lo[9+k])/2)).Float64()
				worst = max(worst, math.Abs(off)/pad)
			}
		}
	}
	if worst < 0.25 {
		t.Errorf("at most %g of the pad is used; want a quarter at least", worst)
	}
}
