package main

import (
	"fmt"
	"strconv"
)

// size is a C type's on 64-bit machines, in bytes.
type size struct{ bytes, align int }

var scalars = map[string]struct {
	size
	goName string
}{
	"uint8_t": {size{1, 1}, "uint8"}, "char": {size{1, 1}, "byte"}, "uint16_t": {size{2, 2}, "uint16"},
	"uint32_t": {size{4, 4}, "uint32"}, "int32_t": {size{4, 4}, "int32"}, "float": {size{4, 4}, "float32"},
	"uint64_t": {size{8, 8}, "uint64"}, "int64_t": {size{8, 8}, "int64"}, "size_t": {size{8, 8}, "uintptr"},
	"VkBool32": {size{4, 4}, "uint32"}, "VkDeviceSize": {size{8, 8}, "uint64"}, "VkDeviceAddress": {size{8, 8}, "uint64"},
	"VkFlags": {size{4, 4}, "uint32"}, "VkFlags64": {size{8, 8}, "uint64"}, "VkSampleMask": {size{4, 4}, "uint32"},
}

func (g *generator) sizeOf(d decl) size {
	s := size{8, 8}
	if d.stars == 0 {
		s = g.sizeOfType(d.base)
	}
	s.bytes *= g.length(d)
	return s
}

func (g *generator) sizeOfType(c string) size {
	if s, ok := scalars[c]; ok {
		return s.size
	}
	t := g.resolve(c)
	switch t.Category {
	case "enum":
		return size{4, 4}
	case "bitmask":
		return g.sizeOfType(t.Base)
	case "handle", "funcpointer":
		return size{8, 8}
	case "struct", "union":
		all := size{0, 1}
		for _, m := range t.Members {
			s := g.sizeOf(parseDecl(m.Inner))
			if t.Category == "union" {
				all.bytes = max(all.bytes, s.bytes)
			} else {
				all.bytes = roundUp(all.bytes, s.align) + s.bytes
			}
			all.align = max(all.align, s.align)
		}
		all.bytes = roundUp(all.bytes, all.align)
		return all
	}
	panic(fmt.Sprintf("%s: category %q not supported", c, t.Category))
}

func roundUp(n, align int) int { return (n + align - 1) / align * align }

// length is the number of elements, 1 for what is no array.
func (g *generator) length(d decl) int {
	if d.array == "" {
		return 1
	}
	if e := g.reg.enums[d.array]; e != nil {
		d.array = e.value
	}
	n, err := strconv.Atoi(d.array)
	if err != nil {
		panic(fmt.Sprintf("length %q of %s: %v", d.array, d.name, err))
	}
	return n
}
