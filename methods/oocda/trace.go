package oocda

import (
	"math"

	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/internal/world"
)

// Trace implements world.Tracer: where the fronts stand. They are kept between queries
// instead of being descended to: levels count the pairs of the fronts by their depth, those
// that are apart as culled, and what the descents for spheres and boxes tested.
func (e *engine) Trace(w *world.World, t *world.Trace) {
	e.rest.Trace(w, t)
	e.traceSolids(w, t)
	var ends []narrow.FrontEnd
	for i := range e.known {
		k := &e.known[i]
		a, b := k.pair.A, k.pair.B
		x, y := &e.bodies[a].posed, &e.bodies[b].posed
		ends, _ = k.front.Ends(x.Shape, y.Shape, ends[:0], math.MaxInt)
		for _, n := range ends {
			from, to := e.volume(w, a, n.A), e.volume(w, b, n.B) // which sets outdated volumes
			one, other := laneOf(x, n.A), laneOf(y, n.B)
			countEnd(&t.Trail, x.Shape.Depth(n.A)+y.Shape.Depth(n.B), !one.Overlaps(&other))
			if len(t.Ends) < 2*t.Trail.Most {
				t.Ends = append(t.Ends, from, to)
			} else {
				t.Trail.Cut = true
			}
		}
	}
}

func laneOf(p *narrow.PosedBlocks, lane int32) simd.DOP {
	return p.Volumes[lane/simd.Lanes].At(int(lane % simd.Lanes))
}

// countEnd adds a pair of a front to the levels.
func countEnd(t *narrow.Trail, depth int, apart bool) {
	for len(t.Levels) <= depth {
		t.Levels = append(t.Levels, narrow.Level{})
	}
	t.Levels[depth].Tested++
	if apart {
		t.Levels[depth].Culled++
	}
}

// Level implements world.Leveler; a level has up to eight volumes for one of that above.
func (e *engine) Level(w *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool) {
	for i := range e.bodies {
		if e.bodies[i].posed.Shape == nil {
			continue
		}
		var all bool
		if dst, all = e.appendLanes(w, dst, int32(i), 0, level, most); !all {
			return dst, false
		}
	}
	return dst, true
}

// appendLanes appends the volumes that lie level levels below a lane. A volume above that
// level around a single triangle is appended in place of volumes below it.
func (e *engine) appendLanes(w *world.World, dst []world.Volume, body, lane int32, level, most int) ([]world.Volume, bool) {
	shape := e.bodies[body].posed.Shape
	child := shape.Child[lane]
	if level == 0 || child < 0 {
		if len(dst) >= most {
			return dst, false
		}
		return append(dst, e.volume(w, body, lane)), true
	}
	for k := range int32(shape.Lanes[child]) {
		var all bool
		if dst, all = e.appendLanes(w, dst, body, simd.Lanes*child+k, level-1, most); !all {
			return dst, false
		}
	}
	return dst, true
}

// volume describes the volume in a lane of a body, where the body is now.
func (e *engine) volume(w *world.World, body, lane int32) world.Volume {
	b := &e.bodies[body]
	if b.stale { // no descent has needed it since it moved
		b.posed.Set(w.Surface(int(body)), e.level, &e.own[0].refitter, e.origin)
		b.stale = false
	}
	v := b.posed.Volumes[lane/simd.Lanes].At(int(lane % simd.Lanes))
	var d volume.DOP
	for k, n := range volume.Directions {
		o := n.Dot(e.origin)
		d.Min[k], d.Max[k] = float64(v[2*k])+o, o-float64(v[2*k+1])
	}
	return world.DOPOf(body, &d, true)
}
