package models

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// PairRecord is what kernels know of a pair of bodies, word for word as in
// shaders/pair.glsl: both models' vertices mapped into a frame of the pair's own.
type PairRecord struct {
	// Maps are rows of a 3×4 matrix each: from a model's scaled vertices to the frame.
	MapA, MapB [12]float32
	// Errors bound how far a mapped vertex is off, on every axis.
	ErrorA, ErrorB float32
	// Triangles of A outside cullA, where B is, and of B outside cullB do not count.
	cullA, cullB [6]float32
	// First is the number of triangles of the pairs before.
	First, CountA, CountB  uint32
	trianglesA, TrianglesB uint32
	self                   uint32
	Errors                 float32 // errorA + errorB, rounded up
	RootA, RootB           uint32  // of their trees, for gpu-bvh
	_                      uint32
}

// PairRecordBytes is the size of a PairRecord.
const PairRecordBytes = 48 * 4

// Set describes bodies a and b of the world; a == b is one body with itself.
func (r *PairRecord) Set(w *world.World, g *Geometry, a, b int) {
	r.set(w.Surface(a), w.Surface(b), g.of(w, a), g.of(w, b), &w.Boxes()[a], &w.Boxes()[b])
	if a == b {
		r.self, r.CountB = 1, 0
	}
}

// of is the model of body i.
func (g *Geometry) of(w *world.World, i int) *Model { return &g.Models[g.Of[w.Model(i)]] }

// SetPosed is Set for bodies 0 and 1 of the world, of which the former is where moved, its surface under some pose, has it. It reports
// false where their boxes are apart.
func (r *PairRecord) SetPosed(w *world.World, g *Geometry, moved *narrow.Surface) bool {
	boxA, boxB := moved.WorldBox(&moved.Box), &w.Boxes()[1]
	if !boxA.Overlaps(boxB) {
		return false
	}
	r.set(moved, w.Surface(1), g.of(w, 0), g.of(w, 1), &boxA, boxB)
	return true
}

func (r *PairRecord) set(a, b *narrow.Surface, da, db *Model, boxA, boxB *geom.AABB) {
	*r = PairRecord{
		CountA: uint32(da.Triangles), CountB: uint32(db.Triangles),
		trianglesA: uint32(da.FirstTriangle), TrianglesB: uint32(db.FirstTriangle),
	}
	f, ok := pairFrame(boxA, boxB)
	ok = ok && f.place(a, da, &r.MapA, &r.ErrorA) && f.place(b, db, &r.MapB, &r.ErrorB)
	if !ok {
		r.GiveUp()
		return
	}
	r.cullA, r.cullB = f.region(boxB), f.region(boxA)
	r.Errors = (r.ErrorA + r.ErrorB) * (1 + 0x1p-18)
}

// GiveUp makes every triangle pair a candidate: the coordinates are beyond what the
// frame can hold.
func (r *PairRecord) GiveUp() {
	r.MapA, r.MapB = [12]float32{}, [12]float32{}
	r.ErrorA, r.ErrorB, r.Errors = 1, 1, 2
	everywhere := [6]float32{-unbounded, -unbounded, -unbounded, unbounded, unbounded, unbounded}
	r.cullA, r.cullB = everywhere, everywhere
}

// pairFrame is a frame for two bodies: its origin lies in the middle of what their
// boxes have in common, its size is that of the larger box.
func pairFrame(a, b *geom.AABB) (Frame, bool) {
	fa, okA := FrameOf(a)
	fb, okB := FrameOf(b)
	common := a.Intersect(*b)
	fc, okC := FrameOf(&common)
	return Frame{fc.Origin, max(fa.Exponent, fb.Exponent)}, okA && okB && okC
}

func (f *Frame) region(b *geom.AABB) [6]float32 {
	lo, hi := f.Box(b)
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
func (f *Frame) place(s *narrow.Surface, d *Model, rows *[12]float32, bound *float32) bool {
	pose := s.Pose()
	c := pose.Apply(d.Center)
	at := [3]float64{f.of(c.X, f.Origin.X), f.of(c.Y, f.Origin.Y), f.of(c.Z, f.Origin.Z)}
	far := [3]float64{d.Far.X, d.Far.Y, d.Far.Z}
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
				entry = math.Ldexp(m, d.Exponent[k]-f.Exponent)
			}
			sum += math.Abs(entry)
			off += math.Abs(entry) * d.Off[k]
			rows[4*i+k] = float32(entry)
		}
		rows[4*i+3] = float32(at[i])
		e := 0x1p-20*sum + off + 0x1p-119
		if !pose.IsIdentity() {
			e += math.Ldexp(reach, -49-f.Exponent) + math.Ldexp(1, -1070-f.Exponent)
		}
		worst = max(worst, e)
		if math.IsNaN(e) {
			return false
		}
	}
	*bound = float32(worst * (1 + 0x1p-20))
	return worst < 0.25
}
