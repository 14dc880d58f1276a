package narrow

// The two halves of Run as stages: Descend turns pairs of nodes into pairs of
// leaves, Confirm tests those. The work and its steps are the same.

// Open appends the root pair of s to the stack unless its boxes are apart.
func (w *Worker) Open(s *Search, stack []NodePair) []NodePair {
	if w.Step() && !w.rejects(s, s.Root()) {
		stack = append(stack, s.Root())
	}
	return stack
}

// Descend works on the stack until it is empty or dst has limit pairs of leaves,
// and returns both. The stack is left as it is when Control stops the search.
func (w *Worker) Descend(s *Search, stack, dst []NodePair, limit int) (rest, leaves []NodePair) {
	for len(stack) > 0 && len(dst) < limit && w.Step() {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.atLeaves(p) {
			dst = append(dst, p)
		} else {
			stack = w.expand(s, p, stack)
		}
	}
	return stack, dst
}

// Confirm appends the touching pairs of one pair of leaves.
func (w *Worker) Confirm(s *Search, p NodePair, dst []Pair) []Pair {
	if !w.Step() {
		return dst
	}
	return w.leaves(s, p, dst)
}
