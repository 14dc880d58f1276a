package proof

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
)

// Contact is a pair of triangles at most the reach apart, the first of body A and the second of body B.
type Contact [2]uint32

func (c Contact) compare(o Contact) int {
	if c[0] != o[0] {
		return cmp.Compare(c[0], o[0])
	}
	return cmp.Compare(c[1], o[1])
}

// Prover proves what pairs of meshes do. Its memory is that of the nodes it has seen. The zero value is ready, for contacts.
type Prover struct {
	// Reach is the distance up to which pairs of triangles are listed, finite and at least 0, in the unit of the corners.
	Reach float64

	a, b     placed
	contacts []Contact // of the pair, sorted
	proven   int       // contacts
	visits   int
	reach    [13]float64      // along the directions
	bounds   bool             // the reach is the lower bound of a distance
	last     [3]int16         // the direction that parted two small nodes
	triangle [2]geom.Triangle // that are looked at
	stream   []byte
	ctx      context.Context
}

// Pair returns the steps that prove that exactly the given triangles are at most the reach apart, sorted and each once. It
// returns an error where that is not so, or where the context ends. The steps are valid until the next call.
// Time is linear in the steps times the logarithm of the contacts.
func (p *Prover) Pair(ctx context.Context, a, b *Mesh, poseA, poseB *geom.Pose, contacts []Contact) ([]byte, error) {
	p.a.set(a, poseA)
	p.b.set(b, poseB)
	p.contacts, p.proven, p.stream, p.last, p.ctx = contacts, 0, p.stream[:0], [3]int16{}, ctx
	p.reach = reachAlong(p.room())
	if err := p.descend(a.root(), b.root()); err != nil {
		return nil, err
	}
	if p.proven != len(contacts) {
		return nil, fmt.Errorf("%d of %d listed pairs are of triangles that are apart", len(contacts)-p.proven, len(contacts))
	}
	return p.stream, nil
}

// visitsPerPoll is the number of pairs of nodes after which the context is asked.
const visitsPerPoll = 1024

func (p *Prover) descend(a, b run) error {
	if p.visits++; p.visits%visitsPerPoll == 0 {
		if err := context.Cause(p.ctx); err != nil {
			return err
		}
	}
	if p.along(a, b) || p.between(a, b) {
		return nil
	}
	if a.len() == 1 && b.len() == 1 && p.hasSolid() {
		return p.solids(a, b)
	}
	if a.len() == 1 && b.len() == 1 {
		return p.triangles(a.first, b.first)
	}
	if b.len() == 1 || a.len() > 1 && p.a.bound(a).extent() > p.b.bound(b).extent() {
		p.stream = append(p.stream, stepSplitA)
		first, second := a.halves()
		if err := p.descend(first, b); err != nil {
			return err
		}
		return p.descend(second, b)
	}
	p.stream = append(p.stream, stepSplitB)
	first, second := b.halves()
	if err := p.descend(a, first); err != nil {
		return err
	}
	return p.descend(a, second)
}

// along appends the step for two nodes that are farther apart than the reach along a direction of all nodes, first by their boxes. It returns false if none
// parts them.
func (p *Prover) along(a, b run) bool {
	step, ok := p.a.bound(a).apart(p.b.bound(b), &p.reach)
	if !ok && (p.a.tighten(a) || p.b.tighten(b)) {
		p.b.tighten(b)
		step, ok = p.a.bound(a).apart(p.b.bound(b), &p.reach)
	}
	if ok {
		p.stream = append(p.stream, step)
	}
	return ok
}

// triangles proves what two triangles do, at places of the orders.
func (p *Prover) triangles(atA, atB int32) error {
	var ok bool
	t, u := &p.triangle[0], &p.triangle[1]
	*t, *u = p.a.triangle(atA), p.b.triangle(atB)
	i, j := p.a.order[atA], p.b.order[atB]
	if _, touch := slices.BinarySearchFunc(p.contacts, Contact{i, j}, Contact.compare); touch {
		p.proven++
		if p.stream, ok = appendNear(p.stream, t, u, p.Reach); !ok {
			return fmt.Errorf("triangles %d and %d: %s was found", i, j, p.expected())
		}
		return nil
	}
	if p.stream, ok = appendApart(p.stream, t, u, p.Reach); !ok {
		return fmt.Errorf("triangles %d and %d: no direction that parts them was found", i, j)
	}
	return nil
}

// expected is what a listed pair lacks.
func (p *Prover) expected() string {
	if p.Reach > 0 {
		return fmt.Sprintf("no point of each, at most %v apart,", p.Reach)
	}
	return "no point that they share"
}
