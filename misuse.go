package collide

import "fmt"

// Misuse of a Detector is a panic with a message that begins with "collide: ": an index
// or a length that does not fit the bodies, and two goroutines in one detector.

// enter claims the detector for a call that changes it; leave gives it back.
func (d *Detector) enter() {
	if !d.busy.CompareAndSwap(false, true) {
		panic(twoGoroutines)
	}
}

func (d *Detector) leave() { d.busy.Store(false) }

// look is for calls that only read: several may do so at once, but not while another
// changes the detector.
func (d *Detector) look() {
	if d.busy.Load() {
		panic(twoGoroutines)
	}
}

const twoGoroutines = "collide: Detector used by two goroutines at once"

// body returns body i for a call.
func (d *Detector) body(call string, i int) *posed {
	if uint(i) >= uint(len(d.world.bodies)) {
		panic(fmt.Sprintf("collide: %s of body %d, the detector has %d", call, i, len(d.world.bodies)))
	}
	return &d.world.bodies[i]
}

// primitive checks that body i has a primitive.
func (d *Detector) primitive(call string, i, primitive int) *posed {
	b := d.body(call, i)
	n := 1
	if b.model != nil {
		n = b.model.primitives()
	}
	if uint(primitive) >= uint(n) {
		panic(fmt.Sprintf("collide: %s of primitive %d of body %d (%s), which has %d", call, primitive, i, b.name, n))
	}
	return b
}
