package predicate

import "github.com/collide-go/collide/geom"

// orient2DExact is Orient2D without a filter.
func orient2DExact(ax, ay, bx, by, cx, cy float64) int {
	if !safeRange(ax, ay, bx, by, cx, cy) {
		x := [6]float64{ax, ay, bx, by, cx, cy}
		if !rescale(x[:]) {
			return orient2DScaled(ax, ay, bx, by, cx, cy)
		}
		ax, ay, bx, by, cx, cy = x[0], x[1], x[2], x[3], x[4], x[5]
	}
	var d1, d2, d3, d4 [2]float64
	var l, r [8]float64
	var det [16]float64
	left := product(l[:0], difference(d1[:0], ax, cx), difference(d2[:0], by, cy))
	right := product(r[:0], difference(d3[:0], ay, cy), difference(d4[:0], bx, cx))
	return signOf(expansionSum(det[:0], left, negate(right)))
}

// orient3DExact is Orient3D without a filter. Its largest expansion has 192
// components; on data whose differences are exact (grids, CAD) at most 24.
func orient3DExact(a, b, c, d geom.Vec) int {
	if !safeRange(a.X, a.Y, a.Z, b.X, b.Y, b.Z) || !safeRange(c.X, c.Y, c.Z, d.X, d.Y, d.Z) {
		x := [12]float64{a.X, a.Y, a.Z, b.X, b.Y, b.Z, c.X, c.Y, c.Z, d.X, d.Y, d.Z}
		if !rescale(x[:]) {
			return orient3DScaled(a, b, c, d)
		}
		a, b = geom.Vec{X: x[0], Y: x[1], Z: x[2]}, geom.Vec{X: x[3], Y: x[4], Z: x[5]}
		c, d = geom.Vec{X: x[6], Y: x[7], Z: x[8]}, geom.Vec{X: x[9], Y: x[10], Z: x[11]}
	}
	var bx, by, bz, cx, cy, cz, dx, dy, dz [2]float64
	ebx, eby, ebz := difference(bx[:0], b.X, a.X), difference(by[:0], b.Y, a.Y), difference(bz[:0], b.Z, a.Z)
	ecx, ecy, ecz := difference(cx[:0], c.X, a.X), difference(cy[:0], c.Y, a.Y), difference(cz[:0], c.Z, a.Z)
	edx, edy, edz := difference(dx[:0], d.X, a.X), difference(dy[:0], d.Y, a.Y), difference(dz[:0], d.Z, a.Z)

	var tx, ty, tz [64]float64
	var sum [128]float64
	var det [192]float64
	ex := cofactor(tx[:0], ebx, ecy, edz, ecz, edy)
	ey := cofactor(ty[:0], eby, ecz, edx, ecx, edz)
	ez := cofactor(tz[:0], ebz, ecx, edy, ecy, edx)
	return signOf(expansionSum(det[:0], expansionSum(sum[:0], ex, ey), ez))
}

// cofactor writes s·(p·q − r·t), all arguments of at most two components.
func cofactor(dst, s, p, q, r, t []float64) []float64 {
	var l, m [8]float64
	var minor [16]float64
	pq := product(l[:0], p, q)
	rt := product(m[:0], r, t)
	return product(dst, expansionSum(minor[:0], pq, negate(rt)), s)
}
