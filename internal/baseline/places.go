package baseline

import "github.com/collide-go/collide/geom"

// Places are boxes of common points, one for each connected piece of what two bodies have in common. One box around all
// would also hold what lies between the pieces.
type Places []geom.AABB

// Met returns the number of places before the first one that shares no point with any place of old:
// len(p) where there is no such place.
func (p Places) Met(old Places) int { return p.count(old, (*geom.AABB).Overlaps) }

// Within returns the number of places before the first one that lies in no place of old: len(p) where there is no such
// place.
func (p Places) Within(old Places) int {
	return p.count(old, func(now, was *geom.AABB) bool { return was.Encloses(now) })
}

// MetOnce reports whether a place shares a point with a place of old.
func (p Places) MetOnce(old Places) bool {
	all, was := p.around(), old.around()
	if !all.Overlaps(&was) {
		return false
	}
	for i := range p {
		if p[i:i+1].Met(old) == 1 {
			return true
		}
	}
	return false
}

// count returns the number of places before the first one that fits no place of old. Reports list pieces in the order of
// their triangles, so the search begins with the place that was found last.
func (p Places) count(old Places, fits func(now, was *geom.AABB) bool) int {
	last := 0
	for i := range p {
		k := 0
		for ; k < len(old); k++ {
			if fits(&p[i], &old[(last+k)%len(old)]) {
				break
			}
		}
		if k == len(old) {
			return i
		}
		last = (last + k) % len(old)
	}
	return len(p)
}

// around returns the box around all places, empty for none.
func (p Places) around() geom.AABB {
	all := geom.EmptyAABB()
	for i := range p {
		all = all.Union(p[i])
	}
	return all
}
