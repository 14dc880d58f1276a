package narrow

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Drift follows how far a posed mesh moves from frame to frame, whatever its
// matrices are. The zero value is ready.
//
// Derivation. A vertex x with world place R·x + T moves from one pose to the next
// by exactly Δc + ΔR·(x − x₀), where Δc is what the posed point x₀ moves; |x − x₀| ≤ r
// for all of a mesh's triangles, which are convex sets of vertices. So points of A
// and B come no closer than by |Δc_A − Δc_B| + ‖ΔR_A‖r_A + ‖ΔR_B‖r_B, and
// triangles that were farther apart than the sum of this over some frames do not
// meet. What the exact test sees are rounded vertices, each coordinate off by less
// than 4.1u·reach in the frame where a distance was found and in the one where it
// is used, a point by √3 times that: below 8u·reach. Δc is off by less than 12u of
// both reaches a coordinate, below 21u as a vector. 64u of both reaches covers all
// three. A mesh that stays exactly where it is has the very same vertices.
type Drift struct {
	pose    geom.Pose
	center  geom.Vec // x₀
	radius  float64
	reach   float64
	place   geom.Vec // of x₀ in the world
	version int
	known   bool
	// shift and swing are Δc and the rest of the bound.
	shift geom.Vec
	swing float64
}

// leastRadius keeps products from underflowing by anything that counts.
const leastRadius = 0x1p-900

// Follow takes the surface's current pose; version reports when its vertices changed.
// It reports whether anything has moved. O(1) except for new vertices.
func (d *Drift) Follow(s *Surface, version int) bool {
	if d.known && d.version == version && d.pose == s.pose {
		d.shift, d.swing = geom.Vec{}, 0
		return false
	}
	fresh := !d.known || d.version != version
	if fresh {
		d.measure(s)
	}
	place := s.pose.Apply(d.center)
	if fresh {
		d.swing = math.Inf(1)
	} else {
		var turn geom.Mat
		for i := range turn {
			turn[i] = s.pose.R[i] - d.pose.R[i]
		}
		d.swing = swingOf(&turn, d.radius) + driftError(d.reach+s.reach)
	}
	d.shift = place.Sub(d.place)
	d.pose, d.place, d.reach, d.version, d.known = s.pose, place, s.reach, version, true
	return true
}

// driftError bounds what rounding adds, for the sum of the reaches in two frames.
func driftError(reach float64) float64 { return float64(64*u*reach) + tiny }

// measure finds x₀ and r, rounded up.
func (d *Drift) measure(s *Surface) {
	d.center = s.Box.Center()
	far := leastRadius
	for _, t := range s.Mesh.Triangles {
		for _, v := range t {
			far = max(far, length(s.Mesh.Vertices[v].Sub(d.center)))
		}
	}
	d.radius = far * (1 + 0x1p-40)
}

// length is |v|, at most 2^-40 of it too small; no square underflows.
func length(v geom.Vec) float64 {
	m := v.MaxAbs()
	if m < 0x1p-500 {
		return math.Abs(v.X) + math.Abs(v.Y) + math.Abs(v.Z)
	}
	return math.Sqrt(v.Dot(v))
}

// swingOf is stretch with its rounding.
func swingOf(m *geom.Mat, r float64) float64 { return stretch(m, r) * (1 + 0x1p-30) }

// stretch bounds ‖m‖·r for the spectral norm: with m scaled so that its largest
// entry is 1, ‖m‖⁴ is at most the Frobenius norm of (mᵀm)². For a small rotation,
// with two singular values alike and one 0, that makes the result 9 % too large.
// Rounding is below 2^-40 of it.
func stretch(m *geom.Mat, r float64) float64 {
	most := 0.0
	for _, x := range m {
		most = max(most, math.Abs(x))
	}
	if !(most > 0) || math.IsInf(most, 0) {
		return most // 0, or no bound
	}
	var n geom.Mat
	for i, x := range m {
		n[i] = x / most
	}
	g := n.TMul(&n)
	g = g.TMul(&g)
	sum := 0.0
	for _, x := range g {
		sum += float64(x * x)
	}
	return math.Sqrt(math.Sqrt(math.Sqrt(sum))) * r * most
}

// Approach bounds by how much points of two meshes have come closer since both
// were followed last: +Inf or NaN if nothing is known.
func Approach(a, b *Drift) float64 {
	return length(a.shift.Sub(b.shift))*(1+0x1p-40) + a.swing + b.swing
}
