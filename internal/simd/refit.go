package simd

import "math"

// Refit sets volume i of dst to an 18-DOP around triangle i of src, len(dst) equal
// to len(src). It encloses every triangle whose coordinates differ from the stored
// ones by at most slack ≥ 0 (see Affine.Set; 0 when the float32 values are the record).
// A lane with a coordinate that is not finite becomes all NaN, which overlaps
// everything. O(len(dst)); allocates nothing.
//
// The contract of the assembly is refitGo, its rounding that of below.
func (l Level) Refit(dst []Block, src []Triangles, slack float32) {
	if len(dst) != len(src) {
		panic("simd: Refit needs as many blocks as blocks of triangles")
	}
	if slack < 0 {
		panic("simd: Refit with negative slack")
	}
	l.check()
	if len(dst) > 0 {
		l.refit(dst, src, widening(slack))
	}
}

// widening returns the w of below for coordinates off by at most slack: a sum or
// difference of two is then off by 2·slack. The factor and the 2^-126 are for below.
func widening(slack float32) float32 {
	return up(2*float64(slack)*(1+0x1p-20) + 0x1p-126)
}

// below returns a lower bound of the projections that m stands for: m is the
// rounded float32 sum, difference or value of two coordinates, least of its
// triangle, and w = widening(slack). This is the one place where bounds are rounded
// outward; the assembly does the same operations.
//
// With u = 2^-24, rounding to nearest and monotone, the exact sum s of the stored
// coordinates obeys s ≥ m − u|m| (float32 sums do not underflow), the true
// projection t ≥ s − 2·slack. Let e be the value computed for 2^-22·|m| + w and
// r that for m − e. The product is exact or off by 2^-150, so
//
//	e ≥ (4u|m| − 2^-150 + w)(1 − u),   r ≤ m − e + u|m − e| ≤ m + u|m| − e(1 − u),
//
// hence r ≤ t follows from e(1 − u) ≥ 2u|m| + 2·slack. That holds as
// 4u(1 − u)² > 2u and (w − 2^-150)(1 − u)² ≥ 2·slack, by
// w ≥ 2·slack(1 + 2^-20) + 2^-126.
//
// Overflow loosens: m = +Inf gives NaN, m = −Inf and m − e below the range −Inf.
func below(m, w float32) float32 {
	return m - (float32(abs(m)*0x1p-22) + w)
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// refitGo is the contract of the refit kernels.
func refitGo(dst []Block, src []Triangles, w float32) {
	for i := range dst {
		for lane := range Lanes {
			refitLane(&dst[i], &src[i], lane, w)
		}
	}
}

func refitLane(dst *Block, src *Triangles, lane int, w float32) {
	var p [9][3]float32 // projections of the vertices on the nine directions
	for v := range 3 {
		x, y, z := src[3*v][lane], src[3*v+1][lane], src[3*v+2][lane]
		p[0][v], p[1][v], p[2][v] = x, y, z
		p[3][v], p[4][v], p[5][v] = x+y, x+z, y+z
		p[6][v], p[7][v], p[8][v] = x-y, x-z, y-z
		w += (x - x) + (y - y) + (z - z) // NaN unless all are finite
	}
	for k := range p {
		dst[2*k][lane] = below(min(p[k][0], p[k][1], p[k][2]), w)
		dst[2*k+1][lane] = below(-max(p[k][0], p[k][1], p[k][2]), w)
	}
}
