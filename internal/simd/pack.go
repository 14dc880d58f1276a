package simd

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
