package scene

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/unit"
)

// Write writes a scene so that Parse reads the same bodies back, numbers bit for
// bit. It returns an error, and writes nothing, for a scene that Parse would refuse.
func Write(w io.Writer, s *Scene) error {
	for i := range s.Bodies {
		if err := s.Bodies[i].check(); err != nil {
			return fmt.Errorf("scene: body %d: %w", i, err)
		}
	}
	for i := range s.Robots {
		if err := s.Robots[i].check(len(s.Robots) == 1); err != nil {
			return fmt.Errorf("scene: robot %d: %w", i, err)
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"version\": %d,\n", Version)
	if s.Unit != "" {
		if _, err := unit.Find(s.Unit); err != nil {
			return fmt.Errorf("scene: %w", err)
		}
		fmt.Fprintf(&b, "  \"unit\": %q,\n", s.Unit)
	}
	if s.Seed != nil {
		fmt.Fprintf(&b, "  \"seed\": %d,\n", *s.Seed)
	}
	if s.Walls != nil {
		if err := writeWalls(&b, s); err != nil {
			return fmt.Errorf("scene: walls: %w", err)
		}
	}
	if err := writePhysics(&b, s); err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	b.WriteString("  \"bodies\": [")
	for i := range s.Bodies {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    ")
		if err := writeBody(&b, &s.Bodies[i]); err != nil {
			return fmt.Errorf("scene: body %d: %w", i, err)
		}
		if b.Len() < writeBlock {
			continue
		}
		if _, err := b.WriteTo(w); err != nil {
			return err
		}
	}
	b.WriteString("\n  ]")
	writeRobots(&b, s.Robots)
	b.WriteString("\n}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// writeBlock is how many bytes are collected before they are written.
const writeBlock = 64 << 10

func writeBody(b *bytes.Buffer, body *Body) error {
	name, err := quote.Marshal(body.Name)
	if err != nil {
		return err
	}
	fmt.Fprintf(b, `{"name": %s, `, name)
	switch {
	case body.Sphere != nil:
		fmt.Fprintf(b, `"sphere": {"center": %s, "radius": %s}`, vecJSON(body.Sphere.Center), numberJSON(body.Sphere.Radius))
	case body.Box != nil:
		fmt.Fprintf(b, `"box": {"center": %s, "size": %s}`, vecJSON(body.Box.Center), vecJSON(body.Box.Size))
	case body.Convex != nil:
		b.WriteString(`"convex": {"points": [`)
		for i, p := range body.Convex.Points {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(vecJSON(p))
		}
		b.WriteString("]}")
	case body.HalfSpace != nil:
		fmt.Fprintf(b, `"half_space": {"point": %s, "normal": %s}`, vecJSON(body.HalfSpace.Point), vecJSON(body.HalfSpace.Normal))
	case body.Capsule != nil:
		b.WriteString(axisJSON("capsule", body.Capsule.A, body.Capsule.B, body.Capsule.Radius))
	case body.Cylinder != nil:
		b.WriteString(axisJSON("cylinder", body.Cylinder.A, body.Cylinder.B, body.Cylinder.Radius))
	case body.Cone != nil:
		fmt.Fprintf(b, `"cone": {"base": %s, "apex": %s, "radius": %s}`, vecJSON(body.Cone.Base), vecJSON(body.Cone.Apex), numberJSON(body.Cone.Radius))
	case body.HeightField != nil:
		field, err := heightFieldJSON(body.HeightField)
		if err != nil {
			return err
		}
		b.WriteString(field)
	case body.Procedural != nil:
		b.WriteString(`"mesh": ` + proceduralJSON(body.Procedural))
	default:
		path, err := quote.Marshal(body.Mesh)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, `"mesh": %s`, path)
	}
	if body.Immovable {
		b.WriteString(`, "immovable": true`)
	}
	if !body.Pose.IsIdentity() {
		b.WriteString(`,` + "\n     " + `"pose": ` + poseJSON(&body.Pose))
	}
	if body.Motion != nil {
		b.WriteString(`,` + "\n     " + `"motion": ` + motionJSON(body.Motion))
	}
	if body.Deform != nil {
		b.WriteString(`,` + "\n     " + `"deform": ` + deformJSON(body.Deform))
	}
	writeDynamics(b, body)
	b.WriteByte('}')
	return nil
}

func (b *Body) check() error {
	shapes := 0
	for _, set := range []bool{b.Mesh != "", b.Procedural != nil, b.Sphere != nil, b.Box != nil, b.Capsule != nil, b.Cylinder != nil, b.Cone != nil, b.Convex != nil, b.HalfSpace != nil, b.HeightField != nil} {
		if set {
			shapes++
		}
	}
	if shapes != 1 || b.Name == "" || !b.Pose.IsFinite() {
		return fmt.Errorf("%q needs a name, exactly one shape and a finite pose", b.Name)
	}
	if b.Convex != nil && b.Convex.Check() != nil {
		return b.Convex.Check()
	}
	if b.HalfSpace != nil && b.HalfSpace.Check() != nil {
		return b.HalfSpace.Check()
	}
	if b.Capsule != nil && b.Capsule.Check() != nil {
		return b.Capsule.Check()
	}
	if b.Cylinder != nil && b.Cylinder.Check() != nil {
		return b.Cylinder.Check()
	}
	if b.Cone != nil && b.Cone.Check() != nil {
		return b.Cone.Check()
	}
	if b.HeightField != nil && b.HeightField.check() != nil {
		return b.HeightField.check()
	}
	return b.checkMotion()
}

// axisJSON is a capsule or a cylinder.
func axisJSON(what string, from, to geom.Vec, radius float64) string {
	return fmt.Sprintf(`"%s": {"from": %s, "to": %s, "radius": %s}`, what, vecJSON(from), vecJSON(to), numberJSON(radius))
}

// isSolid reports whether the shape is no mesh.
func (b *Body) isSolid() bool {
	return b.Sphere != nil || b.Box != nil || b.Capsule != nil || b.Cylinder != nil || b.Cone != nil || b.Convex != nil || b.HalfSpace != nil
}

func poseJSON(p *geom.Pose) string {
	s := "["
	for i := range 3 {
		if i > 0 {
			s += ",\n              "
		}
		r := p.R.Row(i)
		s += numberJSON(r.X) + ", " + numberJSON(r.Y) + ", " + numberJSON(r.Z) + ", " + numberJSON(p.T.At(i))
	}
	return s + "]"
}

func vecJSON(v geom.Vec) string {
	return "[" + numberJSON(v.X) + ", " + numberJSON(v.Y) + ", " + numberJSON(v.Z) + "]"
}

func numberJSON(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
