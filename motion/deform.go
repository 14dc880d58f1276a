package motion

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
)

// Deformation moves the vertices of a mesh in the mesh's own coordinates.
type Deformation interface {
	// Vertices appends to dst where the vertices, rest at time 0, are at time t.
	// It allocates nothing if dst has room.
	Vertices(dst, rest []geom.Vec, t float64) []geom.Vec
	// Check returns an error if a parameter is out of its range.
	Check() error
}

// Axis is a coordinate axis.
type Axis uint8

// The axes.
const (
	X Axis = iota
	Y
	Z
)

// String returns "x", "y" or "z".
func (a Axis) String() string { return string("xyz"[a]) }

// Twist wrings a mesh to and fro about a coordinate axis: the slice at height h
// along the axis turns by Rate·h·sin(2πt/Period).
type Twist struct {
	Axis Axis
	// Rate is in radians per length.
	Rate float64
	// Period is positive.
	Period float64
}

// RateAt is the rate at time t: the slice at height h then is turned by RateAt(t)·h.
func (w *Twist) RateAt(t float64) float64 { return float64(w.Rate * swing(t, w.Period)) }

// Vertices implements Deformation.
func (w *Twist) Vertices(dst, rest []geom.Vec, t float64) []geom.Vec {
	rate := w.RateAt(t)
	if rate == 0 {
		return append(dst, rest...)
	}
	u, v := (w.Axis+1)%3, (w.Axis+2)%3
	for _, p := range rest {
		c := [3]float64{p.X, p.Y, p.Z}
		sin, cos := geom.Sincos(float64(rate * c[w.Axis]))
		c[u], c[v] = float64(c[u]*cos)-float64(c[v]*sin), float64(c[u]*sin)+float64(c[v]*cos)
		dst = append(dst, geom.Vec{X: c[0], Y: c[1], Z: c[2]})
	}
	return dst
}

// Check implements Deformation.
func (w *Twist) Check() error {
	if err := checkAxes(w.Axis); err != nil {
		return err
	}
	if !finite(w.Rate) {
		return fmt.Errorf("rate %v; expected a finite number", w.Rate)
	}
	return checkPositive("period", w.Period)
}

// Wave shakes a mesh in a standing wave: a vertex at s along one axis is moved by
// Amplitude·sin(2πs/Length)·sin(2πt/Period) along another, or the same.
type Wave struct {
	Along, Across Axis
	// Amplitude is a length; Length and Period are positive.
	Amplitude, Length, Period float64
}

// AmplitudeAt is the amplitude at time t.
func (w *Wave) AmplitudeAt(t float64) float64 { return float64(w.Amplitude * swing(t, w.Period)) }

// Vertices implements Deformation.
func (w *Wave) Vertices(dst, rest []geom.Vec, t float64) []geom.Vec {
	amplitude := w.AmplitudeAt(t)
	if amplitude == 0 {
		return append(dst, rest...)
	}
	for _, p := range rest {
		c := [3]float64{p.X, p.Y, p.Z}
		sin, _ := geom.Sincos(2 * math.Pi * (c[w.Along] / w.Length))
		c[w.Across] += float64(amplitude * sin)
		dst = append(dst, geom.Vec{X: c[0], Y: c[1], Z: c[2]})
	}
	return dst
}

// Check implements Deformation.
func (w *Wave) Check() error {
	if err := checkAxes(w.Along, w.Across); err != nil {
		return err
	}
	if !finite(w.Amplitude) {
		return fmt.Errorf("amplitude %v; expected a finite number", w.Amplitude)
	}
	if err := checkPositive("length", w.Length); err != nil {
		return err
	}
	return checkPositive("period", w.Period)
}

// swing is the sine of the time; whole periods are taken off first, exactly.
func swing(t, period float64) float64 {
	s, _ := geom.Sincos(2 * math.Pi * (math.Remainder(t, period) / period))
	return s
}

func checkAxes(axes ...Axis) error {
	for _, a := range axes {
		if a > Z {
			return fmt.Errorf("axis %d; expected 0, 1 or 2", uint8(a))
		}
	}
	return nil
}

func checkPositive(what string, x float64) error {
	if !(x > 0) || !finite(x) {
		return fmt.Errorf("%s %v; expected a finite number above 0", what, x)
	}
	return nil
}

func finite(x float64) bool { return x-x == 0 }
