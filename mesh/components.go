package mesh

// ComponentSet is the triangles of a mesh grouped by connection through shared
// vertices, welded by coordinates. Components are numbered in file order.
type ComponentSet struct {
	// Of is the component of every triangle.
	Of []uint32
	// Seeds is one vertex of every component: the first corner of its first
	// triangle.
	Seeds []uint32
}

// Components finds the connected components of m, which must pass Check. Time is
// linear except for the union's logarithm at worst; it keeps 4 bytes a triangle and
// needs 12 bytes a vertex, and the memory of Weld, while it runs.
func Components(m *Mesh) *ComponentSet {
	w := Weld(m)
	parent := make([]uint32, len(m.Vertices))
	for i := range parent {
		parent[i] = uint32(i)
	}
	for _, t := range m.Triangles {
		c := w.Corners(t)
		join(parent, c[0], c[1])
		join(parent, c[0], c[2])
	}
	label := make([]uint32, len(m.Vertices))
	for i := range label {
		label[i] = none
	}
	set := &ComponentSet{Of: make([]uint32, len(m.Triangles))}
	for i, t := range m.Triangles {
		root := find(parent, w.Vertex[t[0]])
		if label[root] == none {
			label[root] = uint32(len(set.Seeds))
			set.Seeds = append(set.Seeds, t[0])
		}
		set.Of[i] = label[root]
	}
	return set
}

// find returns the root of v and halves the path to it.
func find(parent []uint32, v uint32) uint32 {
	for parent[v] != v {
		parent[v] = parent[parent[v]]
		v = parent[v]
	}
	return v
}

// join links the higher root below the lower one.
func join(parent []uint32, a, b uint32) {
	a, b = find(parent, a), find(parent, b)
	parent[max(a, b)] = min(a, b)
}
