package proof

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/collide-go/collide/internal/proof"
)

// indexOf returns the index of a mesh among those of a proof, of which each file has one.
func indexOf(head *proof.Head, m *proof.Mesh) (int, error) {
	at := slices.IndexFunc(head.Meshes, m.IsOfFile)
	switch {
	case at < 0:
		head.Meshes = append(head.Meshes, m)
		return len(head.Meshes) - 1, nil
	case !m.Equal(head.Meshes[at]):
		return 0, errors.New("its file was read in another way than another file of the same content; expected one extension")
	}
	return at, nil
}

// provable returns why there is no proof of some bodies, nil if there is.
func provable(bodies []Body, opt *Options) error {
	for i := range bodies {
		b := &bodies[i]
		if b.Mesh == nil {
			panic(fmt.Sprintf("proof: NewWriter: body %d has no mesh", i))
		}
		if len(b.Name) > longestName || !utf8.ValidString(b.Name) {
			return fmt.Errorf("body %d: its name is not UTF-8, or has %d bytes; expected at most %d", i, len(b.Name), longestName)
		}
		if b.Immovable && i < opt.Moving {
			return fmt.Errorf("body %d (%q) moves and is immovable; expected one of them", i, b.Name)
		}
	}
	switch {
	case opt.Moving < 0 || opt.Moving > len(bodies):
		panic(fmt.Sprintf("proof: NewWriter: %d of %d bodies move", opt.Moving, len(bodies)))
	case !(opt.Reach >= 0 && opt.Reach <= math.MaxFloat64):
		return fmt.Errorf("a reach of %v; expected a finite number of at least 0", opt.Reach)
	case opt.Distances && opt.Reach != 0:
		return fmt.Errorf("a reach of %v for distances; expected 0", opt.Reach)
	}
	return nil
}

// skipped returns the pairs that the head of a proof names, ascending: those of two immovable bodies are not looked at anyway.
func skipped(bodies []Body, skip [][2]int) (list [][2]int) {
	for _, p := range skip {
		a, b := min(p[0], p[1]), max(p[0], p[1])
		if a < 0 || b >= len(bodies) || a == b {
			panic(fmt.Sprintf("proof: NewWriter: a pair of bodies %d and %d to skip, of %d bodies", p[0], p[1], len(bodies)))
		}
		if !bodies[a].Immovable || !bodies[b].Immovable {
			list = append(list, [2]int{a, b})
		}
	}
	slices.SortFunc(list, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(list)
}

// eachPair yields the pairs of bodies that are looked at.
func eachPair(bodies []Body, skip [][2]int) func(yield func(i, j int) bool) {
	return func(yield func(i, j int) bool) {
		left := skip
		for i := range bodies {
			for j := i + 1; j < len(bodies); j++ {
				if len(left) > 0 && left[0] == [2]int{i, j} {
					left = left[1:]
				} else if (!bodies[i].Immovable || !bodies[j].Immovable) && !yield(i, j) {
					return
				}
			}
		}
	}
}

func hasPair(bodies []Body, skip [][2]int) bool {
	for range eachPair(bodies, skip) {
		return true
	}
	return false
}

// longestName is the number of bytes that the name of a body may have: docs/proof.md.
const longestName = 1<<16 - 1
