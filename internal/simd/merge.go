package simd

import "math"

// Merge sets each volume of dst to the union of those in the same place of a and b:
//
//	dst[i][r][lane] = min(a[i][r][lane], b[i][r][lane])
//
// with Go's min: NaN when one of them is, −0 below 0. dst may be a or b, but must
// not overlap them otherwise. O(len(dst)).
func (l Level) Merge(dst, a, b []Block) {
	if len(a) != len(dst) || len(b) != len(dst) {
		panic("simd: Merge needs slices of one length")
	}
	l.check()
	if len(dst) > 0 {
		l.merge(dst, a, b)
	}
}

// MergePairs sets volume i of dst to the union of volumes 2i and 2i+1 of src, i
// counted over the lanes: one level of a refit of a tree whose levels are stored one
// after the other. src has 2·len(dst) blocks, or one less if the last is wanting,
// which then counts as empty. dst and src must not overlap. O(len(dst)).
func (l Level) MergePairs(dst, src []Block) {
	n := len(dst)
	if len(src) != 2*n && len(src) != 2*n-1 {
		panic("simd: MergePairs needs twice as many source blocks as results")
	}
	l.check()
	if len(src) < 2*n {
		n--
		mergePairsBlock(&dst[n], &src[2*n], &none)
	}
	if n > 0 {
		l.mergePairs(dst[:n], src[:2*n])
	}
}

// none is read only.
var none = func() Block {
	var b Block
	b.Clear()
	return b
}()

// mergeGo is the contract of the merge kernels.
func mergeGo(dst, a, b []Block) {
	for i := range dst {
		for r := range Rows {
			for lane := range Lanes {
				dst[i][r][lane] = min(a[i][r][lane], b[i][r][lane])
			}
		}
	}
}

// mergePairsGo is the contract of the mergePairs kernels.
func mergePairsGo(dst, src []Block) {
	for i := range dst {
		mergePairsBlock(&dst[i], &src[2*i], &src[2*i+1])
	}
}

func mergePairsBlock(dst, a, b *Block) {
	for r := range Rows {
		for i := range Lanes / 2 {
			dst[r][i] = min(a[r][2*i], a[r][2*i+1])
			dst[r][Lanes/2+i] = min(b[r][2*i], b[r][2*i+1])
		}
	}
}

// up returns a float32 no less than the real value that rounded to x. One step of
// float32 is more than the error of the conversion and of a few operations before.
func up(x float64) float32 {
	return math.Nextafter32(float32(x), float32(math.Inf(1)))
}
