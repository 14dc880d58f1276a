package ccd

// touch reports whether the primitives, whose points lie in one plane at the root, touch there.
func (e *exact) touch(r *root) bool {
	if e.kind == VertexFace {
		return e.vertexOnFace(r)
	}
	return e.edgesMeet(r)
}

// vertexOnFace looks along an axis along which the triangle is not seen edge-on: the vertex is
// inside if it is on no outer side of an edge. A triangle without area is its three edges.
func (e *exact) vertexOnFace(r *root) bool {
	n := e.normal(1, 2, 3)
	for k, p := range n {
		if side := r.signOf(p); side != 0 {
			return e.inside(r, k, side)
		}
	}
	return e.onSegment(r, 0, 1, 2) || e.onSegment(r, 0, 2, 3) || e.onSegment(r, 0, 3, 1)
}

func (e *exact) inside(r *root, axis, side int) bool {
	for i := range 3 {
		n := e.normal(1+i, 1+(i+1)%3, 0)
		if r.signOf(n[axis]) == -side {
			return false
		}
	}
	return true
}

// edgesMeet looks along an axis along which the edges are not seen parallel: they meet if
// neither lies on one side of the other's line. Parallel edges, and those without length,
// meet where an end of one lies on the other.
func (e *exact) edgesMeet(r *root) bool {
	u, v := e.between(0, 1), e.between(2, 3)
	for k, p := range u.cross(&v) {
		if r.signOf(p) != 0 {
			return e.crosses(r, k, 0, 1, 2, 3) && e.crosses(r, k, 2, 3, 0, 1)
		}
	}
	return e.onSegment(r, 0, 2, 3) || e.onSegment(r, 1, 2, 3) || e.onSegment(r, 2, 0, 1) || e.onSegment(r, 3, 0, 1)
}

// crosses reports whether points c and d are not on the same side of the line through a and b,
// seen along an axis.
func (e *exact) crosses(r *root, axis, a, b, c, d int) bool {
	left, right := e.normal(a, b, c), e.normal(a, b, d)
	return r.signOf(left[axis])*r.signOf(right[axis]) <= 0
}

// onSegment reports whether point p is on the segment from a to b: on its line, and between
// them in each coordinate.
func (e *exact) onSegment(r *root, p, a, b int) bool {
	for _, c := range e.normal(p, a, b) {
		if r.signOf(c) != 0 {
			return false
		}
	}
	u, v := e.between(p, a), e.between(p, b)
	for k := range u {
		if r.signOf(u[k])*r.signOf(v[k]) > 0 {
			return false
		}
	}
	return true
}
