package simd

// AlignedBox8 is BoxBox8 for two nodes of one tree whose boxes have the axes of the
// coordinates: of the motion it takes Grow and Slack alone.
func (l Level) AlignedBox8(m *Motion, a *Node, lane int, b *Node) Boxes {
	return Boxes(l.alignedBox8(m, a, lane, b))
}

// alignedBox8Go is the contract of the kernel.
func alignedBox8Go(m *Motion, a *Node, lane int, b *Node) (r uint32) {
	lane &= Lanes - 1
	for i := range Lanes {
		if b.H[0][i] >= 0 && alignedNear(m, a, lane, b, i) {
			r |= 1 << i
		}
	}
	if r == 0 {
		return 0
	}
	return r | sizes(a.Area(lane), b)
}

func alignedNear(m *Motion, a *Node, lane int, b *Node, i int) bool {
	for k := range 3 {
		if abs(a.C[k][lane]-b.C[k][i]) > (a.H[k][lane]+m.Grow+b.H[k][i])*(1+m.Slack) {
			return false
		}
	}
	return true
}
