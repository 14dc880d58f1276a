package robot

import "math"

// course is the value of a joint over a swing, t going from 0 to 1: linear between its two ends, or the cubic that has the rates leave and arrive
// there, which is Hermite's form:
//
//	from + t·(leave + t·(square + t·cube)), square = 3d − 2·leave − arrive, cube = leave + arrive − 2d, d = to − from.
type course struct {
	from, to      float64
	leave, arrive float64 // of a line both are to − from
	square, cube  float64
	curved        bool
}

func line(from, to float64) course {
	d := to - from
	return course{from: from, to: to, leave: d, arrive: d}
}

func hermite(from, to, leave, arrive float64) course {
	d := to - from
	return course{
		from: from, to: to, leave: leave, arrive: arrive, curved: true,
		square: float64(3*d) - 2*leave - arrive,
		cube:   leave + arrive - 2*d,
	}
}

// at returns the value at a time: exactly the ends at 0 and 1, and for a line a value between the ends.
func (c *course) at(t float64) float64 {
	switch {
	case t <= 0:
		return c.from
	case t >= 1:
		return c.to
	case c.curved:
		return c.from + float64(t*(c.leave+float64(t*(c.square+float64(t*c.cube)))))
	}
	return max(min(c.from, c.to), min(c.from+float64(t*c.leave), max(c.from, c.to)))
}

// rate returns the derivative at a time.
func (c *course) rate(t float64) float64 {
	return c.leave + float64(t*(2*c.square+float64(3*float64(t*c.cube))))
}

// doubt bounds how far at is from the exact value, at any time.
//
// Line. With m the larger of the two magnitudes the difference is off by 2um, its product with t by as much, the sum by um, which
// is below 6um.
//
// Cubic. Let W be |d| + |leave| + |arrive|. d is off by uW. square is at most 3W and off by 6u of 3d and twice 3u of sums: 12uW. cube
// is at most 2W and off by 2u of 2d and twice 2u of sums: 6uW. So t·cube is off by 8uW, the sum with square by 25uW, its product with t by 30uW, the sum with
// leave by 36uW, its product with t by 42uW, and the sum with from by 48uW + u|from|.
func (c *course) doubt() float64 {
	if c.curved {
		return (float64(64*u*c.size()) + 2*u*math.Abs(c.from)) * (1 + 0x1p-40)
	}
	return 6 * u * c.most()
}

// size is W of doubt.
func (c *course) size() float64 {
	return (math.Abs(c.to-c.from) + math.Abs(c.leave) + math.Abs(c.arrive)) * (1 + 0x1p-40)
}

// rateDoubt is the error of rate, as a share of mostRate. With doubt's W, 2·square is off by 24uW, 3t·cube by 36uW, their sum, at most 12W, by 72uW, its
// product with t by 84uW, and the sum with leave by 97uW. W is at most 3·mostRate, since |d| is the mean of rates.
const rateDoubt = 512 * u

// most bounds the magnitude of the value. A cubic is within the hull of the control points of its Bézier form, and so are its derivatives
// (Farin, Curves and Surfaces for CAGD, 2002).
func (c *course) most() float64 {
	m := max(math.Abs(c.from), math.Abs(c.to))
	if c.curved {
		m += max(math.Abs(c.leave), math.Abs(c.arrive)) / 3
		m *= 1 + 0x1p-40
	}
	return m
}

// mostRate bounds the magnitude of the derivative, and mostBend that of the second one, by the control points, which are off by less than 64uW.
func (c *course) mostRate() float64 {
	if !c.curved {
		return math.Abs(c.leave)
	}
	middle := float64(3*(c.to-c.from)) - c.leave - c.arrive
	return (max(math.Abs(c.leave), math.Abs(middle), math.Abs(c.arrive)) + float64(64*u*c.size())) * (1 + 0x1p-40)
}

func (c *course) mostBend() float64 {
	if !c.curved {
		return 0
	}
	return (max(math.Abs(2*c.square), math.Abs(2*c.square+float64(6*c.cube))) + float64(128*u*c.size())) * (1 + 0x1p-40)
}

// finite reports whether the course can be computed.
func (c *course) finite() bool {
	return c.most()+c.mostRate()+c.mostBend() < math.Inf(1)
}

// extremes returns the least and the greatest value, up to rounding.
func (c *course) extremes() (lo, hi float64) {
	lo, hi = min(c.from, c.to), max(c.from, c.to)
	if !c.curved {
		return lo, hi
	}
	for _, t := range c.turningPoints() {
		if t > 0 && t < 1 {
			lo, hi = min(lo, c.at(t)), max(hi, c.at(t))
		}
	}
	return lo, hi
}

// turningPoints returns the times at which the rate is 0, which may be outside 0 to 1 or no numbers: 3·cube·t² + 2·square·t + leave = 0.
func (c *course) turningPoints() [2]float64 {
	root := math.Sqrt(float64(c.square*c.square) - float64(3*float64(c.cube*c.leave)))
	q := -(c.square + math.Copysign(root, c.square))
	return [2]float64{q / (3 * c.cube), c.leave / q}
}
