package geom

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"testing"
)

// angles are n angles of every size, with multiples of π/4 and their neighbours.
func angles(n int) []float64 {
	r := rand.New(rand.NewPCG(1, 2))
	var list []float64
	for i := range n {
		x := (r.Float64() - 0.5) * math.Ldexp(1, int(r.Uint64N(60))-38)
		if i%4 == 0 {
			x = float64(r.Uint64N(1<<18)) * (math.Pi / 4)
		}
		list = append(list, x, math.Nextafter(x, 0), -x)
	}
	return list
}

func TestSincosIsAccurate(t *testing.T) {
	worst := 0.0
	for _, x := range angles(200000) {
		s, c := Sincos(x)
		ws, wc := math.Sincos(x)
		worst = max(worst, math.Abs(s-ws), math.Abs(c-wc))
	}
	// 2⁻⁵¹ is ours, and the library's last bit is 2⁻⁵³.
	if worst > 0x1p-51+0x1p-53 {
		t.Errorf("error of %g, want at most 2⁻⁵¹", worst)
	}
	t.Logf("largest difference %g", worst)
}

func TestSincosSpecial(t *testing.T) {
	if s, c := Sincos(0); s != 0 || c != 1 {
		t.Errorf("Sincos(0) = %v, %v", s, c)
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if s, c := Sincos(x); s == s || c == c {
			t.Errorf("Sincos(%v) = %v, %v; want NaN", x, s, c)
		}
	}
	for _, x := range []float64{1e7, -3e15, 1e300} {
		if s, c := Sincos(x); math.Abs(s*s+c*c-1) > 1e-15 {
			t.Errorf("Sincos(%v) = %v, %v: not on the circle", x, s, c)
		}
	}
}

// TestSincosBits holds the bits to those of the machine the digest was made on.
func TestSincosBits(t *testing.T) {
	const want = "8e80eee030dc9cfd6330b0dbefabf639a7c654cb875f6f19e1381fb1baa834c4"
	h := sha256.New()
	var b [16]byte
	for i := range 100000 {
		s, c := Sincos(float64(i-50000) * 0.37)
		binary.LittleEndian.PutUint64(b[:8], math.Float64bits(s))
		binary.LittleEndian.PutUint64(b[8:], math.Float64bits(c))
		h.Write(b[:])
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("digest of 100,000 sines and cosines is %s, want %s", got, want)
	}
}
