package simd

import "unsafe"

// Node holds eight oriented boxes, 512 bytes when it is part of a wide tree. Box i
// is {x : |Qⱼ·(x − C)| ≤ Hⱼ} for its axes Q₀, Q₁, Q₂, orthonormal up to the rounding
// of their components. The half sizes of an unused lane are Unused.
type Node struct {
	// C[k][i] is component k of box i's centre, H[j][i] its half size along axis j.
	C, H [3][Lanes]float32
	// Q[3j+k][i] is component k of box i's axis j.
	Q [9][Lanes]float32
	// Child[i] is the node (≥ 0) or the leaf (^Child[i]) that box i encloses.
	Child [Lanes]int32
}

// Unused makes a box that is apart from every other: its half sizes are far below 0.
const Unused = -1e30

// Clear makes all lanes unused.
func (n *Node) Clear() {
	*n = Node{}
	for i := range Lanes {
		n.H[0][i], n.H[1][i], n.H[2][i] = Unused, Unused, Unused
		n.Q[0][i], n.Q[4][i], n.Q[8][i] = 1, 1, 1
	}
}

// Area is the surface area of the box in a lane, over 8.
func (n *Node) Area(lane int) float32 {
	return areaOf(n.H[0][lane&(Lanes-1)], n.H[1][lane&(Lanes-1)], n.H[2][lane&(Lanes-1)])
}

// areaOf computes the area in the order of the kernels that compare boxes.
func areaOf(x, y, z float32) float32 { return float32(x*y) + float32(z*float32(x+y)) }

// Scale multiplies the lengths of all boxes.
func (n *Node) Scale(by float32) {
	for i := range Lanes {
		for k := range 3 {
			n.C[k][i] *= by
			if n.H[k][i] >= 0 {
				n.H[k][i] *= by
			}
		}
	}
}

// LeafTriangles is how many triangles a Leaf holds.
const LeafTriangles = 4

// Leaf holds up to four triangles about a local origin, 192 bytes: three cache lines.
// Lanes behind the last triangle repeat the first.
type Leaf struct {
	// V[3v+k][i] is component k of corner v of triangle i, less C.
	V  [9][LeafTriangles]float32
	ID [LeafTriangles]uint32
	// C is the local origin in the coordinates of the tree.
	C [3]float64
	// Rho is no less than any corner's distance from C.
	Rho float32
	// N is the number of triangles, at least 1.
	N int32
}

// Scale multiplies all lengths.
func (l *Leaf) Scale(by float64) {
	for i := range l.V {
		for k := range l.V[i] {
			l.V[i][k] *= float32(by)
		}
	}
	for k := range l.C {
		l.C[k] *= by
	}
	l.Rho *= float32(by)
}

// Placement carries boxes and leaves of a tree A into the frame of a tree B:
// x ↦ M·x + t, where M is Stretch times a matrix that turns. 256 bytes.
type Placement struct {
	// Col holds the columns of M, then t; the fourth component is 0.
	Col [4][4]float32
	// Grow is added to every half size of A's boxes, in B's frame.
	Grow float32
	// Slack times the sum of all half sizes is added to every radius.
	Slack float32
	// Least is the least sum of two leaves' Rho, that of A's stretched, that is reckoned with.
	Least float32
	// Bound times the cube of that sum is what a determinant may be off by.
	Bound float32
	// Turn holds the columns of M divided by Stretch. Kernels read three rows of four.
	Turn [3][3]float32
	// Stretch is no less than the factor by which M lengthens any vector.
	Stretch float32
	_       [8]byte
	// Col64 is Col before rounding.
	Col64 [4][4]float64
}

// Set makes p carry x to m·x + t; m is row by row.
func (p *Placement) Set(m *[9]float64, t [3]float64, stretch float64) {
	p.Stretch = float32(stretch)
	by := 1 / stretch
	for k := range 3 {
		x, y, z := m[k], m[3+k], m[6+k]
		p.Col64[k] = [4]float64{x, y, z}
		p.Col[k] = [4]float32{float32(x), float32(y), float32(z)}
		p.Turn[k] = [3]float32{float32(x * by), float32(y * by), float32(z * by)}
	}
	p.Col64[3] = [4]float64{t[0], t[1], t[2]}
	p.Col[3] = [4]float32{float32(t[0]), float32(t[1]), float32(t[2])}
}

// Motion is a placement next to the scratch memory of the kernels: each worker has its
// own, from MakeMotions.
type Motion struct {
	Placement
	_ [4864]byte
}

// line is the size of a cache line.
const line = 64

// MakeNodes returns n zero nodes, aligned to cache lines.
func MakeNodes(n int) []Node { return aligned[Node](n) }

// MakeLeaves returns n zero leaves, aligned to cache lines.
func MakeLeaves(n int) []Leaf { return aligned[Leaf](n) }

// MakeMotions returns n zero motions, aligned to cache lines.
func MakeMotions(n int) []Motion { return aligned[Motion](n) }

// aligned returns n zero values from a cache line's start on. T must hold no
// pointers, since the collector sees the memory as T from where it was allocated.
func aligned[T any](n int) []T {
	if n == 0 {
		return nil
	}
	var zero T
	size := unsafe.Sizeof(zero)
	room := make([]byte, uintptr(n)*size+line-1)
	skip := -uintptr(unsafe.Pointer(&room[0])) & (line - 1)
	return unsafe.Slice((*T)(unsafe.Pointer(&room[skip])), n)
}
