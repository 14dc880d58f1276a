package viewer

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// links is a show of two rings that move through each other, and of two balls.
func links(t *testing.T, method collide.Method, meshes bool) *Show {
	t.Helper()
	ring := collide.NewModel(scene.Torus("ring", 1, 0.3, 30, 8))
	var placed []scene.Placed
	for i, shape := range []collide.Shape{ring, ring, shape.Sphere{Radius: 1}, shape.Sphere{Radius: 1}} {
		if _, ok := shape.(*collide.Model); ok && !meshes {
			continue
		}
		at := geom.Pose{R: geom.Mat{0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1}, T: geom.Vec{X: 1.1 * float64(i)}}
		placed = append(placed, scene.Placed{Name: "body", Shape: shape, Pose: at, Motion: &motion.Rigid{Start: at, Velocity: geom.Vec{X: 0.1 * float64(i)}}})
	}
	opt := collide.Options{Method: method}
	p, err := sim.NewPlayback(t.Context(), placed, 1.0/60, opt)
	if err != nil {
		t.Fatal(err)
	}
	return &Show{Title: "links", Stepper: p, Options: opt}
}

// TestOverlaysOfEveryMethod: all of them at once, while bodies move; what has no
// hierarchies shows none, and 18-DOPs come by their edges.
func TestOverlaysOfEveryMethod(t *testing.T) {
	for _, m := range methods.Table() {
		if m.About().Name == "multiprocess" { // needs processes
			continue
		}
		r, err := NewRun(links(t, m, true))
		if err != nil {
			t.Fatal(err)
		}
		r.change(func(s *state) {
			s.Volumes, s.Octree, s.Front, s.Broad, s.Points, s.Levels = 2, true, true, true, true, true
		})
		for range 3 {
			r.step(t.Context())
		}
		if r.failed {
			t.Fatalf("%s: %s", m.About().Name, r.state.Note)
		}
		side := &r.front.sides[0]
		volumes, front := side.layer(layerVolumes), side.layer(layerFront)
		switch m.About().Name {
		case "brute":
			if volumes != nil || len(front.shapes) > 0 || len(side.levels) > 0 {
				t.Errorf("brute has %v, %v and %d levels", volumes, front, len(side.levels))
			}
		case "scda", "oocda", "ants":
			for _, l := range []*layer{volumes, front} {
				solids := l == front // ends have the balls of the scene
				if l == nil || l.dops == 0 || len(l.shapes) > 0 && !solids || len(l.edges) < 6*12*l.dops || len(l.edges)%6 != 0 {
					t.Errorf("%s: %+v", m.About().Name, l)
				}
			}
		default:
			if volumes == nil || len(volumes.shapes) == 0 || len(front.shapes) == 0 || len(side.levels) == 0 {
				t.Errorf("%s: volumes %v, front %v, %d levels", m.About().Name, volumes, front, len(side.levels))
			}
		}
		if l := side.layer(layerOctree); l == nil || len(l.shapes) == 0 || len(side.broad) == 0 {
			t.Errorf("%s: octree %v, %d pairs", m.About().Name, l, len(side.broad))
		}
		buffer, _ := r.encodeFrame(nil, &cursor{}, 0)
		if tags := sections(t, buffer); !slices.Contains(tags, sectionLayer) || slices.Contains(tags, sectionEdges) != (volumes != nil && volumes.dops > 0) {
			t.Errorf("%s: sections %v", m.About().Name, tags)
		}
		r.film.close()
	}
}

// TestBodiesHaveATreeWithoutMeshes: one over all of them stands in for the methods'.
func TestBodiesHaveATreeWithoutMeshes(t *testing.T) {
	r, err := NewRun(links(t, nil, false))
	if err != nil {
		t.Fatal(err)
	}
	r.change(func(s *state) { s.Volumes = 1 })
	if err := r.film.beside("bvh"); err != nil {
		t.Fatal(err)
	}
	r.step(t.Context())
	for i := range r.front.sides {
		if l := r.front.sides[i].layer(layerVolumes); l == nil || len(l.shapes) == 0 {
			t.Errorf("side %d: %+v", i, l)
		}
	}
	r.film.close()
}

// layer returns the layer of a kind, nil if there is none.
func (dst *side) layer(kind layerKind) *layer {
	for i := range dst.layers {
		if dst.layers[i].kind == kind {
			return &dst.layers[i]
		}
	}
	return nil
}

// sections walks through a frame as the page does and returns the tags.
func sections(t *testing.T, frame []byte) []uint32 {
	t.Helper()
	each := map[uint32]int{ // bytes of one of what is counted
		sectionPoses: 52, sectionVertices: 4, sectionPairs: 16, sectionContacts: 16, sectionPoints: 4, sectionCurves: 4,
		sectionCounters: 8, sectionBroad: 8, sectionLayer: 4, sectionLevels: 16, sectionEdges: 4, sectionNear: 4,
	}
	var tags []uint32
	at := 56
	for at < len(frame) {
		tag := binary.LittleEndian.Uint32(frame[at:])
		at += 16 + each[tag]*int(binary.LittleEndian.Uint32(frame[at+12:]))
		if tag == sectionCounters {
			at += 32
		}
		if each[tag] == 0 {
			t.Fatalf("section %d", tag)
		}
		tags = append(tags, tag)
	}
	if at != len(frame) {
		t.Errorf("the sections end at %d of %d bytes", at, len(frame))
	}
	return tags
}
