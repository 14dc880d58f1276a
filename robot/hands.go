package robot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/collide-go/collide/geom"
)

// Holdable is a body around the robots of a cell that links may take and release.
type Holdable struct {
	Name string
	// Hold is where it is before the first state: Link −1 and its pose, or in the hand of a link. Body does not count.
	Hold Hold
	// Fixed is why no link can hold it, as "is immovable", "" where one can.
	Fixed string
}

// holderSuffix follows the name of a body in the name of the column that names its holder.
const holderSuffix = ".link"

// hands follows bodies through a list of states.
type hands struct {
	cell   *Cell
	bodies []Holdable
	index  map[string]int // of bodies by name, −1 for two
	links  map[string]int // of the cell by name, −1 for two
	moved  []int          // bodies with a column, or that a link holds at first
	holds  []Hold         // of moved
	next   []holder       // of moved, in the state that is being read
	poses  []geom.Pose
}

// holder is what a cell of a column says.
type holder struct {
	link  int
	touch []int
	text  string // of the cell
}

func newHands(cell *Cell, bodies []Holdable) hands {
	h := hands{cell: cell, bodies: bodies, index: map[string]int{}, links: map[string]int{}}
	for i := range bodies {
		if _, taken := h.index[bodies[i].Name]; taken {
			h.index[bodies[i].Name] = -1
		} else {
			h.index[bodies[i].Name] = i
		}
		if bodies[i].Hold.Link >= 0 {
			h.follow(i)
		}
	}
	for i := range cell.Links() {
		n := cell.LinkName(i)
		if _, taken := h.links[n]; taken {
			h.links[n] = -1
		} else {
			h.links[n] = i
		}
	}
	return h
}

// column returns the body whose holder a column names, −1 for another column. It is an error if two bodies have that name.
func (h *hands) column(c string) (int, error) {
	n, ok := strings.CutSuffix(c, holderSuffix)
	i, known := h.index[n]
	switch {
	case !ok || !known:
		return -1, nil
	case i < 0:
		return -1, fmt.Errorf("two bodies are called %s; expected other names of them", name(n))
	}
	return i, nil
}

// follow adds a body to those that are moved.
func (h *hands) follow(body int) {
	at, known := slices.BinarySearch(h.moved, body)
	if known {
		return
	}
	first := h.bodies[body].Hold
	first.Body = body
	h.moved, h.holds = slices.Insert(h.moved, at, body), slices.Insert(slices.Clone(h.holds), at, first)
	h.next = slices.Insert(h.next, at, holder{first.Link, first.Touch, "\x00"})
}

// read takes the cell of a body's holder in the next state.
func (h *hands) read(body int, cell string) error {
	at, _ := slices.BinarySearch(h.moved, body)
	n := &h.next[at]
	if n.text == cell {
		return nil
	}
	to := holder{link: -1, text: cell}
	words := []string{cell}
	if _, whole := h.links[cell]; !whole {
		words = strings.Fields(cell)
	}
	for i, w := range words {
		link, err := h.link(w)
		if err != nil {
			return err
		}
		if i == 0 {
			to.link = link
		} else {
			to.touch = append(to.touch, link)
		}
	}
	if first := &h.bodies[body].Hold; to.link >= 0 && to.link == first.Link {
		to.touch = append(to.touch, first.Touch...) // the scene's hold for this link
	}
	*n = to
	return nil
}

func (h *hands) link(n string) (int, error) {
	i, ok := h.links[n]
	switch {
	case !ok:
		return 0, fmt.Errorf("no link is called %s", name(n))
	case i < 0:
		return 0, fmt.Errorf("two links are called %s; expected other names of the robots", name(n))
	}
	return i, nil
}

// settle lets links take and release bodies in a state.
func (h *hands) settle(values []float64) error {
	changed := false
	for i := range h.holds {
		changed = changed || !h.holds[i].sameHolder(h.next[i].link, h.next[i].touch)
	}
	if !changed {
		return nil
	}
	h.poses = h.cell.LinkPoses(values, h.poses[:0])
	holds := make([]Hold, len(h.holds))
	for i := range h.holds {
		var err error
		if holds[i], err = h.holds[i].passTo(h.next[i].link, h.next[i].touch, h.poses); err != nil {
			return fmt.Errorf("%s: %w", name(h.bodies[h.moved[i]].Name), err)
		}
	}
	h.holds = holds
	return nil
}
