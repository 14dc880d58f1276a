// Command lanes writes the kernels of eight states of a robot at a time for package simd and their Go declarations; see
// the one in the folder above.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lane8 is the size of eight float64. A pose has nine of them row by row, and three of its translation.
const lane8 = 64

// notGreaterUnordered and notLessUnordered are quiet predicates of VCMPPD.
const notGreaterUnordered, notLessUnordered = 0x1a, 0x15

func main() {
	ConstraintExpr("!noasm")
	compose8()
	turn8()
	shift8()
	point8()
	stray8()
	ball8()
	beside8()
	boxes8()
	Generate()
}

func kernel(name, signature, doc string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(name + " " + doc)
}

func pointer(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }

func at(base reg.Register, k int) Mem { return Mem{Base: base, Disp: lane8 * k} }

func number(base reg.Register, k int) Mem { return Mem{Base: base, Disp: 8 * k} }

func load(m Mem) reg.VecVirtual {
	v := ZMM()
	VMOVUPD(m, v)
	return v
}

func constant(bits uint64) reg.VecVirtual {
	g, v := GP64(), ZMM()
	MOVQ(U64(bits), g)
	VPBROADCASTQ(g, v)
	return v
}

func spread(name string) reg.VecVirtual {
	v := ZMM()
	a, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	VBROADCASTSD(a.Addr, v)
	return v
}

func one() reg.VecVirtual { return constant(0x3ff0000000000000) }

func done() {
	VZEROUPPER()
	RET()
}

// dot returns (x·m0 + y·m1) + z·m2.
func dot(row [3]reg.VecVirtual, m func(i int) Mem, scalar bool) reg.VecVirtual {
	sum := ZMM()
	for i, x := range row {
		t := sum
		if i > 0 {
			t = ZMM()
		}
		if scalar {
			VMULPD_BCST(m(i), x, t)
		} else {
			VMULPD(m(i), x, t)
		}
		if i > 0 {
			VADDPD(t, sum, sum)
		}
	}
	return sum
}

func rowOf(p reg.Register, i int) (row [3]reg.VecVirtual) {
	for k := range row {
		row[k] = load(at(p, 3*i+k))
	}
	return row
}

func compose8() {
	kernel("compose8AVX512", "func(dst *float64, p *float64, m *float64)", "multiplies eight poses by one.")
	dst, p, m := pointer("dst"), pointer("p"), pointer("m")
	for i := range 3 {
		row := rowOf(p, i)
		for j := range 3 {
			VMOVUPD(dot(row, func(k int) Mem { return number(m, 3*k+j) }, true), at(dst, 3*i+j))
		}
		t := dot(row, func(k int) Mem { return number(m, 9+k) }, true)
		VADDPD(at(p, 9+i), t, t)
		VMOVUPD(t, at(dst, 9+i))
	}
	done()
}

func turn8() {
	kernel("turn8AVX512", "func(p *float64, i int, j int, k int, s *float64, c *float64)", "turns eight poses; i, j and k are the offsets of columns in bytes.")
	p := pointer("p")
	var column [3]reg.Register
	for n, name := range []string{"i", "j", "k"} {
		g := pointer(name)
		ADDQ(p, g)
		column[n] = g
	}
	s, c := load(at(pointer("s"), 0)), load(at(pointer("c"), 0))
	up := one()
	VSUBPD(c, up, up)
	VADDPD(c, up, up)
	for row := range 3 {
		x, y, z := load(at(column[0], 3*row)), load(at(column[1], 3*row)), load(at(column[2], 3*row))
		a, b, d, e := ZMM(), ZMM(), ZMM(), ZMM()
		VMULPD(c, x, a)
		VMULPD(s, y, b)
		VADDPD(b, a, a)
		VMULPD(c, y, d)
		VMULPD(s, x, e)
		VSUBPD(e, d, d)
		VMULPD(up, z, z)
		VMOVUPD(a, at(column[0], 3*row))
		VMOVUPD(d, at(column[1], 3*row))
		VMOVUPD(z, at(column[2], 3*row))
	}
	done()
}

func shift8() {
	kernel("shift8AVX512", "func(p *float64, d *float64)", "moves eight poses along vectors in their own coordinates.")
	p, d := pointer("p"), pointer("d")
	for i := range 3 {
		t := dot(rowOf(p, i), func(k int) Mem { return at(d, k) }, false)
		VADDPD(at(p, 9+i), t, t)
		VMOVUPD(t, at(p, 9+i))
	}
	done()
}

func point8() {
	kernel("point8AVX512", "func(dst *float64, p *float64, v *float64)", "applies eight poses to a point.")
	dst, p, v := pointer("dst"), pointer("p"), pointer("v")
	for i := range 3 {
		t := dot(rowOf(p, i), func(k int) Mem { return number(v, k) }, true)
		VADDPD(at(p, 9+i), t, t)
		VMOVUPD(t, at(dst, i))
	}
	done()
}

// absolute has all bits but the sign.
func absolute() reg.VecVirtual { return constant(0x7fffffffffffffff) }

func stray8() {
	kernel("stray8AVX512", "func(sums *float64, p *float64)", "adds up |RᵀR − I| and |T| of eight poses.")
	sums, p := pointer("sums"), pointer("p")
	abs, id := absolute(), one()
	var r [9]reg.VecVirtual
	for k := range r {
		r[k] = load(at(p, k))
	}
	total := load(at(sums, 0))
	for i := range 3 {
		for j := i; j < 3; j++ {
			sum := ZMM()
			for k := range 3 {
				t := sum
				if k > 0 {
					t = ZMM()
				}
				VMULPD(r[3*k+i], r[3*k+j], t)
				if k > 0 {
					VADDPD(t, sum, sum)
				}
			}
			if i == j {
				VSUBPD(id, sum, sum)
			}
			VPANDQ(abs, sum, sum)
			VADDPD(sum, total, total)
		}
	}
	VMOVUPD(total, at(sums, 0))
	far := load(at(sums, 1))
	for i := range 3 {
		t := ZMM()
		VPANDQ(at(p, 9+i), abs, t)
		VADDPD(t, far, far)
	}
	VMOVUPD(far, at(sums, 1))
	done()
}

// squares returns x² + y² + z².
func squares(d [3]reg.VecVirtual) reg.VecVirtual {
	for i := range d {
		VMULPD(d[i], d[i], d[i])
	}
	VADDPD(d[1], d[0], d[0])
	VADDPD(d[2], d[0], d[0])
	return d[0]
}

// answer returns the lanes where x is not greater than y.
func answer(x, y reg.VecVirtual) {
	m := GP32()
	VCMPPD(Imm(notGreaterUnordered), y, x, reg.K1)
	KMOVW(reg.K1, m)
	Store(m.As8(), ReturnIndex(0))
	done()
}

func ball8() {
	kernel("ball8AVX512", "func(a *float64, b *float64, most float64) uint8", "tells which squares of eight distances are not above most.")
	a, b := pointer("a"), pointer("b")
	var d [3]reg.VecVirtual
	for i := range d {
		d[i] = load(at(a, i))
		VSUBPD(at(b, i), d[i], d[i])
	}
	answer(squares(d), spread("most"))
}

func beside8() {
	kernel("beside8AVX512", "func(a *float64, box *float64, most float64) uint8", "tells which squares of eight distances from a box are not above most.")
	a, box := pointer("a"), pointer("box")
	abs, zero := absolute(), ZMM()
	VPXORQ(zero, zero, zero)
	var d [3]reg.VecVirtual
	for i := range d {
		d[i] = load(at(a, i))
		VSUBPD_BCST(number(box, i), d[i], d[i])
		VPANDQ(abs, d[i], d[i])
		VSUBPD_BCST(number(box, 3+i), d[i], d[i])
		VMAXPD(d[i], zero, d[i]) // NaN stays
	}
	answer(squares(d), spread("most"))
}

// boxes8 keeps C and the way between the centres, as both boxes see it, in registers.
func boxes8() {
	kernel("boxes8AVX512", "func(depths *float64, a *float64, ca *float64, b *float64, cb *float64, sizes *float64, slack float64) uint8", "tests eight pairs of boxes.")
	depths, a, b, sizes := pointer("depths"), pointer("a"), pointer("b"), pointer("sizes")
	ca, cb := pointer("ca"), pointer("cb")
	abs := absolute()
	h := func(i int) Mem { return number(sizes, i) }
	k := func(i int) Mem { return number(sizes, 3+i) }
	var d, t [3]reg.VecVirtual
	for i := range d {
		d[i] = load(at(cb, i))
		VSUBPD(at(ca, i), d[i], d[i])
	}
	column := func(m reg.Register, j int) func(i int) Mem { return func(i int) Mem { return at(m, 3*i+j) } }
	magnitude := func(x reg.VecVirtual) reg.VecVirtual {
		v := ZMM()
		VPANDQ(abs, x, v)
		return v
	}
	var c [3][3]reg.VecVirtual
	for i := range 3 {
		var own [3]reg.VecVirtual
		for n := range own {
			own[n] = load(column(a, i)(n))
		}
		for j := range 3 {
			c[i][j] = dot(own, column(b, j), false)
		}
		t[i] = ZMM()
		VMULPD(own[0], d[0], t[i])
		for n := 1; n < 3; n++ {
			u := ZMM()
			VMULPD(own[n], d[n], u)
			VADDPD(u, t[i], t[i])
		}
	}
	add := func(r, x reg.VecVirtual, size Mem) {
		u := ZMM()
		VMULPD_BCST(size, magnitude(x), u)
		VADDPD(u, r, r)
	}
	deep := ZMM()
	first := true
	least := func(r, x reg.VecVirtual) {
		VSUBPD(magnitude(x), r, r)
		if first {
			VMOVUPD(r, deep)
			first = false
			return
		}
		VMINPD(r, deep, deep)
	}
	for i := range 3 {
		r := ZMM()
		VBROADCASTSD(h(i), r)
		for j := range 3 {
			add(r, c[i][j], k(j))
		}
		least(r, t[i])
	}
	for j := range 3 {
		r := ZMM()
		VBROADCASTSD(k(j), r)
		for i := range 3 {
			add(r, c[i][j], h(i))
		}
		least(r, dot(d, column(b, j), false))
	}
	slack := spread("slack")
	VADDPD(slack, deep, deep)
	VMOVUPD(deep, at(depths, 0))
	VPXORQ(d[0], d[0], d[0])
	cross := d[1]
	VMOVUPD(deep, cross)
	for i := range 3 {
		m, n := (i+1)%3, (i+2)%3
		for j := range 3 {
			p, q := (j+1)%3, (j+2)%3
			x, u, r := ZMM(), ZMM(), ZMM()
			VMULPD(t[n], c[m][j], x)
			VMULPD(t[m], c[n][j], u)
			VSUBPD(u, x, x)
			VMOVUPD(slack, r)
			add(r, c[n][j], h(m))
			add(r, c[m][j], h(n))
			add(r, c[i][q], k(p))
			add(r, c[i][p], k(q))
			VSUBPD(magnitude(x), r, r)
			VMINPD(r, cross, cross)
		}
	}
	m := GP32()
	VCMPPD(Imm(notLessUnordered), d[0], cross, reg.K1)
	KMOVW(reg.K1, m)
	Store(m.As8(), ReturnIndex(0))
	done()
}
