package unit

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/collide-go/collide/internal/decimal"
)

// Length is a decimal number with a unit, or a float64 in the unit of what it is compared with.
type Length struct {
	text   string
	number float64  // without a unit
	exact  *big.Rat // with one
	unit   Unit
}

// cut takes apart a decimal number, with its exponent, and the name after it. Three digits of an exponent are all that a
// float64 has; they and 400 on each side of the point keep the exact number small. (Package regexp would make the page without a server larger by a thirtieth.)
func cut(text string) (number, name string, ok bool) {
	whole := digits(text)
	n, part := whole, 0
	if strings.HasPrefix(text[n:], ".") {
		part = digits(text[n+1:])
		n += 1 + part
	}
	if whole+part == 0 || max(whole, part) > 400 {
		return "", "", false
	}
	n += exponent(text[n:])
	number, name = text[:n], text[n:]
	return number, name, name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZµ") == ""
}

// digits returns the number of digits that a text begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// exponent returns the length of the exponent that a text begins with, 0 for none.
func exponent(s string) int {
	if s == "" || s[0] != 'e' && s[0] != 'E' {
		return 0
	}
	n := 1
	if n < len(s) && (s[n] == '+' || s[n] == '-') {
		n++
	}
	if d := digits(s[n:]); d >= 1 && d <= 3 {
		return n + d
	}
	return 0
}

// Parse reads a length of at least 0: "2", or "2mm" with one of the known units.
func Parse(text string) (Length, error) {
	if x, ok := decimal.Parse(text); ok && x >= 0 {
		return Length{text: text, number: x}, nil
	}
	number, name, ok := cut(text)
	if !ok {
		return Length{}, fmt.Errorf("expected a number of at least 0, with or without a unit as in 2mm")
	}
	u, err := Find(name)
	if err != nil {
		return Length{}, err
	}
	exact, ok := new(big.Rat).SetString(number)
	if !ok {
		return Length{}, fmt.Errorf("%q is no number", number)
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
