package report

import "strconv"

// Held is a body that a link of a robot holds.
type Held struct {
	Body int
	// Link is the name of the link, which may have no shape.
	Link string
	// Apart are the bodies of links that it is not tested against while it is held, ascending.
	Apart []int
}

// heldPairs are the pairs of a body and a link that were not tested in some states, in the order of the first one.
type heldPairs struct {
	list []heldPair
	at   map[[2]int]int
}

// heldPair is a pair that was not tested in some states.
type heldPair struct {
	a, b          int
	first, states int
}

// add notes what links hold in a state.
func (h *heldPairs) add(s *State) {
	for i := range s.Held {
		for _, link := range s.Held[i].Apart {
			p := [2]int{link, s.Held[i].Body}
			k, known := h.at[p]
			if !known {
				if h.at == nil {
					h.at = map[[2]int]int{}
				}
				k = len(h.list)
				h.at[p], h.list = k, append(h.list, heldPair{a: p[0], b: p[1], first: s.Index})
			}
			h.list[k].states++
		}
	}
}

// when is in how many states the pair was not tested, in words.
func (p *heldPair) when() string {
	if p.states == 1 {
		return "in state " + strconv.Itoa(p.first)
	}
	return "in " + strconv.Itoa(p.states) + " states from " + strconv.Itoa(p.first) + " on"
}
