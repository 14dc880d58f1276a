package sim

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// Shapes and deformations in a header.
const (
	recordSphere = iota
	recordBox
	recordMesh // a new one
	recordSame // that of an earlier body

	recordRigid = 0
	recordTwist = 1
	recordWave  = 2
)

// appendBodies writes the bodies; meshes that several share, once.
func appendBodies(dst []byte, bodies []Body) ([]byte, error) {
	dst = binary.AppendUvarint(dst, uint64(len(bodies)))
	first := map[*collide.Model]int{}
	for i := range bodies {
		b := &bodies[i]
		dst = appendText(dst, b.Name)
		immovable := byte(0)
		if b.Immovable {
			immovable = 1
		}
		dst = append(dst, byte(b.Kind), immovable)
		switch s := b.Shape.(type) {
		case shape.Sphere:
			dst = appendFloats(appendVec(append(dst, recordSphere), s.Center), s.Radius)
		case shape.Box:
			dst = appendVec(appendVec(append(dst, recordBox), s.Center), s.Size)
		case *collide.Model:
			if k, ok := first[s]; ok {
				dst = binary.AppendUvarint(append(dst, recordSame), uint64(k))
				continue
			}
			first[s] = i
			var err error
			if dst, err = appendModel(append(dst, recordMesh), b, s.Mesh()); err != nil {
				return nil, err
			}
		default:
			return nil, fmt.Errorf("recording: %s is %s; only meshes, spheres and boxes are recorded", quote.Name(b.Name), world.ShapeName(s))
		}
	}
	return dst, nil
}

func appendModel(dst []byte, b *Body, m *mesh.Mesh) ([]byte, error) {
	switch d := b.Deform.(type) {
	case nil:
		dst = append(dst, recordRigid)
	case *motion.Twist:
		dst = appendFloats(append(dst, recordTwist, byte(d.Axis)), d.Rate, d.Period)
	case *motion.Wave:
		dst = appendFloats(append(dst, recordWave, byte(d.Along), byte(d.Across)), d.Amplitude, d.Length, d.Period)
	default:
		return nil, fmt.Errorf("recording: the deformation of %s is no twist or wave; only those are recorded", quote.Name(b.Name))
	}
	vertices := m.Vertices
	if b.Deforms {
		vertices = b.Rest
	}
	dst = appendText(dst, m.Name)
	dst = binary.AppendUvarint(dst, uint64(len(vertices)))
	for _, v := range vertices {
		dst = appendVec(dst, v)
	}
	dst = binary.AppendUvarint(dst, uint64(len(m.Triangles)))
	for _, t := range m.Triangles {
		for _, v := range t {
			dst = binary.AppendUvarint(dst, uint64(v))
		}
	}
	return dst, nil
}

// readBodies is the reverse of appendBodies.
func readBodies(r *payload) []Body {
	n := r.count("bodies", 4)
	bodies := make([]Body, 0, min(n, 1<<16))
	for range n {
		b := Body{Name: r.text()}
		if flags := r.bytes(2); flags != nil {
			b.Kind, b.Immovable = Kind(flags[0]), flags[1] != 0
		}
		r.shape(&b, bodies)
		if r.err != nil {
			return nil
		}
		bodies = append(bodies, b)
	}
	return bodies
}

func (r *payload) shape(b *Body, earlier []Body) {
	kind := r.bytes(1)
	if kind == nil {
		return
	}
	switch kind[0] {
	case recordSphere:
		s := shape.Sphere{Center: r.vec(), Radius: r.float()}
		if b.Shape = s; !s.Center.IsFinite() || !(s.Radius >= 0) || math.IsInf(s.Radius, 1) {
			r.fail("sphere %v", s)
		}
	case recordBox:
		s := shape.Box{Center: r.vec(), Size: r.vec()}
		if b.Shape = s; !s.Center.IsFinite() || !s.Size.IsFinite() || min(s.Size.X, s.Size.Y, s.Size.Z) < 0 {
			r.fail("box %v", s)
		}
	case recordMesh:
		r.model(b)
	case recordSame:
		k := r.uvarint()
		if k >= uint64(len(earlier)) {
			r.fail("mesh of body %d, which does not come before", k)
			return
		}
		b.Shape = earlier[k].Shape
	default:
		r.fail("shape %d; expected 0 to %d", kind[0], recordSame)
	}
}

// model reads a mesh and how it deforms.
func (r *payload) model(b *Body) {
	r.deform(b)
	m := &mesh.Mesh{Name: r.text()}
	for range r.count("vertices", 24) {
		m.Vertices = append(m.Vertices, r.vec())
	}
	for range r.count("triangles", 3) {
		var t [3]uint32
		for k := range t {
			v := r.uvarint()
			if v >= uint64(len(m.Vertices)) {
				r.fail("vertex %d of %d", v, len(m.Vertices))
				return
			}
			t[k] = uint32(v)
		}
		m.Triangles = append(m.Triangles, t)
	}
	if r.err != nil {
		return
	}
	if err := m.Check(); err != nil {
		r.fail("%v", err)
		return
	}
	if b.Deform != nil {
		b.Deforms, b.Rest = true, append([]geom.Vec(nil), m.Vertices...)
	}
	b.Shape = collide.NewModel(m)
}

func (r *payload) deform(b *Body) {
	kind := r.bytes(1)
	if kind == nil {
		return
	}
	axis := func() motion.Axis {
		if a := r.bytes(1); a != nil {
			return motion.Axis(a[0])
		}
		return motion.X
	}
	switch kind[0] {
	case recordRigid:
		return
	case recordTwist:
		b.Deform = &motion.Twist{Axis: axis(), Rate: r.float(), Period: r.float()}
	case recordWave:
		b.Deform = &motion.Wave{Along: axis(), Across: axis(), Amplitude: r.float(), Length: r.float(), Period: r.float()}
	default:
		r.fail("deformation %d; expected 0 to %d", kind[0], recordWave)
		return
	}
	if err := b.Deform.Check(); r.err == nil && err != nil {
		r.fail("%v", err)
	}
}
