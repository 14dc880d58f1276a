package scd

import "slices"

// place is where a square lies on a canvas.
type place struct{ x, y, side int }

// packer lays squares into a larger square, in shelves.
type packer struct {
	order  []int32
	places []place
}

// pack places squares of the given sides in one of the given width: as many of
// them, in order of size, as its height takes. It returns their places, the height
// used and the indices of those that found none.
func (p *packer) pack(sides []int, width int) (places []place, height int, left []int32) {
	p.order, p.places = p.order[:0], slices.Grow(p.places[:0], len(sides))[:len(sides)]
	for i := range sides {
		p.order = append(p.order, int32(i))
	}
	slices.SortStableFunc(p.order, func(a, b int32) int { return sides[b] - sides[a] })
	x, y, shelf := 0, 0, 0
	for k, i := range p.order {
		s := sides[i]
		if x+s > width {
			x, y, shelf = 0, y+shelf, 0
		}
		if shelf == 0 {
			shelf = s
		}
		if y+shelf > width || s > width {
			return p.places, y, p.order[k:]
		}
		p.places[i] = place{x, y, s}
		x += s
	}
	return p.places, y + shelf, nil
}

// width is that of what the places take.
func width(places []place) int {
	w := 0
	for _, p := range places {
		w = max(w, p.x+p.side)
	}
	return w
}

// room returns a width in which squares of these sides certainly find places, but
// not above most unless one of them needs more: squares in shelves take less than
// twice their area and the largest side once more.
func room(sides []int, most int) int {
	area, largest := 0, 0
	for _, s := range sides {
		area += s * s
		largest = max(largest, s)
	}
	width := roundUp(largest)
	for width < most && width*width < 2*area+width*largest {
		width *= 2
	}
	return width
}

// roundUp returns the least power of two from 32 on that is at least n.
func roundUp(n int) int {
	s := 32
	for s < n {
		s *= 2
	}
	return s
}
