package geom

import "math"

// above returns a value no less than the real number that rounded to x.
func above(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }

// below returns a value no greater than the real number that rounded to x.
func below(x float64) float64 { return math.Nextafter(x, math.Inf(-1)) }
