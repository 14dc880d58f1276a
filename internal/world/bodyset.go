package world

// bodySet visits bodies of a list, each once.
type bodySet struct{ seen []bool }

// each calls visit for the bodies of a world in the order of the list.
func (s *bodySet) each(w *World, bodies []int, visit func(i int32)) {
	for len(s.seen) < len(w.bodies) {
		s.seen = append(s.seen, false)
	}
	for _, i := range bodies {
		if !s.seen[i] {
			s.seen[i] = true
			visit(int32(i))
		}
	}
	for _, i := range bodies {
		s.seen[i] = false
	}
}
