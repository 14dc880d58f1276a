package collide

import "fmt"

// Misuse of a Detector is a panic with a message that begins with "collide: ": an index
// or a length that does not fit the bodies, and two goroutines in one detector.

// body checks that the detector has a body.
func (d *Detector) body(call string, i int) {
	if uint(i) >= uint(d.world.Len()) {
		panic(fmt.Sprintf("collide: %s of body %d, the detector has %d", call, i, d.world.Len()))
	}
	if d.world.Removed(i) {
		panic(fmt.Sprintf("collide: %s of body %d, which was removed", call, i))
	}
}

// primitive checks that body i has a primitive.
func (d *Detector) primitive(call string, i, primitive int) {
	d.body(call, i)
	if n := d.world.Primitives(i); uint(primitive) >= uint(n) {
		panic(fmt.Sprintf("collide: %s of primitive %d of body %d (%s), which has %d", call, primitive, i, d.world.Name(i), n))
	}
}
