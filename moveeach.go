package collide

import (
	"cmp"
	"slices"
)

// Each returns the first moment of every pair that comes no farther apart than by its gap, in the order of the times, by moving bodies again
// without the pairs found before: move is [Detector.Move], or that of a robot, along the same paths each time.
//
// A pair that is not among them keeps to its gap from t = 0 to 1, proven as a Free verdict is. An Impact that is Unknown comes last, with
// its error: up to its T0 no pair has a moment that is not listed, and beyond it some may. Other errors are those of move. There is a search
// for each pair that is found, and one more.
func (g Gaps) Each(move func(gaps Gaps) (Impact, error)) ([]Impact, error) {
	var list []Impact
	found := map[[2]int]bool{}
	rest := Gaps{Most: g.Most, Of: func(a, b int) (float64, bool) {
		switch {
		case found[[2]int{a, b}]:
			return -1, false
		case g.Of == nil:
			return g.Most, false
		}
		return g.Of(a, b)
	}}
	for {
		i, err := move(rest)
		pair := [2]int{i.A, i.B}
		if i.Verdict != InContact || err != nil || found[pair] {
			slices.SortFunc(list, func(x, y Impact) int {
				return cmp.Or(cmp.Compare(x.T1, y.T1), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
			})
			if i.Verdict == Unknown && i != (Impact{}) {
				list = append(list, i)
			}
			return list, err
		}
		list, found[pair] = append(list, i), true
	}
}
