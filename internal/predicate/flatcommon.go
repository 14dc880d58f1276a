package predicate

import "github.com/collide-go/collide/geom"

// edgeSigns are the orientations of the corners of one triangle to the edges of
// another in a projection: [i][k] that of corner k to edge i, i+1.
type edgeSigns [3][3]int

func (t *Tally) edgeSigns(w plane2, p, q *geom.Triangle) (s edgeSigns) {
	for i := range 3 {
		for k := range 3 {
			s[i][k] = t.orient(w, p[i], p[(i+1)%3], q[k])
		}
	}
	return s
}

// holds reports whether corner k lies in the closed triangle of orientation o.
func (s *edgeSigns) holds(k, o int) bool {
	return s[0][k]*o >= 0 && s[1][k]*o >= 0 && s[2][k]*o >= 0
}

// parts reports whether the line of edge i lies strictly between the ends of edge j
// of the other triangle.
func (s *edgeSigns) parts(i, j int) bool { return s[i][j]*s[i][(j+1)%3] < 0 }

// flat collects the extreme points of two triangles in one plane: the projection is
// one to one on it, so signs in two dimensions decide.
func (c *common) flat(p, q *geom.Triangle) {
	w, op := c.t.projection(p)
	oq := c.t.orient(w, q[0], q[1], q[2])
	sp, sq := c.t.edgeSigns(w, p, q), c.t.edgeSigns(w, q, p)
	for k := range 3 {
		if sq.holds(k, oq) {
			c.add(c.u.point(p[k]))
		}
	}
	for k := range 3 {
		if sp.holds(k, op) {
			c.add(c.u.point(q[k]))
		}
	}
	for i := range 3 {
		for j := range 3 {
			if sp.parts(i, j) && sq.parts(j, i) {
				// Inside one edge of each, so no corner and in no other two edges.
				c.points = append(c.points, c.over(w, p[i], p[(i+1)%3], q[j], q[(j+1)%3]))
			}
		}
	}
}
