package unit

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"sync"
)

// Length is a decimal number with a unit, or a float64 in the unit of what it is compared with.
type Length struct {
	text   string
	number float64  // without a unit
	exact  *big.Rat // with one
	unit   Unit
}

// written is a decimal number with a name after it. Three digits of an exponent are all that a
// float64 has, and keep the exact number small. It takes a millisecond to compile.
var written = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([0-9]{1,400}(?:\.[0-9]{0,400})?|\.[0-9]{1,400})((?:[eE][+-]?[0-9]{1,3})?)([a-zA-Zµ]+)$`)
})

// Parse reads a length of at least 0: "2", or "2mm" with one of the known units.
func Parse(text string) (Length, error) {
	if x, err := strconv.ParseFloat(text, 64); err == nil && x >= 0 && x <= math.MaxFloat64 {
		return Length{text: text, number: x}, nil
	}
	parts := written().FindStringSubmatch(text)
	if parts == nil {
		return Length{}, fmt.Errorf("expected a number of at least 0, with or without a unit as in 2mm")
	}
	u, err := Find(parts[3])
	if err != nil {
		return Length{}, err
	}
	exact, ok := new(big.Rat).SetString(parts[1] + parts[2])
	if !ok {
		return Length{}, fmt.Errorf("%q is no number", parts[1]+parts[2])
	}
	return Length{text: text, exact: exact, unit: u}, nil
}

// In returns the float64 nearest to the length in a unit. A length with a unit needs one that
// is known; one without is in that unit.
func (l Length) In(u Unit) (float64, error) {
	switch {
	case l.exact == nil:
		return l.number, nil
	case u == "":
		return 0, fmt.Errorf("%s, but the unit of the files is not known; give --unit, or \"unit\" in a scene", l.text)
	}
	r := l.unit.To(u)
	x, _ := new(big.Rat).Mul(l.exact, big.NewRat(r.num, r.den)).Float64()
	if math.IsInf(x, 1) {
		return 0, fmt.Errorf("%s is beyond the range of numbers in %s", l.text, u)
	}
	return x, nil
}

// String returns the length as it was written.
func (l Length) String() string { return l.text }
