// Command surface counts the exported names of the module's public packages and lists what
// is exported but cannot be used from outside, because a type in it cannot be named there.
//
//	go run ./internal/surface
//
// Public packages are those that another module can import: neither main nor internal.
package main

import (
	"flag"
	"fmt"
	"os"
)

// limit is the most exported names that all public packages together may have: 600: it was 450 before robots, and 600
// when distance, clearance, rays, motions and robots are there.
const limit = 600

// unnameableLimit is the most lines that unnameable may return.
const unnameableLimit = 0

func main() {
	dir := flag.String("dir", ".", "root folder of the module")
	flag.Parse()
	s, err := load(*dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, "surface:", err)
		os.Exit(2)
	}
	for _, p := range s.public {
		fmt.Printf("%5d  %s\n", s.names(p), p.Path())
	}
	unnameable := s.unnameable()
	fmt.Printf("%5d  exported names, at most %d\n%5d  types that callers cannot name, at most %d\n", s.total(), limit, len(unnameable), unnameableLimit)
	for _, line := range unnameable {
		fmt.Println(line)
	}
	if s.total() > limit || len(unnameable) > unnameableLimit {
		os.Exit(1)
	}
}
