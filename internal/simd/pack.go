package simd

import "math"

// TriangleBoxes sets the boxes of the triangles from first on, in the coordinates of the
// space, each rounded to nearest from float64; lane 7 is the triangle's number. It
// checks the indices.
func (l Level) TriangleBoxes(boxes []Box, first int, vertices [][3]float64, triangles [][3]uint32, s *Space) {
	part, most := triangles[first:first+len(boxes)], uint32(0)
	for i := range part {
		most = max(most, part[i][0], part[i][1], part[i][2])
	}
	if int(most) >= len(vertices) {
		panic("simd: a triangle's corner is beyond the vertices")
	}
	if len(boxes) > 0 {
		l.triangleBoxes(boxes, first, vertices, part, s)
	}
}

// triangleBoxesGo is the contract of the kernel.
func triangleBoxesGo(boxes []Box, first int, vertices [][3]float64, triangles [][3]uint32, s *Space) {
	for i := range boxes {
		p, q, r := &vertices[triangles[i][0]], &vertices[triangles[i][1]], &vertices[triangles[i][2]]
		b := &boxes[i]
		for k := range 3 {
			b[k] = float32((s.Origin[k] - min(p[k], q[k], r[k])) * s.Scale[k])
			b[4+k] = float32((max(p[k], q[k], r[k]) - s.Origin[k]) * s.Scale[k])
		}
		b[3], b[7] = 0, math.Float32frombits(uint32(first+i))
	}
}

// RunAreas sets areas[most·i + k] to half the surface area of the union of boxes[i] to
// boxes[i+k], for k below most and as many i as there is room for in areas. There must be
// most − 1 boxes beyond the last i.
func (l Level) RunAreas(areas []float32, boxes []Box, most int) {
	n := len(areas) / most
	if most < 1 || len(areas) != n*most || len(boxes) < n+most-1 {
		panic("simd: RunAreas needs boxes for every run")
	}
	if n > 0 {
		l.runAreas(areas, boxes, most)
	}
}

// runAreasGo is the contract of the kernel.
func runAreasGo(areas []float32, boxes []Box, most int) {
	for i := 0; i < len(areas); i += most {
		run := boxes[i/most : i/most+most]
		u := run[0]
		for k := range run {
			for lane := range u {
				u[lane] = max(u[lane], run[k][lane])
			}
			areas[i+k] = halfArea(u[4]+u[0], u[5]+u[1], u[6]+u[2])
		}
	}
}

func halfArea(x, y, z float32) float32 { return float32(x*y) + float32(y*z) + float32(z*x) }

// Least returns the orientation whose box has the least surface area, the first of
// equal ones.
func (l Level) Least(s *Slabs) int { return l.least(s) & (Directions - 1) }

func leastGo(s *Slabs) int {
	best, area := 0, float32(0)
	for i := range Directions {
		a := halfArea(s.Hi[0][i]-s.Lo[0][i], s.Hi[1][i]-s.Lo[1][i], s.Hi[2][i]-s.Lo[2][i])
		if a < area || i == 0 {
			best, area = i, a
		}
	}
	return best
}
