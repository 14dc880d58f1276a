package narrow

import "github.com/collide-go/collide/geom"

// Settled appends the given pairs of triangles, which surely touch, until the search is to end.
func (w *Worker) Settled(pairs, dst []Pair) []Pair {
	for _, c := range pairs {
		if !w.Step() {
			break
		}
		w.PrimitiveTests++
		dst = append(dst, c)
		if !w.Found() {
			break
		}
	}
	return dst
}

// Candidates appends those of the given pairs of triangles that touch: pairs that
// another stage could not tell apart. Within one surface each is A < B.
func (w *Worker) Candidates(s *Search, candidates, dst []Pair) []Pair {
	var p, q geom.Triangle
	var box geom.AABB
	last := ^uint32(0)
	for _, c := range candidates {
		if !w.Step() {
			break
		}
		if c.A != last {
			s.a.Triangle(c.A, &p)
			box, last = p.Bounds(), c.A
		}
		s.b.Triangle(c.B, &q)
		if other := q.Bounds(); !box.Overlaps(&other) {
			continue
		}
		w.PrimitiveTests++
		if !w.touch(s, c.A, c.B, &p, &q) {
			continue
		}
		dst = append(dst, c)
		if !w.Found() {
			break
		}
	}
	return dst
}
