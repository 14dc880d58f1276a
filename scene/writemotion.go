package scene

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
)

func checkBounds(b *geom.AABB) error {
	if b.IsEmpty() || !b.Min.IsFinite() || !b.Max.IsFinite() {
		return errors.New("min exceeds max; expected finite corners of a box")
	}
	return nil
}

// checkMotion returns an error for what Parse would refuse beyond shape and pose.
func (b *Body) checkMotion() error {
	if m := b.Motion; m != nil {
		switch {
		case b.Immovable:
			return fmt.Errorf("%q is immovable and has a motion", b.Name)
		case !m.Velocity.IsFinite() || !m.Spin.IsFinite() || m.Center != nil && !m.Center.IsFinite():
			return fmt.Errorf("motion of %q is not finite", b.Name)
		case m.Bounds != nil && checkBounds(m.Bounds) != nil:
			return fmt.Errorf("bounds of %q: %w", b.Name, checkBounds(m.Bounds))
		}
	}
	if err := b.checkDynamics(); err != nil {
		return fmt.Errorf("%q: %w", b.Name, err)
	}
	if b.Restitution != nil {
		if err := checkRestitution(*b.Restitution); err != nil {
			return fmt.Errorf("%q: %w", b.Name, err)
		}
	}
	if b.Procedural != nil {
		if err := b.Procedural.Check(); err != nil {
			return err
		}
	}
	if b.Deform == nil {
		return nil
	}
	if b.isSolid() {
		return fmt.Errorf("%q deforms; only meshes do", b.Name)
	}
	switch b.Deform.(type) {
	case *motion.Twist, *motion.Wave:
		return b.Deform.Check()
	}
	return fmt.Errorf("deformation %T of %q has no form in a file", b.Deform, b.Name)
}

// boundsJSON has the corners as fields of an object.
func boundsJSON(b *geom.AABB) string {
	return `"min": ` + vecJSON(b.Min) + `, "max": ` + vecJSON(b.Max)
}

func proceduralJSON(p *Procedural) string {
	var s strings.Builder
	s.WriteString(`{"shape": "` + p.Shape + `"`)
	for _, key := range p.parameters() {
		s.WriteString(`, "` + key + `": `)
		switch v := p.parameter(key).(type) {
		case *float64:
			s.WriteString(numberJSON(*v))
		case *int:
			s.WriteString(strconv.Itoa(*v))
		case *geom.Vec:
			s.WriteString(vecJSON(*v))
		}
	}
	return s.String() + "}"
}

func motionJSON(m *Motion) string {
	s := `{"velocity": ` + vecJSON(m.Velocity) + `, "spin": ` + vecJSON(m.Spin)
	if m.Center != nil {
		s += `, "center": ` + vecJSON(*m.Center)
	}
	if m.Bounds != nil {
		s += `, "bounds": {` + boundsJSON(m.Bounds) + `}`
	}
	return s + "}"
}

func deformJSON(d motion.Deformation) string {
	switch d := d.(type) {
	case *motion.Twist:
		return fmt.Sprintf(`{"twist": {"axis": "%v", "rate": %s, "period": %s}}`, d.Axis, numberJSON(d.Rate), numberJSON(d.Period))
	case *motion.Wave:
		return fmt.Sprintf(`{"wave": {"along": "%v", "across": "%v", "amplitude": %s, "length": %s, "period": %s}}`,
			d.Along, d.Across, numberJSON(d.Amplitude), numberJSON(d.Length), numberJSON(d.Period))
	}
	panic("scene: deformation not checked")
}
