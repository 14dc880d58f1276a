package robot

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/internal/quote"
)

// Way is a motion of the values of all variables from one state to another, t going from 0 to 1. Without rates every value is linear in t: at a time
// between 0 and 1 it is From + t·(To − From), rounded and held between the two. With rates it is the cubic that has them at both ends (Hermite's
// form), rounded: From + t·(FromRates + t·(s + t·c)), s = 3d − 2·FromRates − ToRates, c = FromRates + ToRates − 2d, d = To − From.
// Such values may lie outside From and To.
type Way struct {
	From, To []float64
	// FromRates and ToRates are derivatives by t: a velocity times how long the motion takes. Both are nil, or both as long as From.
	FromRates, ToRates []float64
}

// check panics for lists of unequal length, and returns an error for rates that are no numbers.
func (w *Way) check(c *Cell) error {
	n := len(c.variables)
	if len(w.FromRates) != len(w.ToRates) || len(w.FromRates) != 0 && len(w.FromRates) != n {
		panic(fmt.Sprintf("robot: a Way with %d and %d rates; expected as many as the %d variables, or none", len(w.FromRates), len(w.ToRates), n))
	}
	for _, values := range [2][]float64{w.From, w.To} {
		if err := c.CheckState(values); err != nil {
			return err
		}
	}
	for _, rates := range [2][]float64{w.FromRates, w.ToRates} {
		for i, x := range rates {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("the rate of %s is %v; expected a finite number", quote.Name(c.variables[i].Name), x)
			}
		}
	}
	return nil
}

// course returns that of a variable.
func (w *Way) course(i int) course {
	if len(w.FromRates) == 0 {
		return line(w.From[i], w.To[i])
	}
	return hermite(w.From[i], w.To[i], w.FromRates[i], w.ToRates[i])
}

// of returns the part of a way that is a member's.
func (w *Way) of(c *Cell, member int) Way {
	part := Way{From: c.Values(member, w.From), To: c.Values(member, w.To)}
	if len(w.FromRates) > 0 {
		part.FromRates, part.ToRates = c.Values(member, w.FromRates), c.Values(member, w.ToRates)
	}
	return part
}

// At sets values, as many as From has, to those at a time from 0 to 1.
func (w *Way) At(t float64, values []float64) {
	for i := range values {
		c := w.course(i)
		values[i] = c.at(t)
	}
}

// Range sets lo and hi, as long as From, to the least and the greatest value of each variable, up to rounding.
func (w *Way) Range(lo, hi []float64) {
	for i := range lo {
		c := w.course(i)
		lo[i], hi[i] = c.extremes()
	}
}

// setCourses sets the courses of a swing.
func (s *swing) setCourses(w *Way) error {
	s.courses = s.courses[:0]
	for i := range w.From {
		c := w.course(i)
		if c.curved && !c.finite() {
			return fmt.Errorf("the way of %s is beyond float64: from %v to %v at rates of %v and %v", quote.Name(s.robot.variables[i].Name), c.from, c.to, c.leave, c.arrive)
		}
		s.courses = append(s.courses, c)
	}
	return nil
}
