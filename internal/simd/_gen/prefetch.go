package main

import (
	. "github.com/mmcloughlin/avo/build"
)

// prefetch writes functions that ask for a node's eight and a leaf's three cache lines.
func prefetch() {
	for _, f := range []struct {
		name  string
		lines int
	}{{"prefetchNode", 8}, {"prefetchLeaf", 3}} {
		kernel(f.name, "func(p *float32)", "asks for what is about to be read.")
		p := pointer("p")
		for i := range f.lines {
			PREFETCHT0(at(p, 64*i))
		}
		RET()
	}
}
