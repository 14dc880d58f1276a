package engines

import "github.com/collide-go/collide/internal/world"

// NewPlainAuto makes auto as it is without vector kernels.
func NewPlainAuto(w *world.World) (world.Engine, error) { return newAuto(w, true), nil }

// Gaps counts the pairs of which an auto knows how far they are apart, and reports whether its last query searched no trees.
func Gaps(e world.Engine) (known int, unsearched bool) {
	auto := e.(*wideEngine)
	for i := range auto.own {
		for k := range auto.own[i].gaps {
			if auto.own[i].gaps[k].Known() {
				known++
			}
		}
	}
	return known, len(auto.pairs) == 0 || len(auto.trees.Pairs) == 0
}
