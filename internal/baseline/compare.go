package baseline

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
)

// Change is what became of a clash.
type Change string

// The changes. None is that of a pair that is no clash.
const (
	None     Change = ""
	New      Change = "new"
	Worse    Change = "worse"
	Same     Change = "same"
	Better   Change = "better"
	Resolved Change = "resolved"
)

// Known reports whether the baseline holds the clash, and it has not become worse.
func (c Change) Known() bool { return c == Same || c == Better }

// Comparison is what became of the clashes of a baseline.
type Comparison struct {
	// Changes are those of the new clashes, in their order.
	Changes []Change
	// Resolved are the clashes of the baseline that are no more, Open those of which that is not known.
	Resolved, Open []Clash
	// Complete reports whether the baseline is of a check that was finished.
	Complete bool
}

// Compare finds what became of the clashes of a report. A clash is the old one if the bodies have the
// same names, the kind is the same and places of the common points overlap; a body that is new may be one
// that was renamed if it has as many triangles as one that is gone. Where more than one old clash fits, the
// clash is new.
func (r *Report) Compare(now *Now) *Comparison {
	clashes := now.Clashes
	m := matching{old: r, oldBodies: index(r.Bodies), newBodies: index(now.Bodies), claims: make([][]int, len(r.Clashes))}
	byNames := map[[2]string][]int{}
	for k := range r.Clashes {
		byNames[r.Clashes[k].names()] = append(byNames[r.Clashes[k].names()], k)
	}
	for i := range clashes {
		for _, k := range byNames[clashes[i].names()] {
			if m.fits(&clashes[i], &r.Clashes[k], true) {
				m.claims[k] = append(m.claims[k], i)
			}
		}
	}
	of := m.settle(len(clashes))
	for k := range m.claims {
		m.claims[k] = nil
	}
	m.byRename(clashes, of)
	c := &Comparison{Changes: make([]Change, len(clashes)), Complete: r.Complete}
	taken := make([]bool, len(r.Clashes))
	for i := range clashes {
		c.Changes[i] = New
		if k := of[i]; k >= 0 {
			c.Changes[i], taken[k] = change(&r.Clashes[k], &clashes[i]), true
		}
	}
	for k := range r.Clashes {
		switch {
		case taken[k]:
		case now.Whole && !m.isOpen(&r.Clashes[k], now.Open):
			c.Resolved = append(c.Resolved, r.Clashes[k])
		default:
			c.Open = append(c.Open, r.Clashes[k])
		}
	}
	return c
}

// isOpen reports whether an old clash may be one of pairs that are not decided, by the names of the bodies.
func (m *matching) isOpen(old *Clash, open [][2]string) bool {
	return slices.ContainsFunc(open, func(p [2]string) bool {
		return m.may(p[0], old.A) && m.may(p[1], old.B) || m.may(p[0], old.B) && m.may(p[1], old.A)
	})
}

// may reports whether a body has the name of an old one, or may be it under a new name, whatever its mesh.
func (m *matching) may(now, old string) bool {
	_, kept := m.newBodies[old]
	_, known := m.oldBodies[now]
	return now == old || !kept && !known
}

// names are those of the two bodies, in one order.
func (c *Clash) names() [2]string {
	if c.A > c.B {
		return [2]string{c.B, c.A}
	}
	return [2]string{c.A, c.B}
}

// matching finds which old clash a new one is.
type matching struct {
	old                  *Report
	oldBodies, newBodies map[string]Body
	// claims lists, by old clash, the new ones that fit.
	claims [][]int
}

// index finds bodies by name; a name that two bodies have is not in it.
func index(bodies []Body) map[string]Body {
	m, twice := map[string]Body{}, map[string]bool{}
	for _, b := range bodies {
		if _, ok := m[b.Name]; ok {
			twice[b.Name] = true
		}
		m[b.Name] = b
	}
	for name := range twice {
		delete(m, name)
	}
	return m
}

// settle returns the old clash of each new one. It is −1 where not exactly one old clash fits, and where that fits
// another new one, too.
func (m *matching) settle(n int) []int {
	of, fits := make([]int, n), make([]int, n)
	for i := range of {
		of[i] = -1
	}
	for k, list := range m.claims {
		for _, i := range list {
			if fits[i]++; len(list) == 1 {
				of[i] = k
			}
		}
	}
	for i := range of {
		if fits[i] != 1 {
			of[i] = -1
		}
	}
	return of
}

// byRename matches what is left where bodies may have been renamed.
func (m *matching) byRename(clashes []Clash, of []int) {
	taken := map[int]bool{}
	for _, k := range of {
		taken[k] = true
	}
	var gone []int // old clashes with a body of a name that is gone
	for k := range m.old.Clashes {
		_, a := m.newBodies[m.old.Clashes[k].A]
		_, b := m.newBodies[m.old.Clashes[k].B]
		if !taken[k] && (!a || !b) {
			gone = append(gone, k)
		}
	}
	for i := range clashes {
		for _, k := range gone {
			if of[i] < 0 && m.fits(&clashes[i], &m.old.Clashes[k], false) {
				m.claims[k] = append(m.claims[k], i)
			}
		}
	}
	for i, k := range m.settle(len(clashes)) {
		if of[i] < 0 {
			of[i] = k
		}
	}
}

// fits reports whether a clash may be an old one, by the names of its bodies or by what they may have been
// renamed from.
func (m *matching) fits(now, old *Clash, byName bool) bool {
	same := m.isNamed
	if !byName {
		same = m.isRenamed
	}
	bodies := same(now.A, old.A) && same(now.B, old.B) || same(now.A, old.B) && same(now.B, old.A)
	kind := now.Kind == old.Kind || old.Kind == collide.Penetrate && now.Kind == collide.Touch
	return bodies && kind && now.Near == old.Near && meet(now.Places, old.Places)
}

func (m *matching) isNamed(now, old string) bool {
	_, known := m.oldBodies[old]
	_, unique := m.newBodies[now]
	return now == old && known && unique
}

// isRenamed reports whether a body has the name of another one, or may be one that is gone.
func (m *matching) isRenamed(now, old string) bool {
	if now == old {
		return m.isNamed(now, old)
	}
	_, kept := m.newBodies[old]
	_, known := m.oldBodies[now]
	x, y := m.newBodies[now], m.oldBodies[old]
	return !kept && !known && x.Triangles > 0 && x.Triangles == y.Triangles
}

// meet reports whether places share a point; pairs whose surfaces are apart have none, and are
// matched by their bodies alone.
func meet(now, old Places) bool {
	if len(now) == 0 || len(old) == 0 {
		return len(now) == len(old)
	}
	return now.MetOnce(old)
}

// change compares two clashes that are one.
func change(old, now *Clash) Change {
	switch {
	case now.Near:
		return compare(old.Distance == now.Distance, old.Distance > now.Distance)
	case len(now.Places) == 0 && !now.Apart(), now.Places.Met(old.Places) < len(now.Places): // a piece is in a new place, or may be
		return Worse
	case old.Kind != now.Kind:
		return Better // it only touches
	case now.Kind == collide.Touch:
		return Same
	case now.Crossing && !old.Crossing, now.Inside && !old.Inside:
		return Worse
	case now.Depth[0] > old.Depth[1] || now.Width[0] > old.Width[1]:
		return Worse
	case bounded(old.Depth) != bounded(now.Depth), bounded(old.Width) != bounded(now.Width): // nothing shows that it is not worse
		return Worse
	case !bounded(now.Depth) || !bounded(now.Width): // such as surfaces: no more than before where the common points lie in the old box
		if now.Hidden {
			return compare(now.Posed != "" && now.Posed == old.Posed, true)
		}
		here := len(now.Places) > 0 && now.Places.Within(old.Places) == len(now.Places)
		return compare(here && old.Crossing == now.Crossing, !here)
	case now.Depth[1] < old.Depth[0] && now.Width[1] < old.Width[0]:
		return Better
	}
	return Same
}

// Apart reports whether surfaces are apart, so that there is no place to compare.
func (c *Clash) Apart() bool { return c.Near || c.Inside || c.Kind == collide.Inside }

// bounded reports whether a depth or width has an upper bound.
func bounded(b [2]float64) bool { return !math.IsInf(b[1], 1) }

func compare(same, worse bool) Change {
	switch {
	case same:
		return Same
	case worse:
		return Worse
	}
	return Better
}
