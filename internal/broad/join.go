package broad

import "github.com/collide-go/collide/internal/par"

// joiner lets workers find pairs in blocks of things and joins what they find in the
// order of the blocks, so that it does not depend on who took which.
type joiner struct {
	lists  [][]Pair // by worker
	blocks []segment
	base   int
	grain  int
	find   func(worker, lo, hi int, dst []Pair) []Pair
	run    func(worker, lo, hi int)
}

// segment is where a block's pairs lie in its worker's list.
type segment struct{ worker, lo, hi int32 }

// pairs appends what find finds in [from, to), at most grain things at a time. find is
// made once by the caller, because a closure made for every call would be allocated.
func (j *joiner) pairs(from, to, workers, grain int, dst []Pair, find func(worker, lo, hi int, dst []Pair) []Pair) []Pair {
	if workers <= 1 {
		for lo := from; lo < to; lo += grain {
			dst = find(0, lo, min(lo+grain, to), dst)
		}
		return dst
	}
	n := to - from
	if j.run == nil {
		j.run = j.block
	}
	for len(j.lists) < workers {
		j.lists = append(j.lists, nil)
	}
	for i := range j.lists {
		j.lists[i] = j.lists[i][:0]
	}
	j.blocks = sized(j.blocks, (n+grain-1)/grain)
	j.base, j.grain, j.find = from, grain, find
	par.For(n, workers, grain, j.run)
	j.find = nil
	for _, b := range j.blocks {
		dst = append(dst, j.lists[b.worker][b.lo:b.hi]...)
	}
	return dst
}

func (j *joiner) block(worker, lo, hi int) {
	list := j.lists[worker]
	from := len(list)
	list = j.find(worker, j.base+lo, j.base+hi, list)
	j.lists[worker] = list
	j.blocks[lo/j.grain] = segment{int32(worker), int32(from), int32(len(list))}
}

// sized returns s with n elements, which may be anything.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
