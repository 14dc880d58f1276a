package scd

import (
	"math"
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/internal/narrow"
)

// edgeJob is what the kernels of scd3 know of the edges of one body against the tree of
// another, word for word as in shaders/scd3.glsl.
type edgeJob struct {
	// rows are a 3×4 matrix: from the scaled vertices of the edges' model to the
	// frame. Those of the tree's model are only multiplied by scale.
	rows  [12]float32
	scale [3]float32
	// bound is how far an edge and a triangle may be off together, on each axis.
	bound float32
	// first is the number of edges of the jobs before, edges that of the first edge.
	first, edges uint32
	root         uint32
	pair, kind   uint32
	triangles    uint32 // number of the tree's first triangle
	_            [2]uint32
}

const (
	jobSwapped = 1 // the edges are those of the pair's B
	jobSelf    = 2 // one mesh with itself
)

// along is the frame of a tree's body: world coordinates x become
// (G(x − T) − center)·2^-e with G an inverse of its pose's matrix and an e for each
// axis. G may be any matrix at all: what is apart in the image is apart. Where it is a
// good inverse, the tree's vertices only have to be scaled.
type along struct {
	surface *narrow.Surface
	data    *models.Model
	g       geom.Mat
}

// place fills in rows, scale and bound, and reports false where numbers leave the range.
//
// Bound, on one axis and in units of the frame: the sizes ρ, τ of the row of an edge's
// vertex take 2^-20(ρ + τ), derived at frame.place: rounding of vertices, entries and the
// device's operations. The tree's vertices are rounded, 2^-24 of the axis, and multiplied
// by a power of two. What the host computes passes fewer than 20 roundings of 2^-53,
// of numbers of at most w = Σ|G|(reach of both) + |center|, and the record's own, 4 for
// each body, take the same way: below 2^-48·w. Without a pose the record is exact, and w
// the distance of the centres. G·R differs from 1 by D, which moves the tree's vertices by
// Σ|D|·far, and the edge's as well where they are the tree's. Below the normal range add
// 2^-1066·Σ|G|, on the device 2^-119.
func (j *edgeJob) place(t *along, s *narrow.Surface, d *models.Model) bool {
	pose, own := s.Pose(), t.surface.Pose()
	plain := pose.IsIdentity() && own.IsIdentity()
	m, unit := t.g.Mul(&pose.R), t.g.Mul(&own.R)
	shift := t.g.MulVec(pose.Apply(d.Center).Sub(own.T)).Sub(t.data.Center)
	if s == t.surface {
		m, shift = geom.Identity.R, geom.Vec{}
	}
	worst := 0.0
	for i := range 3 {
		w, under, residue, off := math.Abs(t.data.Center.At(i)), 0.0, 0.0, 0.0
		sum, axis := math.Abs(shift.At(i)), models.Scaled(1, t.data.Exponent[i])
		for k := range 3 {
			g := math.Abs(t.g[3*i+k])
			w += float64(g * (reach(pose, &d.Far, k) + reach(own, &t.data.Far, k)))
			under += g
			entry := math.Abs(models.Scaled(m[3*i+k], d.Exponent[k]))
			sum += entry
			off += float64(entry * d.Off[k])
			unit := unit[3*i+k]
			if i == k {
				unit--
			}
			residue += float64(2 * math.Abs(unit) * t.data.Far.At(k))
		}
		if plain {
			w, under = math.Abs(shift.At(i)), 0
		}
		off += float64(axis * (t.data.Off[i] + 0x1p-23))
		size := max(sum, axis)
		if !(size < math.MaxFloat64) {
			return false
		}
		e := models.ExponentOf(size)
		for k := range 3 {
			j.rows[4*i+k] = float32(models.Scaled(m[3*i+k], d.Exponent[k]-e))
		}
		j.rows[4*i+3] = float32(models.Scaled(shift.At(i), -e))
		j.scale[i] = float32(models.Scaled(1, t.data.Exponent[i]-e))
		bound := 0x1p-20*models.Scaled(sum, -e) + models.Scaled(off+residue+0x1p-48*w+0x1p-1066*under, -e) + 0x1p-118
		if !(bound < 0.25) {
			return false
		}
		worst = max(worst, bound)
	}
	j.bound = float32(worst * (1 + 0x1p-18))
	return true
}

// reach bounds coordinate k of what a pose makes of coordinates up to far.
func reach(p *geom.Pose, far *geom.Vec, k int) float64 {
	return math.Abs(p.T.At(k)) + float64(math.Abs(p.R[3*k])*far.X) + float64(math.Abs(p.R[3*k+1])*far.Y) + float64(math.Abs(p.R[3*k+2])*far.Z)
}

// giveUp makes every edge meet every triangle.
func (j *edgeJob) giveUp() {
	j.rows, j.scale, j.bound = [12]float32{}, [3]float32{}, 4
}

// inverse is one of the matrix up to rounding, of a power of two close to its size; where
// there is no inverse, it is not finite.
func inverse(m *geom.Mat) geom.Mat {
	e := models.ExponentOf(m.MaxAbs())
	var n geom.Mat
	for i := range n {
		n[i] = models.Scaled(m[i], -e)
	}
	r := [3]geom.Vec{n.Row(0), n.Row(1), n.Row(2)}
	det := r[0].Dot(r[1].Cross(r[2]))
	for k := range 3 {
		c := r[(k+1)%3].Cross(r[(k+2)%3]).Scale(1 / det)
		n[k], n[3+k], n[6+k] = models.Scaled(c.X, -e), models.Scaled(c.Y, -e), models.Scaled(c.Z, -e)
	}
	return n
}

const edgeJobBytes = 24 * 4

var _ [edgeJobBytes]byte = [unsafe.Sizeof(edgeJob{})]byte{}
