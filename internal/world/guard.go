package world

// Enter claims the world for a call that changes it; Leave gives it back. A second
// goroutine panics.
func (w *World) Enter() {
	if !w.used.CompareAndSwap(false, true) {
		panic(twoGoroutines)
	}
}

// Leave ends what Enter began.
func (w *World) Leave() { w.used.Store(false) }

// Look is for calls that only read: several may do so at once, but not while another
// changes the world.
func (w *World) Look() {
	if w.used.Load() {
		panic(twoGoroutines)
	}
}

const twoGoroutines = "collide: Detector used by two goroutines at once"
