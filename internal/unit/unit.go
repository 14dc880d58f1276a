// Package unit converts lengths between units, exactly and rounded once.
package unit

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
)

// Unit is a unit of length by its name; "" is one that is not known.
type Unit string

// known are the units with their lengths in micrometres, which are integers.
var known = []struct {
	name  Unit
	micro int64
}{{"um", 1}, {"mm", 1e3}, {"cm", 1e4}, {"m", 1e6}, {"in", 25_400}, {"ft", 304_800}}

// Names returns the names of the units that Find knows, from small to large.
func Names() []string {
	var names []string
	for _, k := range known {
		names = append(names, string(k.name))
	}
	return names
}

// Find returns the unit with a name.
func Find(name string) (Unit, error) {
	if !slices.Contains(Names(), name) {
		return "", fmt.Errorf("unit %q; expected one of %s", name, strings.Join(Names(), ", "))
	}
	return Unit(name), nil
}

// micro returns the length of the unit in micrometres.
func (u Unit) micro() int64 {
	for _, k := range known {
		if k.name == u {
			return k.micro
		}
	}
	panic(fmt.Sprintf("unit: %q is no unit", string(u)))
}

// Ratio is the exact factor between two units, a fraction in lowest terms.
type Ratio struct{ num, den int64 }

// To returns the ratio that turns lengths in u into lengths in v.
func (u Unit) To(v Unit) Ratio {
	r := big.NewRat(u.micro(), v.micro())
	return Ratio{r.Num().Int64(), r.Denom().Int64()}
}

// Times returns the float64 nearest to x times the ratio, ties to even; ±Inf beyond the range.
func (r Ratio) Times(x float64) float64 {
	switch {
	case r.den == 1:
		return float64(x * float64(r.num))
	case r.num == 1: // both sides are integers below 2^53, so that one rounding is all there is
		return x / float64(r.den)
	case x == 0 || math.IsInf(x, 0) || math.IsNaN(x):
		return x
	}
	v := new(big.Rat).SetFloat64(x)
	v.Mul(v, big.NewRat(r.num, r.den))
	f, _ := v.Float64()
	return f
}
