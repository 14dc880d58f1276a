package robot

import "github.com/collide-go/collide"

// lastState is the state that queries of a checker are about: that which was set last, or in which a motion ended.
type lastState struct {
	values []float64
	set    bool // there is one
	// away: the bodies of the first seat may be elsewhere, since other links hold them, or it has answered for other states.
	away bool
}

// stands notes the state that the first seat is in.
func (l *lastState) stands(values []float64) {
	l.values, l.set, l.away = append(l.values[:0], values...), true, false
}

// leave notes that bodies of the first seat may be elsewhere.
func (l *lastState) leave() { l.away = true }

// settle brings the first seat to the state that queries are about.
func (c *Checker) settle() error {
	if !c.last.away || !c.last.set {
		return nil
	}
	if err := c.move(&c.seats[0], c.last.values); err != nil {
		return err
	}
	c.last.away = false
	return nil
}

// ends notes the state in which a motion leaves the robots.
func (c *Checker) ends(w *Way, r *collide.Impact) {
	t := 1.0
	switch r.Verdict {
	case collide.InContact:
		t = r.T1
	case collide.Unknown:
		t = r.T0
	}
	c.last.stands(w.To)
	w.At(t, c.last.values)
}
