package predicate

import "github.com/collide-go/collide/geom"

// polytope is the boundary of the hull of more points than a box has, as triangles that turn
// outward and lie on one side of each other; of a flat hull triangles that cover it.
type polytope struct {
	points []geom.Vec
	tri    []geom.Triangle
	boxes  []geom.AABB
	solid  bool
}

// side is a triangle of a hull being made, by the numbers of its corners.
type side [3]int32

// builder makes the hull of points by adding one after the other: what a point sees of the hull so
// far is replaced by triangles between the point and the rim of what it sees. The signs are exact, so
// a point in the plane of a triangle does not see it, and triangles in one plane stay next to each
// other.
type builder struct {
	t     Tally
	v     []geom.Vec
	sides []side
	sees  []bool
	// seen has the edges of the triangles that the point at hand sees.
	seen map[[2]int32]bool
}

// set makes p the boundary of the hull of points, of which there is at least one: O(n²) signs at worst. It
// keeps the points.
func (p *polytope) set(v []geom.Vec) {
	b := builder{v: v}
	p.points = v
	switch first, n := b.simplex(); n {
	case 4:
		p.solid = true
		b.grow(first)
		for _, s := range b.sides {
			p.tri = append(p.tri, geom.Triangle{v[s[0]], v[s[1]], v[s[2]]})
		}
	case 3:
		p.tri = b.flat(first, p.tri)
	default:
		p.tri = append(p.tri, geom.Triangle{v[first[0]], v[first[1]], v[first[1]]})
	}
	for i := range p.tri {
		p.boxes = append(p.boxes, p.tri[i].Bounds())
	}
}

// simplex returns points that span the hull: the least and the greatest, one that is not on their line and
// one that is not in the plane of the three; n is how many there are, two of a point being equal.
func (b *builder) simplex() (first [4]int32, n int) {
	for i := range b.v {
		if b.v[i].Less(b.v[first[0]]) {
			first[0] = int32(i)
		}
		if b.v[first[1]].Less(b.v[i]) {
			first[1] = int32(i)
		}
	}
	p, q := b.v[first[0]], b.v[first[1]]
	if p == q {
		return first, 1
	}
	n = 2
	for i, x := range b.v {
		if n == 2 && !b.t.collinear(p, q, x) {
			first[2], n = int32(i), 3
		} else if n == 3 && b.t.Orient3D(p, q, b.v[first[2]], x) != 0 {
			first[3], n = int32(i), 4
			break
		}
	}
	return first, n
}

// grow adds all points to a tetrahedron.
func (b *builder) grow(first [4]int32) {
	i, j, k, l := first[0], first[1], first[2], first[3]
	if b.t.Orient3D(b.v[i], b.v[j], b.v[k], b.v[l]) > 0 {
		j, k = k, j
	}
	b.sides = append(b.sides, side{i, j, k}, side{i, k, l}, side{k, j, l}, side{j, i, l})
	b.seen = map[[2]int32]bool{}
	for p := range b.v {
		b.add(int32(p))
	}
}

// add replaces what a point sees.
func (b *builder) add(p int32) {
	b.sees = b.sees[:0]
	clear(b.seen)
	for _, s := range b.sides {
		sees := b.t.Orient3D(b.v[s[0]], b.v[s[1]], b.v[s[2]], b.v[p]) > 0
		b.sees = append(b.sees, sees)
		for k := range s {
			if sees {
				b.seen[[2]int32{s[k], s[(k+1)%3]}] = true
			}
		}
	}
	if len(b.seen) == 0 {
		return
	}
	kept := b.sides[:0]
	var rim []side
	for i, s := range b.sides {
		if !b.sees[i] {
			kept = append(kept, s)
			continue
		}
		for k := range s {
			if u, v := s[k], s[(k+1)%3]; !b.seen[[2]int32{v, u}] {
				rim = append(rim, side{u, v, p})
			}
		}
	}
	kept = append(kept, rim...)
	b.sides = kept
}

// flat appends a fan that covers the hull of points in the plane of the first three.
func (b *builder) flat(first [4]int32, dst []geom.Triangle) []geom.Triangle {
	tri := geom.Triangle{b.v[first[0]], b.v[first[1]], b.v[first[2]]}
	w, o := b.t.projection(&tri)
	var ring []geom.Vec // gift wrapping from the least point, which is extreme
	at := tri[0]
	for {
		ring = append(ring, at)
		next := at
		for _, x := range b.v {
			if x == at {
				continue
			}
			turn := 0
			if next != at {
				turn = b.t.orient(w, at, next, x) * o
			}
			if next == at || turn < 0 || turn == 0 && farther(at, next, x) {
				next = x
			}
		}
		if at = next; at == ring[0] {
			break
		}
	}
	for i := 2; i < len(ring); i++ {
		dst = append(dst, geom.Triangle{ring[0], ring[i-1], ring[i]})
	}
	return dst
}

// farther reports whether x lies beyond y as seen from p, all on one line in one direction.
func farther(p, y, x geom.Vec) bool {
	if p.Less(y) {
		return y.Less(x)
	}
	return x.Less(y)
}
