package viewer

import (
	"fmt"
	"math"
)

// message is what a page sends: exactly one of its fields.
type message struct {
	// Ack acknowledges that many frames of this connection.
	Ack int64 `json:"ack,omitempty"`
	// Do is play, pause, step, back, reset or seek.
	Do string `json:"do,omitempty"`
	// Frame is where seek goes.
	Frame int `json:"frame,omitempty"`
	// Values are those of the joints.
	Values []float64 `json:"values,omitempty"`
	// Set changes settings; those left out stay.
	Set *settings `json:"set,omitempty"`
}

// settings are what a page may change.
type settings struct {
	Speed   *float64 `json:"speed,omitempty"`
	Method  *string  `json:"method,omitempty"`
	Backend *string  `json:"backend,omitempty"`
	// Second is the method shown next to the first, "" for none.
	Second *string `json:"second,omitempty"`
	// Volumes is the level of the bounding volumes shown, -1 for none.
	Volumes *int `json:"volumes,omitempty"`
	// The other overlays.
	Octree    *bool `json:"octree,omitempty"`
	Front     *bool `json:"front,omitempty"`
	Broad     *bool `json:"broad,omitempty"`
	Points    *bool `json:"points,omitempty"`
	Levels    *bool `json:"levels,omitempty"`
	Distances *bool `json:"distances,omitempty"`
}

// Bounds of the settings.
const (
	minSpeed, maxSpeed = 0.01, 16
	maxLevel           = 64
	maxName            = 64
)

// check returns an error for what no page sends.
func (m *message) check() error {
	kinds := 0
	if m.Ack != 0 {
		kinds++
	}
	if m.Do != "" {
		kinds++
	}
	if m.Set != nil {
		kinds++
	}
	if m.Values != nil {
		kinds++
	}
	switch {
	case kinds != 1:
		return fmt.Errorf("a message of %d kinds", kinds)
	case m.Ack < 0 || m.Frame < 0 || m.Frame > math.MaxInt32:
		return fmt.Errorf("a number out of range")
	case m.Frame != 0 && m.Do != "seek":
		return fmt.Errorf("a frame without seek")
	}
	switch m.Do {
	case "", "play", "pause", "step", "back", "reset", "seek":
	default:
		return fmt.Errorf("unknown action %q", m.Do)
	}
	if m.Set != nil {
		return m.Set.check()
	}
	return nil
}

func (s *settings) check() error {
	if s.Speed != nil && !(*s.Speed >= minSpeed && *s.Speed <= maxSpeed) {
		return fmt.Errorf("speed %v", *s.Speed)
	}
	if s.Volumes != nil && (*s.Volumes < -1 || *s.Volumes > maxLevel) {
		return fmt.Errorf("level %d", *s.Volumes)
	}
	for _, name := range []*string{s.Method, s.Backend, s.Second} {
		if name != nil && len(*name) > maxName {
			return fmt.Errorf("a name of %d bytes", len(*name))
		}
	}
	return nil
}
