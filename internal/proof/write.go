package proof

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/collide-go/collide/geom"
)

// Body is a body of a proof.
type Body struct {
	Name  string
	Mesh  int       // its index among the meshes
	Fixed bool      // pairs of fixed bodies are not looked at
	Pose  geom.Pose // of a body that does not move
}

// Writer writes a proof: what heads it, then frames.
type Writer struct {
	w      *bufio.Writer
	number [8]byte
	frames uint64
	err    error
}

// Head is what heads a proof.
type Head struct {
	// Distances asks for bounds of distances; otherwise the pairs of triangles at most the reach apart are listed.
	Distances bool
	// Solid asks, besides contacts, which bodies lie in others. The reach is 0.
	Solid bool
	// Reach is the distance up to which pairs of triangles are listed; 0 lists contacts.
	Reach  float64
	Meshes []*Mesh
	Bodies []Body
	// Moving is the number of bodies, the first ones, that have a pose in each frame.
	Moving int
	// Skipped are the pairs of bodies, besides the fixed ones, that are not looked at, ascending, the lower body first.
	Skipped [][2]int
}

// NewWriter begins a proof.
func NewWriter(w io.Writer, h *Head) *Writer {
	o := &Writer{w: bufio.NewWriter(w)}
	o.bytes([]byte(magic))
	o.bytes([]byte{h.question()})
	o.float64(h.Reach)
	o.uint32(len(h.Bodies))
	o.uint32(h.Moving)
	ordered := map[[32]byte]bool{}
	for i := range h.Bodies {
		b := &h.Bodies[i]
		o.name(b.Name)
		if m := h.Meshes[b.Mesh]; m.IsSolid() {
			o.solid(m)
		} else {
			o.mesh(m, !ordered[m.sum])
			ordered[m.sum] = true
		}
		if i >= h.Moving {
			o.pose(&b.Pose)
		}
	}
	pairs := h.pairs()
	o.uint32(len(pairs))
	for _, p := range pairs {
		o.uint32(p[0])
		o.uint32(p[1])
	}
	return o
}

// pairs are those that are looked at, ascending.
func (h *Head) pairs() (list [][2]int) {
	skipped := h.Skipped
	for i := range h.Bodies {
		for j := i + 1; j < len(h.Bodies); j++ {
			if len(skipped) > 0 && skipped[0] == [2]int{i, j} {
				skipped = skipped[1:]
			} else if !h.Bodies[i].Fixed || !h.Bodies[j].Fixed {
				list = append(list, [2]int{i, j})
			}
		}
	}
	return list
}

func (o *Writer) name(name string) {
	if len(name) > math.MaxUint16 && o.err == nil {
		o.err = fmt.Errorf("a name of %d bytes; expected at most %d", len(name), math.MaxUint16)
	}
	binary.LittleEndian.PutUint16(o.number[:2], uint16(len(name)))
	o.bytes(o.number[:2])
	o.bytes([]byte(name))
}

// mesh writes the file of a mesh and, where the mesh comes first, its order.
func (o *Writer) mesh(m *Mesh, first bool) {
	o.bytes([]byte{0})
	if o.bytes(m.sum[:]); !first {
		return
	}
	o.uint32(len(m.order))
	for _, t := range m.order {
		o.uint32(int(t))
	}
}

// question is the number of what is asked.
func (h *Head) question() byte {
	switch {
	case h.Distances:
		return 1
	case h.Solid:
		return 2
	}
	return 0
}

func (o *Writer) solid(m *Mesh) {
	o.bytes([]byte{1})
	o.float64(m.radius)
	o.uint32(len(m.solid))
	for _, x := range coordinates(m.solid) {
		o.float64(x)
	}
}

// Frame writes the poses of a frame, those of the moving bodies, and the steps of its pairs one after the other, in the order
// (0, 1), (0, 2) … of their bodies.
func (o *Writer) Frame(moved []geom.Pose, steps []byte) error {
	o.bytes([]byte{1})
	for i := range moved {
		o.pose(&moved[i])
	}
	o.bytes(steps)
	o.frames++
	return o.err
}

// Frames is the number of frames so far.
func (o *Writer) Frames() uint64 { return o.frames }

// End ends the proof with the number of its frames: a proof without it was cut short, and verifiers refuse it.
func (o *Writer) End() error {
	o.bytes([]byte{0})
	binary.LittleEndian.PutUint64(o.number[:], o.frames)
	o.bytes(o.number[:])
	if o.err == nil {
		o.err = o.w.Flush()
	}
	return o.err
}

func (o *Writer) bytes(b []byte) {
	if o.err == nil {
		_, o.err = o.w.Write(b)
	}
}

func (o *Writer) uint32(n int) {
	binary.LittleEndian.PutUint32(o.number[:4], uint32(n))
	o.bytes(o.number[:4])
}

func (o *Writer) float64(x float64) {
	binary.LittleEndian.PutUint64(o.number[:], math.Float64bits(x))
	o.bytes(o.number[:])
}

func (o *Writer) pose(p *geom.Pose) {
	for i := range 3 {
		for j := range 4 {
			x := p.T.At(i)
			if j < 3 {
				x = p.R[3*i+j]
			}
			o.float64(x)
		}
	}
}
