package gpu

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
)

// pairRecord is what kernels know of a pair of bodies, word for word as in
// shaders/pair.glsl: both models' vertices mapped into a frame of the pair's own.
type pairRecord struct {
	// Maps are rows of a 3×4 matrix each: from a model's scaled vertices to the frame.
	mapA, mapB [12]float32
	// Errors bound how far a mapped vertex is off, on every axis.
	errorA, errorB float32
	// Triangles of A outside cullA, where B is, and of B outside cullB do not count.
	cullA, cullB [6]float32
	// First is the number of triangles of the pairs before.
	first, countA, countB  uint32
	trianglesA, trianglesB uint32
	self                   uint32
	errors                 float32 // errorA + errorB, rounded up
	rootA, rootB           uint32  // of their trees, for gpu-bvh
	_                      uint32
}

const pairRecordBytes = 48 * 4

// set describes bodies a and b of the world; a == b is one body with itself.
func (r *pairRecord) set(w *collide.World, g *geometry, a, b int) {
	boxA, boxB := &w.Boxes()[a], &w.Boxes()[b]
	da, db := &g.models[g.of[w.Model(a)]], &g.models[g.of[w.Model(b)]]
	*r = pairRecord{
		countA: uint32(da.triangles), countB: uint32(db.triangles),
		trianglesA: uint32(da.firstTriangle), trianglesB: uint32(db.firstTriangle),
	}
	if a == b {
		r.self, r.countB = 1, 0
	}
	f, ok := pairFrame(boxA, boxB)
	ok = ok && f.place(w.Surface(a), da, &r.mapA, &r.errorA) && f.place(w.Surface(b), db, &r.mapB, &r.errorB)
	if !ok {
		r.giveUp()
		return
	}
	r.cullA, r.cullB = f.region(boxB), f.region(boxA)
	r.errors = (r.errorA + r.errorB) * (1 + 0x1p-18)
}

// giveUp makes every triangle pair a candidate: the coordinates are beyond what the
// frame can hold.
func (r *pairRecord) giveUp() {
	r.mapA, r.mapB = [12]float32{}, [12]float32{}
	r.errorA, r.errorB, r.errors = 1, 1, 2
	everywhere := [6]float32{-unbounded, -unbounded, -unbounded, unbounded, unbounded, unbounded}
	r.cullA, r.cullB = everywhere, everywhere
}

// pairFrame is a frame for two bodies: its origin lies in the middle of what their
// boxes have in common, its size is that of the larger box.
func pairFrame(a, b *geom.AABB) (frame, bool) {
	fa, okA := frameOf(a)
	fb, okB := frameOf(b)
	common := a.Intersect(*b)
	fc, okC := frameOf(&common)
	return frame{fc.origin, max(fa.e, fb.e)}, okA && okB && okC
}

func (f *frame) region(b *geom.AABB) [6]float32 {
	lo, hi := f.box(b)
	return [6]float32{lo[0], lo[1], lo[2], hi[0], hi[1], hi[2]}
}

// place writes the map of a model's scaled vertices v, |v| ≤ 1, under the surface's
// pose into the frame, and the bound of its error. It reports false where numbers
// leave the range.
//
// Bound, on one axis, with ρ the sum of the row's absolute values, τ its last
// number, u = 2^-23 for the device's operations (rounding may go either way) and
// 2^-24 for numbers rounded here. Vertices and entries are off by 2^-24 relative
// each; y = Σ m·v + t takes at most four roundings on any way through:
// ρ(2·2^-24 + 4.01u) + τ(2^-24 + 4.01u) ≤ 5.1u(ρ + τ). Widening a box by the bound
// rounds once more: 2^-20(ρ + τ) = 8u(ρ + τ) covers both. Flushed subnormals stay
// below 2^-122. The record itself rounds (pose.Apply, 4 operations, and so does the
// image of the centre): 16·2^-53·reach, or below the normal range 16 times the least
// subnormal; nothing for the identity, which leaves coordinates alone. x − centre
// and the frame's origin are off by 2^-52 of what they are.
func (f *frame) place(s *narrow.Surface, d *modelData, rows *[12]float32, bound *float32) bool {
	pose := s.Pose()
	c := pose.Apply(d.center)
	at := [3]float64{f.of(c.X, f.origin.X), f.of(c.Y, f.origin.Y), f.of(c.Z, f.origin.Z)}
	far := [3]float64{d.far.X, d.far.Y, d.far.Z}
	shift := [3]float64{pose.T.X, pose.T.Y, pose.T.Z}
	worst := 0.0
	// Vertices that the device computes are off by more: see deformation.of.
	for i := range 3 {
		reach, sum, off := math.Abs(shift[i]), math.Abs(at[i]), 0.0
		for k := range 3 {
			m := pose.R[3*i+k]
			reach += math.Abs(float64(m * far[k]))
			entry := 0.0
			if m != 0 {
				entry = math.Ldexp(m, d.exponent[k]-f.e)
			}
			sum += math.Abs(entry)
			off += math.Abs(entry) * d.off[k]
			rows[4*i+k] = float32(entry)
		}
		rows[4*i+3] = float32(at[i])
		e := 0x1p-20*sum + off + 0x1p-119
		if !pose.IsIdentity() {
			e += math.Ldexp(reach, -49-f.e) + math.Ldexp(1, -1070-f.e)
		}
		worst = max(worst, e)
		if math.IsNaN(e) {
			return false
		}
	}
	*bound = float32(worst * (1 + 0x1p-20))
	return worst < 0.25
}
