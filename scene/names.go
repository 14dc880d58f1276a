package scene

import (
	"fmt"
	"path"
	"strings"
)

// BaseName is the name a body takes from its file: the last element of the path
// without its extension, control characters replaced by "_": names stand in
// reports a line each.
func BaseName(file string) string {
	base := path.Base(strings.ReplaceAll(file, "\\", "/"))
	base = strings.Map(func(r rune) rune {
		if isControl(r) {
			return '_'
		}
		return r
	}, base)
	if stem := strings.TrimSuffix(base, path.Ext(base)); stem != "" {
		return stem
	}
	return base
}

// Names hands out unique names: the second body that asks for "part" gets
// "part#2", the third "part#3".
type Names struct {
	taken map[string]bool
	next  map[string]int
}

// Unique returns name, or name with the first free suffix, and takes it.
func (n *Names) Unique(name string) string {
	if n.taken == nil {
		n.taken, n.next = map[string]bool{}, map[string]int{}
	}
	got := name
	for k := max(n.next[name], 2); n.taken[got]; k++ {
		got = fmt.Sprintf("%s#%d", name, k)
		n.next[name] = k + 1
	}
	n.taken[got] = true
	return got
}
