package simd

import "math"

// Affine is the map x ↦ R·x + T in float32: row r of R, then T's component r, for each r.
type Affine [12]float32

// Set makes m the map by the row-major matrix r and t. It returns a slack for Refit:
// with corners given to Carry that are a mesh's, of magnitude at most extent, rounded
// to float32, volumes enclose whatever is within extra of their true images.
//
// Derivation, with u = 2⁻²⁴, ρ ≥ 1 no less than any row sum of |r|, S = ρ·extent + |t|.
// Rounding corners, matrix and products changes a coordinate by 3u·ρ·extent, rounding
// t by u|t|, three sums by 3u times what they are at most, S(1 + 4u): below 7uS
// altogether. Underflow adds 2⁻¹⁵⁰ for each of x (times ρ), t and three products, and
// for the matrix 3·2⁻¹⁵⁰·extent, far below u²S.
func (m *Affine) Set(r *[9]float64, t *[3]float64, extent, extra float64) (slack float32) {
	rho, far := 1.0, 0.0
	for i := range 3 {
		for k := range 3 {
			m[4*i+k] = float32(r[3*i+k])
		}
		m[4*i+3] = float32(t[i])
		rho = max(rho, math.Abs(r[3*i])+math.Abs(r[3*i+1])+math.Abs(r[3*i+2]))
		far = max(far, math.Abs(t[i]))
	}
	s := float64(rho*extent) + far
	return up(float64(7*0x1p-24*s)*(1+0x1p-20) + extra + float64(rho*0x1p-147))
}

// Carry sets dst to the triangles of src under m, len(dst) equal to len(src):
//
//	dst[i][3v+r] = ((T_r + R_r0·x) + R_r1·y) + R_r2·z
//
// with every product and sum rounded. dst may be src. O(len(dst)); allocates nothing.
func (l Level) Carry(dst, src []Triangles, m *Affine) {
	if len(dst) != len(src) {
		panic("simd: Carry needs slices of one length")
	}
	l.check()
	if len(dst) > 0 {
		l.carry(dst, src, m)
	}
}

// carryGo is the contract of the kernels.
func carryGo(dst, src []Triangles, m *Affine) {
	for i := range dst {
		for v := range 3 {
			for lane := range Lanes {
				x, y, z := src[i][3*v][lane], src[i][3*v+1][lane], src[i][3*v+2][lane]
				for r := range 3 {
					row := m[4*r : 4*r+4]
					dst[i][3*v+r][lane] = row[3] + float32(row[0]*x) + float32(row[1]*y) + float32(row[2]*z)
				}
			}
		}
	}
}
