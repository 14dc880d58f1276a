package scene

import (
	"bytes"
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
)

// writeWalls writes the walls of a scene that has some.
func writeWalls(b *bytes.Buffer, s *Scene) error {
	if err := checkBounds(s.Walls); err != nil {
		return err
	}
	thickness := ""
	if t := s.WallThickness; t != 0 {
		if !(t > 0) || math.IsInf(t, 1) {
			return fmt.Errorf("thickness %g; expected a finite number of at least 0", t)
		}
		thickness = `, "thickness": ` + numberJSON(t)
	}
	fmt.Fprintf(b, `  "walls": {%s%s},`+"\n", boundsJSON(s.Walls), thickness)
	return nil
}

// writePhysics writes the laws and the cameras of a scene.
func writePhysics(b *bytes.Buffer, s *Scene) error {
	p := &s.Physics
	if err := p.check(); err != nil {
		return err
	}
	if p.Gravity != (geom.Vec{}) {
		fmt.Fprintf(b, "  \"gravity\": %s,\n", vecJSON(p.Gravity))
	}
	if p.G != 0 {
		fmt.Fprintf(b, "  \"G\": %s,\n", numberJSON(p.G))
	}
	if p.Theta != 0 {
		fmt.Fprintf(b, "  \"theta\": %s,\n", numberJSON(p.Theta))
	}
	if p.Substeps != 0 {
		fmt.Fprintf(b, "  \"substeps\": %d,\n", p.Substeps)
	}
	if len(s.Cameras) == 0 {
		return nil
	}
	b.WriteString("  \"cameras\": [")
	for i := range s.Cameras {
		c := &s.Cameras[i]
		if err := c.check(); err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := quote.Marshal(c.Name)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "\n    {\"name\": %s, \"eye\": %s, \"target\": %s, \"up\": %s, \"angle\": %s}",
			name, vecJSON(c.Eye), vecJSON(c.Target), vecJSON(c.Up), numberJSON(c.Angle))
	}
	b.WriteString("\n  ],\n")
	return nil
}

// writeDynamics writes what a body has for impacts.
func writeDynamics(b *bytes.Buffer, body *Body) {
	if d := body.Dynamics; d != nil {
		fmt.Fprintf(b, ", \"mass\": %s", numberJSON(d.Mass))
		if d.Velocity != (geom.Vec{}) {
			fmt.Fprintf(b, ", \"velocity\": %s", vecJSON(d.Velocity))
		}
		if d.Spin != (geom.Vec{}) {
			fmt.Fprintf(b, ", \"spin\": %s", vecJSON(d.Spin))
		}
	}
	if body.Restitution != nil {
		fmt.Fprintf(b, ", \"restitution\": %s", numberJSON(*body.Restitution))
	}
}
