package assembly

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// around is the number of corners of round parts, 24: a multiple of 8, so that corners of a hole and of
// the square around it lie in the same directions.
const around = 24

// grain is the step of all coordinates, 2^-16: with at most 8 binary digits before the point they fit into a
// float32, as STL files hold them.
const grain = 0x1p-16

// onGrain rounds to a multiple of grain.
func onGrain(x float64) float64 { return math.Round(x/grain) * grain }

// solid collects the triangles of a closed mesh; equal corners get one number.
type solid struct {
	mesh  mesh.Mesh
	index map[geom.Vec]uint32
}

func (s *solid) vertex(v geom.Vec) uint32 {
	if s.index == nil {
		s.index = map[geom.Vec]uint32{}
	}
	i, ok := s.index[v]
	if !ok {
		i = uint32(len(s.mesh.Vertices))
		s.index[v], s.mesh.Vertices = i, append(s.mesh.Vertices, v)
	}
	return i
}

func (s *solid) triangle(a, b, c geom.Vec) {
	s.mesh.Triangles = append(s.mesh.Triangles, [3]uint32{s.vertex(a), s.vertex(b), s.vertex(c)})
}

// band joins two closed lines of as many points, seen from the side to which the normals point: b lies
// to the left of a.
func (s *solid) band(a, b []geom.Vec) {
	for i := range a {
		j := (i + 1) % len(a)
		s.triangle(a[i], a[j], b[j])
		s.triangle(a[i], b[j], b[i])
	}
}

// disk fills a line that turns counterclockwise as seen from the side to which the normal points.
func (s *solid) disk(line []geom.Vec, center geom.Vec) {
	for i := range line {
		s.triangle(center, line[i], line[(i+1)%len(line)])
	}
}

// ring is a regular polygon at a height, the first corner turned by phase of a step from +X. radius is that of
// corner i.
func ring(center geom.Vec, phase float64, radius func(i int) float64) []geom.Vec {
	line := make([]geom.Vec, around)
	for i := range line {
		s, c := geom.Sincos((float64(i) + phase) * 2 * math.Pi / around)
		r := radius(i)
		line[i] = geom.Vec{X: center.X + onGrain(float64(r*c)), Y: center.Y + onGrain(float64(r*s)), Z: center.Z}
	}
	return line
}

func always(r float64) func(int) float64 { return func(int) float64 { return r } }

// square is the boundary of a square in the directions of a ring's corners.
func square(center geom.Vec, half float64) []geom.Vec {
	return ring(center, 0, func(i int) float64 {
		s, c := geom.Sincos(float64(i) * 2 * math.Pi / around)
		return half / max(math.Abs(s), math.Abs(c))
	})
}

// revolved is a solid around the vertical line through a point: rings of radius and height from below to above,
// whose ends are filled.
func revolved(center geom.Vec, phase float64, profile ...[2]float64) *mesh.Mesh {
	var s solid
	var rings [][]geom.Vec
	for _, p := range profile {
		rings = append(rings, ring(geom.Vec{X: center.X, Y: center.Y, Z: p[1]}, phase, always(p[0])))
	}
	for i := range rings[1:] {
		s.band(rings[i], rings[i+1])
	}
	low, high := profile[0][1], profile[len(profile)-1][1]
	last := rings[len(rings)-1]
	s.disk(last, geom.Vec{X: center.X, Y: center.Y, Z: high})
	s.disk(reversed(rings[0]), geom.Vec{X: center.X, Y: center.Y, Z: low})
	return &s.mesh
}

// tube is a solid between two lines around a vertical one, from a height to another.
func tube(center geom.Vec, low, high, inner float64, outer func(int) float64) *mesh.Mesh {
	var s solid
	at := func(z float64) (in, out []geom.Vec) {
		c := geom.Vec{X: center.X, Y: center.Y, Z: z}
		return ring(c, 0, always(inner)), ring(c, 0, outer)
	}
	inLow, outLow := at(low)
	inHigh, outHigh := at(high)
	s.band(outLow, outHigh)
	s.band(outHigh, inHigh)
	s.band(inHigh, inLow)
	s.band(inLow, outLow)
	return &s.mesh
}

func reversed(line []geom.Vec) []geom.Vec {
	r := make([]geom.Vec, len(line))
	for i, v := range line {
		r[len(line)-1-i] = v
	}
	return r
}

// plate is a row of squares along X with a round hole in each whose radius is not 0, from a height to another.
func plate(low, high float64, holes ...float64) *mesh.Mesh {
	var s solid
	for k, radius := range holes {
		low, high := geom.Vec{X: float64(k) * cell, Z: low}, geom.Vec{X: float64(k) * cell, Z: high}
		edgeLow, edgeHigh := square(low, cell/2), square(high, cell/2)
		if radius == 0 {
			s.disk(edgeHigh, high)
			s.disk(reversed(edgeLow), low)
		} else {
			holeLow, holeHigh := ring(low, 0, always(radius)), ring(high, 0, always(radius))
			s.band(edgeHigh, holeHigh)
			s.band(holeHigh, holeLow)
			s.band(holeLow, edgeLow)
		}
		s.walls(edgeLow, edgeHigh, k == 0, k == len(holes)-1)
	}
	return &s.mesh
}

// walls closes the outside of a square: the sides to ±Y, and those to −X of the first one and +X of the last.
func (s *solid) walls(low, high []geom.Vec, first, last bool) {
	const side = around / 4
	for i := range low {
		toward := (i + side/2) / side % 4 // +X, +Y, −X, −Y
		if toward == 0 && !last || toward == 2 && !first {
			continue
		}
		j := (i + 1) % around
		s.triangle(low[i], low[j], high[j])
		s.triangle(low[i], high[j], high[i])
	}
}
