package bench

import (
	"math"
	"slices"
)

// quantile returns the q-quantile of values by linear interpolation, NaN for
// none. It sorts a copy.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	s := slices.Sorted(slices.Values(values))
	at := q * float64(len(s)-1)
	i := int(at)
	if i+1 >= len(s) {
		return s[len(s)-1]
	}
	return s[i] + float64((at-float64(i))*(s[i+1]-s[i]))
}

func median(values []float64) float64 { return quantile(values, 0.5) }

// spread is half the distance of the quartiles as a share of the median.
func spread(values []float64) float64 {
	return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values)
}

func sum(values []float64) float64 {
	s := 0.0
	for _, x := range values {
		s += x
	}
	return s
}

func mean(values []float64) float64 { return sum(values) / float64(len(values)) }

// growth is how a time grows with a count.
type growth struct {
	// exponent b and factor a of the least squares line log t = log a + b·log n;
	// residual is the root mean square of what it leaves of log t.
	exponent, factor, residual float64
	// constant c of t = c·n·log₂ n fitted likewise, and what that leaves.
	constant, linearithmic float64
}

// fit needs at least two different counts; else it returns NaN.
func fit(n, t []float64) growth {
	var x, y, z []float64
	for i := range n {
		x = append(x, math.Log(n[i]))
		y = append(y, math.Log(t[i]))
		z = append(z, y[i]-math.Log(n[i]*math.Log2(n[i])))
	}
	mx, my := mean(x), mean(y)
	var xx, xy float64
	for i := range x {
		xx += float64((x[i] - mx) * (x[i] - mx))
		xy += float64((x[i] - mx) * (y[i] - my))
	}
	b := xy / xx
	g := growth{exponent: b, factor: math.Exp(my - float64(b*mx)), constant: math.Exp(mean(z))}
	for i := range x {
		g.residual += math.Pow(y[i]-my-float64(b*(x[i]-mx)), 2)
		g.linearithmic += math.Pow(z[i]-mean(z), 2)
	}
	g.residual = math.Sqrt(g.residual / float64(len(x)))
	g.linearithmic = math.Sqrt(g.linearithmic / float64(len(x)))
	return g
}
