package scene

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/collide-go/collide/internal/quote"
)

// check returns why Parse would refuse the entry. The only robot of a scene needs no name.
func (r *Robot) check(only bool) error {
	switch {
	case r.URDF == "" || !r.Pose.IsFinite() || !isRotation(&r.Pose):
		return fmt.Errorf("%q needs a urdf and a pose that is a rotation and a translation", r.Name)
	case r.State != "" && (len(r.Joints) > 0 || r.SRDF == ""):
		return fmt.Errorf("%q has a state; expected an srdf, which has it, and no joints", r.Name)
	case r.Name == "" && !only || strings.ContainsFunc(r.Name, isControl):
		return fmt.Errorf("name %q; expected text without control characters, not empty beside other robots", r.Name)
	}
	given := map[string]bool{}
	for _, j := range r.Joints {
		if given[j.Name] || math.IsNaN(j.Value) || math.IsInf(j.Value, 0) {
			return fmt.Errorf("joint %q is %v; expected a finite number, once", j.Name, j.Value)
		}
		given[j.Name] = true
	}
	return nil
}

// writeRobots writes the list of robots, nothing for none.
func writeRobots(b *bytes.Buffer, robots []Robot) {
	for i := range robots {
		if i == 0 {
			b.WriteString(",\n  \"robots\": [")
		} else {
			b.WriteByte(',')
		}
		robots[i].write(b)
	}
	if len(robots) > 0 {
		b.WriteString("\n  ]")
	}
}

// write writes an entry.
func (r *Robot) write(b *bytes.Buffer) {
	w := fieldWriter{b: b}
	b.WriteString("\n    {")
	w.text("name", r.Name)
	w.text("urdf", r.URDF)
	w.text("srdf", r.SRDF)
	if !r.Pose.IsIdentity() {
		w.raw("pose", poseJSON(&r.Pose))
	}
	w.text("joints", r.State)
	if len(r.Joints) > 0 {
		w.raw("joints", "{")
		of := fieldWriter{b: b}
		for _, j := range r.Joints {
			of.raw(j.Name, numberJSON(j.Value))
		}
		b.WriteByte('}')
	}
	for i, a := range r.Attach {
		if i == 0 {
			w.raw("attach", "[")
		} else {
			b.WriteString(", ")
		}
		of := fieldWriter{b: b}
		b.WriteByte('{')
		of.raw("body", quote.JSON(a.Body))
		of.raw("link", quote.JSON(a.Link))
		if len(a.Touch) > 0 {
			of.raw("touch", listJSON(a.Touch))
		}
		b.WriteByte('}')
	}
	if len(r.Attach) > 0 {
		b.WriteByte(']')
	}
	b.WriteByte('}')
}

// listJSON is a list of texts.
func listJSON(texts []string) string {
	parts := make([]string, len(texts))
	for i, t := range texts {
		parts[i] = quote.JSON(t)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// fieldWriter writes the fields of an object.
type fieldWriter struct {
	b     *bytes.Buffer
	begun bool
}

// raw writes a field of JSON.
func (w *fieldWriter) raw(key, value string) {
	if w.begun {
		w.b.WriteString(", ")
	}
	w.begun = true
	w.b.WriteString(quote.JSON(key) + ": " + value)
}

// text writes a field of text unless that is empty.
func (w *fieldWriter) text(key, value string) {
	if value != "" {
		w.raw(key, quote.JSON(value))
	}
}
