package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
)

// Candidates appends the admissible pairs that a broad phase lets through, and each
// mesh with itself when Self is set.
func (w *World) Candidates(phase broad.Phase, dst []broad.Pair) []broad.Pair {
	from := len(dst)
	if w.few.listed {
		w.few.listed, w.Stats.BroadPhase = false, string(broad.ChoseOriented)
		dst = append(dst, w.few.found...)
		w.isFull(len(dst) - from)
		return w.passed(dst, from, false)
	}
	dst = w.overlapping(phase, w.boxes, dst)
	w.Stats.BroadPhase = phase.Name()
	if w.First || w.immovable > 1 || len(w.vacant) > 0 || len(w.skipped.pairs) > 0 || len(w.halves) > 0 { // looking at bodies costs as much as finding pairs
		kept := dst[:from]
		for _, p := range dst[from:] {
			if w.Admissible(p) {
				kept = append(kept, p)
			}
		}
		dst = kept
	}
	if w.Self {
		dst = w.selfPairs(dst)
	}
	dst = w.passed(dst, from, false)
	if len(w.bodies) > maxUntimedBodies {
		w.Stats.Broad += Clock() - w.started
	}
	return dst
}

// overlapping appends the pairs of boxes, which are those of bodies, that a broad phase lets through, until the search is stopped or the
// list is too long.
func (w *World) overlapping(phase broad.Phase, boxes []geom.AABB, dst []broad.Pair) []broad.Pair {
	from := len(dst)
	phase.StopWhen(w.full)
	dst = phase.Pairs(boxes, dst)
	phase.StopWhen(nil) // the phase may be kept by what must not keep the world
	w.isFull(len(dst) - from)
	return dst
}

// selfPairs appends each mesh with itself.
func (w *World) selfPairs(dst []broad.Pair) []broad.Pair {
	for i := range w.bodies {
		p := broad.Pair{A: int32(i), B: int32(i)}
		if w.Surface(i) != nil && w.Admissible(p) {
			dst = append(dst, p)
		}
	}
	return dst
}

// EveryPair appends admissible pairs without a broad phase, in ascending order, each
// mesh with itself last when Self is set. It begins at the pair from (the zero Pair is the
// first one) and limits their number to most. It returns the pair to go on with and whether
// there are more.
func (w *World) EveryPair(from broad.Pair, dst []broad.Pair, most int) (pairs []broad.Pair, next broad.Pair, more bool) {
	w.Stats.BroadPhase = "every pair"
	start, p := len(dst), from
	n := int32(len(w.bodies))
	for ; p.A < n; p = (broad.Pair{A: p.A + 1}) {
		if p.A%64 == 63 && w.stop() { // rows of pairs that are not admissible are work, too
			return w.passed(dst, start, true), p, false
		}
		for p.B = max(p.B, p.A+1); p.B < n; p.B++ {
			if len(dst)-start >= most {
				return w.passed(dst, start, true), p, true
			}
			if w.Admissible(p) {
				dst = append(dst, p)
			}
		}
	}
	if w.Self {
		dst = w.selfPairs(dst)
	}
	return w.passed(dst, start, from != broad.Pair{}), p, false
}

// passed counts the pairs from a place on, and keeps them for Trace if they are all.
func (w *World) passed(pairs []broad.Pair, from int, some bool) []broad.Pair {
	w.Stats.BodyPairs += int64(len(pairs) - from)
	if w.candidates = pairs[from:]; some {
		w.candidates = nil
	}
	return pairs
}

// Admissible reports whether a pair is to be tested by an engine: not two immovable bodies, not a skipped pair, not
// an empty place, and with First not an allowed pair. The world itself tests those with a half space.
func (w *World) Admissible(p broad.Pair) bool {
	return (len(w.halves) == 0 || !w.hasHalf(p)) && w.counts(p)
}

// counts is Admissible for the pairs of half spaces, too.
func (w *World) counts(p broad.Pair) bool {
	if len(w.vacant) > 0 && (w.bodies[p.A].removed || w.bodies[p.B].removed) {
		return false
	}
	if p.A != p.B && w.bodies[p.A].immovable && w.bodies[p.B].immovable {
		return false
	}
	if w.skipped.has(p.A, p.B) {
		return false
	}
	return !w.First || !w.IsAllowed(int(p.A), int(p.B))
}

// IsAllowed reports whether two bodies are permitted to touch.
func (w *World) IsAllowed(a, b int) bool {
	return w.allowed.has(int32(a), int32(b))
}
