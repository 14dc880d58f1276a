package viewer

import (
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
)

// Show is what to view, and how it was asked for.
type Show struct {
	Title string
	// Stepper yields the frames: a simulation, scripted motion, a recording or, with
	// Still, bodies at rest. The show uses it alone and closes it.
	Stepper sim.Stepper
	// Paused reports that frames wait to be asked for.
	Paused bool
	// Proof is what a Proven shows, nil for anything else.
	Proof *proof.File
	// Still reports that nothing moves: frame 0 is all there is.
	Still bool
	// Files name the files of the bodies, nil where there are none.
	Files []string
	// Walls are those of the scene; nil for none but bodies of the kind sim.Wall.
	Walls *geom.AABB
	// Cameras are where to look from, in turn; without any, everything is seen.
	Cameras []scene.Camera
	// Colors are 0xRRGGBB a body, 0 where the page chooses; nil for none.
	Colors []uint32
	// Up is the direction drawn upward, the zero vector for +Z.
	Up geom.Vec
	// DT is the time between frames in seconds, 0 for 1/60.
	DT float64
	// Joints can be moved, nil for none. The stepper is then a Placer.
	Joints *Joints
	// Clearance asks for the distances of the pairs at most Reach apart; without it a page can show
	// that of the nearest pair.
	Clearance bool
	Reach     float64
	// Unit is that of lengths, "" where it is not known.
	Unit string
	// Options are those the stepper was made with.
	Options collide.Options
	// Table holds the methods to choose from, nil for methods.Table().
	Table []collide.Method
	// Backend is the one that was asked for, "" or "auto" for any.
	Backend string
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
func (s *Show) describe(on *stage) *stageJSON {
	up := s.Up
	if up == (geom.Vec{}) {
		up = geom.Vec{Z: 1}
	}
	j := &stageJSON{
		Title: s.Title, Version: s.Version, Film: s.kind(), Frames: s.frames(), DT: s.dt(), Up: vectorOf(up), Self: s.Options.Self, Cameras: []cameraJSON{},
	}
	j.Joints = s.Joints
	j.Proof = s.describeProof()
	if s.Clearance {
		j.Reach = report.LengthIn(s.Reach, s.Unit)
	}
	j.Bodies.Color = s.Colors
	for _, c := range s.Cameras {
		j.Cameras = append(j.Cameras, cameraJSON{c.Name, vectorOf(on.point(c.Eye)), vectorOf(on.point(c.Target)), c.Angle})
	}
	for _, m := range s.table() {
		// One method may have an entry for each back end.
		about := m.About()
		if i := slices.IndexFunc(j.Methods, func(o methodJSON) bool { return o.Name == about.Name }); i >= 0 {
			j.Methods[i].Backends = append(j.Methods[i].Backends, about.Backend)
			continue
		}
		j.Methods = append(j.Methods, methodJSON{about.Name, about.Summary, about.Source, []collide.Backend{about.Backend}})
	}
	return j
}

func (s *Show) table() []collide.Method {
	if s.Table == nil {
		return methods.Table()
	}
	return s.Table
}

// options returns the show's options with a method of the table, on a back end or, for
// anyBackend, on the first that has it.
func (s *Show) options(method, on string) (collide.Options, error) {
	if on == anyBackend {
		on = ""
	}
	opt := s.Options
	m, err := methods.Find(s.table(), method, collide.Backend(on))
	opt.Method = m
	return opt, err
}

// anyBackend is what pages say where the back end does not matter.
const anyBackend = "auto"
