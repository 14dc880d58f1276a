package viewer

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/sim"
)

// Show is what to view, and how it was asked for.
type Show struct {
	Title string
	// Stepper yields the frames: a simulation, scripted motion, a recording or, with
	// Still, bodies at rest. The show uses it alone and closes it.
	Stepper sim.Stepper
	// Still tells that nothing moves: frame 0 is all there is.
	Still bool
	// Files name the files of the bodies, nil where there are none.
	Files []string
	// Walls are those of the scene, nil for none.
	Walls *geom.AABB
	// Up is the direction drawn upward, the zero vector for +Z.
	Up geom.Vec
	// DT is the time between frames in seconds, 0 for 1/60.
	DT float64
	// Options are those the stepper was made with.
	Options collide.Options
	// Version is that of the program.
	Version string
}

func (s *Show) kind() string {
	_, seeks := s.Stepper.(sim.Seeker)
	switch {
	case s.Still:
		return "still"
	case s.frames() > 0:
		return "recording"
	case seeks:
		return "motion"
	default:
		return "simulation"
	}
}

// frames is how many there are, 0 for no end.
func (s *Show) frames() int {
	if s.Still {
		return 1
	}
	if seeker, ok := s.Stepper.(sim.Seeker); ok {
		return seeker.Frames()
	}
	return 0
}

func (s *Show) dt() float64 {
	if s.DT == 0 {
		return 1.0 / 60
	}
	return s.DT
}

// describe starts the scene message.
func (s *Show) describe() *stageJSON {
	up := s.Up
	if up == (geom.Vec{}) {
		up = geom.Vec{Z: 1}
	}
	j := &stageJSON{
		Title: s.Title, Version: s.Version, Film: s.kind(), Frames: s.frames(), DT: s.dt(), Up: triple(up), Self: s.Options.Self,
	}
	table := s.Options.Table
	if table == nil {
		table = collide.Methods()
	}
	for _, m := range table {
		j.Methods = append(j.Methods, methodJSON{m.Name, m.Summary, m.Source, m.Backends})
	}
	return j
}
