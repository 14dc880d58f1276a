package proof

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
)

// Unbounded is the lower bound of a distance of which none is proven.
const Unbounded = -1

// Bounds is what is to be proven of the distance of two bodies: it is above Lo and at most Hi.
type Bounds struct {
	Lo, Hi float64 // Unbounded and +Inf for nothing
	// Witness are triangles at most Hi apart, of body A and body B. Without Hi they do not count.
	Witness Contact
}

// Around returns the bounds of a distance that was rounded to nearest: the numbers next to it, and 0 for 0. The upper one is the next
// number also where the distance is not above what it was rounded to, but never +Inf, which stands for nothing.
func Around(d float64) Bounds {
	if d == 0 {
		return Bounds{Lo: Unbounded}
	}
	return Bounds{Lo: math.Nextafter(d, 0), Hi: min(math.Nextafter(d, math.Inf(1)), math.MaxFloat64)}
}

// Distance returns the steps that prove bounds of the distance of two meshes. It returns an error where they do not hold, or where
// the context ends. The steps are valid until the next call. The reach of the prover does not count.
func (p *Prover) Distance(ctx context.Context, a, b *Mesh, poseA, poseB *geom.Pose, bounds Bounds) ([]byte, error) {
	head := binary.LittleEndian.AppendUint64(nil, math.Float64bits(bounds.Lo))
	head = binary.LittleEndian.AppendUint64(head, math.Float64bits(bounds.Hi))
	if !math.IsInf(bounds.Hi, 1) {
		p.a.set(a, poseA)
		p.b.set(b, poseB)
		var nodes [2]run
		for k, m := range [2]*Mesh{a, b} {
			i := slices.Index(m.order, bounds.Witness[k])
			head, nodes[k] = binary.LittleEndian.AppendUint32(head, uint32(i)), run{int32(i), int32(i) + 1}
		}
		var ok bool
		at := p.Reach
		p.Reach = bounds.Hi
		head, ok = p.appendNear(head, nodes[0], nodes[1])
		if p.Reach = at; !ok {
			return nil, fmt.Errorf("triangles %d and %d are not at most %v apart", bounds.Witness[0], bounds.Witness[1], bounds.Hi)
		}
	}
	if bounds.Lo < 0 {
		return head, nil
	}
	at := p.Reach
	p.Reach, p.bounds = bounds.Lo, true
	steps, err := p.Pair(ctx, a, b, poseA, poseB, nil)
	p.Reach, p.bounds = at, false
	return append(head, steps...), err
}
