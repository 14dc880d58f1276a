package query

import "github.com/collide-go/collide/internal/world"

// Level implements world.Leveler: the hierarchies of the last query, read back.
func (e *Engine) Level(w *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool) {
	if e.on == nil || e.on.working() || e.settle(nil) != nil || e.on == nil { // settle may have freed all
		return dst, true
	}
	e.on.batch.Control = nil
	for _, p := range [2]any{e.on.bodies, e.on.triangles} {
		l, ok := p.(leveler)
		if !ok {
			continue
		}
		found, all, err := l.Level(w, dst, level, most)
		if err != nil { // a lost device shows in the next query
			_ = e.Close()
			return dst, false
		}
		if dst = found; !all {
			return dst, false
		}
	}
	return dst, true
}
