package measure

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Law is a model of growth: time t = c·f(n) for a count n.
type Law int

// The laws that are compared: c·n, c·n·log₂ n and c·n².
const (
	Linear Law = iota
	Linearithmic
	Quadratic
	laws
)

func (l Law) String() string { return [laws]string{"n", "n·log n", "n²"}[l] }

// logOf returns the logarithm of f(n), which is above 0 from n = 2 on.
func (l Law) logOf(n float64) float64 {
	switch l {
	case Linearithmic:
		return math.Log(n) + math.Log(math.Log2(n))
	case Quadratic:
		return 2 * math.Log(n)
	}
	return math.Log(n)
}

// Fit is a law fitted to times.
type Fit struct {
	// Constant is c, the least squares estimate for the logarithms of the times.
	Constant float64
	// Residual is the root mean square of what the law leaves of the logarithms.
	Residual float64
}

// Growth is how a time grows with a count.
type Growth struct {
	// Sizes is the number of counts.
	Sizes int
	// Exponent is b of the least squares line log t = a + b·log n, Residual the root
	// mean square of what the line leaves. Both are NaN for fewer than two counts.
	Exponent, Residual float64
	// Fits are the fits of the laws.
	Fits [laws]Fit
}

// Grow fits times to counts, which are 2 or more.
func Grow(n, t []float64) Growth {
	g := Growth{Sizes: len(n)}
	logN, logT := logs(n), logs(t)
	a, b := stat.LinearRegression(logN, logT, nil, false)
	line := make([]float64, len(n))
	for i := range n {
		line[i] = logT[i] - a - float64(b*logN[i])
	}
	g.Exponent, g.Residual = b, rms(line)
	for l := range laws {
		g.Fits[l] = l.fit(n, logT)
	}
	return g
}

func (l Law) fit(n, logT []float64) Fit {
	left := make([]float64, len(n))
	for i := range n {
		left[i] = logT[i] - l.logOf(n[i])
	}
	mean, deviation := stat.PopMeanStdDev(left, nil)
	return Fit{Constant: math.Exp(mean), Residual: deviation}
}

func logs(x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = math.Log(x[i])
	}
	return y
}

func rms(x []float64) float64 {
	return math.Sqrt(stat.MomentAbout(2, x, 0, nil))
}

// evidence is the least distance of two laws by Akaike's criterion at which one of them
// is chosen: 2·ln 100, where the better law is a hundred times as likely as the other.
var evidence = 2 * math.Log(100)

// Prefer reports whether the times follow law l rather than law o: Above if they follow
// l, Below if they follow o, Open if the residuals are too close for the number of sizes.
//
// Both laws have one constant, so their distance by Akaike's criterion for errors of a
// normal distribution in log t is m·ln(r²/s²), where m is the number of sizes and r and s
// are the residuals.
func (g *Growth) Prefer(l, o Law) Side {
	d := 2 * float64(g.Sizes) * (math.Log(g.Fits[o].Residual) - math.Log(g.Fits[l].Residual))
	switch {
	case d >= evidence:
		return Above
	case d <= -evidence:
		return Below
	}
	return Open
}
